import Glibc
import Testing

@testable import LinuxBoard

@Suite struct WorkerThreadTests {
  /// A gate at which a worker waits until the test opens it.
  final class Door: Sendable {
    private let ends: [Int32]

    init() {
      var ends: [Int32] = [-1, -1]
      let made = pipe(&ends) == 0
      precondition(made, "no pipe")
      self.ends = ends
    }

    deinit {
      for end in ends { close(end) }
    }

    func open(_ times: Int = 1) {
      for _ in 0..<times { write(ends[1], "x", 1) }
    }

    func pass() {
      var byte: UInt8 = 0
      read(ends[0], &byte, 1)
    }
  }

  /// State that only the worker uses: not sendable, like a journal.
  final class Sum {
    var total = 0
  }

  private func reports<Job, Report>(
    _ count: Int, from worker: WorkerThread<Job, Report>, _ loop: EventLoop
  ) throws -> [Report] {
    var reports: [Report] = []
    while reports.count < count {
      let wakes = try loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.mailbox])
      reports += worker.drainReports()
    }
    return reports
  }

  @Test("Reports come in the order of the jobs")
  func reportsComeInTheOrderOfTheJobs() throws {
    let loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    let sum = Sum()
    let worker = try WorkerThread<Int, Int>(name: "sum", capacity: 100, mailbox: loop.mailbox) {
      sum.total += $0
      return sum.total
    }
    for number in 1...100 { #expect(worker.submit(number)) }
    let totals = try reports(100, from: worker, loop)
    #expect(totals == (1...100).map { $0 * ($0 + 1) / 2 })
    #expect(worker.pending == 0)
    worker.stop()
  }

  @Test("A report that can wait is collected with the next")
  func aReportThatCanWaitIsCollectedWithTheNext() throws {
    let loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    let worker = try WorkerThread<Int, Int>(
      name: "patient", capacity: 2, mailbox: loop.mailbox, canWait: { $0 == 1 }
    ) { $0 }
    #expect(worker.submit(1))
    while worker.pending > 0 { sched_yield() }
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline], "the loop is not woken for it")
    #expect(worker.submit(2))
    #expect(try loop.wait(untilBootMilliseconds: nil) == [.mailbox])
    #expect(worker.drainReports() == [1, 2])
    worker.stop()
  }

  @Test("Jobs beyond the capacity are refused")
  func jobsBeyondTheCapacityAreRefused() throws {
    let loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    let door = Door()
    let worker = try WorkerThread<Int, Int>(name: "slow", capacity: 2, mailbox: loop.mailbox) {
      door.pass()
      return $0
    }
    var taken: [Int] = []
    // One job may already be running, so two or three are accepted.
    for number in 1...6 where worker.submit(number) { taken.append(number) }
    #expect((2...3).contains(taken.count))
    #expect(worker.pending == taken.count)
    door.open(taken.count)
    #expect(try reports(taken.count, from: worker, loop) == taken)
    worker.stop()
  }

  @Test("A stop finishes the waiting jobs")
  func aStopFinishesTheWaitingJobs() throws {
    let loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    let door = Door()
    let worker = try WorkerThread<Int, Int>(name: "last", capacity: 8, mailbox: loop.mailbox) {
      door.pass()
      return $0
    }
    for number in 1...5 { #expect(worker.submit(number)) }
    door.open(5)
    worker.stop()
    #expect(worker.drainReports() == [1, 2, 3, 4, 5])
    #expect(!worker.submit(6))
    worker.stop()
    #expect(worker.drainReports() == [])
  }

  @Test("A thread without an owner ends and releases its state")
  func aThreadWithoutAnOwnerEndsAndReleasesItsState() throws {
    var ends: [Int32] = [-1, -1]
    _ = try SystemCall.complete("pipe") { pipe(&ends) }
    let reader = Descriptor(adopting: ends[0])
    try startAndForget(Descriptor(adopting: ends[1]))
    // The pipe hangs up when the last owner of its writing end is gone.
    var wait = pollfd(fd: reader.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wait, 1, 20_000) == 1)
    #expect(wait.revents & Int16(POLLHUP) != 0)
  }

  private func startAndForget(_ owned: Descriptor) throws {
    let mailbox = try Mailbox()
    let worker = try WorkerThread<Int, Int32>(name: "orphan", capacity: 1, mailbox: mailbox) { _ in
      owned.number
    }
    #expect(worker.submit(1))
  }
}
