import Bedside
import CareJournal
import Nursery

/// Answers to requests about the log, in words.
package struct AnswerWords {
  var zone: ZoneWindow
  var clocks: ClockHistory
  /// The babies' names if there are several; a single baby needs none.
  var names: [BabyID: String] = [:]
  /// An event as it stands now.
  var record: (EventID) -> CareRecord?

  func text(_ event: CareEvent) -> String {
    switch event.change {
    // A waking that ends a sleep is that sleep's correction.
    case .added(let care):
      text(event.id, event.baby, care) + (care.kind == .wake ? "No sleep was running then.\n" : "")
    // The answer shows the event as it is now, so that the user notices an unintended correction.
    case .amended(let id, _): record(id).map { text(id, event.baby, $0.care) } ?? "saved \(id.shortName)\n"
    case .deleted(let id):
      // A correction of another box may be the newer one by its count.
      if let record = record(id), !record.isDeleted {
        "NOT deleted: a newer correction holds. " + text(id, event.baby, record.care)
      } else {
        "saved \(id.shortName): deleted\n"
      }
    }
  }

  private func text(_ id: EventID, _ baby: BabyID, _ care: Care) -> String {
    let text = "saved \(id.shortName): \(name(baby))\(text(care))\n"
    guard let minutes = minutes(care), minutes > care.kind.plausibleMinutes else { return text }
    let remedy = "`cribside log edit \(id.shortName) --start TIME --end TIME`"
    return text + "That is long: if it is not what you meant, \(remedy) corrects it.\n"
  }

  private func name(_ baby: BabyID) -> String { names[baby].map { "\($0.printable), " } ?? "" }

  private func text(_ care: Care) -> String {
    ([times(care)] + [care.side?.name].compactMap { $0 } + care.detail.words).joined(separator: ", ")
  }

  private func times(_ care: Care) -> String {
    let start = time(care.start)
    guard care.kind.lasts else { return "\(care.kind.name) at \(start)" }
    let from = "\(care.kind.name) from \(start)"
    guard let minutes = minutes(care), let end = care.end else { return from + ", running" }
    return "\(from) to \(time(end)), \(Words.english.duration(minutes: minutes))"
  }

  /// A time, with `~` if it is not exact, as in `log list`.
  private func time(_ time: EventTime) -> String {
    let resolved = clocks.resolve(time)
    return (resolved.isExact ? "" : "~") + zone.text(resolved.instant)
  }

  /// How long it lasted; nil while it is in progress, and for kinds without a duration.
  private func minutes(_ care: Care) -> Int? {
    care.end.map { clocks.resolve(care.start).instant.minutes(until: clocks.resolve($0).instant) }
  }
}

extension BoxAnswer {
  /// The outcome of a request about the log.
  package init(_ answer: CareAnswer, words: AnswerWords) {
    switch answer {
    case .saved(let event): self.init(output: words.text(event))
    case .clock(let wall, true): self.init(output: "saved: it is \(words.zone.text(wall))\n")
    case .clockIsSet:
      self.init(error: "the clock was set by the network or a battery clock; nothing is changed", exit: .no)
    case .clock(_, false):
      self.init(error: "NOT SAVED: the flash refuses; the clock is set until the next start", exit: .io)
    case .alreadySaved(let id): self.init(output: "saved before: \(id.shortName)\n")
    case .notSaved:
      self.init(
        error: "NOT SAVED: the flash refuses; the event is in memory and will be retried", exit: .io)
    case .refused(let refusal): self.init(error: refusal.text, exit: .data)
    }
  }
}

extension ZoneWindow {
  /// An instant as people read it, in this zone: `2026-02-11 12:05`.
  func text(_ instant: Instant) -> String {
    let (date, time) = civil(instant)
    return ISO8601.text(date) + " " + time.text
  }
}

extension CareKind {
  /// An event that lasts longer than this is probably mistyped, in minutes.
  fileprivate var plausibleMinutes: Int { self == .sleep ? 14 * 60 : 2 * 60 }

  /// As on the command line.
  package var name: String {
    switch self {
    case .sleep: "sleep"
    case .nursing: "nursing"
    case .bottle: "bottle"
    case .wake: "wake"
    case .dreamFeedDismissed: "dream-feed-dismissed"
    case .nappy: "nappy"
    case .medicine: "medicine"
    }
  }

  /// All of them, in the order of the help.
  package static let all: [CareKind] = [
    .sleep, .nursing, .bottle, .nappy, .medicine, .wake, .dreamFeedDismissed,
  ]
}

