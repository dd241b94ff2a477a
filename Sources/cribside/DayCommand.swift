import ArgumentParser
import BoxCommands

/// `cribside day`
struct DayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "day",
    abstract: "Day state from JSON requests, one per line: {\"id\":…,\"request\":{…}}.",
    discussion: "Prints {\"id\":…,\"result\":{…}} per line. A malformed line prints an error instead, the "
      + "others are answered, and the exit code is 65.")

  @Option(name: .customLong("in"), help: "Read from a file in place of the standard input.")
  var input = "-"

  func run() throws {
    try DayAnswer.lines(zone: ZoneCache().window).run(on: input)
  }
}
