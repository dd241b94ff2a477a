import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// The texts to which a log is exported, and from which it is imported.
@Suite struct TransferTests {
  private static let zone = ZoneWindow(name: "America/New_York", initialOffsetSeconds: -18_000)

  private static let opening = StorageOpening(
    start: JournalStart(
      kernelBootID: "5d3c5b7e-0000-4000-8000-000000000001", bootMilliseconds: 4_000,
      wall: Instant(milliseconds: 1_785_542_400_000), trust: .synced, random: (1, 2, 3)),
    babies: (1...4).map { BabyID(number: $0) }, floor: Instant(milliseconds: 0))

  private func importText(_ text: String, baby: Int? = nil, into disk: SimulatedDisk) throws -> String {
    let work = try LogImport(
      ImportSource(Array(text.utf8)), baby: baby.map { BabyID(number: $0) }, zone: Self.zone,
      opening: Self.opening)
    let answer = work.run(on: disk, opening: Self.opening)
    #expect(answer.exit == .ok, "\(answer.error)")
    return answer.output
  }

  private func export(_ format: TransferFormat, _ disk: SimulatedDisk) throws -> [String] {
    var export = LogExport(format, zone: Self.zone)
    return try export.answer(from: disk).output.split(separator: "\n").map(String.init)
  }

