import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// A start from a snapshot and the segments after it must be the start that all segments give.
@Suite struct SnapshotTests {
  /// A disk that holds segments.
  private func files(_ segments: [[UInt8]]) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for (index, segment) in segments.enumerated() { files[SegmentName.path(index + 1)] = segment }
    return files
  }

  /// The file of a state, or all of what a state holds as text to compare.
  private func bytes(_ state: LogState, number: Int = 1, of segments: [[UInt8]] = [[]]) -> [UInt8] {
    let snapshot = LogSnapshot(
      number: number, segments: [1...number],
      lastSegment: LogSnapshot.checksum(ofSegment: segments[number - 1]), state: state)
    var writer = SnapshotWriter(snapshot)
    while writer.step() {}
    return writer.bytes
  }

  private func reading(_ files: [String: [UInt8]], start: JournalStart) -> LogReading {
    let numbers = files.keys.compactMap { SegmentName.number(String($0.dropFirst(4))) }.sorted()
    var reading = LogReading(of: numbers, floor: Instant(milliseconds: 0), segmentBytes: 700)
    reading.read(from: SimulatedDisk(files: files), start: start)
    return reading
  }

  /// What the events' times come to, which the parts of a state do not show.
  private func instants(_ state: LogState) -> [ClockHistory.Resolved] {
    let logs = state.fold.logs.sorted { $0.key.number < $1.key.number }
    return logs.flatMap { $0.value.allRecords }.flatMap { record in
      [record.care.start, record.care.end ?? record.care.start].map(state.fold.clocks.resolve)
    }
  }

  /// Every prefix of random logs: what it comes to, at some start, as a snapshot, and the rest after it.
  @Test(arguments: [false, true])
  func everyPrefix(isOdd: Bool) throws {
    var believed = 0
    var prefixes = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let log = RandomLog(seed: seed, isOdd: isOdd)
      let all = reading(files(log.segments), start: log.start).replay
      for count in 1..<log.segments.count {
        let prefix = Array(log.segments[..<count])
        // Forgotten as a start in the middle of the log, or as the last one would.
        let start = seed % 3 == 0 ? log.start : RandomLog(seed: seed, isOdd: isOdd).earlierStart(count)
        let state = reading(files(prefix), start: start).replay.state
        var disk = files(log.segments)
        disk[SnapshotName.path(count)] = bytes(state, number: count, of: log.segments)
        let found = reading(disk, start: log.start)
        let comment: Comment = "seed \(seed), snapshot of \(count), believed: \(found.snapshot != nil)"
        #expect(bytes(found.replay.state) == bytes(all.state), comment)
        #expect(instants(found.replay.state) == instants(all.state), comment)
        #expect(found.onlyInSnapshot == nil, comment)
        prefixes += 1
        believed += found.snapshot == nil ? 0 : 1
      }
    }
    print("snapshots of \(isOdd ? "odd" : "ordinary") logs: \(believed) of \(prefixes) believed")
    #expect(believed * (isOdd ? 20 : 2) > prefixes)
  }

  private func ids(_ state: LogState) -> Set<EventID> {
    Set(state.fold.logs.values.flatMap { $0.allRecords.map(\.id) })
  }

  /// Each segment that a snapshot stands for is lost in turn: what it comes to is what all segments come to.
  @Test func everyLostSegment() throws {
    var rescued = 0
    for seed in 1...8 as ClosedRange<UInt64> {
      let log = RandomLog(seed: seed, isOdd: false)
      let all = reading(files(log.segments), start: log.start).replay.state
      for count in stride(from: 2, to: log.segments.count, by: 3) {
        let start = seed % 2 == 0 ? log.start : RandomLog(seed: seed, isOdd: false).earlierStart(count)
        let state = reading(files(Array(log.segments[..<count])), start: start).replay.state
        var whole = files(log.segments)
        whole[SnapshotName.path(count)] = bytes(state, number: count, of: log.segments)
        let isBelieved = reading(whole, start: log.start).snapshot != nil
        for lost in 1...count {
          var disk = whole
          disk[SegmentName.path(lost)] = nil
          let found = reading(disk, start: log.start)
          let comment: Comment = "seed \(seed), snapshot of \(count), without segment \(lost)"
          #expect(found.onlyInSnapshot != nil, comment)
          if isBelieved {
            #expect(bytes(found.replay.state) == bytes(all), comment)
            #expect(instants(found.replay.state) == instants(all), comment)
            rescued += 1
          } else {
            // It has forgotten too much: but what it held is there, and what the other segments have.
            var gone: Set<EventID> = []
            var replay = LogReplay()
            replay.read(log.segments[lost - 1], number: lost) { gone.insert($0.id) }
            let told = ids(all).subtracting(gone.subtracting(ids(state)))
            #expect(ids(found.replay.state).isSuperset(of: told), comment)
          }
        }
      }
    }
    #expect(rescued > 50, "\(rescued)")
  }

  /// A log of one event every 100 days, and what a start a minute after the last one holds of it, by a clock that
  /// was restored so many days later.
  private func held(daysAhead: Int, by trust: ClockTrust = .saved) -> [Int] {
    let first = 1_700_000_000_000
    let lines = (0..<10).map { number in
      let wall = Instant(milliseconds: first + number * 100 * 86_400_000)
      let event = CareEvent(
        id: EventID(milliseconds: wall.milliseconds, random: (1, UInt64(number))), baby: BabyID(number: 1),
        moment: Samples.moment, source: .button, change: .added(Care(kind: .bottle, start: .wall(wall))))
      return JournalLine(
        id: event.id, box: "7c1e9a04b2d1", sequence: number + 1, moment: event.moment, entry: .care(event))
    }
    var start = Samples.start(9)
    start.wall = Instant(milliseconds: first + (900 + daysAhead) * 86_400_000 + 60_000)
    start.trust = trust
    let segment = lines.flatMap { JournalLineCodec.encode($0) ?? [] }
    let fold = reading(files([segment]), start: start).replay.state.fold
    return (fold.logs[BabyID(number: 1)]?.allRecords ?? []).map { Int($0.id.low & 0xFF) }
  }

  /// Four hundred days back from the newest event, however far the clock has run ahead: it may be corrected later.
  @Test(arguments: [0, 1, 300, 36_500])
  func aClockThatIsAheadForgetsNothingMore(daysAhead: Int) {
    #expect(held(daysAhead: daysAhead) == [5, 6, 7, 8, 9])
  }

  /// A clock that is behind forgets less; one that nobody vouches for is not behind the log.
  @Test func aClockThatIsBehindForgetsLess() {
    #expect(held(daysAhead: -150) == [5, 6, 7, 8, 9])
    #expect(held(daysAhead: -150, by: .synced) == [4, 5, 6, 7, 8, 9])
  }

  /// Years of history with times of their own; then a box whose clock nobody set, which is switched off and on.
  /// Only what lies before the wall clock's first word is bounded: what it logged itself may be of today.
  @Test(arguments: [ClockTrust.none, .saved, .synced])
  func whatWasLoggedWithoutAClockIsHeld(trust: ClockTrust) {
    let imported = Samples.event(7, at: .wall(Instant(milliseconds: 1_700_000_000_000)))
    let pressed = Samples.event(8, at: .boot(BootTime(boot: 1, milliseconds: 60_000)))
    let lines = [imported, pressed].enumerated().map { number, event in
      JournalLine(
        id: event.id, box: "7c1e9a04b2d1", sequence: number + 1, moment: event.moment, entry: .care(event))
    }
    var start = Samples.start(9)
    start.wall = trust == .none ? nil : Instant(milliseconds: 1_700_003_600_000)
    start.trust = trust
    let segment = lines.flatMap { JournalLineCodec.encode($0) ?? [] }
    var disk = files([segment, []])
    let whole = reading(disk, start: start)
    #expect(whole.replay.state.fold.logs[BabyID(number: 1)]?.record(pressed.id) != nil)
    disk[SnapshotName.path(1)] = bytes(whole.replay.state, of: [segment])
    let later = reading(disk, start: start)
    #expect(later.snapshot != nil)
    #expect(later.replay.state.fold.logs[BabyID(number: 1)]?.record(pressed.id) != nil)
  }

  @Test func readsBackWhatWasWritten() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let log = RandomLog(seed: seed, isOdd: true)
      let written = bytes(reading(files(log.segments), start: log.start).replay.state)
      let snapshot = try #require(SnapshotReader.snapshot(in: written, floor: Instant(milliseconds: 0)))
      #expect(bytes(snapshot.state, number: snapshot.number) == Array(written), "seed \(seed)")
    }
  }
}
