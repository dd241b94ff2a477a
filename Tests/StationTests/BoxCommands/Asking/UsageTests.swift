import ArgumentParser
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import cribside

/// A user who mistypes an option gets the usage of the command.
@Suite struct UsageTests {
  @Test(
    "A bad value is reported with its usage",
    arguments: ([
      ("log list --days 0", "log list", "--days: expected 1 to 36500, found \"0\""),
      ("log --days 36501", "log list", "--days: expected 1 to 36500"),
      (
        "log edit zz --start 07:00", "log edit",
        "<event>: expected an id as `log list` shows it, or its first or last digits, at least four, found \"zz\""
      ),
      ("log edit 1234abcd --end 08:00 --running", "log edit", "--running: expected no --end beside it"),
      ("log edit 1234abcd --nappy full", "log edit", "--nappy: expected wet, dirty or both, found \"full\""),
      ("log edit 1234abcd --medicine \u{1B}", "log edit", "--medicine: expected the medicine's name"),
      ("log add sleep --start 25:00", "log add", "--start: expected 7:05, "),
      ("log add bath --start 07:00", "log add", "<kind>: expected nap, feed, bottle"),
      ("log add nursing --start 07:00 --side top", "log add", "--side: expected left, right or both"),
      ("log delete xyz", "log delete", "<event>: expected"),
      (
        "quiet start 90 --minutes 30", "quiet start",
        "--minutes: expected no argument beside it, found \"90\""
      ),
      (
        "quiet start 9000", "quiet start",
        "<duration>: expected minutes, 1 to 1440, such as 660 for 11 hours, found \"9000\""
      ),
      ("quiet start 90m", "quiet start", "<duration>: expected minutes, 1 to 1440"),
      ("quiet start --minutes 0", "quiet start", "--minutes: expected minutes, 1 to 1440"),
      ("log add nap --side left", "log add", "--side: expected no such option with nap, found \"left\""),
      ("quiet reset", "quiet reset", "reset: expected --yes"),
      ("quiet schedule --start 25:00", "quiet schedule", "--start: expected a time HH:MM"),
      ("quiet allow", "quiet allow", "allow: expected actions, or --nothing"),
      ("nights --steps many", "nights", "--steps: expected a number"),
      ("nights --in file --rate 6", "nights", "--rate: expected 1 to 5"),
    ] as [(String, String, String)]).map { TableRow($0, $0.0) })
  func aBadValueIsReportedWithItsUsage(row: TableRow<(String, String, String)>) throws {
    let (words, command, told) = row.fields
    let answer = try UsageAnswer(words.split(separator: " ").map(String.init))
    #expect(answer.isOf(command, told), "\(answer)")
  }

  /// A terminal would break a longer line of an example in two.
  @Test("Examples of the help fit a terminal")
  func examplesOfTheHelpFitATerminal() {
    var commands: [any ParsableCommand.Type] = [Cribside.self]
    var lines = 0
    while let command = commands.popLast() {
      commands += command.configuration.subcommands
      let text = command.configuration.discussion.split(separator: "\n")
      for line in text where line.hasPrefix("{") || line.hasPrefix(" ") {
        lines += 1
        #expect(line.count <= 80, "\(command): \(line)")
      }
    }
    #expect(lines >= 3)
  }

  /// Over the socket the usage is not needed.
  @Test("A box answers with the reason only")
  func aBoxAnswersWithTheReasonOnly() {
    let fault = #expect(throws: RequestFault.self) {
      try RequestParser.request(["log", "list", "--days", "0"])
    }
    #expect(fault?.exit == .usage)
    #expect(fault?.message == "--days: expected 1 to 36500, found \"0\"")
  }
}
