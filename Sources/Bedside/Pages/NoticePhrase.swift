import Nursery

/// A notice in words: what happened, and the rest that may go to a second line.
struct NoticePhrase {
  /// The first line.
  private(set) var headline: String
  /// The second line, if there is more.
  private(set) var detail: String?

  /// Both in one line.
  var joined: String {
    guard let detail else { return headline }
    return headline + " " + detail
  }

  /// The words for a notice. Only `saved` puts its deed in the past and a check mark behind it.
  init(_ told: Told, _ notice: Notice) {
    let words = told.words
    let texts = words.notices
    headline = ""
    switch notice {
    case .saving: headline = texts.saving
    case .saved(let confirmation): self = NoticePhrase(told, saved: confirmation)
    case .backdating(let confirmation, let minutes):
      headline = words.fill(NoticePhrase.moved(confirmation.deed, texts), told.moment(confirmation.at))
      detail = words.fill(texts.movedBy, "\(minutes)")
    case .undone:
      headline = texts.undone
      detail = texts.bringBack
    case .redone: headline = texts.redone
    case .nothingToUndo: headline = texts.nothingToUndo
    case .onlyStyle: headline = texts.onlyStyle
    case .noPlan: headline = texts.noPlan
    case .refused(let refusal): headline = words.refusal(refusal)
    case .cannotCancel, .notInQuiet, .quietKeptLonger, .quietReplaced, .quietOver, .sameTimes:
      headline = words.quietNotice(notice)
    case .stuck(let button):
      headline = words.fill(texts.stuck, words.name(button))
      detail = texts.letGo
    }
  }

  private init(_ told: Told, saved confirmation: Confirmation) {
    let check = "✓"
    let deed = told.words.deed(confirmation.deed)
    guard deed.takesTime else {
      headline = deed.text + " " + check
      return
    }
    headline = deed.text
    detail = told.moment(confirmation.at) + " " + check
    if case .nursingStarted(let side) = confirmation.deed {
      detail = told.words.side(side) + " " + told.moment(confirmation.at) + " " + check
    }
  }

  private static func moved(_ deed: Confirmation.Deed, _ texts: Words.Notices) -> String {
    switch deed {
    case .sleepEnded, .nursingEnded: texts.movedEnd
    case .bottle: texts.movedBottle
    default: texts.movedStart
    }
  }
}
