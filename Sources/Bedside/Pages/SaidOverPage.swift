import Nursery

/// What is said over a page: a notice for a few seconds or a question, in a lit band; a cue, in a plain line; and
/// `NOT SAVED` for as long as something is in memory only.
struct SaidOverPage {
  /// The notice or the question.
  private let band: Wording?
  /// A word to the parents, no louder than the page.
  private let cue: Wording?
  /// `NOT SAVED` with the count.
  private let alarm: String?

  /// What a scene has to say.
  init(_ context: PageContext) {
    let scene = context.scene
    let isNow = scene.page == .now
    let question = isNow && scene.unsavedCount == 0 ? scene.motion.map(context.remark) : nil
    band = scene.notice.map { NoticePhrase(context, $0).wording } ?? question
    cue = isNow && band == nil ? context.cue.map { Wording(context.words.cue($0)) } : nil
    alarm =
      scene.unsavedCount > 0
      ? context.words.fill(context.words.notices.notSaved, "\(scene.unsavedCount)") : nil
  }

  /// True while something is in memory only.
  var isAlarming: Bool { alarm != nil }

  /// True when something stands in the place of the bar.
  var hasBand: Bool { band != nil || cue != nil }

  /// The first row that is taken at the foot of a page without a bar; the canvas's height when nothing is said.
  var top: Int {
    switch (band != nil, alarm != nil) {
    case (true, true): Zones.alarm.lowerBound - Zones.band.count
    case (true, false): Canvas.height - Zones.band.count
    case (false, true): Zones.alarm.lowerBound
    case (false, false): Canvas.height
    }
  }

  /// Draws the Now page's: what there is to say in place of its bar, the alarm in place of its foot. False when the bar
  /// may stand.
  func drawOverNow(on canvas: inout Canvas) -> Bool {
    // A dark row parts the band from what is due at the foot, as from the alarm.
    if let band { draw(band, rows: Zones.band.lowerBound..<Zones.band.upperBound - 1, on: &canvas) }
    if let cue {
      canvas.text(
        cue, faces: [.small], x: Canvas.width / 2, y: Zones.bar.lowerBound, Canvas.Style(alignment: .center))
    }
    drawAlarm(on: &canvas)
    return hasBand
  }

  /// Draws it at the foot of any other page.
  func drawAtFoot(on canvas: inout Canvas) {
    if let band { draw(band, rows: bandRows(top..<top + Zones.band.count), on: &canvas) }
    drawAlarm(on: &canvas)
  }

  /// A dark row parts the band from the alarm.
  private func bandRows(_ rows: Range<Int>) -> Range<Int> {
    alarm == nil ? rows : rows.lowerBound..<rows.upperBound - 1
  }

  private func draw(_ band: Wording, rows: Range<Int>, on canvas: inout Canvas) {
    canvas.band(band, faces: alarm == nil ? [.medium, .small] : [.small], rows: rows)
  }

  private func drawAlarm(on canvas: inout Canvas) {
    guard let alarm else { return }
    canvas.fill(x: 0..<Canvas.width, y: Zones.alarm)
    canvas.note(alarm)
    canvas.glyphs(
      "⚠ " + alarm + " ⚠", x: Canvas.width / 2, y: Zones.alarm.lowerBound + 1,
      Canvas.Style(alignment: .center, isLit: false))
  }
}

extension Canvas {
  /// Draws a text dark on a lit band across the canvas.
  mutating func band(_ text: Wording, faces: [Face], rows: Range<Int>) {
    fill(x: 0..<Canvas.width, y: rows)
    let limit = Canvas.width - 4
    let setting = text.setting(faces, limit: limit)
    note(setting.text)
    glyphs(
      setting.text, x: Canvas.width / 2, y: rows.lowerBound + (rows.count - setting.face.capHeight) / 2,
      Style(face: setting.face, alignment: .center, limit: limit, isLit: false))
  }
}
