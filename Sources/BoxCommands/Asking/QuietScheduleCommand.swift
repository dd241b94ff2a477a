import ArgumentParser
import BoxRuntime
import CareJournal
import Nursery

/// `cribside quiet schedule`
struct QuietScheduleCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedule",
    abstract: "Set the nightly session.",
    discussion: """
      It starts and ends by the wall clock of the configured time zone, once that is known. Within its window it \
      starts at once. What is not given is as it was. A session that runs stays.
      """)

  @OptionGroup var place: BoxPlace
  @Flag(help: "Whether it starts sessions.") var switching: ScheduleSwitch?
  @Option(help: "When a session starts, HH:MM.") var start: String?
  @Option(help: "When it ends, HH:MM; on the next day unless that is after the start.") var end: String?
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
    guard let time = ISO8601.time(text) else {
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
