/// One button's contact, debounced. Every edge is a sample of the level.
///
/// A press counts at once, since it must act without delay. A release counts only when no edge has come for longer than
/// the bounce lasts. An edge that repeats the level is bounce too: the kernel reads the level after the interrupt, so
/// it can report a short change as two edges in the same direction (Linux drivers/gpio/gpiolib-cdev.c).
struct ButtonContact: Hashable, Sendable {
  /// Whether the button counts as pressed.
  private(set) var isDown = false
  /// The time of the first edge since which the level is released while the button still counts as pressed.
  private(set) var upSince: Int?
  /// The time of the last sample.
  private var lastSample = 0
  /// Whether the level has not been read since the last edge.
  private var isUnchecked = false

  /// Whether the button counts as pressed and its level is pressed too.
  var isHeld: Bool { isDown && upSince == nil }

  /// When the release that has begun will count.
  var settleDue: Int? { upSince == nil ? nil : lastSample + GestureTiming.settleMilliseconds }

  /// When to read the level, to find an edge that the kernel dropped.
  var checkDue: Int? { isUnchecked ? lastSample + GestureTiming.settleMilliseconds : nil }

  /// Receives an edge. Returns true if it is a press.
  mutating func receiveEdge(isPressed: Bool, at milliseconds: Int) -> Bool {
    isUnchecked = true
    return receiveLevel(isPressed: isPressed, at: milliseconds)
  }

  /// Receives a level from an edge or from reading the line. Returns true if it is a press.
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

  /// Notes that the level has been read. If the contact bounces, it must be read once more.
  mutating func noteCheck(at milliseconds: Int) {
    if let due = checkDue, due <= milliseconds { isUnchecked = false }
  }

  /// Accepts the release that has settled.
  mutating func settle() {
    isDown = false
    upSince = nil
  }
}

/// One press of one button while it lasts: its meaning, and what a longer hold will mean.
struct ButtonHold: Hashable, Sendable {
  /// What the press turned out to be.
  enum Role: Hashable, Sendable {
    /// A press of its own.
    case single
    /// The second press of a double press. It has already corrected the first, so holding it means nothing.
    case second
    /// A part of a chord. Its press counts for nothing.
    case chord
    /// The button has been down since power-up, so no one pressed it.
    case heldAtStart
    /// The button has been down for longer than any gesture lasts.
    case stuck
  }

  /// The button.
  let button: Button
  /// The time of the press edge.
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

  /// The next gesture of the hold, with the time at which it is due.
  var next: Gesture? {
    if role == .stuck { return nil }
    return nextStep ?? .stuck(button, milliseconds: pressedAt + GestureTiming.stuckMilliseconds)
  }

  /// Notes that `next` was made.
  mutating func makeNext() {
    if nextStep == nil { role = .stuck }
    stepsMade += 1
  }

  /// The gesture of the release; nil for a part of a chord.
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
    // A button that is held for so long that it counts as stuck makes no more gestures.
    let wait =
      GestureTiming.backdateMilliseconds
      + min(stepsMade, shortSteps - 1) * GestureTiming.backdateRepeatMilliseconds
      + longSteps * GestureTiming.longBackdateRepeatMilliseconds
    guard wait < GestureTiming.stuckMilliseconds else { return nil }
    return .backdate(button, minutes: minutes, milliseconds: pressedAt + wait)
  }
}

/// Everything that is remembered about one button.
struct ButtonTrack: Hashable, Sendable {
  /// The contact without its bounce.
  var contact = ButtonContact()
  /// The current press, while the button is down.
  var hold: ButtonHold?
  /// The time of the press edge that a second press may still correct.
  var correctable: Int?

  /// The hold's next gesture; nil while a release has begun, since the hold may already be over.
  var nextOfHold: Gesture? { contact.isHeld ? hold?.next : nil }

  /// Whether a press of the other button now makes a chord of the two. A released level within the bounce of the press
  /// edge is bounce; a later one is a release.
  func canBecomeChord(at milliseconds: Int) -> Bool {
    guard let hold, hold.canBecomeChord(at: milliseconds) else { return false }
    return contact.isHeld || milliseconds - hold.pressedAt <= GestureTiming.bounceMilliseconds
  }
}
