/// A span of time as a bar. The part that has passed is solid, and a part to aim at is hatched. One moment may have a
/// notch, and moments of another kind have ticks below the bar. All times are minutes of one timeline.
struct TimeBar: Hashable, Sendable {
  /// The time from the bar's left end to its right end; never empty.
  var whole: Range<Int>
  /// The filled parts.
  var solid: [Range<Int>] = []
  /// The part that is hatched where it is not filled.
  var hatched: Range<Int>?
  /// A moment with a mark across the bar.
  var notch: Int?
  /// Moments with marks below the bar.
  var ticks: [Int] = []
  /// Whether the bar has a frame; otherwise it has a line at its bottom.
  var isFramed = true

  /// Draws the bar in `rows`, and its ticks below them.
  func draw(on canvas: inout Canvas, columns: Range<Int>, rows: Range<Int>) {
    if isFramed {
      canvas.outline(x: columns, y: rows)
    } else {
      canvas.fill(x: columns, y: rows.upperBound - 1..<rows.upperBound)
    }
    if let hatched { hatch(cells(hatched, columns), rows, on: &canvas) }
    for part in solid { canvas.fill(x: cells(part, columns), y: rows) }
    if let notch { drawNotch(column(notch, columns), columns, rows, on: &canvas) }
    for tick in ticks {
      let x = column(tick, columns)
      canvas.fill(x: x..<min(x + 2, columns.upperBound), y: rows.upperBound + 1..<rows.upperBound + 3)
    }
  }

  private func hatch(_ columns: Range<Int>, _ rows: Range<Int>, on canvas: inout Canvas) {
    for x in columns {
      for y in rows where (x + y) % 3 == 0 { canvas.set(x, y) }
    }
  }

  /// Draws a lit line with a dark one at each side. It is longer than the bar is high, so it is visible in every part
  /// of the bar.
  private func drawNotch(_ x: Int, _ columns: Range<Int>, _ rows: Range<Int>, on canvas: inout Canvas) {
    guard columns.contains(x - 2), columns.contains(x + 2) else { return }
    canvas.fill(x: x - 1..<x + 2, y: rows, lit: false)
    canvas.fill(x: x..<x + 1, y: rows.lowerBound - 2..<rows.upperBound + 2)
  }

  /// The columns of a part; at least one.
  private func cells(_ part: Range<Int>, _ columns: Range<Int>) -> Range<Int> {
    let left = column(part.lowerBound, columns)
    return left..<max(left + 1, column(part.upperBound, columns))
  }

  private func column(_ minute: Int, _ columns: Range<Int>) -> Int {
    let passed = max(0, min(minute - whole.lowerBound, whole.count))
    return min(columns.lowerBound + passed * columns.count / max(1, whole.count), columns.upperBound)
  }
}
