import Nursery

/// Whom the buttons speak of, when there are several babies: the name, as large as it fits.
struct BabyPage {
  private let context: PageContext

  /// The page of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// Draws the page; a tall foot leaves the name uncovered.
  func draw(on canvas: inout Canvas) {
    let lead = context.words.pages.buttonsSpeakOf
    let name = context.scene.babyName
    canvas.note(lead + " " + name)
    TopLine(title: Wording("")).draw(context, on: &canvas)
    canvas.glyphs(lead, x: Canvas.width / 2, y: 14, Canvas.Style(alignment: .center))
    let plain = TextLine(name, face: .small).width
    let scale = plain * 3 <= Canvas.width ? 3 : plain * 2 <= Canvas.width ? 2 : 1
    let middle = 38
    canvas.glyphs(
      name, x: Canvas.width / 2, y: middle - Face.small.capHeight * scale / 2,
      Canvas.Style(alignment: .center, scale: scale))
  }
}
