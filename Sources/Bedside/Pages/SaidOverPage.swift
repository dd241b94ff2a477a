import Nursery

/// What is shown over a page: a notice for a few seconds or a question, in a lit band; a cue, in a plain line; and `NOT
/// SAVED` while something is in memory only.
struct SaidOverPage {
  /// The notice or the question.
  private let band: Wording?
  /// The cue for the parents, which is not lit.
  let cue: Wording?
  /// `NOT SAVED` with the count, or that the card fails although nothing was pressed.
  private let alarm: Wording?
  /// How to lose nothing of what is in memory only; nil where a notice or a cue needs the room.
  private let advice: String?

  /// What is shown over the page of a scene.
  init(_ context: PageContext) {
    let scene = context.scene
    let isNow = scene.page == .now
    let question = isNow && scene.unsavedCount == 0 ? scene.remark.map(context.remark) : nil
    band = scene.notice.map { NoticePhrase(context, $0).wording } ?? question
    cue = isNow && band == nil ? context.cue.map { Wording(context.words.cue($0)) } : nil
    let cardFault =
      scene.box.storageWorks || scene.page == .box ? nil : Wording(context.words.pages.cardFault)
    alarm = scene.unsavedCount > 0 ? context.words.notSaved(scene.unsavedCount) : cardFault
    let isFree = isNow && scene.unsavedCount > 0 && band == nil && cue == nil
    advice = isFree ? context.words.notices.keepPowered : nil
  }

  /// Whether something is in memory only, or would be.
  var isAlarming: Bool { alarm != nil }

  /// Whether something is shown in place of the bar.
  var hasBand: Bool { band != nil || cue != nil || advice != nil }

  /// The first row that this covers on a page without a bar; the canvas's height if it covers none.
  var top: Int {
    switch (band != nil, alarm != nil) {
    case (true, true): Zones.alarm.lowerBound - Zones.band.count
    case (true, false): Canvas.height - Zones.band.count
    case (false, true): Zones.alarm.lowerBound
    case (false, false): Canvas.height
    }
  }

  /// Draws over the Now page: the band or the cue in place of the bar, and the alarm in place of the foot. An alarm with
  /// advice takes the place of both, if the baby is named above it. Returns false if the bar stays, as it does if the cue
  /// is drawn at the foot.
  func drawOverNow(on canvas: inout Canvas, cueAtFoot: Bool, isNamed: Bool) -> Bool {
    if let advice, isNamed {
      drawAlarm(on: &canvas, rows: Zones.alarmOverFoot)
      canvas.text(advice, x: Canvas.width / 2, y: Zones.foot, Canvas.Style(alignment: .center))
      return true
    }
    // A dark row separates the band from what is due at the foot, or from the alarm.
    if let band { draw(band, rows: Zones.band.lowerBound..<Zones.band.upperBound - 1, on: &canvas) }
    if let cue, !cueAtFoot {
      canvas.text(
        cue, faces: [.small], x: Canvas.width / 2, y: Zones.bar.lowerBound, Canvas.Style(alignment: .center))
    }
    drawAlarm(on: &canvas)
    return (band != nil || cue != nil) && !cueAtFoot
  }

  /// Draws at the foot of any other page.
  func drawAtFoot(on canvas: inout Canvas) {
    if let band { draw(band, rows: bandRows(top..<top + Zones.band.count), on: &canvas) }
    drawAlarm(on: &canvas)
  }

  /// The rows of the band: a dark row separates it from the alarm.
  private func bandRows(_ rows: Range<Int>) -> Range<Int> {
    alarm == nil ? rows : rows.lowerBound..<rows.upperBound - 1
  }

  private func draw(_ band: Wording, rows: Range<Int>, on canvas: inout Canvas) {
    canvas.band(band, faces: alarm == nil ? [.medium, .small] : [.small], rows: rows)
  }

  private func drawAlarm(on canvas: inout Canvas, rows: Range<Int> = Zones.alarm) {
    guard let alarm else { return }
    canvas.fill(x: 0..<Canvas.width, y: rows)
    canvas.alarm(alarm, y: rows.lowerBound + 1, isLit: false)
  }
}

extension Canvas {
  /// Draws an alarm in the middle of a line, between two warning marks if they have room.
  mutating func alarm(_ wording: Wording, y: Int, isLit: Bool) {
    let text = wording.setting([.small], limit: Canvas.width - 2).text
    let marked = Wording(["⚠ " + text + " ⚠", text])
    note(text)
    let setting = marked.setting([.small], limit: Canvas.width - 2)
    glyphs(
      setting.line, of: setting.text, x: Canvas.width / 2, y: y, Style(alignment: .center, isLit: isLit))
  }

