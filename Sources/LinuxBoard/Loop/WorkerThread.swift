import CLinux
import Glibc
import Synchronization

/// One thread that does blocking work for the loop: it receives jobs in order and returns a report for each. What the
/// work needs, a journal or a display, lives on this thread alone.
public final class WorkerThread<Job: Sendable, Report: Sendable>: Sendable {
  private let exchange: WorkerExchange<Job, Report>
  private let thread: pthread_t

  /// Starts the thread. `work` turns a job into its report; what it captures belongs to the thread from then on. At
  /// most `capacity` jobs wait; `mailbox` is rung after each report that cannot wait until the loop wakes up anyway.
  public init(
    name: String, capacity: Int, priority: ThreadPriority = .ordinary, stackBytes: Int = 256 << 10,
    mailbox: Mailbox, canWait: @escaping @Sendable (Report) -> Bool = { _ in false },
    work: sending @escaping (Job) -> Report
  ) throws(SystemFault) {
    exchange = try WorkerExchange(capacity: capacity, mailbox: mailbox, canWait: canWait)
    let body = WorkerBody(exchange: exchange, work: work)
    thread = try PosixThread.start(name: name, priority: priority, stackBytes: stackBytes) { body.run() }
  }

  /// Hands over a job. Returns false, and does not accept the job, if `capacity` jobs wait already or the thread was
  /// told to stop.
  public func submit(_ job: Job) -> Bool { exchange.submit(job) }

  /// The reports since the last call, in the order of their jobs.
  public func drainReports() -> [Report] { exchange.drainReports() }

  /// How many jobs were handed over and not reported yet.
  public var pending: Int { exchange.pending }

  /// Lets the thread finish the jobs that wait, and returns when it has ended. A stopped thread is not started again.
  public func stop() {
    if exchange.stop() { pthread_join(thread, nil) }
  }

  deinit {
    // Nothing receives its reports any more, so nothing waits for its end either.
    if exchange.stop() { pthread_detach(thread) }
  }
}

/// What the loop and a worker share.
final class WorkerExchange<Job: Sendable, Report: Sendable>: Sendable {
  private struct State {
    var jobs: [Job] = []
    var reports: [Report] = []
    var running = 0
    var isStopping = false
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let mailbox: Mailbox
  private let canWait: @Sendable (Report) -> Bool
  /// A semaphore. Its count is the number of waiting jobs, and one more at the end.
  private let bell: Descriptor

  init(
    capacity: Int, mailbox: Mailbox, canWait: @escaping @Sendable (Report) -> Bool
  ) throws(SystemFault) {
    self.capacity = capacity
    self.mailbox = mailbox
    self.canWait = canWait
    bell = try Descriptor("eventfd") {
      eventfd(0, Int32(EFD_SEMAPHORE | EFD_CLOEXEC))
    }
  }

  func submit(_ job: Job) -> Bool {
    let taken = state.withLock { state in
      guard !state.isStopping, state.jobs.count < capacity else { return false }
      state.jobs.append(job)
      return true
    }
    if taken { ring() }
    return taken
  }

  func drainReports() -> [Report] {
    state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  var pending: Int { state.withLock { $0.jobs.count + $0.running } }

  /// Accepts no more jobs. Returns whether this was the first call.
  func stop() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isStopping = true }
      return !state.isStopping
    }
    if isFirst { ring() }
    return isFirst
  }

  /// Waits for the next job; nil if there will be none.
  func nextJob() -> Job? {
    var count: UInt64 = 0
    while read(bell.number, &count, 8) < 0 && errno == EINTR {}
    return state.withLock { state in
      guard !state.jobs.isEmpty else { return nil }
      state.running = 1
      return state.jobs.removeFirst()
    }
  }

  func report(_ report: Report) {
    state.withLock { state in
      state.running = 0
      state.reports.append(report)
    }
    if !canWait(report) { mailbox.ring() }
  }

  private func ring() {
    var one: UInt64 = 1
    _ = write(bell.number, &one, 8)
  }
}

/// The work, on its way to its thread. Unchecked is safe: the work was sent, so nothing else can reach what it
/// captured, and only the new thread calls it.
private final class WorkerBody<Job: Sendable, Report: Sendable>: @unchecked Sendable {
  private let exchange: WorkerExchange<Job, Report>
  private let work: (Job) -> Report

  init(exchange: WorkerExchange<Job, Report>, work: sending @escaping (Job) -> Report) {
    (self.exchange, self.work) = (exchange, work)
  }

  func run() {
    while let job = exchange.nextJob() { exchange.report(work(job)) }
  }
}

/// The priority of a thread.
public enum ThreadPriority: Sendable {
  /// That of the process.
  case ordinary
  /// It gets the processor and the disk only when no other thread wants them.
  case lowest
}

/// A thread of the operating system with a small stack. Swift's own tasks are not used for work that blocks.
enum PosixThread {
  /// 256 KiB; the system's default is 8 MiB, which counts against the service's memory limit once touched.
  static let stackBytes = 256 * 1024

  private final class Start {
    let name: String
    let priority: ThreadPriority
    let body: @Sendable () -> Void

    init(name: String, priority: ThreadPriority, body: @escaping @Sendable () -> Void) {
      (self.name, self.priority, self.body) = (name, priority, body)
    }

    func run() {
      clinux_name_thread(name)
      // A sandbox may refuse the priority; the work is the same then.
      if priority == .lowest { clinux_lower_priority() }
      body()
    }
  }

  /// Starts a thread; its name, cut to 15 characters, shows in `top -H`. The caller joins it.
  static func start(
    name: String, priority: ThreadPriority = .ordinary, stackBytes: Int = stackBytes,
    _ body: @escaping @Sendable () -> Void
  ) throws(SystemFault) -> pthread_t {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackBytes)
    let start = Unmanaged.passRetained(Start(name: String(name.prefix(15)), priority: priority, body: body))
    var thread = pthread_t()
    let status = pthread_create(&thread, &attributes, run, start.toOpaque())
    guard status == 0 else {
      start.release()
      throw SystemFault(operation: "pthread_create", subject: name, errno: status)
    }
    return thread
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    start in
    guard let start else { return nil }
    Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run()
    return nil
  }
}

/// Any thread may ring it to wake the loop: an eventfd. It carries no message; the thread that rings leaves its
/// report where the loop will look.
public final class Mailbox: Sendable {
  private let counter: Descriptor

  /// A mailbox that was not rung.
  public init() throws(SystemFault) {
    counter = try Descriptor("eventfd") { eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
  }

  /// The descriptor that is readable after `ring`, until `clear`.
  var descriptor: Int32 { counter.number }

  /// Wakes the loop. Rings before the loop looks count as one.
  public func ring() {
    var one: UInt64 = 1
    // It fails only when the count is at its maximum, and then the loop wakes anyway.
    _ = write(counter.number, &one, 8)
  }

  /// Clears the ring; returns whether there was one.
  @discardableResult
  func clear() throws(SystemFault) -> Bool {
    do throws(ErrorNumber) {
      return try counter.readCount() != nil
    } catch {
      throw error.fault("read", "eventfd")
    }
  }
}

/// A thread that hangs, for tests of the watchdog.
public enum Stall {
  /// Waits for signals that no one handles; every other thread keeps running.
  public static func forever() -> Never {
    while true { pause() }
  }
}
