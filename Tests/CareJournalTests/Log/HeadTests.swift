import Glibc
import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// A head has what a reader of all earlier lines knows, as far as later lines need it: a start from a head has the same
/// state as one that reads everything.
@Suite struct HeadTests {
  /// The state of a start: every event with its shown times, and the present time by the boots' clocks.
  private struct Held: Equatable {
    var events: [BabyID: [Shown]] = [:]
    var now: ClockHistory.Resolved?
    var lines = 0
    var lastSequence = 0
    var boot = 0

    struct Shown: Equatable {
      var id: EventID
      var kind: CareKind
      var start: ClockHistory.Resolved
      var end: ClockHistory.Resolved?
      var side: NursingSide?
      var isDeleted: Bool
    }
  }

  /// The life of a box: days with naps and feeds, restarts, clocks that are set late, corrections, and a nap without
  /// an end. Each segment has a few days.
  private struct Life {
    let disk = SimulatedDisk()
    var random: SeededRandom
    var wall = 1_700_000_000_000
    var kernel = 0
    var bootedAt = 0
    var number = 0
    var events: [EventID] = []
    var running: EventID?
    var journal: Journal<SimulatedDisk>?
    /// Whether the clock is always known when the box starts.
    let isSteady: Bool

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      isSteady = seed % 3 == 0
    }

    mutating func chance(_ most: Int) -> Int { Int.random(in: 0...most, using: &random) }

    mutating func start(isSynced: Bool, sameKernel: Bool) throws -> JournalStart {
      if !sameKernel || kernel == 0 {
        kernel += 1
        bootedAt = wall - 30_000
      }
      return JournalStart(
        kernelBootID: "kernel-\(kernel)", bootMilliseconds: wall - bootedAt,
        wall: isSynced ? Instant(milliseconds: wall) : nil, trust: isSynced ? .synced : .none,
        random: (random.next(), random.next(), 0x7C1E_9A04_B2D1))
    }

    func moment(isSynced: Bool = true) -> Moment {
      Moment(
        boot: BootTime(boot: journal?.boot ?? 1, milliseconds: wall - bootedAt),
        wall: isSynced ? Instant(milliseconds: wall) : nil, trust: isSynced ? .synced : .none)
    }

    mutating func write(_ change: CareEvent.Change) -> EventID {
      number += 1
      let id = EventID(milliseconds: wall, random: (UInt64(number), random.next()))
      let event = CareEvent(
        id: id, baby: BabyID(number: 1), moment: moment(), source: .button, change: change)
      _ = journal?.append([.care(event)])
      while journal?.wantsTending == true { journal?.tend() }
      return id
    }

    mutating func live(days: Int) throws {
      for _ in 0..<days {
        if journal == nil || chance(9) == 0 {
          if chance(1) == 0 { try journal?.close() }
          let isSynced = isSteady || chance(2) > 0
          journal = try Journal.open(
            disk, start: start(isSynced: isSynced, sameKernel: chance(3) == 0), segmentBytes: 3_000,
            leastLines: 100
          ).journal
          if !isSynced { press(afterMinutes: 2) }
          if !isSynced, chance(5) > 0 {
            number += 1
            let sync = JournalDraft.sync(EventID(high: UInt64(number), low: random.next()), moment())
            _ = journal?.append([sync])
          }
        }
        for _ in 0..<4 + chance(3) { press(afterMinutes: 60 + chance(120)) }
        wall += 6 * 3_600_000
      }
    }