extension CareDetail {
  /// The known fields, each in the form of `log list`.
  package var words: [String] {
    [amountMilliliters.map { "\($0) ml" }, milk?.name, nappy?.name, medicine?.printable].compactMap { $0 }
  }
}

extension Milk {
  /// As on the command line.
  package var name: String {
    switch self {
    case .formula: "formula"
    case .breast: "breast"
    }
  }
}

extension NappyContents {
  /// As on the command line.
  package var name: String {
    switch self {
    case .wet: "wet"
    case .dirty: "dirty"
    case .both: "both"
    }
  }
}

extension NursingSide {
  /// As on the command line.
  package var name: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .both: "both"
    }
  }
}

extension Refusal {
  /// The refusal in a sentence that names the event and the field, for the command line.
  package var text: String {
    switch self {
    case .endBeforeStart: "end: expected a time after the start, found an earlier one"
    case .overlapsSleep(let id): "start: overlaps the sleep \(id.shortName)"
    case .overlapsNursing(let id): "start: overlaps the feed \(id.shortName)"
    case .alreadyAsleep(let id): "start: the sleep \(id.shortName) is still running: end it first"
    case .alreadyNursing(let id): "start: the feed \(id.shortName) is still running: end it first"
    case .notAsleep: "no sleep is running"
    case .notNursing: "no feed is running"
    case .inTheFuture(let field): "\(field.name): expected a time that is not in the future"
    case .unknownEvent(let id): "older than \(CareFold.heldDays) days: \(id.shortName) is not held by the box"
    case .alreadyDeleted(let id): "\(id.shortName) is deleted already"
    case .doesNotApply(let field): "\(field.name): this kind of event has none"
    case .nothingToChange:
      "nothing to change: the event says that already, or no option says what to change"
    case .tooManyWait: "NOT SAVED: too many events wait already for a card that refuses them"
    }
  }
}

extension Refusal.Field {
  fileprivate var name: String {
    switch self {
    case .start: "start"
    case .end: "end"
    case .side: "side"
    case .amount: "amount"
    case .milk: "milk"
    case .nappy: "nappy"
    case .medicine: "medicine"
    }
  }
}

extension Announcement {
  /// One line for the system's journal. It contains no baby's name.
  package var text: String {
    switch self {
    case .notSaved(0): "NOT WRITABLE: nothing can be saved; the card is tried again"
    case .notSaved(let count):
      "NOT SAVED: \(count) \(count == 1 ? "line" : "lines") in memory only; the card is tried again"
    case .savedAgain: "everything is saved again"
    case .part(.buttons, .works): "the GPIO chip is back: the buttons work again"
    case .part(.buttons, _): "the GPIO chip is gone: the buttons are dead, everything else continues"
    case .part(let part, .works): "the \(part.text) answers"
    case .part(let part, _): "the \(part.text) does not answer; everything else continues"
    case .stuck(let button): "the \(button.name) button has been down for 10 s; ignored until it is up"
    case .unstuck(let button): "the \(button.name) button is up again"
    case .clockSet(0): "the clock is known"
    case .clockSet(let seconds): "the clock was moved by \(seconds) s; durations stay as they are"
    case .rotten(let count):
      "the log was read again: \(count) damaged; `cribside log verify` names the places, and a copy by "
        + "`cribside log backup` may have them whole"
    case .quiet(let news): news.text
    case .safeMode(true):
      "safe mode after 5 crashes in 10 minutes: buttons, log and panel only, for an hour, or until "
        + "`sudo systemctl restart cribside`"
    case .safeMode(false): "safe mode is over after an hour"
    case .clockHeld(let seconds): "a clock step of \(seconds) s waits for a second report that agrees"
    }
  }

  /// How much it matters.
  package var priority: Priority {
    switch self {
    case .notSaved, .rotten: .error
    case .part(_, .missing), .stuck, .clockHeld, .safeMode(true): .warning
    case .quiet(.ended(.damaged)): .error
    case .savedAgain, .part, .unstuck, .clockSet, .safeMode(false), .quiet: .notice
    }
  }
}

extension Input.Part {
  fileprivate var text: String {
    switch self {
    case .panel: "OLED"
    case .accelerometer: "accelerometer"
    case .buttons: "buttons"
    case .piezo: "piezo"
    }
  }
}

extension DayState {
  /// The state in a user's words; the panel and `explain` show what follows from it.
  var words: String {
    switch self {
    case .notStarted: "the day has not begun"
    case .nightSleep, .sleepingMustEnd, .sleepingApproachingCutoff, .sleepingNoPressure: "asleep"
    case .awakeEarly, .awakeApproaching, .awakeBeyond, .napWindowClosed, .bedtimeWindow: "awake"
    }
  }
}
