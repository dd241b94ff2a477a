import ArgumentParser
import LinuxBoard
import Testing

@testable import BoxRuntime
@testable import cribside

/// How a command ends whose output was not written completely.
@Suite struct StandardStreamsTests {
  private static let full = SystemFault(operation: "write", subject: "the standard output", errno: 28)
  private static let unread = SystemFault(operation: "write", subject: "the standard output", errno: 32)

  @Test(
    "An output that was cut off is no success, but does not replace another failure",
    arguments: [full, unread])
  func cut(lost: SystemFault) {
    for end: ExitCode? in [nil, .success, ExitCode(1), ExitCode(65)] {
      #expect(Cribside.end(end, lost: lost) as? ExitCode == ExitCode(74))
      #expect(Cribside.end(end, lost: nil) as? ExitCode == end)
    }
  }

  @Test("A reader that stops gets no message")
  func aReaderThatStopsGetsNoMessage() {
    #expect(StandardStreams.complaint(about: Self.unread) == nil)
    #expect(
      StandardStreams.complaint(about: Self.full)
        == "cribside: the output is cut: write the standard output: No space left on device"
    )
  }

  @Test("Only the first word of a line is coloured")
  func onlyTheFirstWordOfALineIsColoured() {
    let colours: [Substring: String] = ["ok": "32", "FAULT": "1;31"]
    let text = "ok     bus  fine\nokay\n       FAULT is no first word\nFAULT  card\n"
    #expect(
      StandardStreams.coloured(text, colours)
        == "\u{1B}[32mok\u{1B}[0m     bus  fine\nokay\n       FAULT is no first word\n"
        + "\u{1B}[1;31mFAULT\u{1B}[0m  card\n")
  }

  @Test(
    "For a mistyped command the nearest one is suggested",
    arguments: [
      ("lgo list", "cribside: no command \"lgo\"; did you mean log?"),
      ("log ad nap", "log: no command \"ad\"; did you mean add?"),
      ("stat", "cribside: no command \"stat\"; did you mean status?"),
      ("doc", "cribside: no command \"doc\"; did you mean doctor?"),
      ("phones dance", "phones: no command \"dance\"; expected "),
    ])
  func mistypedCommands(words: String, said: String) {
    let fault = UnknownCommand.fault(in: words.split(separator: " ").map(String.init))
    #expect(fault?.hasPrefix(said) == true, "\(fault ?? "")")
  }

  @Test(
    "Words that name a command are left to that command",
    arguments: [
      "", "log", "log list --days 3", "help log", "--version", "quiet start 90", "plan --wake 7:00",
    ])
  func wordsThatNameACommandAreLeftToThatCommand(words: String) {
    #expect(UnknownCommand.fault(in: words.split(separator: " ").map(String.init)) == nil)
  }
}
