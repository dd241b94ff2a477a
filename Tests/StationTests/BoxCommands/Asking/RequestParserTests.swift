import CareJournal
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// Which lines on the control socket are requests, and the answers to all others.
@Suite struct RequestParserTests {
  @Test("What is written is read")
  func whatIsWrittenIsRead() throws {
    let words = ["log", "add", "nursing", "--start", "13:05", "--baby", "Zoë \"the\" second"]
    #expect(try RequestParser.request(line: ControlLine.line(words)).0 == RequestParser.request(words))
  }

  @Test("Questions of programs are read")
  func questionsOfProgramsAreRead() throws {
    #expect(try RequestParser.request(line: #"{"watch":{}}"#).0 == .watch)
    let lines = #"{"lines":{"after":{"b":7},"limit":9,"lowestFirst":true}}"#
    guard case .lines(let wish) = try RequestParser.request(line: lines).0
    else { return #expect(Bool(false)) }
    #expect(wish.after == ["b": 7] && wish.limit == 9 && wish.lowestFirst)
    #expect(
      try RequestParser.request(line: #"{"phone":{"code":"012345","name":"Anna"}}"#).0
        == .phone(.join(code: "012345", name: "Anna")))
    let id = "0198b0a2-5c3e-7d41-9b1f-0c2d4e6f8a90"
    let asker = try RequestParser.request(line: #"{"command":["status"],"by":"Anna","id":"\#(id)"}"#).1
    #expect(asker == Asker(by: "Anna", id: EventID(text: id)))
  }

  @Test(
    "Garbage is refused",
    arguments: [
      ("", BoxRuntime.ExitStatus.data), ("7", .data), ("[]", .data), ("{}", .data),
      (#"{"command":"status"}"#, .data),
      (#"{"command":[1]}"#, .data), (#"{"command":["status"],"more":1}"#, .data), (#"{"command":["#, .data),
      ("\u{0}\u{1}", .data), (#"{"command":[]}"#, .usage), (#"{"command":["run"]}"#, .usage),
      (#"{"command":["log","add"]}"#, .usage), (#"{"watch":{"more":1}}"#, .data), (#"{"watch":[]}"#, .data),
      (#"{"lines":{"after":[1]}}"#, .data), (#"{"lines":{"after":{"b":-1}}}"#, .data),
      (#"{"lines":{"limit":501}}"#, .data), (#"{"phone":{}}"#, .data), (#"{"phone":{"code":"1"}}"#, .data),
      (#"{"command":["status"],"by":""}"#, .data), (#"{"command":["status"],"id":"7"}"#, .data),
      (#"{"command":["status"],"by":"01234567890123456789012345678901234567890"}"#, .data),
      (#"{"command":["status","--help"]}"#, .usage),
      (#"{"command":["nights","--in","file"]}"#, .usage), (#"{"command":["nights","--steps","x"]}"#, .usage),
    ])
  func garbage(line: String, exit: BoxRuntime.ExitStatus) {
    let fault = #expect(throws: RequestFault.self) { try RequestParser.request(line: line) }
    #expect(fault?.exit == exit)
    #expect(fault?.message.isEmpty == false)
  }

  /// Each would take seconds on the deciding thread, and is refused before it is parsed.
  @Test(
    "A request of too many or too long words is refused",
    arguments: [
      ("--json", 1, 4_500, "at most 64 words, found 4502"), ("--json", 1, 63, "at most 64 words, found 65"),
      ("a", 257, 1, "words of at most 256 bytes, found one of 257"),
      ("é", 129, 1, "words of at most 256 bytes, found one of 258"),
    ])
  func tooMuch(text: String, length: Int, count: Int, told: String) {
    let words = Array(repeating: String(repeating: text, count: length), count: count)
    let line = ControlLine.line(["log", "list"] + words)
    let fault = #expect(throws: RequestFault.self) { try RequestParser.request(line: line) }
    #expect(fault?.exit == .usage)
    #expect(fault?.message == "command: expected \(told)")
  }

  @Test("The longest request is accepted")
  func theLongestRequestIsAccepted() throws {
    let name = String(repeating: "a", count: 256)
    let words = ["log", "add", "bottle", "--start", "07:05", "--baby", name]
    #expect(try RequestParser.request(line: ControlLine.line(words)).0 == RequestParser.request(words))
    let many = ["log", "list", "--deleted"] + Array(repeating: "--json", count: 61)
    #expect(
      try RequestParser.request(line: ControlLine.line(many)).0
        == .logList(days: 2, deleted: true, json: true))
  }

  @Test(
    "Answers cross the socket whole",
    arguments: [
      BoxAnswer(), BoxAnswer(output: "a\nb\t\"c\" ✓\n"), BoxAnswer.failure(.data, "end: expected…"),
      BoxAnswer(output: "x", error: "y", exit: .no),
    ])
  func answersCrossTheSocketWhole(answer: BoxAnswer) throws {
    #expect(!answer.line.contains("\n"))
    #expect(try BoxAnswer(line: answer.line) == answer)
  }

  @Test(
    "Other lines are no answers",
    arguments: [
      "", "{}", #"{"output":"","error":""}"#, #"{"output":1,"error":"","exit":0}"#,
      #"{"output":"","error":"","exit":-1}"#,
    ])
  func otherLinesAreNoAnswers(line: String) {
    #expect(throws: (any Error).self) { try BoxAnswer(line: line) }
  }
}