  /// Draws a text dark on a lit band across the canvas.
  mutating func band(_ text: Wording, faces: [Face], rows: Range<Int>) {
    fill(x: 0..<Canvas.width, y: rows)
    let setting = text.setting(faces, limit: Canvas.width - 4)
    note(setting.text)
    glyphs(
      setting.line, of: setting.text, x: Canvas.width / 2,
      y: rows.lowerBound + (rows.count - setting.face.capHeight) / 2, Style(alignment: .center, isLit: false))
  }
}

/// A notice in words: what was done, and when.
struct NoticePhrase {
  /// The words, the longest first.
  let wording: Wording

  /// The words for a notice. Only `saved` gets a check mark. If there are several babies, the notice names the one that
  /// it is about: a long name is shortened before other words are left out.
  init(_ context: PageContext, _ notice: Notice) {
    let texts = NoticePhrase.texts(context, notice)
    guard let name = context.noticeName else {
      wording = Wording(texts)
      return
    }
    let names = context.forms(of: name)
    let about = context.words.notices.about
    func named(_ texts: [String]) -> [String] {
      names.flatMap { name in texts.map { context.words.fill(about, name, $0) } }
    }
    wording = Wording(named(texts) + named(NoticePhrase.brief(context, notice)) + texts)
  }

  private static func texts(_ context: PageContext, _ notice: Notice) -> [String] {
    let words = context.words
    let texts = words.notices
    switch notice {
    case .saving: return [texts.saving]
    case .saved(let confirmation), .savedAgain(let confirmation), .answered(let confirmation, _, _):
      return saved(confirmation, context)
    case .elsewhere(let confirmation, let place):
      let what = context.what(confirmation)
      return [what + " " + (place ?? texts.elsewhere), what]
    case .backdating(let confirmation, let minutes):
      let moved = context.what(confirmation)
      return [moved + " " + words.fill(texts.movedBy, "\(minutes)"), moved, context.moment(confirmation.at)]
    case .undone(let confirmation?) where confirmation.entry != nil: return broughtBack(confirmation, context)
    case .undone(let confirmation): return taken(texts.undone, confirmation, context)
    case .redone(let confirmation): return taken(texts.redone, confirmation, context)
    case .allSaved: return [texts.allSaved + " ✓"]
    case .editDropped: return [texts.editDropped]
    case .clockSetByHand(let time): return [words.fill(texts.clockSetByHand, context.clock.text(time)) + " ✓"]
    case .clockIsSet: return [texts.clockIsSet]
    case .keepOrUndo: return [texts.keepOrUndo]
    case .nothingToUndo: return [texts.nothingToUndo]
    case .notBefore(let start):
      return [words.fill(texts.notBefore, context.moment(start)), texts.notBeforeStart]
    case .noEarlier(let confirmation):
      let what = context.what(confirmation)
      return [
        words.fill(texts.noEarlier.0, what), words.fill(texts.noEarlier.1, context.moment(confirmation.at)),
        what,
      ]
    case .styleChosen(let style): return [words.name(style)]
    case .rated(let stars): return [stars.map { words.fill(texts.rated, "\($0)") } ?? texts.unrated]
    case .onlyStyle: return [texts.onlyStyle]
    case .noPlan: return [texts.noPlan]
    case .refused(let refusal): return [words.refusal(refusal)]
    case .cannotCancel, .notInQuiet, .quietKeptLonger, .quietReplaced, .quietOver, .sameTimes:
      return [words.quietNotice(notice)]
    case .noPhoneNow: return [words.pages.noPhoneNow]
    case .stuck(let button): return [words.fill(texts.stuck, words.name(button))]
    }
  }

  /// `Nap 08:52 ✓`, without the time if that has no room. A bottle has its amount. A nap that ended a feed says so if
  /// there is room, and is otherwise shown as a nap.
  private static func saved(_ confirmation: Confirmation, _ context: PageContext) -> [String] {
    var texts = [context.what(confirmation), context.words.deed(confirmation.deed).text]
    switch confirmation.deed {
    case .sleepStarted(isNight: false) where isShortNap(from: confirmation.at, context):
      texts.insert(context.words.notices.shortNapStarted + " " + context.moment(confirmation.at), at: 0)
    case .sleepStartedAfterFeed(_, let isNight):
      let notices = context.words.notices
      texts.append(isNight ? notices.fedAndNight : notices.fedAndNap)
      let sleep = Confirmation(deed: .sleepStarted(isNight: isNight), at: confirmation.at)
      texts += [context.what(sleep), context.words.deed(sleep.deed).text]
    case .bottle(let amount?): texts.append(context.words.amount(amount))
    // Beside a name there may be no room for both times.
    case .nightSlept(let start):
      texts.insert(context.words.deed(confirmation.deed).text + " " + context.moment(start), at: 1)
    case .awakeBefore: return texts
    default: break
    }
    return texts.map { $0 + " ✓" }
  }

  /// Whether only a short nap has room from a start on. The plan has whole minutes.
  private static func isShortNap(from start: Instant, _ context: PageContext) -> Bool {
    let scene = context.scene
    guard let nap = scene.outlook.wakeBy, (scene.noticeName ?? scene.babyName) == scene.babyName else {
      return false
    }
    return nap.isShort && nap.start.minute == start.minute
  }

