/// Turns edges and time into gestures. Debouncing never waits: it looks only at the times of edges.
///
/// How to use it: read the edges of all buttons, sort them by time, and `feed` each one. Then, if `wantsLevels(at:)`,
/// read the levels and `reconcile`; otherwise `advance`. Then sleep until `nextDeadline` or the next edge. A deadline
/// at the same time as an edge comes before it. Times never go back: an edge that is older than anything already
/// handled counts as having come then. Gestures are returned in the order in which they become known, each with its own
/// time. A release becomes known once it has settled, and a step of a hold that came during bounce once the bounce is
/// over.
///
/// More rules than `Gesture` states:
/// - A double press is measured from press edge to press edge. A third press does not make a double press with the
///   second one, and holding the second press does nothing. Presses of other buttons in between do not matter.
/// - A chord takes precedence over a double press. If its first button is in the second press of a double press, the
///   whole double press is taken back.
/// - A chord lasts until both buttons are up or stuck. Until then no new press of either is sent. The first button that
///   is released ends the chord's hold.
/// - Every `press` and `doublePress` is followed by one `release`, or by `stuck` and `unstuck`, unless it became part
///   of a chord.
public struct GestureRecognizer: Hashable, Sendable {
  private var nap = ButtonTrack()
  private var feed = ButtonTrack()
  private var menu = ButtonTrack()
  private var extra = ButtonTrack()
  /// When the chord's hold is complete if both buttons stay down.
  private var chordHoldDue: Int?
  /// The latest time of `advance`.
  private var now = Int.min
  /// The latest time of an edge, a level or a gesture. An older edge counts as having come then.
  private var handled = Int.min
  /// Whether the levels have not been read yet.
  private var isStarting = true
  /// Whether edges were lost and the levels have not been read since.
  private var hasLostEdges = false

  /// Begins with all buttons up, and wants the levels. A button that is down at the first `reconcile` is ignored until
  /// it is up.
  public init() {}

  /// Receives one edge, as a sample of its button's level, and makes all gestures that are known at its time. Edges
  /// come oldest first. After a loss only the level counts: lost edges never make a press and a release.
  public mutating func feed(_ edge: ButtonEdge) -> [Gesture] {
    let time = max(edge.milliseconds, handled)
    var gestures = advance(to: time)
    handled = time
    if edge.followsLoss { hasLostEdges = true }
    if self[edge.button].contact.receiveEdge(isPressed: edge.isPressed, at: time) {
      gestures += press(edge.button, at: time)
    }
    // A hold that was uncertain during bounce may have overdue steps.
    return gestures + advance(to: time)
  }

  /// Receives the levels that were read from the lines at a time; true is pressed. A button that is missing keeps its
  /// level.
  ///
  /// The levels show changes whose edges were dropped (libgpiod 1 keeps 16 edges and drops the newest). They count for
  /// the time since the last edge. If a release has not settled and the button is down, there was no release. A button
  /// that turns out to be up makes no more steps of its hold, and counts as released now. A button that was up and is
  /// down counts as pressed now, or, at the first call, is ignored until it is up. No older edge may be waiting: read
  /// the edges once more after the levels, and call this only if there were none.
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

  /// Makes the gestures that are due by now without an edge, each with the time at which it was due. None is made
  /// twice.
  public mutating func advance(to milliseconds: Int) -> [Gesture] {
    var gestures: [Gesture] = []
    while let due = nextGestureDue, due <= milliseconds {
      gestures += makeGesture(dueAt: due)
      handled = max(handled, due)
    }
    now = max(now, milliseconds)
    return gestures
  }

  /// When to call `advance` or read the levels at the latest. It is later than everything that was handled; nil while
  /// nothing is in progress.
  public var nextDeadline: Int? {
    var due = nextGestureDue
    for button in Button.allCases {
      guard let check = self[button].contact.checkDue, check > now else { continue }
      due = min(due ?? check, check)
    }
    return due
  }

  /// Whether to read the levels at a time: at the start, after lost edges, and once after the edges of a button have
  /// settled.
  public func wantsLevels(at milliseconds: Int) -> Bool {
    if isStarting || hasLostEdges { return true }
    return Button.allCases.contains { button in
      guard let check = self[button].contact.checkDue else { return false }
      return check <= milliseconds
    }
  }

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
  /// Corrects a button that counts as pressed by its level. A release in progress stays as it is.
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

  /// The chord's deadline; nil while one of its buttons may be coming up.
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

/// Gestures that are made while the box starts. They are recognised at once, each with its own time, because that needs
/// no log. Their meaning depends on the log, so they wait for it.
///
/// Use it like `GestureRecognizer`, from the start of the process.
public struct EarlyHands: Hashable, Sendable {
  /// How many gestures can wait. Later ones are ignored, so that a card that never answers does not fill the memory.
  static let limit = 4_096

  /// When the process began, on the boot clock, in milliseconds.
  let startMilliseconds: Int
  /// The gesture in progress: a press may last until after the log is open.
  private(set) var recognizer = GestureRecognizer()
  /// The gestures so far, in the order in which they became known.
  public private(set) var gestures: [Gesture] = []

  /// No gestures yet, in a process that began at this time of the boot clock.
  public init(startMilliseconds: Int) {
    self.startMilliseconds = startMilliseconds
  }

  /// Receives one edge, oldest first.
  public mutating func feed(_ edge: ButtonEdge) { keep(recognizer.feed(edge)) }

  /// Receives the levels that were read at a time. No older edge may be waiting.
  public mutating func reconcile(levels: [Button: Bool], milliseconds: Int) {
    keep(recognizer.reconcile(levels: levels, milliseconds: milliseconds))
  }

  /// Makes the gestures that are due by now without an edge.
  public mutating func advance(to milliseconds: Int) { keep(recognizer.advance(to: milliseconds)) }

  /// Whether to read the levels at a time.
  public func wantsLevels(at milliseconds: Int) -> Bool { recognizer.wantsLevels(at: milliseconds) }

  /// When to call `advance` or read the levels at the latest, on the boot clock; nil while nothing is in progress.
  public var nextDeadline: Int? { recognizer.nextDeadline }

  /// Removes and returns the gestures that were made before a time of the boot clock, in their order.
  public mutating func removeGestures(before milliseconds: Int) -> [Gesture] {
    let count = gestures.prefix { $0.milliseconds < milliseconds }.count
    defer { gestures.removeFirst(count) }
    return Array(gestures.prefix(count))
  }

  private mutating func keep(_ more: [Gesture]) {
    gestures += more.prefix(max(0, Self.limit - gestures.count))
  }
}
