import CareJournal

/// One number that the benchmark measures, and the goal it is held against.
struct Figure: Hashable, Sendable {
  /// What was measured.
  var name: String
  /// What came out.
  var value: Double
  /// The unit: `bytes`, `ms`.
  var unit: String
  /// The most it may be; nil where it is only told.
  var goal: Double?
  /// True for a time or a size that depends on the machine; counts and simulated times do not.
  var isOfThisMachine: Bool

  /// A count, or a simulated time: the same on every machine.
  static func exact(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil) -> Figure {
    Figure(name: name, value: value, unit: unit, goal: goal, isOfThisMachine: false)
  }

  /// A measurement of this machine.
  static func measured(_ name: String, _ value: Double, _ unit: String, goal: Double? = nil) -> Figure {
    Figure(name: name, value: value, unit: unit, goal: goal, isOfThisMachine: true)
  }

  /// Whether the goal is reached; nil without one.
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
  /// The number for a table: whole where it is whole or large, else with two digits.
  var figureText: String {
    if self == rounded() || self >= 1_000 { return String(Int(rounded())) }
    let hundredths = Int((self * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
