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
    let head = ["", "measured", "goal", "reached"]
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    var lines = [Self.line(head, widths)]
    for (index, row) in rows.enumerated() {
      if index == 0 { lines.append("The same on every machine:") }
      if index == firstOfThisMachine { lines.append("On this machine:") }
      lines.append(Self.line(row, widths))
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func row(_ figure: Figure) -> [String] {
    let reached = figure.isReached.map { $0 ? "yes" : "NO" } ?? ""
    let goal = figure.goal.map { "≤ \($0.figureText) \(figure.unit)" } ?? ""
    return ["  " + figure.name, "\(figure.value.figureText) \(figure.unit)", goal, reached]
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }
    let text = padded.joined(separator: "  ")
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}