  @Test("Baby Buddy's sleep is imported and exported")
  func babyBuddysSleepIsImportedAndExported() throws {
    let disk = SimulatedDisk()
    let table = """
      child_id,start,end,notes\r
      1,2026-02-10 19:37:16,2026-02-11 06:43:16,\r
      2,2026-07-10 14:42:52,2026-07-10 16:35:52,"woke ""once"",
      cried"\r

      """
    #expect(
      try importText(table, into: disk) == "2 imported\n1 rows had an amount or notes, which are not kept\n")
    #expect(try importText(table, into: disk).hasPrefix("0 imported, 2 known already\n"))
    let rows = try export(.babyBuddySleep, disk)
    let expected = [
      "child_id,start,end,notes", "1,2026-02-10 19:37:16,2026-02-11 06:43:16,",
      "2,2026-07-10 14:42:52,2026-07-10 16:35:52,",
    ]
    #expect(rows == expected)
    let own = try export(.csv, disk)
    #expect(own[1].contains(",1,sleep,2026-02-10T19:37:16-05:00,2026-02-11T06:43:16-05:00,,command,yes"))
    #expect(own[2].contains(",2,sleep,2026-07-10T14:42:52-04:00,"), "in summer time")
  }

  @Test(
    "A row of another program that overlaps an event of the log is left out and counted, and one that touches it is not"
  )
  func overlappingRows() throws {
    let disk = SimulatedDisk()
    let head = "child_id,start,end,notes\r\n"
    let nap = "1,2026-02-10 09:05:00,2026-02-10 10:30:00,\r\n"
    #expect(try importText(head + nap, into: disk).hasPrefix("1 imported\n"))
    let rows = """
      1,2026-02-10 09:00:00,2026-02-10 09:10:00,\r
      1,2026-02-10 08:00:00,2026-02-10 09:06:00,\r
      1,2026-02-10 09:30:00,2026-02-10 09:40:00,\r
      1,2026-02-10 10:20:00,2026-02-10 11:00:00,\r
      2,2026-02-10 09:30:00,2026-02-10 09:40:00,\r

      """
    let told = try importText(head + rows, into: disk)
    #expect(told.hasPrefix("2 imported\n3 left out: they overlap events of the log"), "\(told)")
    // A nap that runs while the table is imported, and a night that no press ended months before.
    for start in ["2026-02-10T19:00:00-05:00", "2026-07-31T18:00:00-04:00"] {
      let told = try importText("baby,kind,start,end\n1,sleep,\(start),\n", into: disk)
      #expect(told.hasPrefix("1 imported\n"))
    }
    for (row, isKept) in [
      ("17:50:00,2026-07-31 18:10:00", false), ("19:00:00,2026-07-31 19:10:00", false),
      ("17:30:00,2026-07-31 17:50:00", true),
    ] {
      let told = try importText(head + "1,2026-07-31 \(row),\r\n", into: disk)
      #expect(told.hasPrefix(isKept ? "1 imported\n" : "0 imported\n1 left out: "), "\(told)")
    }
    let kept = try export(.babyBuddySleep, disk)
    #expect(kept.contains("1,2026-02-10 09:05:00,2026-02-10 10:30:00,") && kept.count == 5, "\(kept)")
  }

  @Test("Baby Buddy's feedings are imported and exported")
  func babyBuddysFeedingsAreImportedAndExported() throws {
    let disk = SimulatedDisk()
    let table = """
      id,child_id,start,end,type,method,amount,notes,tags
      7,4,2026-02-10 03:04:09,2026-02-10 03:12:09,fortified breast milk,right breast,,,
      8,4,2026-02-10 09:21:01,2026-02-10 09:38:01,formula,bottle,1.7,,
      10,4,2026-02-10 11:21:01,2026-02-10 11:38:01,breast milk,bottle,120.0,,
      9,4,2026-02-10 12:21:01,2026-02-10 12:38:01,solid food,self fed,,,
      """
    #expect(
      try importText(table, baby: 1, into: disk) == """
        3 imported
        1 rows of other food are left out
        1 rows had an amount or notes, which are not kept

        """)
    let rows = try export(.babyBuddyFeeding, disk)
    let expected = [
      "child_id,start,end,type,method,amount,notes",
      "1,2026-02-10 03:04:09,2026-02-10 03:12:09,breast milk,right breast,,",
      "1,2026-02-10 09:21:01,2026-02-10 09:21:01,formula,bottle,,",
      "1,2026-02-10 11:21:01,2026-02-10 11:21:01,breast milk,bottle,120,",
    ]
    #expect(rows == expected)
    #expect(try importText(rows.joined(separator: "\n"), into: SimulatedDisk()).hasPrefix("3 imported\n"))
  }

  @Test("Our own texts are read back")
  func ourOwnTextsAreReadBack() throws {
    let disk = SimulatedDisk()
    let table = """
      baby,kind,start,end,side,ml,milk,nappy,medicine
      1,sleep,2026-02-10T19:00:00-05:00,2026-02-11T06:00:00-05:00,,,,,
      1,nursing,2026-02-11T06:10:00-05:00,2026-02-11T06:24:00-05:00,both,,,,
      1,sleep,2026-02-11T08:00:00-05:00,,,,,,
      3,bottle,2026-02-11T09:00:00-05:00,,,120,formula,,
      1,nappy,2026-02-11T09:05:00-05:00,,,,,dirty,
      1,medicine,2026-02-11T09:06:00-05:00,,,,,,Vitamin D
      """
    #expect(try importText(table, into: disk).hasPrefix("6 imported\n"))
    for format in [TransferFormat.csv, .jsonl] {
      let text = try export(format, disk).joined(separator: "\n")
      #expect(try importText(text, into: disk).hasPrefix("0 imported, 6 known already\n"), "\(format)")
      let other = SimulatedDisk()
      #expect(try importText(text, into: other).hasPrefix("6 imported\n"), "\(format)")
      #expect(try export(.csv, other) == export(.csv, disk), "\(format)")
    }
    #expect(try export(.babyBuddySleep, disk).count == 2, "what runs still has no end to tell")
  }

  /// Programs that read tables stop at a NUL, which a line of another writer may contain.
  @Test("A table has no character that stops its readers")
  func aTableHasNoCharacterThatStopsItsReaders() throws {
    let disk = SimulatedDisk()
    #expect(
      try importText("baby,kind,start,medicine\n1,medicine,2026-02-11T09:06:00-05:00,Vit D", into: disk) != ""
    )
    let name = "Vit\u{0}\u{1B}D"
    var worker = StorageWorker(storage: disk)
    guard case .opened = worker.run(.open(Self.opening)) else { return #expect(Bool(false)) }
    let care = Care(
      kind: .medicine, start: .wall(Instant(milliseconds: 1_770_811_500_000)),
      detail: CareDetail(medicine: name))
    let moment = Moment(boot: BootTime(boot: 2, milliseconds: 90_000), wall: nil, trust: .none)
    _ = worker.run(
      .append([
        .care(
          CareEvent(
            id: EventID(high: 7, low: 7), baby: BabyID(number: 1), moment: moment, source: .button,
            change: .added(care)))
      ]))
    let text = try export(.csv, disk).joined(separator: "\n")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(text.contains(#"Vit\u{0}\u{1B}D"#))
    #expect(try importText(text, into: SimulatedDisk()).hasPrefix("2 imported\n"))
  }

  /// A line in the log of two boxes. `minute` makes its id, and `count` is its place among the corrections.
  private static func line(
    _ box: String, _ sequence: Int, count: Int, minute: Int, _ change: CareEvent.Change
  ) throws -> String {
    let wall = Instant(milliseconds: 1_785_500_000_000 + minute * 60_000)
    let moment = Moment(
      boot: BootTime(boot: 1, milliseconds: minute * 60_000), wall: wall, trust: .synced)
    let id = EventID(milliseconds: wall.milliseconds, random: (1, UInt64(minute)))
    let event = CareEvent(
      id: id, baby: BabyID(number: 1), moment: moment, source: .command, change: change)
    let line = JournalLine(
      id: id, box: box, sequence: sequence, count: count, moment: moment, entry: .care(event))
    return String(decoding: try #require(JournalLineCodec.encode(line)), as: UTF8.self)
  }

  /// The attic's earlier corrections arrived after the crib's later ones.
  @Test("A household's corrections are imported in their own order")
  func aHouseholdsCorrectionsAreImportedInTheirOwnOrder() throws {
    func bottle(_ amount: Int) -> CareDetail {
      var detail = CareDetail.none
      detail.amountMilliliters = amount
      return detail
    }
    func id(_ minute: Int) -> EventID {
      EventID(milliseconds: 1_785_500_000_000 + minute * 60_000, random: (1, UInt64(minute)))
    }
    let start = EventTime.wall(Instant(milliseconds: 1_785_500_000_000))
    let later = EventTime.wall(Instant(milliseconds: 1_785_500_600_000))
    let text = [
      try Self.line(
        "crib", 1, count: 1, minute: 1, .added(Care(kind: .bottle, start: start, detail: bottle(100)))),
      try Self.line(
        "crib", 2, count: 2, minute: 2, .added(Care(kind: .bottle, start: later, detail: bottle(110)))),
      try Self.line("crib", 3, count: 6, minute: 5, .amended(id(1), CarePatch(detail: bottle(200)))),
      try Self.line("crib", 4, count: 7, minute: 6, .amended(id(2), CarePatch(detail: bottle(210)))),
      try Self.line("attic", 1, count: 4, minute: 3, .amended(id(1), CarePatch(detail: bottle(150)))),
      try Self.line("attic", 2, count: 5, minute: 4, .deleted(id(2))),
    ].joined(separator: "\n")
    let disk = SimulatedDisk()
    #expect(try importText(text, into: disk).hasPrefix("6 imported\n"))
    let rows = try export(.csv, disk).dropFirst()
    #expect(rows.count == 2 && rows.first?.contains(",200,") == true && rows.last?.contains(",210,") == true)
  }

  @Test("A table is refused where the log cannot be read whole")
  func aTableIsRefusedWhereTheLogCannotBeReadWhole() throws {
    let disk = SimulatedDisk()
    let table = """
      child_id,start,end,notes
      1,2026-02-10 19:37:16,2026-02-11 06:43:16,
      """
    #expect(try importText(table, into: disk).hasPrefix("1 imported\n"))
    disk.unreadable = Set(disk.files.keys.filter { $0.hasPrefix("log/seg-") })
    let work = try LogImport(
      ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
    let refused = work.run(on: disk, opening: Self.opening)
    #expect(refused.exit == .io && refused.error.hasPrefix("nothing was imported: "), "\(refused.error)")
    disk.heal()
    #expect(try importText(table, into: disk).hasPrefix("0 imported, 1 known already\n"))
  }

  /// Each import is small enough, but both together would be too much for the next start.
  @Test("An import leaves a log that a start can read")
  func anImportLeavesALogThatAStartCanRead() throws {
    let disk = SimulatedDisk()
    func add(_ day: Int, limit: Int) throws -> BoxAnswer {
      let table = "baby,kind,start,end\n1,sleep,2026-01-0\(day)T09:00:00Z,2026-01-0\(day)T10:00:00Z\n"
      let work = try LogImport(
        ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
      return work.run(on: disk, opening: Self.opening, limit: limit)
    }
    #expect(try add(1, limit: 1).exit == .ok)
    let lines = try JournalVerifier.verify(disk).lines
    let refused = try add(2, limit: lines)
    #expect(refused.exit == .data && refused.error.contains("the log has \(lines) lines"))
    #expect(try add(1, limit: lines).exit == .ok, "what the log knows takes no room")
    #expect(try add(2, limit: lines + 1).exit == .ok)
  }

  /// A start holds the events of two months. An import of more than its memory allows is refused, at once or in parts.
  /// Old events of other months do not count.
  @Test("An import leaves a log that a start can hold")
  func anImportLeavesALogThatAStartCanHold() throws {
    let disk = SimulatedDisk()
    func add(_ times: [String], heldLimit: Int) throws -> BoxAnswer {
      let table = "baby,kind,start\n" + times.map { "1,bottle,\($0):00:00Z\n" }.joined()
      let work = try LogImport(
        ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
      return work.run(on: disk, opening: Self.opening, heldLimit: heldLimit)
    }
    let crowd = ["2026-01-01T09", "2026-01-09T09", "2026-02-01T09"]
    let refused = try add(crowd, heldLimit: 2)
    #expect(
      refused.exit == .data
        && refused.error.contains("3 events and corrections would lie within 62 days, and the box can hold 2"),
      "\(refused.error)")
    #expect(try export(.csv, disk).count == 1, "nothing was imported")
    #expect(try add(["2024-01-01T09", "2024-06-01T09", "2024-12-01T09"], heldLimit: 1).exit == .ok)
    #expect(try add(crowd, heldLimit: 4).exit == .ok)
    #expect(try add(["2026-02-02T09"], heldLimit: 3).exit == .data)
    // Events that ended long before the time that the box holds are never held together with it.
    #expect(try add(["2023-02-02T09", "2023-02-03T09"], heldLimit: 4).exit == .ok)
    #expect(try add(["2022-02-02T09", "2022-02-03T09"], heldLimit: 1).exit == .data)
  }

  /// A sleep with a forgotten end would take the place of all naps in between.
  @Test("A sleep of more than a day is refused with its row")
  func aSleepOfMoreThanADayIsRefusedWithItsRow() {
    let table =
      "child_id,start,end,notes\n1,2026-02-09T19:00:00Z,2026-02-09T20:00:00Z,\n"
      + "1,2026-02-10T19:00:00Z,2026-02-11T19:01:00Z,\n"
    #expect {
      try LogImport(ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
    } throws: { fault in
      let fault = fault as? FieldFault
      return fault?.line == 3 && fault?.path == "end"
        && fault?.expected == "a time at most a day after the start"
    }
  }

  /// The box exports an event without an end, and a box that imports the table gets the same event.
  @Test("A sleep of more than a day is read back from our own table")
  func aSleepOfMoreThanADayIsReadBackFromOurOwnTable() throws {
    let table = "baby,kind,start,end\n1,sleep,2026-02-08T19:00:00Z,2026-02-10T19:01:00Z\n"
    let disk = SimulatedDisk()
    let work = try LogImport(
      ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
    let answer = work.run(on: disk, opening: Self.opening)
    #expect(answer.exit == .ok, "\(answer.error)")
    #expect(answer.output.contains("1 rows last more than a day, the first in line 2"))
    var export = LogExport(.csv, zone: Self.zone)
    let text = try export.answer(from: disk).output
    let again = try LogImport(
      ImportSource(Array(text.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
    #expect(again.run(on: disk, opening: Self.opening).output.hasPrefix("0 imported, 1 known already\n"))
  }

  /// A time of day was given by a clock that was an hour ahead, and the end is a press: with the clock corrected, the sleep
  /// ends before it starts, and is still to come.
  @Test("What a wrong clock has left is read back from our own table")
  func whatAWrongClockHasLeftIsReadBackFromOurOwnTable() throws {
    let id = "00000000-0000-7e68-a728-1df46860794a"
    let start = "2126-11-14T13:50:00Z"
    let table =
      "id,baby,kind,start,end,exact\n\(id),1,sleep,\(start),2126-11-14T13:19:59Z,yes\n"
      + "00000000-0000-7e68-a728-1df46860794b,1,sleep,1969-11-14T13:50:00Z,,yes\n"
    let disk = SimulatedDisk()
    let work = try LogImport(
      ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
    let answer = work.run(on: disk, opening: Self.opening)
    #expect(answer.exit == .ok, "\(answer.error)")
    var export = LogExport(.csv, zone: .utc)
    let text = try export.answer(from: disk).output
    #expect(text.contains("\(id),1,sleep,2126-11-14T13:50:00+00:00,2126-11-14T13:19:59+00:00,"), "\(text)")
    let again = try LogImport(
      ImportSource(Array(text.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
    #expect(again.run(on: disk, opening: Self.opening).output.hasPrefix("0 imported, 2 known already\n"))
    #expect(throws: FieldFault.self, "without an id it is a mistake in a table") {
      try LogImport(
        ImportSource(Array(table.replacing(id, with: "").utf8)), baby: nil, zone: Self.zone,
        opening: Self.opening)
    }
  }

  /// A sleep and a nursing in a boot whose clock was never known, and a bottle in a boot with a known clock.
  private func unsynced() throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    func event(_ number: Int, _ boot: Int, _ care: Care) -> JournalDraft {
      let moment = Moment(boot: BootTime(boot: boot, milliseconds: 4_500_000), wall: nil, trust: .none)
      let id = EventID(milliseconds: number, random: (1, UInt64(number)))
      return .care(
        CareEvent(id: id, baby: BabyID(number: 1), moment: moment, source: .button, change: .added(care)))
    }
    func time(_ minutes: Int, _ boot: Int = 1) -> EventTime {
      .boot(BootTime(boot: boot, milliseconds: minutes * 60_000))
    }
    var start = Self.opening.start
    (start.wall, start.trust) = (nil, .none)
    (start.kernelBootID, start.bootMilliseconds) = ("first", 4_000)
    for (number, cares) in [
      [
        Care(kind: .sleep, start: time(5), end: time(40)),
        Care(kind: .nursing, start: time(50), end: time(61), side: .left),
        Care(kind: .sleep, start: time(70), end: .wall(Instant(milliseconds: 1_770_811_440_000))),
      ],
      [Care(kind: .bottle, start: time(2, 2))],
    ].enumerated() {
      if number == 1 { start = Self.opening.start }
      let opened = try Journal.open(disk, start: start)
      var (journal, recovered) = (opened.journal, opened.recovered)
      _ = journal.append(
        cares.enumerated().map { event(number * 10 + $0.offset, recovered.boot, $0.element) })
      if number == 1 {
        let clock = Moment(
          boot: BootTime(boot: recovered.boot, milliseconds: 8_000),
          wall: Instant(milliseconds: 1_770_811_504_250), trust: .synced)
        _ = journal.append([.sync(EventID(milliseconds: 99, random: (9, 9)), clock)])
      }
      try journal.close()
    }
    return disk
  }

  private func list(_ disk: SimulatedDisk) throws -> [String] {
    let kind = LogQuestion.Kind.list(
      since: Instant(milliseconds: 0), now: Instant(milliseconds: .max),
      clocks: try LogClocks(of: disk).history)
    let answer = LogQuestion(kind: kind, zone: Self.zone, isJSON: false).answer(from: disk)
    return answer.output.split(separator: "\n").map(String.init)
  }

  /// A time that is known only within bounds is never reported as exact, however often it is copied.
  @Test("An inexact time stays inexact")
  func anInexactTimeStaysInexact() throws {
    let source = try unsynced()
    let (listed, table) = (try list(source), try export(.csv, source))
    #expect(listed.map { $0.filter { $0 == "~" }.count } == [2, 2, 1, 0])
    let exact = table.map { $0.split(separator: ",", omittingEmptySubsequences: false)[7] }
    #expect(exact == ["exact", "no", "no", "no", "yes"])
    for format in [TransferFormat.csv, .jsonl] {
      var disk = source
      for generation in 1...3 {
        let text = try export(format, disk).joined(separator: "\n")
        disk = SimulatedDisk()
        let told = try importText(text, into: disk)
        let noted = format == .csv ? "3 rows have times that were" : "5 times were"
        #expect(told == "4 imported\n\(noted) known within bounds only, and stay marked with ~\n")
        #expect(try sourceless(export(.csv, disk)) == sourceless(table), "\(format), \(generation)")
        // A table does not say which of the two times was uncertain.
        let marks = try list(disk).map { $0.filter { $0 == "~" }.count }
        #expect(marks == [2, 2, format == .csv ? 2 : 1, 0], "\(format), \(generation)")
      }
    }
  }

  /// An import from a table has the source `command`, whatever source its rows had.
  private func sourceless(_ table: [String]) -> [String] {
    table.map { $0.replacing(",button,", with: ",command,") }
  }

  /// If the offset were ignored, the time would be five hours off.
  @Test("An offset counts whatever is before it")
  func anOffsetCountsWhateverIsBeforeIt() throws {
    let disk = SimulatedDisk()
    let table = """
      child_id,start,end
      1,2026-02-11 07:05:00.5+00:00,2026-02-11 08:05:00.123456 +0000
      1,2026-02-11 09:05:00.25,2026-02-11 10:05:00-05:00
      """
    _ = try importText(table, into: disk)
    let rows = try export(.babyBuddySleep, disk)
    #expect(rows[1] == "1,2026-02-11 02:05:00,2026-02-11 03:05:00,")
    #expect(rows[2] == "1,2026-02-11 09:05:00,2026-02-11 10:05:00,")
  }

  static let someID = "0198b0a2-5c3e-7d41-9b1f-0c2d4e6f8a90"

  @Test(
    "A bad row refuses all and is named",
    arguments: [
      ("child_id,start,end\n1,2026-02-10 19:00:00,2026-02-10 18:00:00", 2, "end"),
      (
        "child_id,start,end\n1,2026-02-10 19:00:00,2026-02-10 20:00:00\n1,yesterday,2026-02-10 18:00:00", 3,
        "start"
      ),
      ("child_id,start,end\n1,2026-02-30 19:00:00,2026-02-30 20:00:00", 2, "start"),
      ("child_id,start,end\n1,2026-02-10 08:05:00.garbage,2026-02-10 20:00:00", 2, "start"),
      ("child_id,start,end\n1,2026-02-10 08:05:00,2026-02-10 20:00:00.5 UTC", 2, "end"),
      ("baby,kind,start\n1,wake,9999-02-10 08:05:00", 2, "start"),
      ("child_id,start,end\n12,2026-02-10 19:00:00,2026-02-10 20:00:00", 2, "child_id"),
      ("child_id,start,end\n1,2026-02-10 19:00:00", 2, ""),
      ("child_id,start,end,start\n1,2,3,4", 1, "start"),
      ("child_id,start,end,notes\n1,2026-02-10 19:00:00,2026-02-10 20:00:00,\"open", 2, ""),
      ("child_id,start,end,type,method\n1,2026-02-10 19:00:00,2026-02-10 19:10:00,beer,bottle", 2, "type"),
      (
        "child_id,start,end,type,method\n1,2026-02-10 19:00:00,2026-02-10 19:10:00,formula,glass", 2, "method"
      ),
      ("baby,kind,start\n1,nap,2026-02-10T19:00:00Z", 2, "kind"),
      ("baby,kind,start,side\n1,nursing,2026-02-10T19:00:00Z,top", 2, "side"),
      ("baby,kind,start,id\n1,sleep,2026-02-10T19:00:00Z,7", 2, "id"),
      ("baby,kind,start,exact\n1,sleep,2026-02-10T19:00:00Z,maybe", 2, "exact"),
      ("child_id,start,end\n1,2026-07-31 18:00:00,2026-07-31 20:05:00", 2, "end"),
      ("baby,kind,start\n1,wake,2026-08-01T00:03:00Z", 2, "start"),
      (
        "id,baby,kind,start\n\(Self.someID),1,wake,2026-02-10T07:00:00Z\n\(Self.someID),1,wake,2026-02-10T07:05:00Z",
        3,
        "id"
      ),
      ("when,what\n1,2", 1, ""), ("", 1, ""), ("{\"v\":1}\n", 1, "crc"),
    ])
  func aBadRowRefusesAllAndIsNamed(text: String, line: Int, path: String) throws {
    let fault = #expect(throws: FieldFault.self) {
      _ = try LogImport(ImportSource(Array(text.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
    }
    #expect(fault?.line == line, "\(text)")
    #expect(fault?.path == path, "\(text)")
  }

  @Test("A row that contradicts the log is reported, and changes nothing")
  func aRowThatDiffers() throws {
    let disk = try unsynced()
    var table = try export(.csv, disk)
    let again = try importText((table + [table[4]]).joined(separator: "\n"), into: disk)
    #expect(again.hasPrefix("0 imported, 5 known already\n"), "a row that stands twice differs from nothing")
    table[3] = table[3].replacing("T07:04:00", with: "T07:09:00")
    table[4] = table[4].replacing("bottle", with: "wake")
    let told = try importText(table.joined(separator: "\n"), into: disk)
    let rest = "from the log, which stands; `cribside log edit` changes an event\n"
    #expect(told.hasPrefix("0 imported, 4 known already, of which 2 differ " + rest))
  }

  @Test("What looks like a mistake is counted")
  func whatLooksLikeAMistakeIsCounted() throws {
    let table = """
      baby,kind,start,end
      1,sleep,2026-02-10T19:00:00Z,2026-02-11T19:00:00Z
      1,sleep,2026-02-12T19:00:00Z,2026-02-13T19:00:00Z
      1,nursing,2026-02-14T19:00:00Z,
      1,wake,2026-02-15T07:00:00Z,
      7,wake,2026-02-15T08:00:00Z,

      """
    let disk = SimulatedDisk()
    let expected = """
      5 imported
      1 rows have no end: their events are in progress for the box
      1 are of baby 7, whom the configuration does not name: see --baby

      """
    #expect(try importText(table, into: disk) == expected)
    let copy = try export(.jsonl, disk).joined(separator: "\n") + "\n"
    #expect(
      try importText(copy, into: SimulatedDisk()).hasSuffix(
        "1 are of baby 7, whom the configuration does not name: see --baby\n"))
  }

  /// A clock that may be wrong is no reason to refuse a time, and a log may have any time because its own clock may
  /// have been ahead.
  @Test("The future is counted where it refuses nothing")
  func theFutureIsCountedWhereItRefusesNothing() throws {
    var opening = Self.opening
    func told(_ text: String) throws -> String {
      let work = try LogImport(ImportSource(Array(text.utf8)), baby: nil, zone: Self.zone, opening: opening)
      return work.run(on: SimulatedDisk(), opening: opening).output
    }
    let future = "lie in the future by this machine's clock: one of the two is wrong\n"
    let table = """
      baby,kind,start,end
      1,sleep,2027-02-10T19:00:00Z,2027-02-11T19:00:00Z
      1,wake,2027-08-01T00:03:00Z,
      1,wake,2026-08-01T00:01:00Z,
      """
    opening.start.trust = .saved
    #expect(try told(table) == "3 imported\n2 \(future)")
    let disk = SimulatedDisk()
    let work = try LogImport(ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: opening)
    #expect(work.run(on: disk, opening: opening).exit == .ok)
    let copy = try export(.jsonl, disk).joined(separator: "\n")
    opening.start.trust = .synced
    #expect(try told(copy) == "3 imported\n2 \(future)")
    opening.start.wall = nil
    #expect(try told(copy) == "3 imported\n")
  }

  @Test("A fault names file, line and field")
  func aFaultNamesFileLineAndField() {
    let fault = FieldFault(path: "end", line: 3, expected: "a time", found: "\"x\"")
    #expect(TransferTools.text(fault, of: "sleep.csv") == "sleep.csv:3: end: expected a time, found \"x\"")
    #expect(TransferTools.text(fault, of: "-").hasPrefix("standard input:3: end:"))
  }

  /// An answer with only a part of the log says so.
  @Test("What cannot be read is counted")
  func whatCannotBeReadIsCounted() throws {
    let disk = SimulatedDisk()
    for day in 10...12 { _ = try importText("baby,kind,start\n1,wake,2026-02-\(day)T07:00:00Z", into: disk) }
    var files = disk.files
    let segments = files.filter { String(decoding: $0.value, as: UTF8.self).contains("wake") }.keys.sorted()
    #expect(segments.count == 3)
    let worn = try #require(files[segments[1]])
    let place = try #require(worn.firstRange(of: Array("wake".utf8))?.lowerBound)
    files[segments[1]]?[place] ^= 1
    for isUnreadable in [false, true] {
      let worn = SimulatedDisk(files: files)
      if isUnreadable { worn.unreadable = [segments[0]] }
      let told = isUnreadable ? "1 damaged piece and 1 unreadable segment" : "1 damaged piece"
      for format in TransferFormat.allCases {
        var export = LogExport(format, zone: Self.zone)
        let answer = try export.answer(from: worn)
        #expect(answer.exit == .no, "\(format)")
        #expect(answer.error == "left out: \(told); `cribside log verify` names each", "\(format)")
      }
      for isJSON in [false, true] {
        let list = LogQuestion(
          kind: .list(since: Instant(milliseconds: 0), now: Instant(milliseconds: 0), clocks: ClockHistory()),
          zone: Self.zone,
          isJSON: isJSON)
        let answer = list.answer(from: worn)
        #expect(answer.error.hasPrefix("left out: \(told);"))
        #expect(answer.output.split(separator: "\n").count == (isUnreadable ? 1 : 2))
      }
    }
  }

  @Test("A whole log is listed without a remark")
  func aWholeLogIsListedWithoutARemark() throws {
    let disk = SimulatedDisk()
    _ = try importText("baby,kind,start\n1,sleep,2026-02-10T07:00:00Z", into: disk)
    let list = LogQuestion(
      kind: .list(since: Instant(milliseconds: 0), now: Instant(milliseconds: 0), clocks: ClockHistory()),
      zone: Self.zone, isJSON: false)
    #expect(list.answer(from: disk).error.isEmpty)
    for format in TransferFormat.allCases {
      var export = LogExport(format, zone: Self.zone)
      let answer = try export.answer(from: disk)
      #expect(answer.exit == .ok)
      #expect(answer.error == (format == .babyBuddySleep ? "left out: 1 that run still" : ""))
    }
  }

  /// A mistyped name must not create a box that reports that all is well.
  @Test("A box that is not there is only made when asked")
  func aBoxThatIsNotThereIsOnlyMadeWhenAsked() throws {
    let folder = try ScratchFolder()
    let (table, state) = (folder.path + "/t.csv", folder.path + "/typo")
    try PlainFile.write(Array("baby,kind,start\n1,wake,2026-02-10T07:00:00Z".utf8), to: table)
    let words = [table, "--state", state]
    let fault = #expect(throws: RunFault.self) { try LogImportCommand.parse(words).answer() }
    #expect(fault?.exit == .io)
    #expect(fault?.message.contains(state + "; --create") == true)
    #expect(try folder.names() == ["t.csv"])
    #expect(try LogImportCommand.parse(words + ["--create"]).answer() == BoxAnswer(output: "1 imported\n"))
    #expect(try LogImportCommand.parse(words).answer().output == "0 imported, 1 known already\n")
  }

  private func importing(_ bytes: [UInt8], into state: String, in folder: ScratchFolder) throws -> BoxAnswer {
    let file = folder.path + "/rows"
    try PlainFile.write(bytes, to: file)
    return try LogImportCommand.parse([file, "--state", state, "--create"]).answer()
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  @Test("A byte order mark is not part of the text")
  func byteOrderMark() throws {
    let (folder, disk) = (try ScratchFolder(), SimulatedDisk())
    let table = "baby,kind,start\n1,wake,2026-02-10T07:00:00Z\n"
    _ = try importText(table, into: disk)
    let lines = try export(.jsonl, disk).joined(separator: "\n")
    for (name, text) in [("csv", table), ("jsonl", lines)] {
      let answer = try importing(Self.mark + text.utf8, into: folder.path + "/\(name)", in: folder)
      #expect(answer == BoxAnswer(output: "1 imported\n"))
    }
  }

  @Test(
    "Text that is not UTF-8 is refused with its line",
    arguments: [
      ([0xFF, 0xFE, 0x62, 0x00, 0x61, 0x00], 1), (Array("baby,kind\n1,\u{1B}[2J\n".utf8), 2),
      (Array("{}\n{}\n".utf8) + [0xC3, 0x28], 3), ([0x00], 1), (Array("a\u{7F}b".utf8), 1),
      (Array("a,ß\n\u{9B}2J".utf8), 2),
    ] as [([UInt8], Int)])
  func noText(bytes: [UInt8], line: Int) throws {
    let folder = try ScratchFolder()
    let fault = #expect(throws: RunFault.self) {
      try importing(bytes, into: folder.path + "/state", in: folder)
    }
    #expect(fault?.exit == .data)
    #expect(fault?.message == "\(folder.path)/rows:\(line): expected UTF-8 text, found other bytes")
    #expect(!PlainFile.exists(folder.path + "/state"))
  }

  /// In New York the clocks go back at 02:00 on 1 November 2026, so 01:30 comes twice.
  private static let autumn = Zones.window(
    "America/New_York", around: Instant(milliseconds: 1_793_000_000_000))

  private func importLate(_ text: String, into disk: SimulatedDisk) throws -> String {
    var opening = Self.opening
    opening.start.wall = Instant(milliseconds: 1_800_000_000_000)
    let work = try LogImport(
      ImportSource(Array(text.utf8)), baby: nil, zone: try #require(Self.autumn), opening: opening)
    let answer = work.run(on: disk, opening: opening)
    #expect(answer.exit == .ok, "\(answer.error)")
    return answer.output
  }

  @Test("In the hour that comes twice a row ends after it starts, or only that row is left out")
  func repeatedHour() throws {
    let disk = SimulatedDisk()
    let table = """
      child_id,start,end
      1,2026-11-01 01:40:00,2026-11-01 01:10:00
      1,2026-11-01 03:00:00,2026-11-01 04:00:00
      1,2026-11-01 05:00:00,2026-11-01 01:20:00
      """
    #expect(
      try importLate(table, into: disk) == """
        2 imported
        1 rows end before they start in the hour that came twice, and are left out

        """)
    let rows = try export(.csv, disk)
    #expect(
      rows[1].contains("2026-11-01T05:40:00") || rows[1].contains("T01:40:00-04:00,2026-11-01T01:10:00-05:00")
    )
  }

  /// The first row can only mean the second 01:10.
  @Test("A row in an hour that came twice is marked as rough")
  func aRowInAnHourThatCameTwiceIsMarkedAsRough() throws {
    let disk = SimulatedDisk()
    let table = """
      child_id,start,end
      1,2026-11-01 01:50:00,2026-11-01 01:10:00
      1,2026-11-01 01:15:00,2026-11-01 01:45:00
      1,2026-11-01 03:00:00,2026-11-01 04:00:00
      """
    #expect(
      try importLate(table, into: disk) == """
        3 imported
        1 rows have times in an hour that came twice, and no offset: the first hour is used, marked with ~

        """)
    let rows = try export(.csv, disk)
    #expect(rows.filter { $0.contains(",no,") }.count == 1 && rows[1].contains(",no,"), "\(rows)")
  }

  @Test("A table is read back as the same events", arguments: TransferFormat.allCases)
  func roundTrip(format: TransferFormat) throws {
    let disk = SimulatedDisk()
    let table = """
      baby,kind,start,end,side
      1,sleep,2026-10-31T19:00:00.250-04:00,2026-11-01T01:20:00.750-05:00,
      1,nursing,2026-11-01T01:40:00-05:00,2026-11-01T01:50:00-05:00,
      2,nursing,2026-11-01T01:40:00-04:00,2026-11-01T01:05:00-05:00,right
      1,bottle,2026-11-01T09:00:00-05:00,,
      1,sleep,2026-11-01T10:00:00-05:00,,
      """
    #expect(try importLate(table, into: disk).hasPrefix("5 imported\n"))
    var export = LogExport(format, zone: try #require(Self.autumn))
    let text = try export.answer(from: disk).output
    let rows = [.csv: 5, .jsonl: 5, .babyBuddySleep: 1, .babyBuddyFeeding: 3][format] ?? 0
    let operations = disk.operations
    let told = try importLate(text, into: disk)
    #expect(told.hasPrefix("0 imported, \(rows) known already\n"), "\(told)")
    #expect(disk.operations == operations)
    let later = text.replacing("T09:00:00-05:00", with: "T09:00:01-05:00").replacing(
      " 09:00:00", with: " 09:00:01")
    if format == .babyBuddyFeeding {
      #expect(
        try importLate(later, into: disk).hasPrefix("1 imported, 2 known already\n"),
        "another second is another event")
    }
  }

  @Test("An endless file is refused with little memory", arguments: ["/dev/zero", "/dev/full"])
  func endless(file: String) throws {
    let folder = try ScratchFolder()
    let state = folder.path + "/state"
    let fault = #expect(throws: RunFault.self) {
      try LogImportCommand.parse([file, "--state", state, "--create"]).answer()
    }
    #expect(fault?.exit == .data)
    #expect(fault?.message == "\(file):1: expected UTF-8 text, found other bytes")
  }

  @Test("A file that is too long is refused before it is read")
  func aFileThatIsTooLongIsRefusedBeforeItIsRead() throws {
    let folder = try ScratchFolder()
    let (file, state) = (folder.path + "/long.csv", folder.path + "/state")
    try PlainFile.write(Array("baby,kind,start\n".utf8), to: file)
    try DirectoryStorage(directory: folder.path).truncate("long.csv", to: ImportSource.limitBytes + 1)
    let fault = #expect(throws: RunFault.self) {
      try LogImportCommand.parse([file, "--state", state, "--create"]).answer()
    }
    #expect(fault?.exit == .data)
    #expect(fault?.message == "\(file): expected at most 64 MiB, found more; import it in parts")
  }

  @Test("A line that is too long is refused", arguments: ["{", "a,\"", "a"])
  func aLineThatIsTooLongIsRefused(begin: String) throws {
    let text = "baby,kind,start\n" + begin + String(repeating: "a", count: ImportSource.recordBytes)
    let source = ImportSource(Array((begin == "{" ? begin + text : text).utf8))
    let fault = #expect(throws: FieldFault.self) {
      _ = try LogImport(source, baby: nil, zone: Self.zone, opening: Self.opening)
    }
    #expect(
      fault?.expected == "at most 65536 bytes in a line or row" || fault?.path == "crc",
      "\(fault?.message ?? "")")
  }

  @Test("Nothing new writes nothing")
  func nothingNewWritesNothing() throws {
    let disk = SimulatedDisk()
    let table = "baby,kind,start\n1,wake,2026-02-10T07:00:00Z"
    _ = try importText(table, into: disk)
    let operations = disk.operations
    _ = try importText(table, into: disk)
    #expect(disk.operations == operations)
  }

  /// The beginnings of the answer after a failed call of the card.
  private static let failures = [
    "nothing was imported: ", "imported, but not certain to survive a power cut: ",
  ]

  @Test("The answer is true whichever call fails", arguments: [true, false])
  func theAnswerIsTrueWhicheverCallFails(isPassing: Bool) throws {
    let table = "baby,kind,start\n1,wake,2026-02-10T07:00:00Z\n1,wake,2026-02-11T07:00:00Z"
    let work = try LogImport(
      ImportSource(Array(table.utf8)), baby: nil, zone: Self.zone, opening: Self.opening)
    var met: Set<Int?> = []
    var (number, isTouched) = (1, true)
    while isTouched {
      let disk = SimulatedDisk()
      disk.fail(isPassing ? .once(number) : .from(number), reason: .device)
      let answer = work.run(on: disk, opening: Self.opening)
      isTouched = disk.operations >= number
      let kind = Self.failures.firstIndex { answer.error.hasPrefix($0) }
      let rows = try LogFold(of: disk).careLines
      #expect(rows == (kind == 0 ? 0 : 2), "operation \(number): \(answer)")
      #expect(answer.output == (kind == 0 ? "" : "2 imported\n"), "operation \(number)")
      #expect(answer.exit == (kind == nil ? .ok : .io), "operation \(number)")
      #expect(kind != nil || answer.error.isEmpty, "operation \(number): \(answer.error)")
      met.insert(kind)
      number += 1
    }
    #expect(met == [nil, 0, 1])
  }
}
