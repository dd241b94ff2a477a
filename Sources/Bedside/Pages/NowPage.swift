import Nursery

/// What the baby does, the one thing that matters now, large, and what belongs to it.
struct NowPage {
  private let context: PageContext
  private let content: NowContent
  private let said: SaidOverPage

  /// Where the lines beside the figure begin at the earliest.
  private static let besideGap = 5
  private static let small = Face.small.capHeight + 1

  /// The page of a scene, with what is said over it.
  init(_ context: PageContext, said: SaidOverPage) {
    self.context = context
    self.said = said
    content = NowContent(context)
  }

  /// Draws the page.
  func draw(on canvas: inout Canvas) {
    let free = TopLine(
      picture: content.picture, title: content.state, showsTime: !isTimeLarge
    ).draw(context, on: &canvas)
    drawFigure(on: &canvas)
    drawBarZone(on: &canvas)
    guard !said.isAlarming else { return }
    var withFoot = canvas
    drawFoot(on: &withFoot)
    guard let call = CallMark(context), !call.draw(on: &withFoot, besideTitle: free),
      CallMark.ownsFoot(context), hint == nil, !isNameAtFoot(of: canvas)
    else { return canvas = withFoot }
    call.drawAsFoot(on: &canvas)
  }

  private func drawFoot(on canvas: inout Canvas) {
    if let hint {
      canvas.text(Wording(hint), faces: [.small], x: 0, y: Zones.foot)
    } else if isNameAtFoot(of: canvas) {
      canvas.text(Wording(context.scene.babyName), faces: [.small], x: 0, y: Zones.foot)
    } else if isCueAtFoot, let cue = said.cue, !content.foot.isDue {
      canvas.text(cue, faces: [.small], x: 0, y: Zones.foot)
    } else {
      content.foot.draw(on: &canvas)
    }
  }

  /// Whether a cue gives way to what the bar says, such as since when a nap is due. A feed that is due matters more.
  private var isCueAtFoot: Bool { said.cue != nil && content.bar != nil && content.barText != nil }

  /// What MENU does while a notice stands: it takes back a press that may not be meant, or changes a bottle's amount.
  private var hint: String? {
    switch context.scene.notice {
    case .savedAgain: return context.words.notices.holdToUndo
    case .undone where context.scene.menuRedoes: return context.words.notices.menuRedoes
    case .saved(let confirmation):
      guard case .bottle(let amount?) = confirmation.deed else { return nil }
      let step = amount.usesOunces ? "0.5" : "10"
      return context.words.fill(context.words.notices.menuAdjusts, step, step)
    default: return nil
    }
  }

  /// Whether the foot is the only place left for the baby's name.
  private func isNameAtFoot(of canvas: Canvas) -> Bool {
    (said.hasBand && !isCueAtFoot || isTwoLines) && !isNamed(canvas.texts)
  }

  /// True when the large figure is the time of day itself.
  private var isTimeLarge: Bool {
    guard case .time(let digits) = content.figure, context.scene.clockIsKnown else { return false }
    return content.label.isEmpty && digits == context.clock.digits(context.scene.now)
  }

  // MARK: The figure

  private func drawFigure(on canvas: inout Canvas) {
    let y = Zones.figure.lowerBound
    switch content.figure {
    case .time(let time):
      canvas.note(content.label.isEmpty ? time : content.label + " " + time)
      let right = canvas.glyphs(time, x: 0, y: y, Canvas.Style(face: .large))
      drawBeside(from: right + NowPage.besideGap, on: &canvas)
    case .duration(let mark, let minutes):
      let right = drawDuration(mark, minutes, y: y, on: &canvas)
      drawBeside(from: right + NowPage.besideGap, on: &canvas)
    case .words(let lines): draw(lines, on: &canvas)
    }
  }

  /// Digits of the large face, each with its unit small behind it.
  private func drawDuration(_ mark: String, _ minutes: Int, y: Int, on canvas: inout Canvas) -> Int {
    canvas.note(mark + context.words.duration(minutes: minutes))
    let (unit, foot) = (Canvas.Style(face: .medium), y + Face.large.capHeight - Face.medium.capHeight)
    var x = 0
    if !mark.isEmpty { x += canvas.glyphs(mark, x: x, y: y, Canvas.Style(face: .large)) + 2 }
    let units = context.words.times.units
    if minutes >= 60 {
      x += canvas.glyphs("\(minutes / 60)", x: x, y: y, Canvas.Style(face: .large)) + 2
      x += canvas.glyphs(units.hours, x: x, y: foot, unit) + 4
    }
    let rest = minutes >= 60 && minutes % 60 < 10 ? "0\(minutes % 60)" : "\(minutes % 60)"
    x += canvas.glyphs(rest, x: x, y: y, Canvas.Style(face: .large)) + 2
    if minutes < 60 { x += canvas.glyphs(units.minutes, x: x, y: foot, unit) }
    return x
  }

