import Nursery

/// A notice in words: what was done and when.
struct NoticePhrase {
  /// The words, the fullest first.
  let wording: Wording

  /// The words for a notice. Only `saved` puts a check mark behind its deed. Where there are several babies the one that
  /// it is about is named: the rest is shortened before the name is left out.
  init(_ context: PageContext, _ notice: Notice) {
    let texts = NoticePhrase.texts(context, notice)
    guard let name = context.noticeName else {
      wording = Wording(texts)
      return
    }
    wording = Wording(texts.map { context.words.fill(context.words.notices.about, name, $0) } + texts)
  }

  private static func texts(_ context: PageContext, _ notice: Notice) -> [String] {
    let words = context.words
    let texts = words.notices
    switch notice {
    case .saving: return [texts.saving]
    case .saved(let confirmation): return saved(confirmation, context)
    case .elsewhere(let confirmation, let place):
      let what = context.what(confirmation)
      return [what + " " + (place ?? texts.elsewhere), what]
    case .backdating(let confirmation, let minutes):
      let moved = context.what(confirmation)
      return [moved + " " + words.fill(texts.movedBy, "\(minutes)"), moved, context.moment(confirmation.at)]
    case .undone(let confirmation): return taken(texts.undone, confirmation, context)
    case .redone(let confirmation): return taken(texts.redone, confirmation, context)
    case .allSaved: return [texts.allSaved + " ✓"]
    case .editDropped: return [texts.editDropped]
    case .clockSetByHand(let time): return [words.fill(texts.clockSetByHand, context.clock.text(time)) + " ✓"]
    case .clockIsSet: return [texts.clockIsSet]
    case .keepOrUndo: return [texts.keepOrUndo]
    case .nothingToUndo: return [texts.nothingToUndo]
    case .onlyStyle: return [texts.onlyStyle]
    case .noPlan: return [texts.noPlan]
    case .refused(let refusal): return [words.refusal(refusal)]
    case .cannotCancel, .notInQuiet, .quietKeptLonger, .quietReplaced, .quietOver, .sameTimes:
      return [words.quietNotice(notice)]
    case .noPhoneNow: return [words.pages.noPhoneNow]
    case .stuck(let button): return [words.fill(texts.stuck, words.name(button))]
    }
  }

  /// `Nap 08:52 ✓`, without its time where that has no room, and a bottle as its amount. A nap that ended a feed says so
  /// for as long as it can, and is then shown as a nap.
  private static func saved(_ confirmation: Confirmation, _ context: PageContext) -> [String] {
    var texts = [context.what(confirmation), context.words.deed(confirmation.deed).text]
    switch confirmation.deed {
    case .sleepStartedAfterFeed(_, let isNight):
      let notices = context.words.notices
      texts.append(isNight ? notices.fedAndNight : notices.fedAndNap)
      let sleep = Confirmation(deed: .sleepStarted(isNight: isNight), at: confirmation.at)
      texts += [context.what(sleep), context.words.deed(sleep.deed).text]
    case .bottle(let amount?): texts.append(context.words.amount(amount))
    default: break
    }
    return texts.map { $0 + " ✓" }
  }

  /// `Undone: nap 08:52`; without its time where that has no room, and without what it was where that is not known.
  private static func taken(
    _ lead: String, _ confirmation: Confirmation?, _ context: PageContext
  ) -> [String] {
    guard let confirmation else { return [lead] }
    let what = context.what(confirmation)
    let deed = context.words.deed(confirmation.deed).text
    return [what, deed].map { lead + ": " + NoticePhrase.lowered($0) } + [lead]
  }

  /// Within a line a deed begins with a small letter.
  private static func lowered(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, ("A"..."Z").contains(first),
      let small = Unicode.Scalar(first.value + 0x20)
    else { return text }
    var lowered = String.UnicodeScalarView([small])
    lowered.append(contentsOf: text.unicodeScalars.dropFirst())
    return String(lowered)
  }
}

extension PageContext {
  /// What was done, with its time where it has one: `Nap 08:52`.
  fileprivate func what(_ confirmation: Confirmation) -> String {
    let deed = words.deed(confirmation.deed)
    guard deed.takesTime else { return deed.text }
    if case .nightSlept(let start) = confirmation.deed, scene.clockIsKnown {
      return deed.text + " " + clock.range(InstantRange(earliest: start, latest: confirmation.at))
    }
    return deed.text + " " + moment(confirmation.at)
  }

  /// Whose the notice is, where there are several babies.
  fileprivate var noticeName: String? {
    guard scene.showsName, scene.quiet == nil else { return nil }
    switch scene.notice {
    case .saved, .elsewhere, .backdating, .undone, .redone, .refused:
      return scene.noticeName ?? scene.babyName
    default: return nil
    }
  }
}
