import Bedside
import Foundation
import Testing

/// Contacts that chatter, by seed: fifty thousand presses, or a million with `CRIBSIDE_FULL=1`.
struct GestureBounceTests {
  private static let seeds =
    UInt64(1)...(ProcessInfo.processInfo.environment["CRIBSIDE_FULL"] == "1" ? 160 : 8)

  @Test("Chatter of up to 25 ms adds, removes and moves no press", arguments: seeds)
  func chatter(seed: UInt64) {
    var contact = BouncingContact(seed: seed)
    var recognizer = GestureRecognizer.started()
    let touches = (0..<5_000).map { _ in contact.touch() }
    var gestures = touches.flatMap(\.edges).flatMap { recognizer.feed($0) }
    gestures += recognizer.advance(to: contact.milliseconds + 1_000)

    #expect(gestures.compactMap(\.pressEdge) == touches.map(\.down), "seed \(seed)")
    let releases = gestures.compactMap(\.releaseEdge)
    #expect(releases.count == touches.count, "seed \(seed)")
    let lags = zip(releases, touches).map { $0 - $1.up }
    #expect(lags.allSatisfy { (0...25).contains($0) }, "seed \(seed)")
  }

  @Test("Two presses 120 ms apart count as two, however both chatter", arguments: seeds)
  func pairs(seed: UInt64) {
    var contact = BouncingContact(seed: seed &+ 1_000)
    var recognizer = GestureRecognizer.started()
    let touches = (0..<625).flatMap { _ in contact.pair() }
    let gestures = touches.flatMap(\.edges).flatMap { recognizer.feed($0) }
    #expect(gestures.compactMap(\.pressEdge) == touches.map(\.down), "seed \(seed)")
    #expect(gestures.count { if case .doublePress = $0 { true } else { false } } == 625, "seed \(seed)")
  }

  @Test("Reading the levels when they are wanted changes no gesture", arguments: UInt64(1)...4)
  func chatterWithLevels(seed: UInt64) {
    var contact = BouncingContact(seed: seed)
    var recognizer = GestureRecognizer.started()
    var reader = LevelReader(recognizer: recognizer)
    var blind: [Gesture] = []
    var reading: [Gesture] = []
    for edge in (0..<500).flatMap({ _ in contact.touch().edges }) {
      blind += recognizer.feed(edge)
      reading += reader.wake(before: edge.milliseconds)
      reading += reader.feed(edge)
    }
    blind += recognizer.advance(to: contact.milliseconds + 100)
    reading += reader.wake(before: contact.milliseconds + 101)
    #expect(reading == blind, "seed \(seed)")
    #expect(reader.readings >= 1_000, "seed \(seed)")
  }
}

/// Wakes at each deadline and reads the levels when they are wanted, as the box does. Each line has the level of its
/// last edge.
private struct LevelReader {
  var recognizer: GestureRecognizer
  var levels: [Button: Bool] = [.nap: false, .feed: false, .menu: false, .extra: false]
  var readings = 0

  mutating func feed(_ edge: ButtonEdge) -> [Gesture] {
    levels[edge.button] = edge.isPressed
    return recognizer.feed(edge)
  }

  mutating func wake(before end: Int) -> [Gesture] {
    var gestures: [Gesture] = []
    while let deadline = recognizer.nextDeadline, deadline < end {
      if recognizer.wantsLevels(at: deadline) {
        readings += 1
        gestures += recognizer.reconcile(levels: levels, milliseconds: deadline)
      } else {
        gestures += recognizer.advance(to: deadline)
      }
    }
    return gestures
  }
}

extension Gesture {
  /// The edge of a press or a double press.
  var pressEdge: Int? {
    switch self {
    case .press(_, let milliseconds), .doublePress(_, let milliseconds): milliseconds
    default: nil
    }
  }

  /// The time at which a button was released.
  var releaseEdge: Int? {
    if case .release(_, let milliseconds) = self { milliseconds } else { nil }
  }
}
