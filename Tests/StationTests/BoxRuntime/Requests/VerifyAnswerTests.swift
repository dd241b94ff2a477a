import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime

/// The output of `log verify`.
@Suite struct VerifyAnswerTests {
  /// A log of five wake-ups, line by line.
  private func lines() throws -> (disk: SimulatedDisk, lines: [[UInt8]]) {
    let disk = SimulatedDisk()
    let start = JournalStart(
      kernelBootID: "5d3c5b7e-0000-4000-8000-000000000001", bootMilliseconds: 4_000, wall: nil, trust: .none,
      random: (1, 2, 3))
    let opened = try Journal.open(disk, start: start)
    var (journal, recovered) = (opened.journal, opened.recovered)
    let moment = Moment(boot: BootTime(boot: recovered.boot, milliseconds: 5_000), wall: nil, trust: .none)
    _ = journal.append(
      (1...5).map { number in
        let care = Care(kind: .wake, start: .wall(Instant(milliseconds: number * 60_000)))
        return .care(
          CareEvent(
            id: EventID(milliseconds: 0, random: (1, UInt64(number))), baby: BabyID(number: 1),
            moment: moment, source: .button, change: .added(care)))
      })
    try journal.close()
    var lines: [[UInt8]] = []
    try LogLines.read(from: disk) { lines.append(Array($1) + [0x0A]) }
    return (disk, lines)
  }

  @Test("Repeated lines in a row are reported once")
  func repeatedLinesInARowAreReportedOnce() throws {
    let (disk, lines) = try lines()
    #expect(lines.count == 6)
    var files = disk.files
    files["box.json"] = nil
    files["log/seg-000008.jsonl"] = lines[0...3].flatMap { $0 } + Array("{}\n".utf8) + lines[5]
    files["log/seg-000009.jsonl"] = lines[4] + lines[5]
    let report = try JournalVerifier.verify(SimulatedDisk(files: files))
    let told = VerifyAnswer(report: report).answer(false).output.split(separator: "\n").map(String.init)
    let length = { (lines: ArraySlice<[UInt8]>) in lines.reduce(0) { $0 + $1.count } }
    let copies = told.filter { $0.contains("repeated") }
    #expect(
      copies.first
        == "log/seg-000008.jsonl: lines 1–4: repeated, bytes 0–\(length(lines[0...3]) - 2): nothing is lost: "
        + "each stands twice and counts once")
    #expect(copies.dropFirst().first?.hasPrefix("log/seg-000008.jsonl:6: repeated, bytes ") == true)
    #expect(copies.last?.hasPrefix("log/seg-000009.jsonl: lines 1–2: repeated, bytes 0–") == true)
    #expect(copies.count == 3)
    #expect(report.findings.count { $0.kind == .repeated } == 7, "each is counted")
  }

  /// The last line is the verdict. A missing segment is called harmless only if it is.
  @Test("The verdict comes last")
  func theVerdictComesLast() throws {
    func told(_ report: JournalReport) -> [String] {
      VerifyAnswer(report: report).answer(false).output.split(separator: "\n").map(String.init)
    }
    let disk = try lines().disk
    #expect(told(try JournalVerifier.verify(disk)) == ["6 good lines in 1 segment: no loss was found"])
    var restored = disk.files
    restored["log/seg-000001.jsonl"] = nil
    let blank = SimulatedDisk(files: restored)
    var start = JournalStart(
      kernelBootID: "other", bootMilliseconds: 4_000, wall: nil, trust: .none, random: (1, 2, 3))
    _ = try Journal.open(blank, start: start)
    let good = told(try JournalVerifier.verify(blank))
    #expect(
      good == [
        "segment 1 is gone from the log", "1 good line in 1 segment: something is lost, or may be: see above",
      ])
    start.kernelBootID = "third"
    _ = try Journal.open(blank, start: start)
    var files = blank.files
    files["log/seg-000002.jsonl"] = nil
    let bad = told(try JournalVerifier.verify(SimulatedDisk(files: files)))
    #expect(bad.contains("segments 1–2 are gone from the log"))
    #expect(bad.contains { $0.contains(": line ") && $0.hasSuffix(" is missing") })
    #expect(bad.last == "1 good line in 1 segment: something is lost, or may be: see above")
  }

  @Test("An empty directory has no log")
  func anEmptyDirectoryHasNoLog() throws {
    let report = try JournalVerifier.verify(SimulatedDisk())
    #expect(VerifyAnswer(report: report).answer(false) == BoxAnswer(output: "there is no log yet\n"))
  }

  @Test("A finding without bytes and box is reported without them")
  func aFindingWithoutBytesAndBoxIsReportedWithoutThem() throws {
    let disk = SimulatedDisk(files: [
      "log/seg-000001.jsonl": [], "log/seg-000002.jsonl": [UInt8](repeating: 0x78, count: 90_000),
    ])
    let told = VerifyAnswer(report: try JournalVerifier.verify(disk)).answer(false).output
    #expect(!told.contains("–-1"), "\(told)")
    #expect(!told.contains("box :"), "\(told)")
  }
}
