import Testing

@testable import cribside

/// Lines that cross the control socket: what is a request, and what is told about everything else.
@Suite struct RequestParserTests {
  @Test func whatIsWrittenIsRead() throws {
    let words = ["log", "add", "nursing", "--start", "13:05", "--baby", "Zoë \"the\" second"]
    #expect(try RequestParser.request(line: RequestParser.line(words)) == RequestParser.request(words))
  }

  @Test(
    "Garbage is refused",
    arguments: [
      ("", cribside.ExitStatus.data), ("7", .data), ("[]", .data), ("{}", .data),
      (#"{"command":"status"}"#, .data),
      (#"{"command":[1]}"#, .data), (#"{"command":["status"],"more":1}"#, .data), (#"{"command":["#, .data),
      ("\u{0}\u{1}", .data), (#"{"command":[]}"#, .usage), (#"{"command":["run"]}"#, .usage),
      (#"{"command":["log","add"]}"#, .usage), (#"{"command":["status","--help"]}"#, .usage),
      (#"{"command":["nights","--in","file"]}"#, .usage), (#"{"command":["nights","--steps","x"]}"#, .usage),
    ])
  func garbage(line: String, exit: cribside.ExitStatus) {
    let fault = #expect(throws: RequestFault.self) { try RequestParser.request(line: line) }
    #expect(fault?.exit == exit)
    #expect(fault?.message.isEmpty == false)
  }

  @Test(arguments: [
    BoxAnswer(), BoxAnswer(output: "a\nb\t\"c\" ✓\n"), BoxAnswer.failure(.data, "end: expected…"),
    BoxAnswer(output: "x", error: "y", exit: .no),
  ])
  func answersCrossTheSocketWhole(answer: BoxAnswer) throws {
    #expect(!answer.line.contains("\n"))
    #expect(try BoxAnswer(line: answer.line) == answer)
  }

  @Test(arguments: [
    "", "{}", #"{"output":"","error":""}"#, #"{"output":1,"error":"","exit":0}"#,
    #"{"output":"","error":"","exit":-1}"#,
  ])
  func answersThatAreNone(line: String) {
    #expect(throws: (any Error).self) { try BoxAnswer(line: line) }
  }
}
