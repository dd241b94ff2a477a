import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Whichever line of a log is lost, the others stay true: a time shown as exact is the true time, no duration changes,
/// and no later start makes it worse.
@Suite struct LostLineTests {
  /// A start of the program in a kernel boot, with naps of half an hour at some minutes after that boot began.
  fileprivate struct Run {
    var kernel: Character
    /// When the kernel booted, in hours since the first one did.
    var bootedAtHour: Int
    var startMinute: Int
    /// The trust in the wall clock at the start.
    var trust: ClockTrust
    /// When the clock became known; nil if it was known, or never became known.
    var syncMinute: Int?
    var napMinutes: [Int]
  }

  private static let runs = [
    Run(kernel: "a", bootedAtHour: 0, startMinute: 1, trust: .synced, napMinutes: [10, 90]),
    Run(kernel: "a", bootedAtHour: 0, startMinute: 200, trust: .synced, napMinutes: [210, 300]),
    Run(kernel: "a", bootedAtHour: 0, startMinute: 400, trust: .synced, napMinutes: [410]),
    Run(kernel: "b", bootedAtHour: 30, startMinute: 1, trust: .saved, syncMinute: 55, napMinutes: [10, 90]),
    Run(kernel: "c", bootedAtHour: 60, startMinute: 1, trust: .none, napMinutes: [20]),
    Run(kernel: "d", bootedAtHour: 90, startMinute: 1, trust: .synced, napMinutes: [30, 120]),
  ]

  private static let epoch = Instant(milliseconds: 1_770_811_500_000)

  /// The card moves to and fro between a box and a machine that has been up for two days.
  private static let turns = [
    Run(kernel: "a", bootedAtHour: 0, startMinute: 1, trust: .synced, napMinutes: [10, 90]),
    Run(kernel: "m", bootedAtHour: -48, startMinute: 3_080, trust: .synced, napMinutes: [3_090]),
    Run(kernel: "a", bootedAtHour: 0, startMinute: 400, trust: .synced, napMinutes: [410]),
    Run(
      kernel: "m", bootedAtHour: -48, startMinute: 3_600, trust: .none, syncMinute: 3_601, napMinutes: [3_610]
    ),
    Run(kernel: "m", bootedAtHour: -48, startMinute: 3_800, trust: .saved, napMinutes: [3_810]),
    Run(kernel: "d", bootedAtHour: 90, startMinute: 1, trust: .synced, napMinutes: [30, 120]),
  ]

  fileprivate struct Log {
    var lines: [JournalLine] = []
    /// When each nap began.
    var naps: [EventID: Instant] = [:]
  }

  /// The lines of some runs, in order.
  private static func log(of runs: [Run]) -> Log {
    var log = Log()
    for (index, run) in runs.enumerated() {
      func moment(_ minute: Int) -> Moment {
        let trust = run.syncMinute.map { minute >= $0 } == true ? .synced : run.trust
        return Moment(
          boot: BootTime(boot: index + 1, milliseconds: minute * 60_000),
          wall: trust == .none ? nil : wall(run, minute, trust), trust: trust)
      }
      log.add(.boot(kernelBootID: String(repeating: run.kernel, count: 32)), at: moment(run.startMinute))
      for nap in run.napMinutes {
        if let sync = run.syncMinute, sync < nap, run.napMinutes.allSatisfy({ $0 >= nap || $0 < sync }) {
          log.add(.sync, at: moment(sync))
        }
        log.addNap(from: moment(nap), to: moment(nap + 30), at: wall(run, nap, .synced))
      }
    }
    return log
  }

  /// A clock saved at the last shutdown is behind.
  private static func wall(_ run: Run, _ minute: Int, _ trust: ClockTrust) -> Instant {
    epoch.adding(minutes: run.bootedAtHour * 60 + minute - (trust == .saved ? 45 : 0))
  }

  /// The next start, in another kernel boot or in the last one.
  private static func start(kernel: Character) -> JournalStart {
    let (hour, minute) = kernel == "d" ? (90, 300) : (120, 1)
    return JournalStart(
      kernelBootID: String(repeating: kernel, count: 32), bootMilliseconds: minute * 60_000,
      wall: epoch.adding(minutes: hour * 60 + minute), trust: .synced, random: (77, UInt64(hour), 5))
  }