  /// Two lines of words reach into the bar's zone.
  private var isTwoLines: Bool {
    guard case .words(let lines) = content.figure else { return false }
    return lines.count > 1
  }

  /// One line of words twice as large as the top line, or two, smaller while something stands in the bar's zone.
  private func draw(_ lines: [Wording], on canvas: inout Canvas) {
    let settings = lines.map { line in
      line.texts.first { NowPage.fitsLarge($0) } ?? line.texts.last ?? ""
    }
    canvas.note(settings.dropFirst().reduce(settings.first ?? "") { $0 + " " + $1 })
    for (index, text) in settings.enumerated() {
      let scale = isTwoLines && said.hasBand ? 1 : 2
      let y = settings.count == 1 ? 17 : 14 + index * (scale * 10)
      canvas.glyphs(text, x: 0, y: y, Canvas.Style(face: .medium, scale: scale))
    }
  }

  private static func fitsLarge(_ text: String) -> Bool {
    TextLine(text, face: .medium).fits(Canvas.width / 2)
  }

  // MARK: Beside the figure

  /// The label and how far ahead it is; the name above them where there are several babies.
  private var lines: [Wording] {
    (content.label.isEmpty ? [] : [Wording(content.label)]) + content.beside
  }

  private func drawBeside(from left: Int, on canvas: inout Canvas) {
    let room = Canvas.width - left
    let named = showsName(room: room) ? [Wording(context.scene.babyName)] + lines : lines
    let isMedium = named.count < 3 && named.allSatisfy { $0.fits(.medium, limit: room) }
    let (top, bottom) = (Zones.figure.lowerBound, Zones.figure.upperBound)
    for (index, line) in named.enumerated() {
      let height = isMedium ? Face.medium.capHeight : Face.small.capHeight
      let isLast = index > 0 && index == named.count - 1
      let setting = line.setting(isMedium ? [.medium] : [.small], limit: room)
      // What hangs below the line would end in the band.
      let ink = setting.line.box(of: "", x: 0, y: 0, scale: 1)
      let hang = !isMedium ? 0 : max(0, (ink?.rows.upperBound ?? 0) + 1 - height)
      let y = isLast ? bottom - height - hang : top + index * (NowPage.small + 1)
      if setting.text != content.label { canvas.note(setting.text) }
      canvas.glyphs(setting.line, of: setting.text, x: left, y: y, Canvas.Style(face: setting.face))
    }
  }

  /// The name stands beside the figure where it fits: always among several babies, else only where there is room.
  private func showsName(room: Int) -> Bool {
    let fits = Wording(context.scene.babyName).fits(.small, limit: room)
    return fits && (context.scene.showsName || lines.count < 2)
  }

  // MARK: The bar

  private func drawBarZone(on canvas: inout Canvas) {
    let text = barText(after: canvas.texts)
    if said.drawOverNow(on: &canvas, cueAtFoot: isCueAtFoot) || isTwoLines { return }
    guard let text else {
      content.bar?.draw(on: &canvas, columns: 0..<Canvas.width, rows: Zones.bar)
      return
    }
    if content.bar == nil || content.barText == nil {
      canvas.text(text, faces: [.small], x: 0, y: Zones.bar.lowerBound)
    } else {
      canvas.band(text, faces: [.medium, .small], rows: Zones.band.lowerBound..<Zones.band.upperBound - 1)
    }
  }

  /// Whether one of several babies is named by a text so far.
  private func isNamed(_ texts: [String]) -> Bool {
    guard context.scene.showsName else { return true }
    let name = context.scene.babyName
    return texts.contains { $0.utf8.suffix(name.utf8.count).elementsEqual(name.utf8) }
  }

  /// The bar's words, with the name of one of several babies where it has found no room above.
  private func barText(after texts: [String]) -> Wording? {
    guard !isNamed(texts) else { return content.barText }
    let name = context.scene.babyName
    return Wording((content.barText?.texts ?? []).map { name + " · " + $0 } + [name])
  }
}
