import ArgumentParser
import BoxRuntime
import Nursery

/// `cribside log list`
struct LogListCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The events of the last days, with their ids.")

  @OptionGroup var place: BoxPlace
  @Option(help: "How many days back; an event that began earlier and ended in them is listed too.") var days =
    2
  @Option(help: "Only this baby's, by name or number.") var baby: String?
  @Flag(help: "Deleted events too; `log edit` restores one.") var deleted = false
  @Flag(help: "One JSON document per line.") var json = false

  func request() throws(UsageFault) -> BoxRequest {
    guard (1...36_500).contains(days) else {
      throw UsageFault("--days", expected: "1 to 36500", found: "\(days)")
    }
    return .logList(days: days, baby: baby, deleted: deleted, json: json)
  }
}

/// `cribside log add`
struct LogAddCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an event that happens now or has happened.",
    discussion: """
      Without --start it begins now, as a press does. Times are 7:05 (the last such time; now, if it is up to two \
      minutes ahead), "20m ago", "1h30m ago", "2026-02-11 7:05" or 2026-02-11T07:05:00-05:00. `wake` ends the sleep \
      that ran then, if it has no end yet.
        cribside log add nap
        cribside log add nap --start 9:10 --end 10:25
        cribside log add bottle 120ml --milk formula --start "20m ago"
        cribside log add nappy wet
        cribside log add medicine "Vitamin D"
      """)

  @OptionGroup var place: BoxPlace
  @Argument(help: "nap, feed, bottle, nappy, medicine, wake or dream-feed-dismissed.") var kind: String
  @Argument(
    help:
      "A bottle's amount (120ml, 4oz, or a number of ml), a nappy's contents (wet, dirty, both), or a medicine's name."
  )
  var what: String?
  @Option(help: "When it began (default: now).") var start: String?
  @Option(help: "When it ended; omit it while it runs.") var end: String?
  @Option(help: "left, right or both, for a feed (default: the side whose turn it is).") var side: String?
  @Option(help: "How much of a bottle was drunk: 120ml or 4oz; a bare number is ml.") var amount: String?
  @Option(help: "What was in a bottle: formula or breast.") var milk: String?
  @Option(help: "The baby's name or number.") var baby: String?

  func request() throws(UsageFault) -> BoxRequest {
    let kind = try OptionValues.kind(kind)
    try refuseMisplaced(kind)
    return .logAdd(
      LateCare(
        kind: kind, start: try OptionValues.time("--start", start), end: try OptionValues.time("--end", end),
        side: try OptionValues.side(side), detail: try detail(of: kind), baby: baby))
  }

  /// Refuses the options that an event of this kind does not have.
  private func refuseMisplaced(_ kind: CareKind) throws(UsageFault) {
    let misplaced = [
      ("--end", kind.lasts ? nil : end), ("--side", kind == .nursing ? nil : side),
      ("--amount", kind == .bottle ? nil : amount), ("--milk", kind == .bottle ? nil : milk),
    ]
    for case (let option, let value?) in misplaced {
      throw UsageFault(option, expected: "no such option with \(self.kind)", found: value)
    }
  }

  private func detail(of kind: CareKind) throws(UsageFault) -> CareDetail {
    var detail = CareDetail(
      amountMilliliters: try OptionValues.amount("--amount", amount), milk: try OptionValues.milk(milk))
    switch kind {
    case .bottle:
      guard let what else { break }
      if let amount { throw UsageFault("--amount", expected: "nothing beside \(what)", found: amount) }
      detail.amountMilliliters = try OptionValues.amount("<what>", what)
    case .nappy: detail.nappy = try OptionValues.nappy("<what>", what)
    case .medicine: detail.medicine = try OptionValues.medicine("<what>", what)
    case .sleep, .nursing, .wake, .dreamFeedDismissed:
      if let what { throw UsageFault("<what>", expected: "nothing after \(self.kind)", found: what) }
    }
    return detail
  }
}

/// `cribside log end`
struct LogEndCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "End the sleep or the feed that runs.",
    discussion: "Without --at it ends now, as a press does.")

  @OptionGroup var place: BoxPlace
  @Argument(help: "nap or feed.") var kind: String
  @Option(help: "When it ended (default: now): 7:05, \"20m ago\" or \"2026-02-11 7:05\".")
  var at: String?
  @Option(help: "The baby's name or number.") var baby: String?

  func request() throws(UsageFault) -> BoxRequest {
    let kind = try OptionValues.kind(kind)
    guard kind.lasts else { throw UsageFault("<kind>", expected: "nap or feed", found: self.kind) }
    return .logEnd(kind, at: try OptionValues.time("--at", at), baby: baby)
  }
}

