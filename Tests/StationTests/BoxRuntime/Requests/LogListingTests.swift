import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime

/// Marks of `log list` on events that cannot both be true, or were deleted.
@Suite struct LogListingTests {
  private static let noon = Instant(milliseconds: 20_495 * 86_400_000 + 12 * 3_600_000)

  /// A log of sleeps, in hours from noon. A sleep without an end has nil. The last lines are corrections.
  private static func disk(
    _ sleeps: [(begin: Int, end: Int?)], corrections: [CareEvent.Change] = []
  ) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let start = JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 0, wall: noon, trust: .synced,
      random: (1, 2, 3))
    let opened = try Journal.open(disk, start: start)
    var (journal, recovered) = (opened.journal, opened.recovered)
    let moment = Moment(boot: BootTime(boot: recovered.boot, milliseconds: 0), wall: noon, trust: .synced)
    let events = sleeps.enumerated().map { number, sleep in
      CareEvent(
        id: Self.id(number), baby: BabyID(number: 1), moment: moment, source: .button,
        change: .added(
          Care(
            kind: .sleep, start: .wall(noon.adding(minutes: sleep.begin * 60)),
            end: sleep.end.map { .wall(noon.adding(minutes: $0 * 60)) })))
    }
    let later = corrections.enumerated().map { number, change in
      CareEvent(
        id: EventID(high: 8, low: UInt64(number)), baby: BabyID(number: 1), moment: moment, source: .command,
        change: change)
    }
    #expect(journal.append((events + later).map { .care($0) }).heldCount == 0)
    return disk
  }

  private static func id(_ number: Int) -> EventID { EventID(high: 7, low: UInt64(number)) }

  private static func lines(
    _ disk: SimulatedDisk, isJSON: Bool, includesDeleted: Bool = false
  ) throws -> [Substring] {
    let clocks = try LogClocks(of: disk).history
    let question = LogQuestion(
      kind: .list(since: Instant(milliseconds: 0), now: noon, clocks: clocks), zone: .utc, isJSON: isJSON,
      includesDeleted: includesDeleted)
    return question.answer(from: disk).output.split(separator: "\n")
  }

  @Test("Entries of boots that the box did not read at its start have their own times")
  func oldBoots() throws {
    let disk = SimulatedDisk()
    let start = JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 0, wall: Self.noon, trust: .synced,
      random: (1, 2, 3))
    let opened = try Journal.open(disk, start: start)
    var journal = opened.journal
    let time = BootTime(boot: opened.recovered.boot, milliseconds: 3_600_000)
    let event = CareEvent(
      id: EventID(high: 7, low: 1), baby: BabyID(number: 1),
      moment: Moment(boot: time, wall: Self.noon.adding(minutes: 60), trust: .synced), source: .button,
      change: .added(Care(kind: .bottle, start: .boot(time))))
    #expect(journal.append([.care(event)]).heldCount == 0)
    let now = Self.noon.adding(minutes: 100 * 1440)
    var clocks = ClockHistory()
    clocks.noteSync(at: BootTime(boot: 90, milliseconds: 0), wall: now)
    for since in [Instant(milliseconds: 0), Self.noon] {
      let question = LogQuestion(
        kind: .list(since: since, now: now, clocks: clocks), zone: .utc, isJSON: true)
      let lines = question.answer(from: disk).output.split(separator: "\n")
      #expect(lines.count == 1)
      #expect(
        lines.allSatisfy { $0.contains(#""start":"2026-02-11T13:00:00"#) && $0.contains(#""exact":true"#) },
        "\(lines)")
    }
  }

  @Test("Deleted events are listed and marked when they are wanted", arguments: [false, true])
  func deletedEventsAreListedWhenTheyAreWanted(isJSON: Bool) throws {
    // A deleted sleep is not in progress, and contradicts none that began after it.
    let disk = try Self.disk([(-3, nil), (-2, nil)], corrections: [.deleted(Self.id(0))])
    let all = try Self.lines(disk, isJSON: isJSON, includesDeleted: true)
    #expect(try all.count == 2 && Self.lines(disk, isJSON: isJSON) == [all[1]])
    #expect(all[0].hasSuffix(isJSON ? #","deleted":true}"# : "(deleted)"), "\(all)")
    #expect(all[0].contains("–?") != isJSON && !all[1].contains("deleted"), "\(all)")
  }

  @Test("The line that gave an event its last end is named, also if the end was removed since")
  func theLineOfTheLastEndIsNamed() throws {
    func endLines(_ corrections: [CarePatch]) throws -> [String?] {
      let disk = try Self.disk(
        [(-6, -5), (-2, nil)], corrections: corrections.map { .amended(Self.id(1), $0) })
      #expect(try !Self.lines(disk, isJSON: true).joined().contains("endLine"))
      return try Self.lines(disk, isJSON: true, includesDeleted: true).map { line in
        var fields = try Fields(try JSONReader.read(String(line)))
        return try fields.optional("endLine", as: .string)
      }
    }
    let (ends, runs) = (CarePatch(end: .some(.wall(Self.noon))), CarePatch(end: .some(nil)))
    let (added, lines) = (Self.id(0).text, (0..<3).map { EventID(high: 8, low: $0).text })
    #expect(try endLines([]) == [added, nil])
    #expect(try endLines([ends]) == [added, lines[0]])
    #expect(try endLines([ends, runs]) == [added, lines[0]])
    #expect(try endLines([ends, runs, ends]) == [added, lines[2]])
  }

  @Test("Contradictions are marked")
  func contradictionsAreMarked() throws {
    let disk = try Self.disk([(-6, nil), (-4, -2), (-3, -1), (0, nil), (1, 2), (3, nil)])
    let lines = try Self.lines(disk, isJSON: false)
    func which(_ lines: [Substring], have text: String) -> [Int] {
      lines.indices.filter { lines[$0].contains(text) }
    }
    #expect(which(lines, have: "(not ended, or contradicts another") == [0, 2], "\(lines)")
    #expect(which(lines, have: "(of the future") == [4, 5])
    #expect(which(lines, have: "–?") == [0, 5])
    #expect(which(lines, have: "–now") == [3])
    let documents = try Self.lines(disk, isJSON: true)
    #expect(which(documents, have: #""contradicts":true"#) == [0, 2])
    #expect(which(documents, have: #""future":true"#) == [4, 5])
  }
}