  /// `Undone: nap 08:52`, without the time if that has no room. Only what is not known is left out otherwise.
  private static func taken(
    _ lead: String, _ confirmation: Confirmation?, _ context: PageContext
  ) -> [String] {
    guard let confirmation else { return [lead] }
    var texts = [context.what(confirmation), context.words.deed(confirmation.deed).text]
    if case .nursingEnded = confirmation.deed {
      texts.insert(context.words.notices.end + " " + context.moment(confirmation.at), at: 1)
    }
    return texts.map { lead + ": " + lowered($0) }
  }

  /// `Back: bottle 10:05`, without the time if that has no room.
  private static func broughtBack(_ deleted: Confirmation, _ context: PageContext) -> [String] {
    let words = context.words
    let text = words.fill(words.notices.broughtBack, deleted.entry.map { words.name($0) } ?? "")
    return [text + " " + context.moment(deleted.at), text]
  }

  /// The shortest words, if even a short name leaves no room for more: `not nap`, `9 m, no nap ✓`.
  private static func brief(_ context: PageContext, _ notice: Notice) -> [String] {
    let words = context.words
    return switch notice {
    case .saved(let confirmation), .savedAgain(let confirmation), .answered(let confirmation, _, _):
      if case .sleptTooShort(let minutes) = confirmation.deed {
        [words.fill(words.notices.noNapBrief, words.duration(minutes: minutes)) + " ✓"]
      } else {
        []
      }
    case .undone(let confirmation?) where confirmation.entry == nil:
      [words.fill(words.notices.notDone, lowered(words.deed(confirmation.deed).text))]
    case .redone(let confirmation?): [lowered(words.deed(confirmation.deed).text)]
    default: []
    }
  }

  /// A deed with a small first letter, for the middle of a line.
  private static func lowered(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, ("A"..."Z").contains(first),
      let small = Unicode.Scalar(first.value + 0x20)
    else { return text }
    var lowered = String.UnicodeScalarView([small])
    lowered.append(contentsOf: text.unicodeScalars.dropFirst())
    return String(lowered)
  }
}

extension NoticePhrase {
  /// What another press of a button logs instead of an answer: `NAP: awake 08:52`, and shorter.
  static func instead(_ confirmation: Confirmation, _ button: Button, _ context: PageContext) -> Wording {
    var texts = [context.what(confirmation), context.words.deed(confirmation.deed).text]
    switch confirmation.deed {
    case .nursingEnded:
      texts.insert(context.words.notices.end + " " + context.moment(confirmation.at), at: 1)
    case .sleptTooShort(let minutes):
      texts = [context.words.fill(context.words.notices.noNapBrief, context.words.duration(minutes: minutes))]
    case .nightSlept:
      texts.insert(context.words.fill(context.words.notices.sleptTo, context.moment(confirmation.at)), at: 1)
    case .sleptBeforeFeed: texts = [context.what(confirmation)]
    case .sleepStartedAfterFeed(let minutes, _):
      texts.append(context.words.fill(context.words.feed.fed, context.words.duration(minutes: minutes)))
    default: break
    }
    return Wording(
      texts.map { context.words.fill(context.words.notices.instead, context.words.name(button), lowered($0)) }
    )
  }
}

extension Confirmation {
  /// The kind of entry that was deleted; nil if none was.
  fileprivate var entry: CareKind? {
    if case .deleted(let kind) = deed { kind } else { nil }
  }
}

extension PageContext {
  /// What was done, with its time if it has one: `Nap 08:52`.
  fileprivate func what(_ confirmation: Confirmation) -> String {
    let deed = words.deed(confirmation.deed)
    if case .sleptBeforeFeed(let start, let end) = confirmation.deed {
      return start.map { words.notices.nightStarted + " " + moment($0) }
        ?? words.fill(words.notices.sleptTo, moment(end))
    }
    guard deed.takesTime else { return deed.text }
    if case .awakeBefore(let since) = confirmation.deed {
      guard scene.clockIsKnown else { return deed.text }
      return words.fill(words.notices.awakeSince, clock.digits(since))
    }
    if case .nightSlept(let start) = confirmation.deed, scene.clockIsKnown {
      return deed.text + " " + clock.range(InstantRange(earliest: start, latest: confirmation.at))
    }
    return deed.text + " " + moment(confirmation.at)
  }

  /// The name of the notice's baby, if there are several.
  fileprivate var noticeName: String? {
    guard scene.showsName, scene.quiet == nil else { return nil }
    switch scene.notice {
    case .saved, .savedAgain, .answered, .elsewhere, .backdating, .undone, .redone, .refused, .notBefore,
      .noEarlier, .nothingToUndo:
      return scene.noticeName ?? scene.babyName
    default: return nil
    }
  }
}
