import ArgumentParser
import BoxRuntime

/// `cribside status`
struct StatusCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "The running box: state, screen as text, parts, clock, storage.")

  @OptionGroup var place: BoxPlace
  @Option(
    help: "The baby whose state is shown, by name or number (default: the one that the buttons are set to)."
  )
  var baby: String?
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .status(baby: baby, json: json) }
}

/// `cribside explain`
struct ExplainCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Why the Now page says what it says, with the numbers.")

  @OptionGroup var place: BoxPlace
  @Option(
    help:
      "The baby's name or number (default: the one that the buttons are set to; the first while no box runs)."
  ) var baby: String?
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .explain(baby: baby, json: json) }
}

/// `cribside today`
struct TodayCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "today",
    abstract: "The sums of the last 24 hours, and what comes next.")

  @OptionGroup var place: BoxPlace
  @Option(help: "Only this baby, by name or number.") var baby: String?
  @Flag(help: "One JSON document for each baby, on a line.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .today(baby: baby, json: json) }
}

/// `cribside calibrate`: what another command asks a running box while the box measures an empty crib.
struct CalibrateCommand: BoxCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", abstract: "Measure the empty crib, or report the progress.",
    discussion: "Takes 6 minutes with no one at the crib. The answer comes at once; ask again later.",
    shouldDisplay: false)

  @OptionGroup var place: BoxPlace
  @Flag(help: "Begin now; one that already runs continues.") var start = false
  @Flag(help: "One JSON document.") var json = false

  func request() throws(UsageFault) -> BoxRequest { .calibrate(starts: start, json: json) }
}
