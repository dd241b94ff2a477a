import CareJournal
import Glibc
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime

/// Twice as much of a log costs twice the time. Four times would show a cost that grows with the square.
@Suite struct LinearCostTests {
  private static let first = Instant(milliseconds: 1_700_000_000_000)
  private static let start = JournalStart(
    kernelBootID: String(repeating: "a", count: 32), bootMilliseconds: 0, wall: first, trust: .synced,
    random: (1, 2, 3))

  /// The time of this thread for some work, in nanoseconds: the least of several attempts, since other tests run too.
  private static func cost(of work: () throws -> Void) rethrows -> Int {
    var least = Int.max
    for _ in 0..<3 {
      let begin = threadNanoseconds
      try work()
      least = min(least, threadNanoseconds - begin)
    }
    return least
  }

  private static var threadNanoseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private static func isLinear(_ once: Int, _ twice: Int) -> Bool { twice < 3 * once }

  @Test("A start reads boots without a clock in linear time")
  func boots() throws {
    func log(_ count: Int) throws -> SimulatedDisk {
      var text: [UInt8] = []
      for boot in 1...count {
        let moment = Moment(boot: BootTime(boot: boot, milliseconds: 5_000), wall: nil, trust: .none)
        let line = JournalLine(
          id: EventID(high: UInt64(boot), low: UInt64(boot)), box: "7c1e9a04b2d1", sequence: boot,
          moment: moment, entry: .boot(kernelBootID: "kernel-\(boot)"))
        text += try #require(JournalLineCodec.encode(line))
      }
      return SimulatedDisk(files: ["log/seg-000001.jsonl": text])
    }
    let costs = try [10_000, 20_000].map { count in
      let disk = try log(count)
      return try Self.cost { _ = try Journal.open(SimulatedDisk(copying: disk), start: Self.start) }
    }
    #expect(Self.isLinear(costs[0], costs[1]), "\(costs)")
  }

  @Test("Corrections of one event are folded in linear time", arguments: [false, true])
  func corrections(inOrder: Bool) {
    let moment = Moment(boot: BootTime(boot: 1, milliseconds: 0), wall: nil, trust: .none)
    func event(_ number: Int, _ change: CareEvent.Change) -> CareEvent {
      CareEvent(
        id: EventID(high: 7, low: UInt64(number)), baby: BabyID(number: 1), moment: moment, source: .button,
        change: change)
    }
    let costs = [10_000, 20_000].map { count in
      Self.cost {
        var log = CareLog(baby: BabyID(number: 1))
        log.collect(event(1, .added(Care(kind: .sleep, start: .wall(Self.first)))), stamp: .none)
        for number in inOrder ? Array(2...count) : (2...count).reversed() {
          let end = CarePatch(end: .some(.wall(Self.first.adding(minutes: number))))
          log.collect(
            event(number, .amended(EventID(high: 7, low: 1), end)),
            stamp: LineStamp(count: number, box: "b", sequence: number))
        }
        log.settle()
      }
    }
    #expect(Self.isLinear(costs[0], costs[1]), "\(costs)")
  }

  /// Each nap has a line for its begin and one for its end, as the buttons write them.
  private static func naps(_ count: Int) throws -> SimulatedDisk {
    let disk = SimulatedDisk()
    let opened = try Journal.open(disk, start: start)
    var journal = opened.journal
    let moment = Moment(
      boot: BootTime(boot: opened.recovered.boot, milliseconds: 0), wall: first, trust: .synced)
    var drafts: [JournalDraft] = []
    for number in 0..<count {
      let (id, start) = (EventID(high: 7, low: UInt64(number)), first.adding(minutes: number * 360))
      for (line, change) in [
        (id, CareEvent.Change.added(Care(kind: .sleep, start: .wall(start)))),
        (
          EventID(high: 8, low: UInt64(number)),
          .amended(id, CarePatch(end: .some(.wall(start.adding(minutes: 90)))))
        ),
      ] {
        drafts.append(
          .care(
            CareEvent(
              id: line, baby: BabyID(number: 1), moment: moment, source: .button, change: change)))
      }
      guard drafts.count >= 200 || number == count - 1 else { continue }
      #expect(journal.append(drafts).heldCount == 0)
      drafts = []
      while journal.wantsTending { journal.tend() }
    }
    return disk
  }

  @Test("A long list is made in linear time, also if it begins long ago")
  func list() throws {
    let costs = try [3_000, 6_000].map { count in
      let disk = try Self.naps(count)
      return try Self.cost {
        let events = try LogEvents(
          of: disk, clocks: ClockHistory(), since: Self.first.adding(minutes: 60), limit: 300)
        var rows = 0
        try events.forEach(at: Self.first.adding(minutes: count * 360)) { _ in rows += 1 }
        #expect(rows == count)
      }
    }
    #expect(Self.isLinear(costs[0], costs[1]), "\(costs)")
  }
}
