import ArgumentParser
import BoxRuntime
import CareJournal
import Nursery

/// `cribside clock`
struct ClockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Set the box's clock by hand.", subcommands: [ClockSetCommand.self])
}

/// `cribside clock set`
struct ClockSetCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Tell the box what time it is.",
    discussion: """
      For a box that has neither a network nor a battery clock. It is kept in the log and holds until the power goes, \
      or until the network or a battery clock says more; the system's clock is not changed. A time of day is the \
      first one after the last time that the box knows of; give a whole instant, 2026-02-11T15:40:00-05:00, where \
      that is another day.
      """)

  @OptionGroup var place: BoxPlace
  @Argument(help: "15:40, or a whole instant.") var time: String

  func request() throws(UsageFault) -> BoxRequest {
    switch TimeWish(time) {
    case .ago?, nil: throw UsageFault("time", expected: "15:40, or a whole instant", found: time)
    case let wish?: return .clockSet(wish)
    }
  }
}
