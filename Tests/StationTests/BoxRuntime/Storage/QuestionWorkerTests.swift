import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// Answers that are sent piece by piece.
@Suite struct QuestionWorkerTests {
  /// A log with a number of wake-ups, an hour apart.
  private static func disk(_ count: Int) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let opening = StorageOpening(
      start: JournalStart(
        kernelBootID: "5d3c5b7e-0000-4000-8000-000000000001", bootMilliseconds: 4_000,
        wall: Instant(milliseconds: 1_785_542_400_000), trust: .synced, random: (1, 2, 3)),
      babies: [BabyID(number: 1)], floor: Instant(milliseconds: 0))
    let rows = (0..<count).map { number in
      "1,wake,\(ISO8601.text(Instant(milliseconds: 1_600_000_000_000 + number * 3_600_000), in: .utc))"
    }
    let table = (["baby,kind,start"] + rows).joined(separator: "\n")
    let work = try LogImport(ImportSource(Array(table.utf8)), baby: nil, zone: .utc, opening: opening)
    #expect(work.run(on: disk, opening: opening).exit == .ok)
    return disk
  }

  private static let list = LogQuestion(
    kind: .list(
      since: Instant(milliseconds: 0), now: Instant(milliseconds: 1_785_542_400_000), clocks: ClockHistory()),
    zone: .utc, isJSON: false)

  private final class Pieces {
    var pieces: [String] = []
    var asked = 0
  }

  @Test("A long list is sent in pieces")
  func aLongListIsSentInPieces() throws {
    let disk = try Self.disk(3_000)
    let sent = Pieces()
    let last = Self.list.answer(from: disk) { piece in
      if !piece.isEmpty { sent.pieces.append(piece) }
      return true
    }
    #expect(last.output.isEmpty && last.exit == .ok)
    #expect(sent.pieces.count > 3)
    #expect(sent.pieces.allSatisfy { $0.utf8.count < 40_000 })
    #expect(sent.pieces.joined().split(separator: "\n").count == 3_000)
    #expect(sent.pieces.joined() == Self.list.answer(from: disk).output)
    let lines = sent.pieces.map { BoxAnswer.pieceLine($0) } + [last.line]
    let answer = BoxClient.answer(
      lines.joined(separator: "\n") + "\n", to: .logList(days: 1, json: false))
    #expect(answer.output == sent.pieces.joined())
    let cut = BoxClient.answer(lines.dropLast().joined(separator: "\n"), to: .logList(days: 1, json: false))
    #expect(cut == .failure(.io, "the box went away before it answered"))
  }

  @Test("A check reports each segment")
  func aCheckReportsEachSegment() throws {
    var files = try Self.disk(3).files
    files["log/seg-000009.jsonl"] = []
    var lines: [String] = []
    let question = LogQuestion(kind: .verify, zone: .utc, isJSON: false)
    let last = question.answer(
      from: SimulatedDisk(files: files), progress: { lines.append(BoxAnswer.progressLine($0, of: $1)) },
      send: { _ in true })
    #expect(lines == [#"{"done":1,"of":2,"output":""}"#, #"{"done":2,"of":2,"output":""}"#])
    #expect(lines.map { BoxAnswer.progress(line: $0)?.done } == [1, 2])
    #expect(BoxAnswer.progress(line: last.line) == nil)
    let text = (lines + [last.line]).joined(separator: "\n")
    #expect(BoxClient.answer(text, to: .logVerify(json: false)) == last)
  }

  @Test("Nothing more is read for a client that is gone", arguments: [0, 1, 2])
  func goneClient(after pieces: Int) throws {
    let disk = try Self.disk(3_000)
    let sent = Pieces()
    _ = Self.list.answer(from: disk) { piece in
      sent.asked += 1
      if !piece.isEmpty { sent.pieces.append(piece) }
      return sent.asked <= pieces
    }
    #expect(sent.asked == pieces + 1)
  }

  @Test("A check of a log full of damage keeps a thousand findings")
  func aCheckOfALogFullOfDamageKeepsAThousandFindings() throws {
    var files = try Self.disk(3).files
    files["box.json"] = nil
    let odd = "{\"v\":9,\"crc\":\"6e218a8a\"}"
    files["log/seg-000009.jsonl"] = Array(String(repeating: "x\n\(odd)\n", count: 25_000).utf8)
    let question = LogQuestion(kind: .verify, zone: .utc, isJSON: false)
    let answer = question.answer(from: SimulatedDisk(files: files))
    #expect(answer.output.split(separator: "\n").count == 1_004)
    #expect(answer.output.contains("\nand 49001 more findings\n"))
    files["log/seg-000010.jsonl"] = files["log/seg-000001.jsonl"]
    let good = files["log/seg-000002.jsonl"] ?? []
    files["log/seg-000009.jsonl"]?.append(contentsOf: good)
    files["log/seg-000002.jsonl"] = nil
    #expect(question.answer(from: SimulatedDisk(files: files)).exit == .no, "good lines follow: it was lost")
  }
}
