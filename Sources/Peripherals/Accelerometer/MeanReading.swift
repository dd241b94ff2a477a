/// Readings added up, in counts.
struct MeanReading: Hashable {
  private var sums: [Double] = [0, 0, 0]
  private var readings = 0.0

  /// The mean along an axis 0…2.
  func mean(axis: Int) -> Double { readings == 0 ? 0 : sums[axis] / readings }

  mutating func add(_ layout: ReadingLayout, _ bytes: [UInt8]) {
    readings += 1
    for axis in 0..<3 { sums[axis] += Double(layout.count(bytes, 0, axis: axis)) }
  }

  /// This mean less another.
  func change(since other: MeanReading) -> MeanReading {
    var change = MeanReading()
    change.readings = 1
    change.sums = (0..<3).map { mean(axis: $0) - other.mean(axis: $0) }
    return change
  }
}
