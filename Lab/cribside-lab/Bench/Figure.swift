import BoxRuntime
import CareJournal

/// One measured number and its goal.
struct Figure: Hashable, Sendable {
  /// The name of the measurement.
  var name: String
  /// The result.
  var value: Double
  /// The unit: `bytes`, `ms`.
  var unit: String
  /// The highest value that reaches the goal; nil: there is no goal.
  var goal: Double?
  /// Whether it is a time or a size that depends on the machine, rather than a count or a simulated time.
  var isOfThisMachine: Bool

  /// A count or a simulated time, the same on every machine.
  static func exact(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil) -> Figure {
    Figure(name: name, value: value, unit: unit, goal: goal, isOfThisMachine: false)
  }

  /// A time or a size on this machine.
  static func measured(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil) -> Figure {
    Figure(name: name, value: value, unit: unit, goal: goal, isOfThisMachine: true)
  }

  /// Whether the goal is reached; nil without a goal.
  var isReached: Bool? { goal.map { value <= $0 } }

  /// One JSON object.
  var document: JSONValue {
    [
      "figure": .string(name), "value": .number(value), "unit": .string(unit),
      "goal": goal.map { .number($0) } ?? .null, "reached": isReached.map { .bool($0) } ?? .null,
      "thisMachine": .bool(isOfThisMachine),
    ]
  }
}

extension Double {
  /// The number in a table: with two decimals unless it is whole or large.
  var figureText: String {
    if self == rounded() || self >= 1_000 { return String(Int(rounded())) }
    let hundredths = Int((self * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// Figures as a table: first those that are the same on every machine, then this machine's own.
struct FigureTable {
  private let rows: [[String]]
  private let firstOfThisMachine: Int

  /// A table of figures.
  init(_ figures: [Figure]) {
    let exact = figures.filter { !$0.isOfThisMachine }
    rows = (exact + figures.filter { $0.isOfThisMachine }).map(Self.row)
    firstOfThisMachine = exact.count
  }

  /// The table as lines.
  var text: String {
    var lines = TextColumns.lines([["", "measured", "goal", "reached"]] + rows)
    // From the bottom up, so that positions above stay the same.
    if firstOfThisMachine < rows.count { lines.insert("On this machine:", at: 1 + firstOfThisMachine) }
    if firstOfThisMachine > 0 { lines.insert("The same on every machine:", at: 1) }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ figure: Figure) -> [String] {
    let reached = figure.isReached.map { $0 ? "yes" : "NO" } ?? ""
    let goal = figure.goal.map { "≤ \($0.figureText) \(figure.unit)" } ?? ""
    return ["  " + figure.name, "\(figure.value.figureText) \(figure.unit)", goal, reached]
  }
}

/// A histogram of numbers above 0 by powers of two, as bars of characters.
struct LogHistogram {
  private static let barWidth = 40

  private let counts: [(lower: Double, count: Int)]
  private let unit: String

  /// Counts values, which are in `unit`.
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
        // A class that is not empty has a bar, even for a small share.
        let width = count == 0 ? 0 : max(1, count * Self.barWidth / total)
        return [
          "  from \(Self.text(lower)) \(unit)", String(repeating: "#", count: width),
          count == 0 ? "" : "\(count)",
        ]
      })
  }

  /// Powers of two below 1 are fractions, since they have many digits.
  private static func text(_ number: Double) -> String {
    number < 1 ? "1/\(Int(1 / number))" : "\(Int(number))"
  }
}
