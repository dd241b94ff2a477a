import BoxRuntime

/// Numbers above 0 counted by powers of two, as bars of characters.
struct LogHistogram {
  private static let barWidth = 40

  private let counts: [(lower: Double, count: Int)]
  private let unit: String

  /// Counts values of a unit.
  init(_ values: [Double], unit: String) {
    self.unit = unit
    var counts: [(lower: Double, count: Int)] = []
    for value in values.sorted() where value > 0 {
      let lower = Double(sign: .plus, exponent: value.exponent, significand: 1)
      while let last = counts.last, last.lower < lower { counts.append((last.lower * 2, 0)) }
      if counts.isEmpty { counts.append((lower, 0)) }
      counts[counts.count - 1].count += 1
    }
    self.counts = counts
  }

  /// One line for each power of two from the smallest value to the largest.
  var lines: [String] {
    let total = max(counts.reduce(0) { $0 + $1.count }, 1)
    return TextColumns.lines(
      counts.map { lower, count in
        // What is there has a bar, however small its share.
        let width = count == 0 ? 0 : max(1, count * Self.barWidth / total)
        return [
          "  from \(Self.text(lower)) \(unit)", String(repeating: "#", count: width),
          count == 0 ? "" : "\(count)",
        ]
      })
  }

  /// Powers of two below 1 as fractions, for their digits are many.
  private static func text(_ number: Double) -> String {
    number < 1 ? "1/\(Int(1 / number))" : "\(Int(number))"
  }
}
