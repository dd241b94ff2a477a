import CareJournal
import CribMotion
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import cribside

/// `cribside detect`: its input, its output and its refusals.
@Suite struct DetectAnswersTests {
  private static let header =
    #"{"rateHz":25,"mgPerLSB":3.9,"sensor":"ADXL345","start":"2026-03-14T18:30:00+01:00","timeZone":"Europe/Berlin"}"#

  private static func read(_ text: String) throws -> (file: RecordingFile, isCut: Bool) {
    try RecordingFile.read(lines(text), named: "raw.csv") { name, _ in
      name == "Europe/Berlin" ? ZoneWindow(name: name, initialOffsetSeconds: 3600) : nil
    }
  }

  /// A text in pieces of three bytes, so no piece has a complete line.
  private static func lines(_ text: String) -> TextLines {
    var rest = Array(text.utf8)[...]
    return TextLines(of: "raw.csv") { () throws(RunFault) in
      defer { rest = rest.dropFirst(3) }
      return rest.isEmpty ? nil : rest.prefix(3)
    }
  }

  private static func recording(seconds: Int) throws -> RecordingFile {
    try read(header + "\n" + String(repeating: "1,-2,256\n", count: seconds * 25)).file
  }

  // MARK: Raw readings

  @Test("Readings and missing ones are read")
  func readingsAndMissingOnesAreRead() throws {
    var lines = Self.lines("1,-2,256\n\n-32768,32767,0\r\n")
    var samples: [MotionSample?] = []
    while let line = try lines.next() {
      samples.append(try RecordingFile.sample(lines, line, named: "raw.csv"))
    }
    #expect(samples == [MotionSample(x: 1, y: -2, z: 256), nil, MotionSample(x: -32768, y: 32767, z: 0)])
    let (file, isCut) = try Self.read(Self.header + "\n1,-2,256\n\n-32768,32767,0\r\n")
    #expect(!isCut)
    #expect(file.recording.readings == 3 && file.recording.milliseconds == 120)
    #expect(file.recording.source.milligeePerLSB == 3.9)
  }

  @Test(
    "A recording that ends within a line is read without that line",
    arguments: ["1,2,3\n4,5", "1,2,3\n4,5,6"])
  func cut(rows: String) throws {
    let (file, isCut) = try Self.read(Self.header + "\n" + rows)
    #expect(isCut)
    #expect(file.recording.readings == 1)
  }

  @Test("The help states the limits of a recording")
  func theHelpStatesTheLimitsOfARecording() {
    let help = DetectCommand.configuration.discussion
    let (rates, scales) = (MotionSource.ratesHz, MotionSource.scalesMilligeePerLSB)
    #expect(help.contains("rateHz \(Int(rates.lowerBound)) to \(Int(rates.upperBound)), "))
    #expect(help.contains("mgPerLSB \(scales.lowerBound) to \(Int(scales.upperBound)), "))
    #expect(help.contains("counts from \(Int16.min) to \(Int16.max), and 1 GiB in all"))
  }

