import Bedside

/// Presses of the four buttons, without bounce. Each step changes one button's level.
struct Hands {
  private(set) var edges: [ButtonEdge] = []
  private var down: Set<Button> = []
  private var clock = 0

  /// The edges in the notation of `GestureScript`.
  var script: String {
    edges.map { edge in
      let letter = edge.button.letter
      return (edge.isPressed ? letter : letter.lowercased()) + String(edge.milliseconds)
    }.joined(separator: " ")
  }

  /// Presses or releases the button.
  mutating func toggle(_ button: Button, after gap: Int) {
    clock += gap
    let isPressed = down.remove(button) == nil
    if isPressed { down.insert(button) }
    edges.append(ButtonEdge(button: button, isPressed: isPressed, milliseconds: clock))
  }

  /// Releases all buttons.
  mutating func letGo() {
    for button in Button.allCases where down.contains(button) { toggle(button, after: 40) }
  }

  /// Random presses: gaps of 1 ms to 12 s, most of them short.
  static func restless(seed: UInt64, edges count: Int) -> Hands {
    var random = SplitMix64(seed: seed)
    var hands = Hands()
    for _ in 0..<count {
      let longest = [30, 130, 700, 700, 1_600, 6_000, 12_000][random.below(7)]
      hands.toggle(Button.allCases[random.below(4)], after: 1 + random.below(longest))
    }
    hands.letGo()
    return hands
  }

  /// All gestures of the edges. Before each edge, `pass` advances time; it receives the times of the last and the next
  /// edge.
  func play(passing pass: (inout GestureRecognizer, Int, Int) -> [Gesture]) -> [Gesture] {
    var recognizer = GestureRecognizer.started()
    var gestures: [Gesture] = []
    var last = 0
    for edge in edges {
      gestures += pass(&recognizer, last, edge.milliseconds)
      gestures += recognizer.feed(edge)
      last = edge.milliseconds
    }
    return gestures + recognizer.advance(to: last + 1_000)
  }
}
