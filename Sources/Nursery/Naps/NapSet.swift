/// Some naps of a day, by their places from 0.
struct NapSet: Hashable, Sendable {
  private var bits: UInt8 = 0

  /// Whether no nap is among them.
  var isEmpty: Bool { bits == 0 }

  /// Whether the nap at a place is among them.
  func contains(_ index: Int) -> Bool { bits & (1 << UInt8(truncatingIfNeeded: index)) != 0 }

  /// Adds the nap at a place.
  mutating func insert(_ index: Int) { bits |= 1 << UInt8(truncatingIfNeeded: index) }

  /// How many of the first naps are among them.
  func count(below end: Int) -> Int { (0..<end).reduce(0) { $0 + (contains($1) ? 1 : 0) } }
}
