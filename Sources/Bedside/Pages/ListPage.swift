import Nursery

/// A page with a title and lines in the small face: six, and fewer over a notice. Each line has a left and a right text.
struct ListPage {
  /// One line.
  struct Row {
    /// A picture before the left text, if the row has one.
    var mark = ""
    /// The left text.
    var left = ""
    /// The right text.
    var right = ""
    /// How much of something has passed, as a bar at the right.
    var share: Share?
  }

  /// A part of a whole, in minutes.
  struct Share {
    /// The part that has passed.
    var done: Int
    /// The whole.
    var whole: Int
  }

  private static let firstTop = 13
  private static let pitch = 8
  /// Where the left text begins after a mark.
  fileprivate static let textLeft = 10
  /// The least number of dark columns between a line's left and right text.
  static let gap = 3
  /// The columns of a share.
  fileprivate static let shareWidth = 30
  /// The dark columns at both ends of a marked line: on a lit ground, a letter at the very edge is hard to see.
  private static let markedMargin = 2

  /// The title, the longest wording first.
  let title: Wording
  /// Marks after the title, such as those for one of several styles.
  var marks = ""
  /// What the buttons do on this page, the longest wording first. It stands in the place of the baby's name.
  var hint: Wording?
  /// The lines. If not all of them fit, those around the marked one are shown, or else the first.
  var rows: [Row] = []
  /// The row that the buttons act on, if any.
  var marked: Int?
  /// Whether the title is dark on lit, because the buttons have another meaning on this page.
  var isTitleLit = false

  /// The first pixel row of a line, counted from 0.
  static func top(ofRow index: Int) -> Int { firstTop + index * pitch }

  /// How many lines fit below the title and above the row `bottom`.
  static func room(above bottom: Int) -> Int { max(0, (bottom - firstTop) / pitch) }

  /// The columns for the right text of a line beside its left one, on a page with a marked line.
  static func roomBeside(_ left: String) -> Int {
    Canvas.width - 2 * markedMargin - TextLine(left, face: .small).width - gap
  }

  /// Draws the page above the row `bottom`.
  func draw(_ context: PageContext, on canvas: inout Canvas, bottom: Int) {
    draw(context, on: &canvas, bottom: bottom) { _ in rows }
  }

  /// Draws the page with the lines for the number that fit.
  func draw(_ context: PageContext, on canvas: inout Canvas, bottom: Int, rows: (Int) -> [Row]) {
    let isNamed = drawTop(context, on: &canvas)
    if !isNamed { draw(Row(left: context.scene.babyName), y: ListPage.top(ofRow: 0), on: &canvas) }
    let taken = isNamed ? 0 : 1
    let room = max(0, ListPage.room(above: bottom) - taken)
    let all = rows(room)
    let first = max(0, min((marked ?? 0) - min(2, room - 1), all.count - room))
    for (index, row) in all.dropFirst(first).prefix(room).enumerated() {
      let y = ListPage.top(ofRow: taken + index)
      draw(row, y: y, on: &canvas)
      if first + index == marked { mark(y: y, on: &canvas) }
    }
  }

  /// Draws the first line. Returns false if there was no room for the baby's name.
  private func drawTop(_ context: PageContext, on canvas: inout Canvas) -> Bool {
    let line = TopLine(title: title, isTitleLit: isTitleLit, marks: marks)
    guard let hint else { return line.drawNamed(context, on: &canvas) }
    let free = line.draw(context, on: &canvas).dropFirst(TopLine.gap)
    if hint.fits(.small, limit: free.count) {
      canvas.text(
        hint, faces: [.small], x: free.lowerBound, y: Zones.top + 2, Canvas.Style(limit: free.count))
    }
    return true
  }

  /// Marks a row: dark letters on a lit ground.
  private func mark(y: Int, on canvas: inout Canvas) {
    canvas.invert(x: 0..<Canvas.width, y: y - 1..<y + ListPage.pitch - 1)
  }

  private func draw(_ row: Row, y: Int, on canvas: inout Canvas) {
    let margin = marked == nil ? 0 : ListPage.markedMargin
    let left = row.mark.isEmpty ? margin : ListPage.textLeft
    if !row.left.isEmpty {
      canvas.note(row.mark.isEmpty ? row.left : row.mark + " " + row.left)
      canvas.glyphs(row.mark, x: 0, y: y)
      canvas.glyphs(row.left, x: left, y: y, Canvas.Style(limit: Canvas.width - left))
    }
    if let share = row.share {
      TimeBar(whole: 0..<max(1, share.whole), solid: [0..<max(1, share.done)]).draw(
        on: &canvas, columns: Canvas.width - ListPage.shareWidth..<Canvas.width, rows: y + 1..<y + 6)
    }
    if !row.right.isEmpty {
      let taken = row.left.isEmpty ? 0 : left + TextLine(row.left, face: .small).width + ListPage.gap
      canvas.text(
        row.right, x: Canvas.width - margin, y: y,
        Canvas.Style(alignment: .right, limit: Canvas.width - margin - taken))
    }
  }
}

extension ListPage.Row {
  /// A line with the first of the left texts that fits beside the right one. If none does, the right one is left out.
  init(mark: String = "", lefts: [String], right: String = "") {
    let fitting = lefts.first { left in
      let room = Self.room(after: mark) - TextLine(left, face: .small).width
      guard !right.isEmpty else { return room >= 0 }
      // Narrow spaces are better than a shorter text.
      return room > ListPage.gap && !TextLine(right, face: .small, limit: room - ListPage.gap).isCut
    }
    self.init(mark: mark, left: fitting ?? lefts.last ?? "", right: fitting == nil ? "" : right)
  }

  /// A line with the first of the left texts that fits beside a share.
  init(mark: String, lefts: [String], share: ListPage.Share) {
    let room = Self.room(after: mark) - ListPage.shareWidth - ListPage.gap
    let left = Wording(lefts).setting([.small], limit: room).text
    self.init(mark: mark, left: left, share: share)
  }

  private static func room(after mark: String) -> Int {
    Canvas.width - (mark.isEmpty ? 0 : ListPage.textLeft)
  }
}