    mutating func press(afterMinutes minutes: Int) {
      wall += minutes * 60_000
      let now = EventTime.boot(moment().boot)
      switch chance(7) {
      case 0...2: events.append(write(.added(Care(kind: .bottle, start: now))))
      case 3...5:
        if let id = running {
          running = nil
          if chance(40) > 0 { _ = write(.amended(id, CarePatch(end: .some(now)))) }
        } else {
          running = write(.added(Care(kind: .sleep, start: now)))
          running.map { events.append($0) }
        }
      case 6: if let id = events.suffix(12).randomElement(using: &random) { _ = write(.deleted(id)) }
      default:
        if let id = events.suffix(12).randomElement(using: &random) {
          _ = write(.amended(id, CarePatch(start: .wall(Instant(milliseconds: wall - 3_600_000)))))
        }
      }
    }
  }

  private func held(
    _ disk: SimulatedDisk, _ start: JournalStart, leastLines: Int = 100
  ) throws -> (held: Held, segmentsRead: Int) {
    let copy = SimulatedDisk(copying: disk)
    let calls = copy.calls
    let opened = try Journal.open(copy, start: start, segmentBytes: 3_000, leastLines: leastLines)
    var held = Held(
      now: opened.fold.clocks.resolve(
        .boot(BootTime(boot: opened.recovered.boot - 1, milliseconds: start.bootMilliseconds))),
      lines: opened.recovered.lines, lastSequence: opened.recovered.lastSequence, boot: opened.recovered.boot)
    for (baby, log) in opened.fold.logs where log.count > 0 {
      let clocks = opened.fold.clocks
      held.events[baby] = log.allRecords.map {
        Held.Shown(
          id: $0.id, kind: $0.care.kind, start: clocks.resolve($0.care.start),
          end: $0.care.end.map(clocks.resolve), side: $0.care.side, isDeleted: $0.isDeleted)
      }
    }
    return (held, copy.calls - calls)
  }

  /// Each bottle begins with a nursing that is deleted. Days later one of these is restored, after the head from which
  /// a start would begin.
  @Test("Deleted events fill no head", arguments: [false, true])
  func deletedEventsFillNoHead(isBroughtBack: Bool) throws {
    var life = Life(seed: 3)
    life.journal = try Journal.open(
      life.disk, start: life.start(isSynced: true, sameKernel: false), segmentBytes: 3_000, leastLines: 100
    ).journal
    var nursings: [EventID] = []
    for day in 0..<(isBroughtBack ? 85 : 200) {
      for _ in 0..<8 {
        life.wall += 3 * 3_600_000
        let now = EventTime.boot(life.moment().boot)
        nursings.append(life.write(.added(Care(kind: .nursing, start: now, side: .left))))
        _ = life.write(.deleted(nursings[nursings.count - 1]))
        _ = life.write(.added(Care(kind: .bottle, start: now)))
      }
      if isBroughtBack, day == 24 { _ = life.write(.amended(nursings[20 * 8], CarePatch())) }
    }
    let heads = (10...60).compactMap { Journal.head($0, of: life.disk) }
    #expect(heads.count == 51)
    if !isBroughtBack { #expect(heads.filter { !$0.isComplete }.isEmpty) }
    let start = try life.start(isSynced: true, sameKernel: false)
    let (fromHead, calls) = try held(life.disk, start)
    let (all, callsOfAll) = try held(bare(life.disk), start)
    #expect(fromHead.events == all.events)
    if !isBroughtBack { #expect(calls < callsOfAll) }
  }

  /// The first segments are gone, of a log begun by an early build and of one with heads from the beginning.
  @Test("Missing first segments are noticed", arguments: [false, true])
  func missingFirstSegmentsAreNoticed(isOld: Bool) throws {
    var files: [String: [UInt8]] = [:]
    for number in 1...3 where isOld {
      files[SegmentName.path(number)] = Samples.segment(events: 10 * number - 9...10 * number)
    }
    let disk = SimulatedDisk(files: files)
    for number in 1...4 as ClosedRange<UInt64> {
      try Journal.open(disk, start: Samples.start(number)).journal.closed()
    }
    #expect(try JournalVerifier.verify(disk).isWhole)
    try disk.put(nil, at: SegmentName.path(1))
    let report = try JournalVerifier.verify(disk)
    #expect(report.holes == [1...1] && !report.isWhole)
    #expect(report.gaps.map(\.missing) == [1...(isOld ? 10 : 1)])
  }

  /// The same log without heads and stops, as from an early build: a start reads all of it.
  private func bare(_ disk: SimulatedDisk) -> SimulatedDisk {
    var files = disk.files
    files["box.json"] = LogIdentity(box: "7c1e9a04b2d1").bytes
    for (path, bytes) in files where path.hasPrefix("log/") {
      let lines = bytes.split(separator: 0x0A).filter { !$0.starts(with: Array("{\"v\":1,\"op\":\"".utf8)) }
      files[path] = lines.flatMap { $0 + [0x0A] }
    }
    return SimulatedDisk(files: files)
  }

  @Test(
    "A start from a head has the same state as a reader of everything",
    arguments: 1...(getenv("CRIBSIDE_FULL") == nil ? 2 : 10) as ClosedRange<UInt64>)
  func sameAsReadingAll(seed: UInt64) throws {
    var life = Life(seed: seed)
    try life.live(days: 240)
    var shorter = 0
    for cut in 0..<6 {
      if cut > 0 { try life.live(days: 3 + life.chance(60)) }
      if cut == 3, let old = life.events.dropLast(600).last {
        // An old event is moved to today, so everything up to it has to be read.
        _ = life.write(.amended(old, CarePatch(start: .wall(Instant(milliseconds: life.wall)))))
      }
      var copy = life
      let start = try copy.start(
        isSynced: life.isSteady || life.chance(3) > 0, sameKernel: life.chance(2) == 0)
      let (fromHead, calls) = try held(life.disk, start)
      let (all, callsOfAll) = try held(bare(life.disk), start, leastLines: 1_000_000)
      #expect(fromHead.events == all.events, "seed \(seed), cut \(cut)")
      // The same, with old events forgotten during the reading.
      let forgetful = try held(bare(life.disk), start).held
      #expect(forgetful == all, "seed \(seed), cut \(cut)")
      #expect(
        fromHead.lines == all.lines && fromHead.lastSequence == all.lastSequence, "seed \(seed), cut \(cut)")
      #expect(fromHead.boot == all.boot, "seed \(seed), cut \(cut)")
      #expect(fromHead.now == all.now, "seed \(seed), cut \(cut)")
      if 2 * calls < callsOfAll { shorter += 1 }
    }
    if life.isSteady { #expect(shorter > 0, "no start read less than half") }
  }

  @Test("A head is read back from its text")
  func text() throws {
    let care = Care(
      kind: .nursing, start: .boot(BootTime(boot: 7, milliseconds: 5)), end: .about(Instant(milliseconds: 9)),
      side: .left)
    let record = CareRecord(id: Samples.id, care: care, source: .motion)
    var head = SegmentHead(
      segment: 12, box: "7c1e9a04b2d1", moment: Samples.moment, kernelBootID: "k\"",
      instant: Instant(milliseconds: -4),
      roomBytes: 65_536,
      past: SegmentHead.Past(
        accounts: ["a": SequenceLedger.Account(last: 9, lines: 7, lastBoot: 3)],
        clocks: [
          BootClock(boot: 3, firstMilliseconds: 1, lastMilliseconds: 8, syncedOffset: -5, savedOffset: nil),
          BootClock(boot: 4, firstMilliseconds: 1, lastMilliseconds: 1, syncedOffset: nil, savedOffset: 3),
        ],
        sharedBoots: [SegmentHead.Pair(boot: 5, earlier: 4)],
        events: [SegmentHead.Event(baby: BabyID(number: 2), record: record)]))
    #expect(JournalLineCodec.decode(JournalLineCodec.encode(head).dropLast()) == .head(head))
    head.past?.events = nil
    head.span = Instant(milliseconds: 1)...Instant(milliseconds: 2)
    head.isBlind = true
    #expect(JournalLineCodec.decode(JournalLineCodec.encode(head).dropLast()) == .head(head))
    #expect(!head.isComplete)
    let stop = SegmentStop(box: "b", moment: Samples.moment, lastSequence: 12)
    #expect(JournalLineCodec.decode(JournalLineCodec.encode(stop).dropLast()) == .stop(stop))
  }

  /// The boxes send lines every day for three months, each on its own clock.
  @Test("The heads of 64 boxes have all that a start and a reader of new lines need")
  func aFullHousehold() throws {
    let disk = SimulatedDisk()
    let day = 86_400_000
    func wall(_ number: Int) -> Instant { Instant(milliseconds: 1_700_000_000_000 + number * day) }
    func start(_ number: Int) -> JournalStart {
      var start = Samples.start(1)
      (start.bootMilliseconds, start.wall, start.trust) = (number * day, wall(number), .synced)
      return start
    }
    var journal = try Journal.open(disk, start: start(0), segmentBytes: 65_536, leastLines: 100).journal
    for number in 1...90 {
      let moment = Moment(
        boot: BootTime(boot: 1, milliseconds: number * day), wall: wall(number), trust: .synced)
      let texts = (1..<Journal<SimulatedDisk>.boxLimit).map { box -> [UInt8] in
        let id = EventID(milliseconds: number, random: (UInt64(box), UInt64(box)))
        let care = Care(kind: .bottle, start: .boot(moment.boot))
        let event = CareEvent(
          id: id, baby: BabyID(number: 1), moment: moment, source: .button, change: .added(care))
        let entry =
          number == 1
          ? JournalLine.Entry.boot(kernelBootID: "5d3c5b7e-0000-4000-8000-0000000000\(10 + box)")
          : .care(event)
        let line = JournalLine(
          id: id, box: "7c1e9a04b2\(10 + box)", sequence: number, moment: moment, entry: entry)
        return (JournalLineCodec.encode(line) ?? []).dropLast()
      }
      var event = Samples.event(number, at: .boot(moment.boot))
      event.moment = moment
      _ = journal.append([.care(event)])
      #expect(journal.receive(try journal.judge(texts, from: .open)).received.count == 63)
      journal.tend()
    }
    let heads = (3...journal.segmentCount).compactMap { Journal.head($0, of: disk) }
    #expect(heads.count > 10 && heads.allSatisfy(\.isComplete))
    #expect(heads.allSatisfy { $0.past?.accounts.count == 64 && $0.past?.others.count == 63 })
    var after = journal.lastNumbers
    after[journal.box] = journal.lastSequence - 1
    var met = 0
    try LogLines.read(from: disk, after: after) { _, _ in met += 1 }
    #expect(met > 0 && met < 600, "one or two segments are read for a new line")
    let opened = try Journal.open(disk, start: start(91), segmentBytes: 65_536, leastLines: 100)
    #expect(opened.recovered.lines == 90 * 64 + 1)
    #expect(opened.fold.lineCount < 80 * 64, "not the whole log is read")
  }

  /// The numbers of the boxes are left out last, since a reader of new lines would otherwise read the whole log.
  @Test("What does not fit a head is left out, and then no start begins at it")
  func tooMuch() throws {
    let record = CareRecord(
      id: Samples.id, care: Care(kind: .sleep, start: .wall(Instant(milliseconds: 0))), source: .button)
    let events = (0..<200).map { _ in SegmentHead.Event(baby: BabyID(number: 1), record: record) }
    let head = SegmentHead(
      segment: 1, box: "b", moment: Samples.moment, kernelBootID: "k", instant: Instant(milliseconds: 0),
      roomBytes: 0,
      past: SegmentHead.Past(
        accounts: ["b": SequenceLedger.Account(last: 9, lines: 7, lastBoot: 3)], events: events))
    let bytes = JournalLineCodec.encode(head)
    #expect(bytes.count <= StorageLimits.lineBytes)
    guard case .head(let read) = JournalLineCodec.decode(bytes.dropLast()) else {
      Issue.record("no head")
      return
    }
    #expect(read.past?.accounts == head.past?.accounts && read.past?.events == nil)
  }
}
