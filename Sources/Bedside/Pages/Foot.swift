import Nursery

/// What the foot of every page says over the page: a notice for a few seconds, and NOT SAVED for as long as
/// something is in memory only. Where it would say neither, the Now page's foot says what motion asks.
struct Foot {
  /// The notice as one string, for the record of what was shown.
  private let notice: String?
  /// The notice in lines that fit: one, or two when one is too long.
  private let lines: [String]
  /// NOT SAVED with the count.
  private let alarm: String?
  /// One quiet line of the Now page, while there is nothing else to say: what motion asks or has written, else a
  /// cue.
  private let remark: String?

  /// The columns a line may take within its lit strip.
  private static let limit = Canvas.width - 4
  /// Where NOT SAVED alone begins, one notice alone, and two lines of either.
  private static let alarmTop = 52
  private static let lineTop = 49
  private static let blockTop = 44

  /// What a scene has to say.
  init(_ told: Told) {
    let parts = told.scene.notice.map { NoticePhrase(told, $0) }
    notice = parts?.joined
    alarm =
      told.scene.unsavedCount > 0
      ? told.words.fill(told.words.notices.notSaved, "\(told.scene.unsavedCount)") : nil
    let isLong = parts.map { TextLine($0.joined, face: .small, limit: Foot.limit).isCut } ?? false
    lines = (isLong ? [parts?.headline, parts?.detail] : [notice]).compactMap { $0 }
    remark = notice == nil && alarm == nil ? Foot.remark(told) : nil
  }

  private static func remark(_ told: Told) -> String? {
    guard told.scene.page == .now else { return nil }
    guard let remark = told.scene.motion else { return told.scene.cue.map(told.words.cue) }
    let whole = told.words.remark(remark)
    return fits(whole, .small) ? whole : told.words.remark(remark, isShort: true)
  }

  /// The first row that the foot takes; the canvas's height when it says nothing.
  var top: Int {
    if lines.count + (alarm == nil ? 0 : 1) > 1 { return Foot.blockTop }
    if alarm != nil || remark != nil { return Foot.alarmTop }
    return lines.isEmpty ? Canvas.height : Foot.lineTop
  }

  /// True when the foot takes so much that the Now page moves up to keep its feed line or its large time whole.
  var liftsPage: Bool { top == Foot.alarmTop || top == Foot.blockTop }

  /// Draws it, dark on lit, over whatever is there.
  func draw(on canvas: inout Canvas) {
    guard top < Canvas.height else { return }
    canvas.fill(x: 0..<Canvas.width, y: top..<Canvas.height)
    if let notice {
      canvas.note(notice)
      drawLines(on: &canvas)
    }
    if let alarm {
      drawAlarm(alarm, on: &canvas)
    }
    if let remark {
      canvas.note(remark)
      draw(remark, y: 53, face: .small, on: &canvas)
    }
  }

  private func drawLines(on canvas: inout Canvas) {
    if lines.count == 1, alarm == nil {
      let isWide = Foot.fits(lines[0], .medium)
      draw(lines[0], y: isWide ? 50 : 51, face: isWide ? .medium : .small, on: &canvas)
      return
    }
    for (line, y) in zip(lines, alarm == nil ? [45, 53] : [45]) {
      draw(line, y: y, face: .small, on: &canvas)
    }
  }

  private func drawAlarm(_ alarm: String, on canvas: inout Canvas) {
    canvas.note(alarm)
    draw("⚠ " + alarm + " ⚠", y: 53, face: .small, on: &canvas)
  }

  private func draw(_ line: String, y: Int, face: Face, on canvas: inout Canvas) {
    canvas.glyphs(
      line, x: Canvas.width / 2, y: y,
      Canvas.Style(face: face, alignment: .center, limit: Foot.limit, isLit: false))
  }

  /// True when a notice fits on one line of a face, with narrow spaces if need be.
  private static func fits(_ text: String, _ face: Face) -> Bool {
    face.covers(text) && !TextLine(text, face: face, limit: limit).isCut
  }
}
