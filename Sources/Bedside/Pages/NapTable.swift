import Nursery

/// The naps that were had, side by side: the time awake before each, and below it how long it was and by how much
/// that is more or less than planned.
struct NapTable {
  private let told: Told
  /// The cells of each nap, upper and lower.
  private var columns: [(awake: String, slept: String)]
  /// Columns of the panel from one nap to the next.
  private let pitch: Int

  /// Six letters, their gap included: three naps stand beside the labels.
  private static let narrow = 36
  /// Nine letters: two naps do.
  private static let wide = 54

  /// The table of a day; the oldest naps are left out when there are too many.
  init(_ told: Told, _ insights: NapInsights) {
    self.told = told
    columns = insights.naps.map { nap in
      let awake = nap.wakeWindow.map { told.words.short(minutes: $0) } ?? "–"
      return (awake, NapTable.slept(nap, told.words))
    }
    let isNarrow = columns.suffix(3).allSatisfy {
      TextLine($0.slept, face: .small).width <= NapTable.narrow - 6
    }
    pitch = isNarrow ? NapTable.narrow : NapTable.wide
    columns = columns.suffix(isNarrow ? 3 : 2)
  }

  /// Draws it below that many lines of a page, above the row `bottom`.
  func draw(on canvas: inout Canvas, after rows: Int, bottom: Int) {
    guard !columns.isEmpty else { return }
    let lines = [
      (told.words.plan.awakeBefore, columns.map { $0.awake }),
      (told.words.plan.slept, columns.map { $0.slept }),
    ]
    for (index, line) in lines.enumerated() {
      let y = ListPage.top(ofRow: rows + index)
      guard y + Face.small.capHeight < bottom else { return }
      draw(line.0, line.1, y: y, on: &canvas)
    }
  }

  private func draw(_ label: String, _ cells: [String], y: Int, on canvas: inout Canvas) {
    canvas.note(cells.reduce(label) { $0 + " " + $1 })
    canvas.glyphs(label, x: 0, y: y)
    let capacity = pitch == NapTable.narrow ? 3 : 2
    for (column, cell) in cells.enumerated() {
      let right = Canvas.width - (capacity - 1 - column) * pitch
      canvas.glyphs(cell, x: right, y: y, Canvas.Style(alignment: .right, limit: pitch - 1))
    }
  }

  private static func slept(_ nap: NapInsights.Nap, _ words: Words) -> String {
    guard let difference = nap.differenceMinutes, difference != 0 else { return "\(nap.minutes)" }
    return "\(nap.minutes)" + words.signed(difference)
  }
}
