/// One button's contact with the bounce taken out, in data: every edge is a sample of the level.
///
/// Down is believed at once, since a press must act without delay. Up is believed only when no edge came for
/// longer than the bounce. An edge that repeats the level counts as chatter too: the kernel reads the level
/// after the interrupt, so a short swing can be reported as two edges of one direction
/// (Linux drivers/gpio/gpiolib-cdev.c).
struct ButtonContact: Hashable, Sendable {
  /// Whether the button counts as pressed.
  private(set) var isDown = false
  /// The first edge of the stretch in which the level reads released while the button still counts as pressed.
  private(set) var upSince: Int?
  /// The last sample's time.
  private var lastSample = 0
  /// True from an edge until the level has been read in the quiet after it.
  private var isUnchecked = false

  /// True when the button counts as pressed and the level says so too.
  var isHeld: Bool { isDown && upSince == nil }

  /// When the release that has begun will be believed.
  var settleDue: Int? { upSince == nil ? nil : lastSample + GestureTiming.settleMilliseconds }

  /// When the level should be read, to find an edge that the kernel dropped.
  var checkDue: Int? { isUnchecked ? lastSample + GestureTiming.settleMilliseconds : nil }

  /// Receives an edge; true when it is a press.
  mutating func receiveEdge(isPressed: Bool, at milliseconds: Int) -> Bool {
    isUnchecked = true
    return receiveLevel(isPressed: isPressed, at: milliseconds)
  }

  /// Receives a level, from an edge or read; true when it is a press.
  mutating func receiveLevel(isPressed: Bool, at milliseconds: Int) -> Bool {
    let isPress = isPressed && !isDown
    lastSample = milliseconds
    if isPressed {
      isDown = true
      upSince = nil
    } else if isDown {
      upSince = upSince ?? milliseconds
    }
    return isPress
  }

  /// Notes that the level has been read; during chatter another read is wanted after it.
  mutating func noteCheck(at milliseconds: Int) {
    if let due = checkDue, due <= milliseconds { isUnchecked = false }
  }

  /// Believes the release that has settled.
  mutating func settle() {
    isDown = false
    upSince = nil
  }
}

/// One press of one button while it lasts: what it meant, and what holding it on will mean.
struct ButtonHold: Hashable, Sendable {
  /// What the press turned out to be.
  enum Role: Hashable, Sendable {
    /// A press of its own.
    case single
    /// The second press of a double press. It has made its correction, so holding it means nothing.
    case second
    /// A part of a chord, whose presses count for nothing.
    case chord
    /// Down since power-up: no one pressed it.
    case heldAtStart
    /// Down for longer than any gesture.
    case stuck
  }

  /// The button.
  let button: Button
  /// The press edge.
  let pressedAt: Int
  /// What the press turned out to be.
  var role: Role
  /// How many gestures the hold has made.
  private var stepsMade = 0

  init(button: Button, pressedAt: Int, role: Role) {
    self.button = button
    self.pressedAt = pressedAt
    self.role = role
  }

  /// The next gesture of the hold; its time is when it is due.
  var next: Gesture? {
    if role == .stuck { return nil }
    return nextStep ?? .stuck(button, milliseconds: pressedAt + GestureTiming.stuckMilliseconds)
  }

  /// Notes that `next` was made.
  mutating func makeNext() {
    if nextStep == nil { role = .stuck }
    stepsMade += 1
  }

  /// What letting go means: a chord's end means nothing.
  func end(at milliseconds: Int) -> Gesture? {
    switch role {
    case .single, .second: .release(button, milliseconds: milliseconds)
    case .chord: nil
    case .heldAtStart, .stuck: .unstuck(button, milliseconds: milliseconds)
    }
  }

  /// Whether a press of the other button now would make a chord of the two.
  func canBecomeChord(at milliseconds: Int) -> Bool {
    guard role == .single || role == .second else { return false }
    return milliseconds - pressedAt < GestureTiming.backdateMilliseconds
  }

  private var nextStep: Gesture? {
    guard role == .single else { return nil }
    return button == .menu ? menuStep : backdateStep
  }

  private var menuStep: Gesture? {
    guard stepsMade == 0 else { return nil }
    return .menuHold(milliseconds: pressedAt + GestureTiming.menuHoldMilliseconds)
  }

  private var backdateStep: Gesture? {
    let shortSteps = GestureTiming.shortBackdateMinutes / GestureTiming.backdateStepMinutes
    let longSteps = max(0, stepsMade + 1 - shortSteps)
    let minutes =
      min(stepsMade + 1, shortSteps) * GestureTiming.backdateStepMinutes
      + longSteps * GestureTiming.longBackdateStepMinutes
    guard minutes <= GestureTiming.backdateLimitMinutes else { return nil }
    // A hold that reaches the time at which a button counts as stuck goes no further.
    let wait =
      GestureTiming.backdateMilliseconds
      + min(stepsMade, shortSteps - 1) * GestureTiming.backdateRepeatMilliseconds
      + longSteps * GestureTiming.longBackdateRepeatMilliseconds
    guard wait < GestureTiming.stuckMilliseconds else { return nil }
    return .backdate(button, minutes: minutes, milliseconds: pressedAt + wait)
  }
}

/// All that is remembered of one button.
struct ButtonTrack: Hashable, Sendable {
  /// The contact, without its bounce.
  var contact = ButtonContact()
  /// The press that lasts, while the button is down.
  var hold: ButtonHold?
  /// The press edge that a second press may still correct.
  var correctable: Int?

  /// The hold's next gesture; none while a release has begun, since it may turn out to have ended before.
  var nextOfHold: Gesture? { contact.isHeld ? hold?.next : nil }

  /// Whether a press of the other button now makes a chord of the two. A gap within the bounce of the press
  /// edge is chatter; a later one is a finger that leaves.
  func canBecomeChord(at milliseconds: Int) -> Bool {
    guard let hold, hold.canBecomeChord(at: milliseconds) else { return false }
    return contact.isHeld || milliseconds - hold.pressedAt <= GestureTiming.bounceMilliseconds
  }
}
