/// The largest acceleration that is measured, either way.
public enum AccelerometerRange: UInt8, Hashable, Sendable, CaseIterable {
  /// ±2 g.
  case two = 0
  /// ±4 g.
  case four = 1
  /// ±8 g.
  case eight = 2
  /// ±16 g.
  case sixteen = 3

  /// The same in g, 2…16. The raw value is what all three chips write into their range bits.
  public var gee: Int { 2 << Int(rawValue) }
}