  @Test("A line without end is refused")
  func aLineWithoutEndIsRefused() throws {
    let endless = TextLines(of: "raw.csv") { () throws(RunFault) in
      [UInt8](repeating: UInt8(ascii: "{"), count: 65_536)[...]
    }
    let fault = #expect(throws: RunFault.self) {
      try RecordingFile.read(endless, named: "raw.csv") { _, _ in nil }
    }
    #expect(fault?.message == "raw.csv:1: expected a line of at most 1048576 bytes, found more")
  }

  @Test(
    "A missing or wrong header is refused",
    arguments: ([
      ("", "raw.csv:1: expected a line of JSON with rateHz"),
      (
        "1,2,3\n",
        #"raw.csv:1: expected a line of JSON with rateHz, mgPerLSB, sensor, start and timeZone, found "1,2,3""#
      ),
      ("{}\n", "raw.csv:1: rateHz: expected"),
      (#"{"rateHz":5,"#, "raw.csv:1: rateHz: expected"), (#"{"rateHz":"25","#, "raw.csv:1: rateHz: expected"),
      (#"{"rateHz":25,"mgPerLSB":0,"#, "raw.csv:1: mgPerLSB: expected"),
      (#"{"rateHz":25,"mgPerLSB":3.9,"sensor":"","#, "raw.csv:1: sensor: expected"),
      (#"{"rateHz":25,"mgPerLSB":3.9,"sensor":"A","start":"18:30","#, "raw.csv:1: start: expected"),
      (
        #"{"rateHz":25,"mgPerLSB":3.9,"sensor":"A","start":"2026-03-14T18:30:00Z","timeZone":"Berlin","#,
        "raw.csv:1: timeZone: expected the name of a time zone"
      ),
      (
        #"{"rateHz":25,"mgPerLSB":3.9,"sensor":"A","start":"2026-03-14T18:30:00Z","timeZone":"Europe/Berlin","x":1,"#,
        "raw.csv:1: x: "
      ),
    ] as [(String, String)]).map { TableRow($0, $0.0) })
  func headers(row: TableRow<(String, String)>) {
    let (given, told) = row.fields
    // The cases that end within the object are closed here.
    let text = given.hasSuffix(",") ? given.dropLast() + "}\n" : given
    let fault = #expect(throws: RunFault.self) { try Self.read(String(text)) }
    #expect(fault?.exit == .data)
    #expect(fault?.message.hasPrefix(told) == true, "\(fault?.message ?? "")")
  }

  @Test(
    "A row that is no reading is refused",
    arguments: [
      ("1,2", "raw.csv:3: expected three counts x,y,z or an empty line, found 2 fields"),
      ("1,2,3,4", "raw.csv:3: expected three counts x,y,z or an empty line, found 4 fields"),
      ("1", #"raw.csv:3: expected three counts x,y,z or an empty line, found "1""#),
      ("1,32768,3", #"raw.csv:3: y: expected a whole number from -32768 to 32767, found "32768""#),
      ("-32769,2,3", #"raw.csv:3: x: expected a whole number from -32768 to 32767, found "-32769""#),
      ("1,2,99999999999", "raw.csv:3: z: expected a whole number"),
      ("1,2,3.5", #"raw.csv:3: z: expected a whole number from -32768 to 32767, found "3.5""#),
      ("1,,3", "raw.csv:3: y: expected a whole number from -32768 to 32767, found nothing"),
      ("1, 2,3", "raw.csv:3: y: expected a whole number"), ("a,b,c", "raw.csv:3: x: expected a whole number"),
    ])
  func rows(row: String, told: String) {
    let fault = #expect(throws: RunFault.self) { try Self.read(Self.header + "\n1,2,3\n\(row)\n4,5,6\n") }
    #expect(fault?.exit == .data)
    #expect(fault?.message.hasPrefix(told) == true, "\(fault?.message ?? "")")
  }

  @Test("The answer has every field")
  func theAnswerHasEveryField() throws {
    let file = try Self.recording(seconds: 65)
    let answer = JSONWriter.text(DetectAnswer.document(file.recording.summary(), zone: file.zone))
    // The same reading repeats: the part has stopped.
    #expect(
      answer
        == #"{"epochSeconds":30,"epochs":"uu","segments":[],"wakings":[],"onset":null,"offset":null,"noiseFloorMilligee":null}"#
    )
  }

  @Test("Times are shown in the recording's zone")
  func timesAreShownInTheRecordingsZone() throws {
    let epoch = CribEpoch(state: .asleep, confidence: .high, isStill: true)
    let start = try #require(ISO8601.instant("2026-03-14T17:30:00Z"))
    let summary = MotionSummary(
      start: start, epochs: [CribEpoch](repeating: epoch, count: 60), noiseFloorMilligee: 1.98765)
    let answer = JSONWriter.text(
      DetectAnswer.document(summary, zone: ZoneWindow(name: "Berlin", initialOffsetSeconds: 3600)))
    let span = #"{"start":"2026-03-14T18:30:00+01:00","end":"2026-03-14T19:00:00+01:00"}"#
    #expect(answer.contains(#""segments":[\#(span)],"wakings":[],"onset":"2026-03-14T18:30:00+01:00""#))
    #expect(answer.contains(#""noiseFloorMilligee":1.988"#))
  }

  // MARK: Presses

  @Test("Presses are read in order")
  func pressesAreReadInOrder() throws {
    let recording = try Self.recording(seconds: 60).recording
    let text = """
      {"at":"2026-03-14T18:30:00+01:00","press":"in"}

      {"at":"2026-03-14T17:31:00Z","press":"out"}

      """
    let presses = try PressFile.read(Array(text.utf8), named: "presses.jsonl", of: recording)
    #expect(presses.map { $0.press } == [.into, .out])
    #expect(presses[1].at.milliseconds - recording.start.milliseconds == 60_000)
  }

  @Test(
    "An impossible press is refused",
    arguments: [
      (#"{"at":"2026-03-14T18:29:59+01:00","press":"in"}"#, "at: expected a time within the recording"),
      (#"{"at":"2026-03-14T18:31:01+01:00","press":"in"}"#, "at: expected a time within the recording"),
      (#"{"at":"2026-03-14T18:30:10+01:00","press":"in"}"#, "at: expected a time not before the line above"),
      (#"{"at":"18:30","press":"in"}"#, "at: expected"),
      (#"{"at":"2026-03-14T18:30:40+01:00","press":"up"}"#, "press: expected"),
      (#"{"at":"2026-03-14T18:30:40+01:00"}"#, "press: expected"),
      (#"{"at":"2026-03-14T18:30:40+01:00","press":"in","x":1}"#, "x: "), ("[]", ""), ("{", ""),
    ])
  func presses(line: String, told: String) throws {
    let recording = try Self.recording(seconds: 60).recording
    let text = #"{"at":"2026-03-14T18:30:20+01:00","press":"in"}"# + "\n" + line + "\n"
    let fault = #expect(throws: RunFault.self) {
      try PressFile.read(Array(text.utf8), named: "presses.jsonl", of: recording)
    }
    #expect(fault?.exit == .data)
    #expect(fault?.message.hasPrefix("presses.jsonl:2: \(told)") == true, "\(fault?.message ?? "")")
  }

  // MARK: Classic scorers

  @Test(
    "Every method has its name",
    arguments: [
      (["cole-kripke"], ClassicScorer.coleKripke(isRescored: false)),
      (["cole-kripke", "--rescore"], .coleKripke(isRescored: true)), (["sadeh"], .sadeh),
      (["scripps"], .scripps), (["oakley"], .oakley(threshold: 40)),
      (["oakley", "--threshold", "80"], .oakley(threshold: 80)),
    ])
  func everyMethodHasItsName(words: [String], scorer: ClassicScorer) throws {
    let command = try DetectCommand.parse(["--epochs", "counts.txt", "--method"] + words)
    #expect(try command.scorer(named: words[0]) == scorer)
  }

  @Test("An unknown method is bad data and names the others")
  func anUnknownMethodIsBadDataAndNamesTheOthers() throws {
    let command = try DetectCommand.parse(["--epochs", "counts.txt", "--method", "actiware"])
    let fault = #expect(throws: RunFault.self) { try command.scorer(named: "actiware") }
    #expect(
      fault
        == RunFault(
          exit: .data,
          message:
            #"--method: expected one of cole-kripke, sadeh, scripps, oakley, found "actiware""#))
  }

  @Test(
    "Options that exclude each other are usage errors",
    arguments: [
      [], ["--raw", "a", "--epochs", "b", "--method", "sadeh"], ["--epochs", "b"],
      ["--raw", "a", "--method", "sadeh"], ["--raw", "a", "--rescore"], ["--raw", "a", "--threshold", "20"],
      ["--epochs", "b", "--method", "sadeh", "--buttons", "c"],
      ["--epochs", "b", "--method", "sadeh", "--rescore"],
      ["--epochs", "b", "--method", "oakley", "--threshold", "30"],
      ["--epochs", "b", "--method", "scripps", "--threshold", "20"],
    ])
  func optionsThatExcludeEachOtherAreUsageErrors(words: [String]) {
    #expect(throws: (any Error).self) { try DetectCommand.parse(words) }
  }

  @Test("Counts are one per line")
  func countsAreOnePerLine() throws {
    #expect(try CountFile.read(Array("0\n12\r\n100000000\n7".utf8), named: "c") == [0, 12, 100_000_000, 7])
    #expect(try CountFile.read([], named: "c") == [])
  }

  @Test("A bad count is named with its line", arguments: ["-1", "1.5", "x", "", "100000001", "1 2"])
  func aBadCountIsNamedWithItsLine(line: String) {
    let fault = #expect(throws: RunFault.self) {
      try CountFile.read(Array("3\n\(line)\n4\n".utf8), named: "counts.txt")
    }
    #expect(fault?.exit == .data)
    #expect(
      fault?.message.hasPrefix("counts.txt:2: count: expected a whole number from 0 to 100000000") == true)
  }
}