  /// Flips one bit of each line in turn, in each prefix of the log, before a start of either kind.
  @Test("The other lines stay true whichever line is lost", arguments: [Character("d"), "e"], [false, true])
  func theOtherLinesStayTrueWhicheverLineIsLost(kernel: Character, inTurns: Bool) throws {
    var inexact = 0
    let runs = inTurns ? Self.turns : Self.runs
    for count in 1...runs.count where kernel == "e" || count == runs.count {
      let log = Self.log(of: Array(runs[..<count]))
      for lost in log.lines.indices {
        let comment: Comment = "\(count) runs, line \(lost + 1), then a start of kernel \(kernel)"
        let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": log.bytes(losing: lost)])
        let opened = try Journal.open(disk, start: Self.start(kernel: kernel))
        var (journal, recovered) = (opened.journal, opened.recovered)
        #expect(log.lines.allSatisfy { $0.moment.boot.boot < recovered.boot || $0.id == log.lines[lost].id })
        let press = Self.press(boot: recovered.boot, kernel)
        #expect(journal.append([.care(press)]).acknowledged == [press.id], comment)
        inexact += try expectTrue(log, after: opened.fold, lost, comment)
        try journal.close()
        let again = try Journal.open(disk, start: Self.laterStart)
        #expect(try expectTrue(log, after: again.fold, lost, comment) >= 0)
        let resolved = again.fold.clocks.resolve(.boot(press.moment.boot))
        #expect(resolved.isExact && resolved.instant == press.moment.wall, comment)
      }
    }
    #expect(inexact > 0, "nothing was ever in doubt")
  }

  @Test(
    "An entry dates its boot if the line that set the clock is lost",
    arguments: [ClockTrust.none, .saved, .synced])
  func entryDatesTheBoot(trust: ClockTrust) throws {
    let run = Run(
      kernel: "b", bootedAtHour: 30, startMinute: 1, trust: trust, syncMinute: trust == .synced ? nil : 55,
      napMinutes: [10, 90, 200])
    let log = Self.log(of: [Self.runs[0], run])
    for lost in log.lines.indices where log.lines[lost].moment.boot.boot == 2 && !log.lines[lost].isCare {
      let disk = SimulatedDisk(files: ["log/seg-000001.jsonl": log.bytes(losing: lost)])
      let fold = try Journal.open(disk, start: Self.laterStart).fold
      let naps = fold.logs[BabyID(number: 1)]?.allRecords ?? []
      #expect(naps.count == log.naps.count)
      for nap in naps {
        let start = fold.clocks.resolve(nap.care.start)
        #expect(start.isExact && start.instant == log.naps[nap.id], "line \(lost + 1)")
      }
    }
  }

  /// How many naps have only bounded times.
  private func expectTrue(_ log: Log, after fold: CareFold, _ lost: Int, _ comment: Comment) throws -> Int {
    let records = (fold.logs[BabyID(number: 1)]?.allRecords ?? []).filter { log.naps[$0.id] != nil }
    #expect(records.count == log.naps.count - (log.naps[log.lines[lost].id] == nil ? 0 : 1), comment)
    let starts = records.map { fold.clocks.resolve($0.care.start) }
    for (record, start) in zip(records, starts) {
      let end = fold.clocks.instant(of: try #require(record.care.end))
      #expect(start.instant.minutes(until: end) == 30, comment)
      if start.isExact { #expect(start.instant == log.naps[record.id], comment) }
    }
    #expect(starts.map(\.instant) == starts.map(\.instant).sorted(), comment)
    return starts.count { !$0.isExact }
  }

  private static func press(boot: Int, _ kernel: Character) -> CareEvent {
    let start = start(kernel: kernel)
    let time = BootTime(boot: boot, milliseconds: start.bootMilliseconds + 60_000)
    return CareEvent(
      id: EventID(high: 1 << 40, low: 9), baby: BabyID(number: 1),
      moment: Moment(boot: time, wall: start.wall?.adding(minutes: 1), trust: .synced), source: .button,
      change: .added(Care(kind: .bottle, start: .boot(time))))
  }

  private static let laterStart = JournalStart(
    kernelBootID: String(repeating: "f", count: 32), bootMilliseconds: 60_000,
    wall: epoch.adding(minutes: 150 * 60), trust: .synced, random: (78, 78, 5))
}

extension LostLineTests.Log {
  fileprivate mutating func add(_ entry: JournalLine.Entry, at moment: Moment) {
    let number = lines.count + 1
    lines.append(
      JournalLine(
        id: EventID(high: UInt64(number) << 16, low: UInt64(number)), box: "7c1e9a04b2d1", sequence: number,
        moment: moment, entry: entry))
  }

  fileprivate mutating func addNap(from start: Moment, to end: Moment, at wall: Instant) {
    let number = lines.count + 1
    let event = CareEvent(
      id: EventID(high: UInt64(number) << 16, low: UInt64(number)), baby: BabyID(number: 1), moment: end,
      source: .button, change: .added(Care(kind: .sleep, start: .boot(start.boot), end: .boot(end.boot))))
    naps[event.id] = wall
    add(.care(event), at: end)
  }

  /// The log with one bit of a line flipped.
  fileprivate func bytes(losing lost: Int) -> [UInt8] {
    lines.enumerated().flatMap { index, line in
      var bytes = JournalLineCodec.encode(line) ?? []
      if index == lost { bytes[bytes.count / 2] ^= 4 }
      return bytes
    }
  }
}

extension JournalLine {
  fileprivate var isCare: Bool {
    if case .care = entry { true } else { false }
  }
}

extension ClockHistory {
  fileprivate func instant(of time: EventTime) -> Instant { resolve(time).instant }
}
