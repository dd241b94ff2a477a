import ArgumentParser
import LinuxBoard

/// What a trial asks of a real process, on a machine that is no board. The help does not mention it.
struct Trial: ParsableArguments {
  @Flag(help: "No buttons and no lamp: the log, the clocks, the socket and the signals are real.")
  var withoutLines = false
  @Option(help: "The loop stands still for ever from this time of the boot clock on, in milliseconds.")
  var stallAt: Int?

  /// Stands still when it is time: threads and clocks run on, and only the watchdog can tell.
  func stall(at milliseconds: Int) {
    if let stallAt, milliseconds >= stallAt { Stall.forever() }
  }
}
