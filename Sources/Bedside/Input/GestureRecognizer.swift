/// Turns edges and time into gestures; the debounce is in the data and never waits.
///
/// Drive it so: read the edges, merge those of all buttons by time, `feed` each; then, when `wantsLevels(at:)`,
/// read the levels and `reconcile`, otherwise `advance`; then sleep until `nextDeadline` or the next edge.
/// A deadline that is due at an edge's own time comes before the edge. Times never go back: an edge older than
/// an edge, a reading or a gesture that was already handled counts as of then. Gestures come out in the order in
/// which they become known, each with its own time: a release is known only when it has settled, and a step of a hold
/// that fell into chatter when the chatter is over.
///
/// What the table of gestures leaves open:
/// - A double press is measured from press edge to press edge. Its second press makes no third a double, and
///   holding it does nothing. Presses of other buttons in between do not matter.
/// - A chord wins over a double press. Its first button may be in the second press of a double press; that
///   pair is then taken back altogether.
/// - A chord lasts until both buttons are up or stuck: until then a new press of either is not sent, and one
///   that was let go has ended the chord's hold.
/// - Every `press` and `doublePress` is followed by one `release`, or by `stuck` and `unstuck`, unless a chord
///   took it.
public struct GestureRecognizer: Hashable, Sendable {
  private var nap = ButtonTrack()
  private var feed = ButtonTrack()
  private var menu = ButtonTrack()
  private var extra = ButtonTrack()
  /// When the chord will have been held, if both its buttons stay down.
  private var chordHoldDue: Int?
  /// The latest time to which time alone was followed.
  private var now = Int.min
  /// The latest edge, level or gesture of time: an older edge counts as of then.
  private var handled = Int.min
  /// True until the levels have been read for the first time.
  private var isStarting = true
  /// True from an edge after lost ones until the levels have been read.
  private var hasLostEdges = false

  /// All buttons up, and the levels wanted: what is down at the first `reconcile` is ignored until it is up.
  public init() {}

  /// Receives one edge, as a sample of its button's level, and makes all gestures that are known by its time.
  /// Edges come oldest first. After a loss the level alone counts: lost edges never make a press and a release.
  public mutating func feed(_ edge: ButtonEdge) -> [Gesture] {
    let time = max(edge.milliseconds, handled)
    var gestures = advance(to: time)
    handled = time
    if edge.followsLoss { hasLostEdges = true }
    if self[edge.button].contact.receiveEdge(isPressed: edge.isPressed, at: time) {
      gestures += press(edge.button, at: time)
    }
    // A hold that chatter had put in doubt may have steps overdue.
    return gestures + advance(to: time)
  }

  /// Receives the levels as read from the lines at a time, true for pressed; a button that is missing keeps its own.
  ///
  /// The levels find what dropped edges hid (libgpiod 1 keeps 16 and drops the newest), so they speak for the
  /// time since the last edge: a release that had not settled and is not there now never was, and a button that
  /// turns out to be up makes no more steps of its hold and counts as released from now. One that was up and is
  /// found down is pressed now; at the first call, it is ignored until it is up.
  /// No edge may be waiting that is older than the levels: read the edges once more after the levels, and
  /// reconcile only if there were none.
  public mutating func reconcile(levels: [Button: Bool], milliseconds: Int) -> [Gesture] {
    let time = max(milliseconds, now)
    for button in Button.allCases where self[button].contact.isDown {
      if let level = levels[button] { correct(button, isPressed: level, at: time) }
    }
    var gestures = advance(to: time)
    handled = time
    for button in Button.allCases where levels[button] == true && !self[button].contact.isDown {
      gestures += findDown(button, at: time)
    }
    for button in Button.allCases { self[button].contact.noteCheck(at: time) }
    isStarting = false
    hasLostEdges = false
    return gestures
  }

  /// Makes the gestures that time alone has brought by now, each with the time it was due; none comes twice.
  public mutating func advance(to milliseconds: Int) -> [Gesture] {
    var gestures: [Gesture] = []
    while let due = nextGestureDue, due <= milliseconds {
      gestures += makeGesture(dueAt: due)
      handled = max(handled, due)
    }
    now = max(now, milliseconds)
    return gestures
  }

  /// When to wake up at the latest: for the next gesture of time alone, or to read the levels. It is later than
  /// all that was handled; nil while nothing is under way.
  public var nextDeadline: Int? {
    var due = nextGestureDue
    for button in Button.allCases {
      guard let check = self[button].contact.checkDue, check > now else { continue }
      due = min(due ?? check, check)
    }
    return due
  }

  /// Whether the levels should be read at that time: at the start, after lost edges, and once in the quiet
  /// after the edges of a button.
  public func wantsLevels(at milliseconds: Int) -> Bool {
    if isStarting || hasLostEdges { return true }
    return Button.allCases.contains { button in
      guard let check = self[button].contact.checkDue else { return false }
      return check <= milliseconds
    }
  }

  /// Whether a button counts as pressed, bounce taken out.
  public func isDown(_ button: Button) -> Bool { self[button].contact.isDown }

  private subscript(button: Button) -> ButtonTrack {
    get {
      switch button {
      case .nap: nap
      case .feed: feed
      case .menu: menu
      case .extra: extra
      }
    }
    set {
      switch button {
      case .nap: nap = newValue
      case .feed: feed = newValue
      case .menu: menu = newValue
      case .extra: extra = newValue
      }
    }
  }
}

