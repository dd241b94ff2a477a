/// The earliest of several times at which something is due.
public struct Deadline: Hashable, Sendable {
  /// In milliseconds of the boot clock; nil: nothing is due by itself.
  public private(set) var milliseconds: Int?

  /// Begins with one time, or with none.
  public init(_ milliseconds: Int?) {
    self.milliseconds = milliseconds
  }

  /// Considers another time.
  public mutating func add(_ other: Int?) {
    guard let other else { return }
    milliseconds = min(milliseconds ?? other, other)
  }
}
