import Nursery

/// The first line of every page: at the left what the page or the baby is about, at the right the time of day.
struct TopLine {
  /// A picture of the state, as a letter of `Face.pictures`; empty: none.
  var picture = ""
  /// What stands at the left, the fullest wording first.
  let title: Wording
  /// Marks behind it.
  var marks = ""
  /// False where the page shows the time of day as its large figure.
  var showsTime = true

  private static let gap = 4
  /// Dark columns before the time of day at the least, so that it is not read as part of a duration.
  private static let timeGap = 8

  /// Draws it, and returns the first free column after the title and the last one before the right end.
  @discardableResult
  func draw(_ context: PageContext, on canvas: inout Canvas) -> Range<Int> {
    let right = drawRight(context, on: &canvas)
    var left = 0
    if !picture.isEmpty {
      left = canvas.glyphs(picture, x: 0, y: Zones.top, Canvas.Style(face: .pictures)) + 3
    }
    let room = max(0, right - left)
    left += canvas.text(
      title, faces: [.medium, .small], x: left, y: Zones.top, Canvas.Style(limit: room))
    if !marks.isEmpty {
      left += TopLine.gap + 2
      canvas.note(marks)
      left += canvas.glyphs(marks, x: left, y: Zones.top + 2)
    }
    return left..<max(left, right)
  }

  /// Draws it with the name of one of several babies; false when there was no room for the name.
  @discardableResult
  func drawNamed(_ context: PageContext, on canvas: inout Canvas) -> Bool {
    let free = draw(context, on: &canvas)
    guard context.scene.showsName else { return true }
    let name = Wording(context.scene.babyName)
    let room = free.count - TopLine.gap - 2
    guard name.fits(.small, limit: room) else { return false }
    canvas.text(
      name, faces: [.medium, .small], x: free.lowerBound + TopLine.gap + 2, y: Zones.top,
      Canvas.Style(limit: room))
    return true
  }

  private func drawRight(_ context: PageContext, on canvas: inout Canvas) -> Int {
    var right = Canvas.width
    if showsTime, context.scene.clockIsKnown {
      let faces = timeFaces(context)
      right -=
        canvas.text(
          Wording(context.clock.digits(context.scene.now)), faces: faces, x: right,
          y: Zones.top + (Face.medium.capHeight - faces[0].capHeight), Canvas.Style(alignment: .right))
        + (faces[0].capHeight < Face.medium.capHeight ? TopLine.timeGap - 2 : TopLine.timeGap)
    }
    if context.scene.box.wantsAttention {
      right -= canvas.glyphs("⚠", x: right, y: Zones.top + 1, Canvas.Style(alignment: .right)) + TopLine.gap
    }
    return right
  }

  /// The time of day gives way before the state does: small where the whole title needs the room.
  private func timeFaces(_ context: PageContext) -> [Face] {
    let time = TextLine(context.clock.digits(context.scene.now), face: .medium).width
    let taken = picture.isEmpty ? 0 : Face.pictures.capHeight + 3
    let whole = Wording(title.texts.first ?? "")
    return whole.fits(.medium, limit: Canvas.width - taken - time - TopLine.timeGap)
      ? [.medium] : [.small]
  }
}
