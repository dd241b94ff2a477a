extension ClosedRange<Int> {
  /// The value, or the end of the range that is nearest to it.
  func clamped(_ value: Int) -> Int { Swift.min(Swift.max(value, lowerBound), upperBound) }
}

/// Minutes that came from outside, as milliseconds that can be added without overflow.
enum WholeMinutes {
  /// Twenty thousand years either way: more than lies between any two instants.
  private static let limits = -10_000_000_000...10_000_000_000

  static func milliseconds(_ minutes: Int) -> Int { limits.clamped(minutes) * 60_000 }
}
