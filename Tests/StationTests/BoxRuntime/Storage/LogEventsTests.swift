import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime

/// Events that are collected in stretches are the same as those of the whole log.
@Suite struct LogEventsTests {
  private static let first = Instant(milliseconds: 1_700_000_000_000)
  private static let now = first.adding(minutes: 400 * 1440)

  private static func time(_ hours: Int) -> EventTime { .wall(first.adding(minutes: hours * 60)) }

  /// A year of sleeps and bottles, one per hour. Some of them were moved, ended late, deleted or restored.
  private static func disk(_ count: Int) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let start = JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 0, wall: first, trust: .synced,
      random: (1, 2, 3))
    let opened = try Journal.open(disk, start: start)
    var (journal, recovered) = (opened.journal, opened.recovered)
    let moment = Moment(boot: BootTime(boot: recovered.boot, milliseconds: 0), wall: first, trust: .synced)
    func draft(_ line: Int, _ change: CareEvent.Change, _ baby: Int) -> JournalDraft {
      .care(
        CareEvent(
          id: EventID(high: 7, low: UInt64(line)), baby: BabyID(number: baby), moment: moment,
          source: .button, change: change))
    }
    var drafts: [JournalDraft] = []
    for number in 0..<count {
      let (hours, baby, id) = (number * 37 % count * 5, 1 + number % 2, EventID(high: 7, low: UInt64(number)))
      let isOpen = number % 3 == 0
      let care = Care(
        kind: number % 4 == 0 ? .bottle : .sleep, start: time(hours), end: isOpen ? nil : time(hours + 1))
      drafts.append(draft(number, .added(care), baby))
      var line = 100_000 + number * 4
      func correct(_ change: CareEvent.Change) {
        drafts.append(draft(line, change, baby))
        line += 1
      }
      if isOpen, number % 9 != 0 { correct(.amended(id, CarePatch(end: .some(time(hours + 2))))) }
      if number % 11 == 0 { correct(.amended(id, CarePatch(start: time((hours * 13) % (count * 5))))) }
      if number % 7 == 0 { correct(.deleted(id)) }
      if number % 21 == 0 { correct(.amended(id, CarePatch(side: .left))) }
    }
    for part in stride(from: 0, to: drafts.count, by: 200) {
      let receipt = journal.append(Array(drafts[part..<min(part + 200, drafts.count)]))
      #expect(receipt.heldCount == 0)
    }
    return disk
  }

  private static func rows(
    _ disk: SimulatedDisk, since: Instant? = nil, limit: Int
  ) throws -> (rows: [LogRow], stretches: Int) {
    let events = try LogEvents(of: disk, clocks: ClockHistory(), since: since, limit: limit)
    var rows: [LogRow] = []
    try events.forEach(at: now) { row in
      var row = row
      row.remark = nil
      rows.append(row)
    }
    return (rows, events.survey.stretches(of: limit).count)
  }

  @Test("The whole log is read in stretches", arguments: [40, 10_000])
  func theWholeLogIsReadInStretches(limit: Int) throws {
    let disk = try Self.disk(200)
    let (rows, stretches) = try Self.rows(disk, limit: limit)
    #expect(rows == (try LogFold(of: disk).rows(by: ClockHistory())))
    #expect(limit > 200 ? stretches == 1 : stretches >= 200 / limit)
  }

  @Test("The answer has the asked days and what ran then", arguments: [20, 10_000], [0, 20, 41])
  func theAnswerHasTheAskedDaysAndWhatRanThen(
    limit: Int, day: Int
  ) throws {
    let disk = try Self.disk(200)
    let since = Self.first.adding(minutes: day * 1440)
    let expected = try LogFold(of: disk).rows(by: ClockHistory()).filter {
      ($0.end ?? $0.start).instant >= since || $0.record.isRunning
    }
    #expect(try Self.rows(disk, since: since, limit: limit).rows == expected)
  }

  @Test(
    "A sleep without an end is marked if another one followed it before the requested days",
    arguments: [20, 10_000])
  func contradictsBefore(limit: Int) throws {
    let disk = try Self.disk(200)
    let since = Self.first.adding(minutes: 30 * 1440)
    let events = try LogEvents(of: disk, clocks: ClockHistory(), since: since, limit: limit)
    var running: [LogRow] = []
    try events.forEach(at: Self.now) { row in
      if row.record.isRunning, row.start.instant < since { running.append(row) }
    }
    #expect(!running.isEmpty)
    #expect(running.allSatisfy { $0.remark == .contradicts })
  }

  /// Naps of a hundred days in small segments: four a day, each with an end on a separate line. Some get another start
  /// an hour or weeks away, at once or much later.
  private static func longLog(hasEarlyEnd: Bool) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let start = JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 0, wall: first, trust: .synced,
      random: (1, 2, 3))
    let opened = try Journal.open(disk, start: start, segmentBytes: 4_096)
    var journal = opened.journal
    let moment = Moment(
      boot: BootTime(boot: opened.recovered.boot, milliseconds: 0), wall: first, trust: .synced)
    var line: UInt64 = 100_000
    func write(_ change: CareEvent.Change, _ id: EventID? = nil) {
      line += 1
      let id = id ?? EventID(high: 7, low: line)
      let event = CareEvent(
        id: id, baby: BabyID(number: 1), moment: moment, source: .button, change: change)
      #expect(journal.append([.care(event)]).acknowledged.count == 1)
    }
    for number in 0..<400 {
      let (id, hours) = (EventID(high: 7, low: UInt64(number)), number * 6)
      write(.added(Care(kind: .sleep, start: time(hours))), id)
      write(.amended(id, CarePatch(end: .some(time(hours + 2)))))
      if number % 50 == 7 { write(.amended(id, CarePatch(start: time(hours + 1)))) }
      if number == 90 { write(.amended(id, CarePatch(start: time(1_801)))) }
      if hasEarlyEnd, number == 100 {
        write(.amended(EventID(high: 7, low: 160), CarePatch(end: .some(time(963)))))
      }
      if number == 300 { write(.deleted(EventID(high: 7, low: 20))) }
      if number == 350 { write(.amended(EventID(high: 7, low: 120), CarePatch(start: time(1_203)))) }
      while journal.wantsTending { journal.tend() }
    }
    return disk
  }

  @Test(
    "A stretch of a long log is read from the segments that concern it",
    arguments: [false, true])
  func segmentsOfAStretch(hasEarlyEnd: Bool) throws {
    let disk = try Self.longLog(hasEarlyEnd: hasEarlyEnd)
    let (rows, stretches) = try Self.rows(disk, limit: 40)
    #expect(stretches >= 10)
    #expect(rows == (try LogFold(of: disk).rows(by: ClockHistory())))
    let events = try LogEvents(of: disk, clocks: ClockHistory(), limit: 40)
    let reach = try #require(events.reach)
    #expect(reach.hasStrangers == hasEarlyEnd)
    let segments = disk.files.keys.count { $0.hasPrefix("log/seg-") }
    let near = Self.first.adding(minutes: 500 * 60)..<Self.first.adding(minutes: 700 * 60)
    let read = (1...segments).count { reach.reaches(near, in: $0) }
    #expect(segments > 40)
    #expect(read > 3 && read < segments / 4, "\(read) of \(segments)")
  }

  /// Every nap has its end on a line of its own. Only one that began before the asked time and ended within it is
  /// collected for every stretch.
  @Test("Naps that are ended by a second press are collected only where they lie", arguments: [0, 50, 399])
  func endedNapsAreNotCollectedEverywhere(firstAsked: Int) throws {
    let disk = try Self.longLog(hasEarlyEnd: false)
    let since = Self.first.adding(minutes: (firstAsked * 6 + 1) * 60)
    let events = try LogEvents(of: disk, clocks: ClockHistory(), since: since, limit: 20)
    // The nap of then, and the five whose first press came before or that were moved.
    #expect(events.survey.everywhere.count <= 6, "\(events.survey.everywhere.count)")
    let whole = try LogFold(of: disk).rows(by: ClockHistory())
    var found: [LogRow] = []
    try events.forEach(at: Self.now) { row in
      var row = row
      row.remark = nil
      found.append(row)
    }
    #expect(found == whole.filter { ($0.end ?? $0.start).instant >= since || $0.record.isRunning })
  }

  /// A log in which a journal's segment is followed by one with very many lines, which no journal writes.
  private static func crowdedLog(
    _ count: Int, _ change: (Int) -> CareEvent.Change
  ) throws -> (disk: SimulatedDisk, clocks: ClockHistory) {
    let disk = SimulatedDisk()
    let start = JournalStart(
      kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 0, wall: first, trust: .synced,
      random: (1, 2, 3))
    let opened = try Journal.open(disk, start: start)
    let moment = Moment(
      boot: BootTime(boot: opened.recovered.boot, milliseconds: 0), wall: first, trust: .synced)
    var text: [UInt8] = []
    for number in 0..<count {
      let event = CareEvent(
        id: EventID(high: 7, low: UInt64(number)), baby: BabyID(number: 1), moment: moment, source: .button,
        change: change(number))
      let line = JournalLine(
        id: event.id, box: opened.journal.box, sequence: 10 + number, moment: moment, entry: .care(event))
      text += try #require(JournalLineCodec.encode(line))
    }
    let files = disk.files.merging(["log/seg-000002.jsonl": text]) { file, _ in file }
    return (SimulatedDisk(files: files), opened.journal.clocks)
  }

  @Test(
    "A sleep that runs again is listed, also if an older end of another box stands behind that correction")
  func runsAgain() throws {
    let sleep = EventID(high: 7, low: 0)
    let (disk, clocks) = try Self.crowdedLog(4) { number in
      switch number {
      case 0: .added(Care(kind: .sleep, start: Self.time(0), end: nil))
      case 1: .amended(sleep, CarePatch(end: .some(nil)))
      case 2: .amended(sleep, CarePatch(end: .some(Self.time(1))))
      default: .added(Care(kind: .sleep, start: Self.time(5), end: Self.time(6)))
      }
    }
    let events = try LogEvents(of: disk, clocks: clocks, since: Self.first.adding(minutes: 30 * 1440))
    #expect(events.survey.everywhere.contains(sleep))
  }

  private static func refusal(_ events: LogEvents<SimulatedDisk>) -> String? {
    do throws(EventFault) {
      try events.forEach(at: now) { _ in }
      return nil
    } catch {
      return error.text
    }
  }

  @Test("More than 200,000 events of one day are refused in words")
  func aCrowdedDay() throws {
    let (disk, clocks) = try Self.crowdedLog(200_001) { number in
      .added(Care(kind: .bottle, start: .wall(Self.first.adding(minutes: number % 60)), end: nil))
    }
    let events = try LogEvents(of: disk, clocks: clocks)
    #expect(
      Self.refusal(events)
        == "the log has too many events in a few days to be listed; `cribside log export` copies them")
  }

  @Test(
    "More than 100,000 events without an end, or that were moved, are refused in words",
    arguments: [false, true])
  func tooManyOddEvents(areMoved: Bool) throws {
    let (disk, clocks) = try Self.crowdedLog(100_001) { number in
      areMoved
        ? .amended(EventID(high: 8, low: UInt64(number)), CarePatch(start: Self.time(number % 60)))
        : .added(Care(kind: .sleep, start: Self.time(number % 60), end: nil))
    }
    let events = try LogEvents(of: disk, clocks: clocks, since: Self.first.adding(minutes: 30 * 1440))
    let which = "without an end, or with another start"
    #expect(
      Self.refusal(events)
        == "the log has too many events \(which) to be listed; `cribside log export` copies them")
  }
}
