import ArgumentParser
import BoxRuntime
import CareJournal
import Nursery

/// `cribside quiet`
struct QuietCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "quiet",
    abstract: "Quiet sessions: the box goes dark and stays out of the way; one press logs as always.",
    discussion: """
      In a quiet session the panel is dark, and NAP, FEED, lamp and sound work only if the session allows them. MENU \
      shows the time that is left; if it is held, the session is cancelled after 30 s, unless it is strict. NAP and \
      FEED held for 5 s, then NAP, reset any session. A session continues after a restart or a power cut, and ends on \
      time.
      """,
    subcommands: [
      QuietStart.self, QuietCancel.self, QuietKeep.self, QuietReset.self, QuietStatus.self,
      QuietScheduleCommand.self,
      QuietAllow.self, QuietMode.self,
    ], defaultSubcommand: QuietStatus.self)

  /// `cribside quiet start`
  struct QuietStart: BoxCommand {
    static let configuration = CommandConfiguration(
      commandName: "start", abstract: "Start a session.",
      discussion: "Strict: it cannot be cancelled until its time is up. Flexible: a cancel takes 30 seconds.")

    @OptionGroup var place: BoxPlace
    @Argument(help: "How long, in minutes, 1 to 1440 (default: \(SessionMode.defaultMinutes)).")
    var duration: String?
    @Option(help: "The same as the argument.") var minutes: String?
    @Flag(help: "Whether it can be cancelled (default: as configured, which is flexible).")
    var strictness: StrictnessFlag?
    @Flag(help: "One JSON document.") var json = false

    func request() throws(UsageFault) -> BoxRequest {
      if let duration, minutes != nil {
        throw UsageFault("--minutes", expected: "no argument beside it", found: duration)
      }
      let argument = try duration.map { text throws(UsageFault) in try Self.minutes(text, "<duration>") }
      let option = try minutes.map { text throws(UsageFault) in try Self.minutes(text, "--minutes") }
      let minutes = argument ?? option ?? SessionMode.defaultMinutes
      return .quiet(QuietWish(deed: .input(.start(minutes: minutes, strictness?.mode)), isJSON: json))
    }

    private static func minutes(_ text: String, _ name: String) throws(UsageFault) -> Int {
      guard let minutes = Int(text), SessionMode.allowedMinutes ~= minutes else {
        throw UsageFault(name, expected: "minutes, 1 to 1440, such as 660 for 11 hours", found: text)
      }
      return minutes
    }
  }

  /// `cribside quiet cancel`
  struct QuietCancel: BoxCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel", abstract: "End the session in 30 seconds, unless it is strict.")

    @OptionGroup var place: BoxPlace
    @Flag(help: "One JSON document.") var json = false

    func request() throws(UsageFault) -> BoxRequest { .quiet(QuietWish(deed: .input(.cancel), isJSON: json)) }
  }

  /// `cribside quiet keep`
  struct QuietKeep: BoxCommand {
    static let configuration = CommandConfiguration(
      commandName: "keep", abstract: "Keep the session that is being cancelled.")

    @OptionGroup var place: BoxPlace
    @Flag(help: "One JSON document.") var json = false

    func request() throws(UsageFault) -> BoxRequest { .quiet(QuietWish(deed: .input(.keep), isJSON: json)) }
  }

  /// `cribside quiet reset`
  struct QuietReset: BoxCommand {
    static let configuration = CommandConfiguration(
      commandName: "reset", abstract: "End the session at once, strict or not.")

    @OptionGroup var place: BoxPlace
    @Flag(help: "Confirm: it also ends a strict session.") var yes = false
    @Flag(help: "One JSON document.") var json = false

    func request() throws(UsageFault) -> BoxRequest {
      guard yes else {
        throw UsageFault("reset", expected: "--yes, since it ends a strict session too", found: "")
      }
      return .quiet(QuietWish(deed: .input(.reset), isJSON: json))
    }
  }

  /// `cribside quiet status`
  struct QuietStatus: BoxCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "The running session, the allowed actions, and the schedule.")

    @OptionGroup var place: BoxPlace
    @Flag(help: "One JSON document.") var json = false

    func request() throws(UsageFault) -> BoxRequest { .quiet(QuietWish(deed: .report, isJSON: json)) }
  }
}

/// `--strict` or `--flexible`.
enum StrictnessFlag: String, EnumerableFlag {
  case strict
  case flexible

  var mode: StrictnessMode { self == .strict ? .strict : .flexible }

  static func help(for value: StrictnessFlag) -> ArgumentHelp? { nil }
}

/// `cribside quiet allow`
struct QuietAllow: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Set the actions that a session allows; all others are refused.",
    discussion: "Actions: nap, feed, lamp (its blink code), sound (the piezo). The default is nap and feed.")

  @OptionGroup var place: BoxPlace
  @Argument(help: "The actions; for none of them, use --nothing.") var actions: [String] = []
  @Flag(help: "Allow nothing, not even NAP and FEED.") var nothing = false
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest {
    guard actions.isEmpty == nothing else {
      throw UsageFault("allow", expected: "actions, or --nothing", found: actions.joined(separator: " "))
    }
    var allowed: Set<QuietAction> = []
    for word in actions {
      guard let action = QuietAction(word: word) else {
        let known = QuietAction.allCases.map(\.word).joined(separator: ", ")
        throw UsageFault("allow", expected: "one of \(known)", found: word)
      }
      allowed.insert(action)
    }
    return .quiet(QuietWish(deed: .input(.allow(allowed)), isJSON: json))
  }
}

/// `cribside quiet mode`
struct QuietMode: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "mode",
    abstract: "Set whether sessions can be cancelled by default.")

  @OptionGroup var place: BoxPlace
  @Flag(exclusivity: .exclusive, help: "Whether sessions can be cancelled.") var strictness: StrictnessFlag
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest {
    .quiet(QuietWish(deed: .input(.strictness(strictness.mode)), isJSON: json))
  }
}

/// `cribside quiet schedule`
struct QuietScheduleCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Set the nightly session.",
    discussion: """
      It starts and ends by the wall clock of the configured time zone, once the time is known; at once, if it is set \
      between its start and its end. Options that are not given keep their values, and a running session continues.
      """)

  @OptionGroup var place: BoxPlace
  @Flag(help: "Whether there is a nightly session.") var switching: ScheduleSwitch?
  @Option(help: "When a session starts, HH:MM.") var start: String?
  @Option(help: "When it ends, HH:MM; on the next day if that is before the start.") var end: String?
  @Flag(help: "Whether its sessions can be cancelled.") var strictness: StrictnessFlag?
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest {
    if let start, start == end {
      throw UsageFault("--end", expected: "another time than the start", found: start)
    }
    let change = ScheduleWish(
      isEnabled: switching.map { $0 == .on }, start: try time(start, "--start"), end: try time(end, "--end"),
      strictness: strictness?.mode)
    return .quiet(QuietWish(deed: .schedule(change), isJSON: json))
  }

  private func time(_ text: String?, _ option: String) throws(UsageFault) -> WallTime? {
    guard let text else { return nil }
    guard let time = ISO8601.typedTime(text) else {
      throw UsageFault(option, expected: "a time HH:MM", found: text)
    }
    return time
  }
}

/// `--on` or `--off`.
enum ScheduleSwitch: String, EnumerableFlag {
  case on
  case off
}