/// `cribside log edit`
struct LogEditCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an event; a deleted one comes back.",
    discussion: """
      Times are 7:05, "20m ago" or 2026-02-11T07:05:00-05:00. 7:05 is on the day on which the event began. An end \
      whose time of day is before the start's is on the next day. A start that would be after the end is on the \
      evening before, and one after midnight in the morning after, if that is less than 6 hours away. The answer shows \
      the event after the change.
      """)

  @OptionGroup var place: BoxPlace
  @Argument(help: "The event's id, as `log list` shows it, or at least four of its first or last digits.")
  var event: String
  @Option(help: "When it began.") var start: String?
  @Option(help: "When it ended.") var end: String?
  @Flag(help: "Remove the end: the event is still in progress.") var running = false
  @Option(help: "left, right or both.") var side: String?
  @Option(help: "How much of a bottle was drunk: 120ml or 4oz, a bare number is ml; 0 removes the amount.")
  var amount: String?
  @Option(help: "What was in a bottle: formula or breast.") var milk: String?
  @Option(help: "What was in a nappy: wet, dirty or both.") var nappy: String?
  @Option(help: "The name of a medicine.") var medicine: String?

  func request() throws(UsageFault) -> BoxRequest {
    guard end == nil || !running else {
      throw UsageFault("--running", expected: "no --end beside it", found: end ?? "")
    }
    let amount =
      amount == "0" ? 0 : try OptionValues.amount("--amount", amount)
    let detail = CareDetail(
      amountMilliliters: amount, milk: try OptionValues.milk(milk),
      nappy: try nappy.map { text throws(UsageFault) in try OptionValues.nappy("--nappy", text) },
      medicine: try medicine.map { text throws(UsageFault) in try OptionValues.medicine("--medicine", text) })
    let patch = LatePatch(
      start: try OptionValues.time("--start", start), end: try OptionValues.time("--end", end),
      runsAgain: running, side: try OptionValues.side(side), detail: detail)
    return .logEdit(try OptionValues.event(event), patch)
  }
}

/// `cribside log delete`
struct LogDeleteCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an event. The log keeps both lines; `log edit` restores it.")

  @OptionGroup var place: BoxPlace
  @Argument(help: "The event's id, as `log list` shows it, or at least four of its first or last digits.")
  var event: String

  func request() throws(UsageFault) -> BoxRequest { .logDelete(try OptionValues.event(event)) }
}

/// `cribside log verify`
struct LogVerifyCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every line of the log, and report each one that is damaged or missing.",
    discussion: "The exit code is 1 when something that had been written is damaged or missing.")

  @OptionGroup var place: BoxPlace
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .logVerify(json: json) }
}

/// Converts the texts of options to the values of the rules. Faults name the option.
private enum OptionValues {
  /// The kind that a word names: `nap` and `feed`, as on the buttons, or a word of the log.
  static func kind(_ text: String) throws(UsageFault) -> CareKind {
    switch text {
    case "nap": return .sleep
    case "feed": return .nursing
    default: break
    }
    guard let kind = CareKind.all.first(where: { $0.name == text }) else {
      throw UsageFault(
        "<kind>", expected: "nap, feed, bottle, nappy, medicine, wake or dream-feed-dismissed", found: text)
    }
    return kind
  }

  static func amount(_ option: String, _ text: String?) throws(UsageFault) -> Int? {
    guard let text else { return nil }
    guard let amount = MilkAmount(text) else {
      throw UsageFault(option, expected: "1ml to 1000ml, or ounces such as 4oz", found: text)
    }
    return amount.milliliters
  }

  static func milk(_ text: String?) throws(UsageFault) -> Milk? {
    guard let text else { return nil }
    guard let milk = [Milk.formula, .breast].first(where: { $0.name == text }) else {
      throw UsageFault("--milk", expected: "formula or breast", found: text)
    }
    return milk
  }

  static func nappy(_ option: String, _ text: String?) throws(UsageFault) -> NappyContents {
    guard let nappy = [NappyContents.wet, .dirty, .both].first(where: { $0.name == text }) else {
      throw UsageFault(option, expected: "wet, dirty or both", found: text ?? "")
    }
    return nappy
  }

  static func medicine(_ option: String, _ text: String?) throws(UsageFault) -> String {
    guard let text, (1...CareDetail.medicineLimit).contains(text.count), text == text.printable else {
      throw UsageFault(
        option, expected: "the medicine's name, 1 to \(CareDetail.medicineLimit) characters",
        found: text ?? "")
    }
    return text
  }

  static func side(_ text: String?) throws(UsageFault) -> NursingSide? {
    guard let text else { return nil }
    guard let side = [NursingSide.left, .right, .both].first(where: { $0.name == text }) else {
      throw UsageFault("--side", expected: "left, right or both", found: text)
    }
    return side
  }

  static func time(_ option: String, _ text: String) throws(UsageFault) -> TimeWish {
    guard let time = TimeWish(text) else {
      throw UsageFault(option, expected: "7:05, \"20m ago\" or \"2026-02-11 7:05\"", found: text)
    }
    return time
  }

  static func time(_ option: String, _ text: String?) throws(UsageFault) -> TimeWish? {
    guard let text else { return nil }
    return try time(option, text) as TimeWish
  }

  static func event(_ text: String) throws(UsageFault) -> EventName {
    guard let name = EventName(text) else {
      throw UsageFault(
        "<event>",
        expected: "an id as `log list` shows it, or its first or last digits, at least four", found: text)
    }
    return name
  }
}
