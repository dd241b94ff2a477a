import Bedside
import Testing

/// Every short sequence of presses and releases, and many long ones: the rules hold for all of them.
struct GestureSequenceTests {
  /// Gaps between two edges, around the limits that matter.
  static let gaps = [1, 26, 300, 600, 900]

  @Test(
    "In every sequence of four edges, presses and releases add up and corrections stay inside their press")
  func exhaustive() {
    let choices = Button.allCases.flatMap { button in Self.gaps.map { (button, $0) } }
    let count = choices.count
    for code in 0..<count * count * count * count {
      var hands = Hands()
      var rest = code
      for _ in 0..<4 {
        hands.toggle(choices[rest % count].0, after: choices[rest % count].1)
        rest /= count
      }
      hands.letGo()
      if let problem = GestureGrammar.problem(with: hands.edges) {
        Issue.record("\(problem): \(hands.script)")
        return
      }
    }
  }

  @Test("Long random sequences follow the same rules", arguments: UInt64(1)...40)
  func restless(seed: UInt64) {
    let hands = Hands.restless(seed: seed, edges: 200)
    let problem = GestureGrammar.problem(with: hands.edges)
    #expect(problem == nil, "seed \(seed): \(hands.script)")
  }

  @Test(
    "Advancing time by 1 ms, from deadline to deadline or at once makes the same gestures",
    arguments: UInt64(1)...20)
  func granularity(seed: UInt64) {
    let hands = Hands.restless(seed: seed, edges: 60)
    let atOnce = hands.play { _, _, _ in [] }
    let byMillisecond = hands.play { recognizer, last, time in
      (last...time).flatMap { recognizer.advance(to: $0) }
    }
    let byDeadline = hands.play { recognizer, _, time in
      var gestures: [Gesture] = []
      while let deadline = recognizer.nextDeadline, deadline <= time {
        gestures += recognizer.advance(to: deadline)
      }
      return gestures
    }
    #expect(atOnce.count > 60, "seed \(seed)")
    #expect(byMillisecond == atOnce, "seed \(seed)")
    #expect(byDeadline == atOnce, "seed \(seed)")
  }

  @Test(
    "No gesture comes before a deadline, and the deadline is later than everything that was handled",
    arguments: UInt64(1)...20)
  func deadlines(seed: UInt64) {
    let hands = Hands.restless(seed: seed, edges: 200)
    var recognizer = GestureRecognizer.started()
    for edge in hands.edges {
      while let deadline = recognizer.nextDeadline, deadline < edge.milliseconds {
        #expect(recognizer.advance(to: deadline - 1) == [], "seed \(seed)")
        let wasForLevels = recognizer.wantsLevels(at: deadline)
        let gestures = recognizer.advance(to: deadline)
        #expect(!gestures.isEmpty || wasForLevels, "seed \(seed), at \(deadline)")
        #expect(recognizer.nextDeadline ?? .max > deadline, "seed \(seed)")
      }
      _ = recognizer.feed(edge)
      #expect(recognizer.nextDeadline ?? .max > edge.milliseconds, "seed \(seed)")
      #expect(recognizer.advance(to: edge.milliseconds) == [], "seed \(seed)")
    }
  }
}
