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
