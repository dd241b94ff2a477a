import Bedside

/// The rules that the gestures of any sequence must follow, checked one gesture after the other without using the
/// recognizer's own state: the order of gestures, their times, and the number of presses.
struct GestureGrammar {
  private enum Phase: Hashable {
    case up
    case down(at: Int, isDouble: Bool, minutes: Int)
    case chorded
    case stuck
  }

  private var phases: [Button: Phase] = [.nap: .up, .feed: .up, .menu: .up, .extra: .up]
  private var pressCount = 0
  private var chordCount = 0

  /// Describes what is wrong with the gestures of these edges, which end with all buttons up. Nil if all is well.
  static func problem(with edges: [ButtonEdge]) -> String? {
    var recognizer = GestureRecognizer.started()
    var gestures = edges.flatMap { recognizer.feed($0) }
    gestures += recognizer.advance(to: (edges.last?.milliseconds ?? 0) + 100)
    var grammar = GestureGrammar()
    for gesture in gestures where !grammar.accept(gesture) { return "\(gesture.word) has no place" }
    return grammar.problemAtEnd(pressesOfHands: settledPresses(in: edges))
  }

  private mutating func accept(_ gesture: Gesture) -> Bool {
    switch gesture {
    case .press(let button, let time): acceptPress(button, at: time, isDouble: false)
    case .doublePress(let button, let time): acceptPress(button, at: time, isDouble: true)
    case .backdate(let button, let minutes, let time): acceptBackdate(button, minutes, at: time)
    case .menuHold(let time): acceptMenuHold(at: time)
    case .chord(let first, let time): acceptChord(first, at: time)
    case .chordHold: phases[.nap] == .chorded && phases[.feed] == .chorded
    case .release(let button, let time): acceptRelease(button, at: time)
    case .stuck(let button, let time): acceptStuck(button, at: time)
    case .unstuck(let button, _): leave(button, from: .stuck)
    }
  }

  private mutating func acceptPress(_ button: Button, at time: Int, isDouble: Bool) -> Bool {
    // The end of a chord makes no gesture, so its buttons may be pressed again.
    guard phases[button] == .up || phases[button] == .chorded else { return false }
    phases[button] = .down(at: time, isDouble: isDouble, minutes: 0)
    pressCount += 1
    return true
  }

  private mutating func acceptBackdate(_ button: Button, _ minutes: Int, at time: Int) -> Bool {
    guard case .down(let start, false, let before) = phases[button], button != .menu else { return false }
    phases[button] = .down(at: start, isDouble: false, minutes: minutes)
    guard before >= 60 else { return minutes == before + 5 && time - start == 800 + before / 5 * 600 }
    return minutes == before + 15 && minutes <= 720 && time - start == 7_400 + (minutes - 60) / 15 * 300
  }

  /// The length of a hold that backdates by so many minutes.
  private static func milliseconds(ofBackdating minutes: Int) -> Int {
    if minutes == 0 { return 0 }
    return minutes <= 60 ? 800 + (minutes / 5 - 1) * 600 : 7_400 + (minutes - 60) / 15 * 300
  }

  private mutating func acceptMenuHold(at time: Int) -> Bool {
    guard case .down(let start, false, 0) = phases[.menu] else { return false }
    phases[.menu] = .down(at: start, isDouble: false, minutes: 1)
    return time - start == 1_500
  }

  private mutating func acceptChord(_ first: Button, at time: Int) -> Bool {
    guard case .down(let start, _, 0) = phases[first], time - start < 800 else { return false }
    let second: Button = first == .nap ? .feed : .nap
    guard first == .nap || first == .feed, phases[second] == .up || phases[second] == .chorded
    else { return false }
    phases[first] = .chorded
    phases[second] = .chorded
    chordCount += 1
    return true
  }

  private mutating func acceptRelease(_ button: Button, at time: Int) -> Bool {
    guard case .down(let start, _, let minutes) = phases[button] else { return false }
    phases[button] = .up
    let lastStep = button == .menu ? minutes * 1_500 : Self.milliseconds(ofBackdating: minutes)
    return time >= start + lastStep && time - start < 10_000
  }

  private mutating func acceptStuck(_ button: Button, at time: Int) -> Bool {
    if case .down(let start, _, _) = phases[button], time - start != 10_000 { return false }
    guard phases[button] != .up, phases[button] != .stuck else { return false }
    phases[button] = .stuck
    return true
  }

  /// A chord lasts until both its buttons are up or stuck. Further presses of them meanwhile make no gestures.
  private mutating func leave(_ button: Button, from phase: Phase) -> Bool {
    let isOfChord = (button == .nap || button == .feed) && [.nap, .feed].contains { phases[$0] == .chorded }
    defer { phases[button] = isOfChord ? .chorded : .up }
    return phases[button] == phase
  }

  private func problemAtEnd(pressesOfHands: Int) -> String? {
    for (button, phase) in phases where phase != .up && phase != .chorded {
      return "\(button.letter) never came up"
    }
    let told = pressCount + chordCount
    // Only a chord can suppress presses.
    if told > pressesOfHands || (chordCount == 0 && told != pressesOfHands) {
      return "\(pressesOfHands) presses became \(told)"
    }
    return nil
  }

  /// The number of presses that follow more than 25 ms of being up.
  private static func settledPresses(in edges: [ButtonEdge]) -> Int {
    var count = 0
    for button in Button.allCases {
      var lastUp = Int.min / 2
      for edge in edges where edge.button == button {
        if edge.isPressed, edge.milliseconds - lastUp > 25 { count += 1 }
        if !edge.isPressed { lastUp = edge.milliseconds }
      }
    }
    return count
  }
}
