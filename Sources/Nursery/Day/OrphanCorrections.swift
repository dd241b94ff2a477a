/// Corrections whose event has not come, in the order they came. A log from another box may bring a correction
/// before the event; what never gets its event is only counted.
struct OrphanCorrections {
  typealias Waiting = OrphanCorrection

  /// How many are kept; beyond, they are only counted.
  private static let limit = 1000
  private(set) var waiting: [Waiting] = []
  private var lines: Set<EventID> = []
  /// How many were only counted.
  private(set) var dropped = 0

  var count: Int { waiting.count + dropped }

  func contains(line: EventID) -> Bool { lines.contains(line) }

  mutating func keep(_ correction: Waiting) {
    guard waiting.count < OrphanCorrections.limit else {
      dropped += 1
      return
    }
    waiting.append(correction)
    lines.insert(correction.line)
  }

  mutating func take(target: EventID) -> [Waiting] {
    guard !waiting.isEmpty else { return [] }
    let found = waiting.filter { $0.target == target }
    waiting.removeAll { $0.target == target }
    for correction in found { lines.remove(correction.line) }
    return found
  }
}
