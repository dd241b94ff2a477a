import Nursery
import SimulatedBoard
import Testing

@testable import CareJournal

/// Fails the n-th call of a start that has much to do, for n = 1, 2, 3 … until a run passes without a fault; calls that
/// look at names and bytes count too. Then the process restarts, before a power cut and after one.
@Suite struct StartFaultTests {
  /// The result of one run.
  private struct Run {
    var disk: SimulatedDisk
    var acknowledged: [EventID]
    var offered: [EventID]
    /// Events that were shown while the box reported nothing as not saved.
    var shown: Set<EventID> = []
    /// The number of calls, for which faults are set in turn.
    var calls = 0
  }

  private static func ids(_ numbers: ClosedRange<Int>) -> [EventID] { numbers.map { Samples.event($0).id } }

  /// A process of the first kernel boot has written segments; then a sync failed, and it was killed.
  private static func begin() -> Run {
    let disk = SimulatedDisk()
    var run = Run(disk: disk, acknowledged: [], offered: [])
    guard var journal = open(disk, start: Samples.start(1))?.journal else { return run }
    for number in 1...9 {
      run.acknowledged += journal.append(Samples.drafts(number...number)).acknowledged
      while journal.wantsTending { journal.tend() }
    }
    run.acknowledged += journal.append(Samples.drafts(10...10)).acknowledged
    disk.syncFailure = .device
    _ = journal.append(Samples.drafts(11...11))
    disk.heal()
    run.offered = ids(1...11)
    return run
  }

  private let before = Self.begin()

  private static func open(_ disk: SimulatedDisk, start: JournalStart) -> Journal<SimulatedDisk>.Opened? {
    try? Journal.open(disk, start: start, segmentBytes: Bench.segmentBytes)
  }

  private static func events(_ opened: Journal<SimulatedDisk>.Opened) -> [EventID] {
    (opened.fold.logs[BabyID(number: 1)]?.allRecords ?? []).map(\.id)
  }

  /// Starts a process of the first kernel boot on a copy of everything with a fault set, and lets it run for a while.
  private func live(_ span: SimulatedDisk.FaultSpan, _ reason: StorageFault.Reason) -> Run {
    var run = before
    run.disk = SimulatedDisk(copying: before.disk)
    run.disk.fail(span, reason: reason, countingLooks: true)
    if var opened = Self.open(run.disk, start: Samples.start(11)) {
      for number in 12...16 {
        run.offered += Self.ids(number...number)
        run.acknowledged += opened.journal.append(Samples.drafts(number...number)).acknowledged
        while opened.journal.wantsTending { opened.journal.tend() }
        if opened.journal.heldCount == 0 { run.shown.formUnion(Self.events(opened)) }
      }
    }
    run.calls = run.disk.calls
    run.disk.heal()
    return run
  }

  /// The problem after a power cut; nil if there is none.
  private func problem(_ run: Run, cut fate: Int, isRestarted: Bool = false) -> String? {
    let disk = SimulatedDisk(copying: run.disk)
    disk.powerCut { fate == 0 ? 0 : min(1, $0 - 1) }
    guard let opened = Self.open(disk, start: Samples.start(2)) else { return "does not start" }
    let found = Self.events(opened)
    if !Set(run.acknowledged).isSubset(of: found) { return "acknowledged events lost" }
    if !run.shown.isSubset(of: found) { return "events lost that were shown as saved" }
    // A start that could not read a segment leaves it to the next one to write its lines again, after its own.
    if !isRestarted, found != run.offered.filter(Set(found).contains) { return "events in another order" }
    if Set(found).count != found.count { return "an event twice" }
    return opened.journal.heldCount == 0 ? nil : "takes no line"
  }

  /// The problem of a restart without a cut; nil if there is none. What it shows must survive the next cut, and no
  /// number is used twice.
  private func problemOfRestart(_ before: Run) throws -> String? {
    var run = before
    run.disk = SimulatedDisk(copying: before.disk)
    guard let opened = Self.open(run.disk, start: Samples.start(21)) else { return "does not start" }
    var journal = opened.journal
    run.shown.formUnion(Self.events(opened))
    run.offered += Self.ids(20...20)
    run.acknowledged += journal.append(Samples.drafts(20...20)).acknowledged
    if journal.heldCount > 0 { return "takes no line" }
    while journal.wantsTending { journal.tend() }
    var sequences: [Int] = []
    try Journal.replay(run.disk) { sequences.append($0.sequence) }
    if Set(sequences).count != sequences.count { return "a number given twice" }
    return problem(run, cut: 0, isRestarted: true) ?? problem(run, cut: 1, isRestarted: true)
  }

  @Test("Every call of a start may fail", arguments: [StorageFault.Reason.device, .full], [true, false])
  func everyCallOfAStartMayFail(reason: StorageFault.Reason, isOnce: Bool) throws {
    var number = 0
    var calls = 0
    #expect(before.acknowledged == Self.ids(1...10))
    repeat {
      number += 1
      let run = live(isOnce ? .once(number) : .from(number), reason)
      calls = run.calls
      let problems = [problem(run, cut: 0), problem(run, cut: 1), try problemOfRestart(run)]
      for problem in problems.compactMap({ $0 }) { Issue.record("call \(number): \(problem)") }
    } while number <= calls
    #expect(number > 60, "calls of a start and five events")
  }
}
