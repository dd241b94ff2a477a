import Nursery

/// The Now page: what the baby does, the one thing that matters now, large, and what belongs to that.
struct NowPage {
  private let context: PageContext
  private let content: NowContent
  private let said: SaidOverPage

  /// The least number of columns between the figure and the lines beside it.
  private static let besideGap = 5
  private static let small = Face.small.capHeight + 1

  /// The page of a scene, with what is shown over it.
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
    call.draw(on: &canvas, with: content.foot)
  }

  private func drawFoot(on canvas: inout Canvas) {
    if let hint {
      canvas.text(hint, faces: [.small], x: 0, y: Zones.foot)
    } else if isNameAtFoot(of: canvas) {
      drawNamedFoot(on: &canvas)
    } else if isCueAtFoot, let cue = said.cue, !content.foot.isDue {
      canvas.text(cue, faces: [.small], x: 0, y: Zones.foot)
    } else {
      content.foot.draw(on: &canvas)
    }
  }

  /// Draws the longest form of the name that leaves room for the feed with the next side; without such a form, the name.
  private func drawNamedFoot(on canvas: inout Canvas) {
    let gap = 2 * Face.small.spaceWidth
    for name in names.texts {
      let width = TextLine(name, face: .small).width
      guard content.foot.drawWithSide(on: &canvas, columns: min(width + gap, Canvas.width)..<Canvas.width)
      else { continue }
      canvas.text(name, x: 0, y: Zones.foot)
      return
    }
    canvas.text(names, faces: [.small], x: 0, y: Zones.foot)
  }

  /// Whether a cue goes to the foot, because the bar says something, such as since when a nap is due. A feed that is
  /// due keeps the foot.
  private var isCueAtFoot: Bool { said.cue != nil && content.bar != nil && content.barText != nil }

  /// What a button does while a notice is shown: MENU takes back a press that may not have been meant, or changes a
  /// bottle's amount, and the button that answered a question logs the time of its press instead.
  private var hint: Wording? {
    switch context.scene.notice {
    case .savedAgain: return Wording(context.words.notices.holdToUndo)
    case .answered(_, let instead, let button): return NoticePhrase.instead(instead, button, context)
    case .undone where context.scene.menuRedoes: return Wording(context.words.notices.menuRedoes)
    case .saved(let confirmation):
      guard case .bottle(let amount?) = confirmation.deed else { return nil }
      let step = amount.usesOunces ? "0.5" : "10"
      return Wording(context.words.fill(context.words.notices.menuAdjusts, step, step))
    default: return nil
    }
  }

  /// Whether only the foot has room for the baby's name.
  private func isNameAtFoot(of canvas: Canvas) -> Bool {
    (said.hasBand && !isCueAtFoot || isTwoLines) && !isNamed(canvas.texts)
  }

  /// Whether the large figure is the time of day.
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

  /// Draws digits of the large face, each with its unit after it in the small face.
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

  /// Whether the words have two lines, which reach into the zone of the bar.
  private var isTwoLines: Bool {
    guard case .words(let lines) = content.figure else { return false }
    return lines.count > 1
  }

  /// Draws one line of words in twice the size of the top line, or two lines, which are smaller if the zone of the bar
  /// is in use.
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

  /// The label and how far ahead it is, and the name above them if there are several babies.
  private var lines: [Wording] {
    (content.label.isEmpty ? [] : [Wording(content.label)]) + content.beside
  }

  private func drawBeside(from left: Int, on canvas: inout Canvas) {
    let room = Canvas.width - left
    let named = [nameBeside(room: room)].compactMap { $0 } + lines
    let (top, bottom) = (Zones.figure.lowerBound, Zones.figure.upperBound)
    for (index, line) in named.enumerated() {
      let isMedium = named.count < 3 && line.fits(.medium, limit: room)
      let height = isMedium ? Face.medium.capHeight : Face.small.capHeight
      let isLast = index > 0 && index == named.count - 1
      let setting = line.setting(isMedium ? [.medium] : [.small], limit: room)
      // Letters that reach below the line would touch the band.
      let ink = setting.line.box(of: "", x: 0, y: 0, scale: 1)
      let hang = !isMedium ? 0 : max(0, (ink?.rows.upperBound ?? 0) + 1 - height)
      let y = isLast ? bottom - height - hang : top + index * (NowPage.small + 1)
      if setting.text != content.label { canvas.note(setting.text) }
      canvas.glyphs(setting.line, of: setting.text, x: left, y: y, Canvas.Style(face: setting.face))
    }
  }

  /// The name beside the figure, in the longest form that has room there, if two lines are not there already: three
  /// would be small.
  private func nameBeside(room: Int) -> Wording? {
    let (name, isOneOfSeveral) = (context.scene.babyName, context.scene.showsName)
    guard lines.count < 2 || isOneOfSeveral && isFullBelow else { return nil }
    let forms = isOneOfSeveral ? context.forms(of: name) : context.wholeForms(of: name)
    return forms.first { Wording($0).fits(.small, limit: room) }.map { Wording($0) }
  }

  /// Whether neither the bar's place nor the foot has room for the name: under `NOT SAVED`, and while the foot says what
  /// a button does about another baby's notice.
  private var isFullBelow: Bool {
    said.isAlarming
      || hint != nil && (context.scene.noticeName ?? context.scene.babyName) != context.scene.babyName
  }

  // MARK: The bar

  /// The columns between a name and the bar after it, and the fewest columns of that bar.
  private static let (nameGap, leastBar) = (5, 45)

  private func drawBarZone(on canvas: inout Canvas) {
    let (text, isNamed) = (barText(after: canvas.texts), isNamed(canvas.texts))
    if said.drawOverNow(on: &canvas, cueAtFoot: isCueAtFoot, isNamed: isNamed) || isTwoLines { return }
    guard let text else {
      content.bar?.draw(on: &canvas, columns: 0..<Canvas.width, rows: Zones.bar)
      return
    }
    if content.bar == nil {
      canvas.text(text, faces: [.small], x: 0, y: Zones.bar.lowerBound)
    } else if content.barText == nil {
      drawNamedBar(text, on: &canvas)
    } else {
      canvas.band(text, faces: [.medium, .small], rows: Zones.band.lowerBound..<Zones.band.upperBound - 1)
    }
  }

  /// Draws the name as large as the top line, and the bar after it. It is the longest form that leaves room for both.
  private func drawNamedBar(_ name: Wording, on canvas: inout Canvas) {
    let room = Canvas.width - NowPage.nameGap - NowPage.leastBar
    let width = canvas.text(
      name, faces: [.medium, .small], x: 0, y: Zones.band.lowerBound, Canvas.Style(limit: room))
    content.bar?.draw(on: &canvas, columns: width + NowPage.nameGap..<Canvas.width, rows: Zones.bar)
  }

  /// The forms of the baby's name.
  private var names: Wording { Wording(context.forms(of: context.scene.babyName)) }

  /// Whether one of these texts names the baby, if there are several. A notice has the name first.
  private func isNamed(_ texts: [String]) -> Bool {
    guard context.scene.showsName else { return true }
    return names.texts.contains { name in
      let lead = context.words.fill(context.words.notices.about, name, "")
      return texts.contains {
        $0.utf8.suffix(name.utf8.count).elementsEqual(name.utf8) || $0.utf8.starts(with: lead.utf8)
      }
    }
  }

  /// The text of the bar, with the name of one of several babies if there was no room for it above.
  private func barText(after texts: [String]) -> Wording? {
    guard !isNamed(texts) else { return content.barText }
    guard let text = content.barText else { return names }
    return Wording(names.texts.flatMap { name in text.texts.map { name + " · " + $0 } } + names.texts)
  }
}