// Levels that were read.
extension GestureRecognizer {
  /// Brings a button that counts as pressed in line with its level; a release that is under way stays as it is.
  private mutating func correct(_ button: Button, isPressed: Bool, at time: Int) {
    guard isPressed != self[button].contact.isHeld else { return }
    _ = self[button].contact.receiveLevel(isPressed: isPressed, at: time)
  }

  private mutating func findDown(_ button: Button, at time: Int) -> [Gesture] {
    _ = self[button].contact.receiveLevel(isPressed: true, at: time)
    guard isStarting else { return press(button, at: time) }
    self[button].hold = ButtonHold(button: button, pressedAt: time, role: .heldAtStart)
    return []
  }
}

// Presses.
extension GestureRecognizer {
  private mutating func press(_ button: Button, at time: Int) -> [Gesture] {
    if let other = button.chordPartner {
      if self[other].hold?.role == .chord {
        begin(.chord, button, at: time, correctable: nil)
        return []
      }
      if self[other].canBecomeChord(at: time) { return beginChord(first: other, second: button, at: time) }
    }
    if let first = self[button].correctable, time - first <= GestureTiming.doublePressMilliseconds {
      begin(.second, button, at: time, correctable: nil)
      return [.doublePress(button, milliseconds: time)]
    }
    begin(.single, button, at: time, correctable: time)
    return [.press(button, milliseconds: time)]
  }

  private mutating func beginChord(first: Button, second: Button, at time: Int) -> [Gesture] {
    self[first].hold?.role = .chord
    self[first].correctable = nil
    begin(.chord, second, at: time, correctable: nil)
    chordHoldDue = time + GestureTiming.chordHoldMilliseconds
    return [.chord(first: first, milliseconds: time)]
  }

  private mutating func begin(_ role: ButtonHold.Role, _ button: Button, at time: Int, correctable: Int?) {
    self[button].hold = ButtonHold(button: button, pressedAt: time, role: role)
    self[button].correctable = correctable
  }
}

// Deadlines.
extension GestureRecognizer {
  private var nextGestureDue: Int? {
    var due = chordHoldNow
    for button in Button.allCases {
      if let settle = self[button].contact.settleDue { due = min(due ?? settle, settle) }
      if let step = self[button].nextOfHold?.milliseconds { due = min(due ?? step, step) }
    }
    return due
  }

  /// The chord's deadline, unless one of its buttons may be on its way up.
  private var chordHoldNow: Int? {
    nap.contact.isHeld && feed.contact.isHeld ? chordHoldDue : nil
  }

  private mutating func makeGesture(dueAt due: Int) -> [Gesture] {
    if let button = Button.allCases.first(where: { self[$0].contact.settleDue == due }) {
      return letGo(button)
    }
    if let button = Button.allCases.first(where: { self[$0].nextOfHold?.milliseconds == due }) {
      defer { self[button].hold?.makeNext() }
      return self[button].nextOfHold.map { [$0] } ?? []
    }
    chordHoldDue = nil
    return [.chordHold(milliseconds: due)]
  }

  private mutating func letGo(_ button: Button) -> [Gesture] {
    let track = self[button]
    self[button].contact.settle()
    self[button].hold = nil
    if track.hold?.role == .chord { chordHoldDue = nil }
    guard let time = track.contact.upSince, let gesture = track.hold?.end(at: time) else { return [] }
    return [gesture]
  }
}

extension Button {
  /// The button that makes a chord with this one.
  fileprivate var chordPartner: Button? {
    switch self {
    case .nap: .feed
    case .feed: .nap
    case .menu, .extra: nil
    }
  }
}

/// What hands do while the box starts. Gestures need no log, so they are recognised as they come, each at its own
/// time; what they mean only the log can tell, so they wait for it.
///
/// Drive it as `GestureRecognizer` says, from the start of the process on.
public struct EarlyHands: Hashable, Sendable {
  /// How many gestures wait. A card that never answers must not fill the memory: what comes beyond thousands of
  /// presses is passed over.
  static let limit = 4_096

  /// When the process began, on the boot clock, in milliseconds.
  let startMilliseconds: Int
  /// What is under way: a press may last over the opening.
  private(set) var recognizer = GestureRecognizer()
  /// What was done, in the order in which it became known.
  public private(set) var gestures: [Gesture] = []

  /// Nothing done yet, in a process that begins now, in milliseconds of the boot clock.
  public init(startMilliseconds: Int) {
    self.startMilliseconds = startMilliseconds
  }

  /// Receives one edge, oldest first.
  public mutating func feed(_ edge: ButtonEdge) { keep(recognizer.feed(edge)) }

  /// Receives the levels as read at a time; no edge may be waiting that is older.
  public mutating func reconcile(levels: [Button: Bool], milliseconds: Int) {
    keep(recognizer.reconcile(levels: levels, milliseconds: milliseconds))
  }

  /// Makes what time alone has brought by now.
  public mutating func advance(to milliseconds: Int) { keep(recognizer.advance(to: milliseconds)) }

  /// Whether the levels should be read at that time.
  public func wantsLevels(at milliseconds: Int) -> Bool { recognizer.wantsLevels(at: milliseconds) }

  /// When to wake up at the latest, on the boot clock; nil while nothing is under way.
  public var nextDeadline: Int? { recognizer.nextDeadline }

  private mutating func keep(_ more: [Gesture]) {
    gestures += more.prefix(max(0, Self.limit - gestures.count))
  }
}
