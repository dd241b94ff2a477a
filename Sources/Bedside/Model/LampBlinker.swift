/// The lamp's code, for a box whose panel shows nothing: one flash means no panel, two mean not saved, three mean a
/// stuck button. It repeats every five seconds. On a healthy box the lamp is dark and causes no wake-up.
struct LampBlinker: Hashable, Sendable {
  /// What the lamp says. The raw value is the number of flashes.
  enum Code: Int, Hashable, Sendable {
    case none = 0
    case panelMissing = 1
    case notSaved = 2
    case stuckButton = 3
  }

  private static let flashMilliseconds = 150
  private static let gapMilliseconds = 250
  private static let repeatMilliseconds = 5_000

  private var code = Code.none
  private var flashesLeft = 0
  private var isLit = false
  private(set) var nextDeadline: Int?

  /// Moves to a time with its code. Returns whether to switch the lamp on or off, once for each change that was due.
  mutating func advance(to now: Int, code: Code) -> [Bool] {
    if code != self.code { return restart(code, at: now) }
    guard let due = nextDeadline, due <= now else { return [] }
    return [toggle(at: now)]
  }

  private mutating func restart(_ code: Code, at now: Int) -> [Bool] {
    self.code = code
    flashesLeft = code.rawValue
    let wasLit = isLit
    isLit = false
    nextDeadline = nil
    guard code != .none else { return wasLit ? [false] : [] }
    return [toggle(at: now)]
  }

  private mutating func toggle(at now: Int) -> Bool {
    if isLit {
      isLit = false
      nextDeadline = now + (flashesLeft > 0 ? Self.gapMilliseconds : Self.repeatMilliseconds)
    } else {
      if flashesLeft == 0 { flashesLeft = code.rawValue }
      flashesLeft -= 1
      isLit = true
      nextDeadline = now + Self.flashMilliseconds
    }
    return isLit
  }
}
