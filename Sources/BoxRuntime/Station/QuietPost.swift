import Nursery

/// What the loop has to remember of quiet sessions between the model, the directory and who asks.
struct QuietPost: Sendable {
  /// Someone who asked and waits until it is kept.
  struct Waiting: Sendable {
    var token: Int
    var isJSON: Bool
  }

  /// What the files held at the start.
  var finding = QuietFinding()
  var waiting: [Waiting] = []
  /// Whether the files could not be read when they were read last.
  var isUnreadable = false

  /// Whether the panel was to be dark when the process started.
  var isShielded: Bool { finding.state.shield != nil }

  /// Everyone who waits; after that no one does.
  mutating func removeWaiting() -> [Waiting] {
    defer { waiting = [] }
    return waiting
  }

  /// The one who waits under a token; not any more.
  mutating func removeWaiting(_ token: Int) -> Waiting? {
    guard let index = waiting.firstIndex(where: { $0.token == token }) else { return nil }
    return waiting.remove(at: index)
  }
}
