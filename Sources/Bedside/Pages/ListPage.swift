import Nursery

/// A page of a title and at most six lines of the small face, each with a left and a right text.
struct ListPage {
  /// One line.
  struct Row {
    /// A picture before the left text, if the row has one.
    var mark = ""
    /// What stands at the left.
    var left = ""
    /// What stands at the right.
    var right = ""
    /// How many of a usual number were done, as marks between both.
    var tally: Tally?
  }

  /// Marks: filled ones for what was done, hollow ones up to what is usual.
  struct Tally {
    /// How many were done.
    var done: Int
    /// How many are usual, at the most.
    var usual: Int
  }

  /// Lines that fit below the title.
  static let capacity = 6
  private static let firstTop = 12
  private static let pitch = 8
  /// Where the left text begins behind a mark.
  private static let textLeft = 10
  /// Where a tally begins: after the longest left text that has one.
  private static let tallyLeft = 37

  /// The title.
  let title: String
  /// The lines; those that do not fit above the foot are left out.
  let rows: [Row]
  /// The row that the buttons are about, if any.
  var marked: Int?

  /// Where the line of a number begins, from 0.
  static func top(ofRow index: Int) -> Int { firstTop + index * pitch }

  /// Draws the page above the row `bottom`.
  func draw(_ told: Told, on canvas: inout Canvas, bottom: Int) {
    drawTitle(told, on: &canvas)
    for (index, row) in rows.enumerated() {
      let y = ListPage.top(ofRow: index)
      guard y + Face.small.capHeight < bottom else { return }
      draw(row, y: y, on: &canvas)
      if index == marked { mark(y: y, on: &canvas) }
    }
  }

  /// Dark letters on a lit ground.
  private func mark(y: Int, on canvas: inout Canvas) {
    canvas.invert(x: 0..<Canvas.width, y: y - 1..<y + ListPage.pitch - 1)
  }

  private func drawTitle(_ told: Told, on canvas: inout Canvas) {
    canvas.text(title, x: 0, y: 1)
    let titleRight = TextLine(title, face: .small).width + 6
    var right = Canvas.width
    if told.scene.box.wantsAttention {
      right -= canvas.glyphs("⚠", x: right, y: 1, Canvas.Style(alignment: .right)) + 3
    }
    if told.scene.showsName {
      canvas.text(
        told.scene.babyName, x: right, y: 1, Canvas.Style(alignment: .right, limit: right - titleRight))
    }
    canvas.fill(x: 0..<Canvas.width, y: 9..<10)
  }

  private func draw(_ row: Row, y: Int, on canvas: inout Canvas) {
    // On a lit ground a letter at the very edge is hard to see.
    let margin = marked == nil ? 0 : 2
    let left = row.mark.isEmpty ? margin : ListPage.textLeft
    if !row.left.isEmpty {
      canvas.note(row.mark.isEmpty ? row.left : row.mark + " " + row.left)
      canvas.glyphs(row.mark, x: 0, y: y)
      canvas.glyphs(row.left, x: left, y: y, Canvas.Style(limit: Canvas.width - left))
    }
    if !row.right.isEmpty {
      let taken = row.left.isEmpty ? 0 : left + TextLine(row.left, face: .small).width + 4
      canvas.text(
        row.right, x: Canvas.width - margin, y: y,
        Canvas.Style(alignment: .right, limit: Canvas.width - margin - taken))
    }
    if let tally = row.tally { draw(tally, y: y, on: &canvas) }
  }

  private func draw(_ tally: Tally, y: Int, on canvas: inout Canvas) {
    // Naps are few and get wide marks; feeds may be a dozen and get narrow ones.
    let width = tally.usual > 6 ? 2 : 4
    for index in 0..<min(max(tally.done, tally.usual), 12) {
      let left = ListPage.tallyLeft + index * (width + 1)
      if index < tally.done {
        canvas.fill(x: left..<left + width, y: y + 1..<y + 6)
      } else {
        canvas.fill(x: left..<left + width, y: y + 5..<y + 6)
      }
    }
  }
}
