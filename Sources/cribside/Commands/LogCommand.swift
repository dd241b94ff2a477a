import ArgumentParser
import Nursery

/// `cribside log`
struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "The event log: list, add, edit, delete, verify, export, import, backup.",
    discussion: """
      A running box is asked over its socket. Without one, `list` and `verify` read its directory as it is, and `add`, \
      `edit` and `delete` open it under its lock. `export` and `backup` read the directory, whether a box runs or not; `import` \
      wants it for itself.
      """,
    subcommands: [
      LogListCommand.self, LogAddCommand.self, LogEditCommand.self, LogDeleteCommand.self,
      LogVerifyCommand.self, LogExportCommand.self, LogImportCommand.self, LogBackupCommand.self,
    ],
    defaultSubcommand: LogListCommand.self)
}

/// `cribside log list`
struct LogListCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The events of the last days, with the ids to name them by.")

  @OptionGroup var place: BoxPlace
  @Option(help: "How many days back; what began earlier and ended in them is listed too.") var days = 2
  @Flag(help: "One JSON document per line.") var json = false

  func request() throws(UsageFault) -> BoxRequest {
    guard (1...36_500).contains(days) else {
      throw UsageFault("--days", expected: "1 to 36500", found: "\(days)")
    }
    return .logList(days: days, json: json)
  }
}

/// `cribside log add`
struct LogAddCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an event late.",
    discussion: "Times are HH:MM (the last such time), now, or 2026-02-11T07:05:00-05:00.")

  @OptionGroup var place: BoxPlace
  @Argument(help: "nap (or sleep), feed (or nursing), bottle, wake or dream-feed-dismissed.") var kind: String
  @Option(help: "When it began.") var start = "now"
  @Option(help: "When it ended; leave out while it runs.") var end: String?
  @Option(help: "left, right or both, for nursing.") var side: String?
  @Option(help: "The baby's name or number.") var baby: String?

  func request() throws(UsageFault) -> BoxRequest {
    .logAdd(
      LateCare(
        kind: try OptionValues.kind(kind), start: try OptionValues.time("--start", start),
        end: try OptionValues.time("--end", end), side: try OptionValues.side(side), baby: baby))
  }
}

/// `cribside log edit`
struct LogEditCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change an event; a deleted one comes back.",
    discussion: """
      Times are HH:MM, now, or 2026-02-11T07:05:00-05:00. HH:MM is on the day on which the event began; an end that is \
      earlier in the day than the start is on the day after, and a start that would come after the end on the \
      evening before, if that is less than 6 hours away. The answer is the event as it stands then.
      """)

  @OptionGroup var place: BoxPlace
  @Argument(help: "The event's id, or its last digits as in `log list`.") var event: String
  @Option(help: "When it began.") var start: String?
  @Option(help: "When it ended.") var end: String?
  @Flag(help: "It has not ended: take the end away.") var running = false
  @Option(help: "left, right or both.") var side: String?

  func request() throws(UsageFault) -> BoxRequest {
    guard end == nil || !running else {
      throw UsageFault("--running", expected: "not together with --end", found: end ?? "")
    }
    let patch = LatePatch(
      start: try OptionValues.time("--start", start), end: try OptionValues.time("--end", end),
      runsAgain: running,
      side: try OptionValues.side(side))
    return .logEdit(try OptionValues.event(event), patch)
  }
}

/// `cribside log delete`
struct LogDeleteCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Take an event back. The log keeps both lines; `log edit` revives it.")

  @OptionGroup var place: BoxPlace
  @Argument(help: "The event's id, or its last digits as in `log list`.") var event: String

  func request() throws(UsageFault) -> BoxRequest { .logDelete(try OptionValues.event(event)) }
}

/// `cribside log verify`
struct LogVerifyCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check every line of the log, and say what becomes of the bad ones.",
    discussion: "The exit code is 1 when something that had been written is damaged or missing.")

  @OptionGroup var place: BoxPlace
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .logVerify(json: json) }
}

/// Option values as the rules name them.
private enum OptionValues {
  static func kind(_ text: String) throws(UsageFault) -> CareKind {
    let kinds: [CareKind] = [.sleep, .nursing, .bottle, .wake, .dreamFeedDismissed]
    let word = ["nap": "sleep", "feed": "nursing"][text] ?? text
    guard let kind = kinds.first(where: { $0.name == word }) else {
      let names = (kinds.map(\.name) + ["nap", "feed"]).joined(separator: ", ")
      throw UsageFault("KIND", expected: "one of \(names)", found: text)
    }
    return kind
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
      throw UsageFault(option, expected: "HH:MM, now, or an instant with its offset", found: text)
    }
    return time
  }

  static func time(_ option: String, _ text: String?) throws(UsageFault) -> TimeWish? {
    guard let text else { return nil }
    return try time(option, text) as TimeWish
  }

  static func event(_ text: String) throws(UsageFault) -> EventName {
    guard let name = EventName(text) else {
      throw UsageFault("EVENT", expected: "four or more hexadecimal digits", found: text)
    }
    return name
  }
}
