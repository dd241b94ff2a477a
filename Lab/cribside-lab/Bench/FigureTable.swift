import BoxRuntime

/// Figures as a table for people: those that are the same everywhere first, this machine's own after them.
struct FigureTable {
  private let rows: [[String]]
  private let firstOfThisMachine: Int

  /// A table of figures.
  init(_ figures: [Figure]) {
    let exact = figures.filter { !$0.isOfThisMachine }
    rows = (exact + figures.filter { $0.isOfThisMachine }).map(Self.row)
    firstOfThisMachine = exact.count
  }

  /// The whole table, every line ended.
  var text: String {
    var lines = TextColumns.lines([["", "measured", "goal", "reached"]] + rows)
    // From below, so that the places of what lies above stay what they are.
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
