import CLinux
import Glibc

/// The only place where the main thread waits: for lines, signals, clocks, worker threads and the control socket, until
/// the next deadline. There is no tick: with nothing to do it sleeps forever.
public final class EventLoop {
  /// Worker threads ring it to wake the loop.
  public let mailbox: Mailbox
  /// How many waits have ended since the start.
  public private(set) var wakeUps = 0

  private let poller: Descriptor
  private let deadline: DeadlineTimer
  private let clockSteps: ClockStepWatch
  private let signals: SignalInbox
  private let syncSign: PresenceWatch?
  private var watched: [Int32: Wake] = [:]

  /// A loop that receives these signals. Create it before any thread, since threads inherit which signals are blocked.
  public init(
    signals: [Int32] = [SIGTERM, SIGINT, SIGHUP], syncSign: SyncSign = .timesyncd
  ) throws(SystemFault) {
    poller = try Descriptor("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
    mailbox = try Mailbox()
    deadline = try DeadlineTimer()
    clockSteps = try ClockStepWatch()
    self.signals = try SignalInbox(signals)
    switch syncSign {
    case .file(let path, _): self.syncSign = try PresenceWatch(path: path)
    case .always: self.syncSign = nil
    }
    let own = [
      mailbox.descriptor, deadline.descriptor, clockSteps.descriptor, self.signals.descriptor,
      self.syncSign?.descriptor,
    ]
    for descriptor in own { if let descriptor { try add(descriptor) } }
  }

  /// Waits for a descriptor too, and reports it as `wake`. The caller keeps it open until `unwatch`.
  public func watch(_ descriptor: Int32, as wake: Wake) throws(SystemFault) {
    try add(descriptor)
    watched[descriptor] = wake
  }

  /// No longer waits for a descriptor. Call it before the descriptor is closed; one that is not watched is ignored.
  public func unwatch(_ descriptor: Int32) throws(SystemFault) {
    guard watched.removeValue(forKey: descriptor) != nil else { return }
    _ = try SystemCall.complete("epoll_ctl") {
      epoll_ctl(poller.number, EPOLL_CTL_DEL, descriptor, nil)
    }
  }

  /// Sleeps until something happens, or the boot clock reaches a time in milliseconds; nil means no deadline. Returns
  /// each reason once, and at least one.
  public func wait(untilBootMilliseconds time: Int?) throws(SystemFault) -> [Wake] {
    try deadline.arm(time)
    while true {
      var wakes: [Wake] = []
      for descriptor in try ready() {
        for wake in try reasons(descriptor) where !wakes.contains(wake) { wakes.append(wake) }
      }
      wakeUps += 1
      if !wakes.isEmpty { return wakes }
    }
  }

  private func add(_ descriptor: Int32) throws(SystemFault) {
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data(fd: descriptor))
    _ = try SystemCall.complete("epoll_ctl") {
      epoll_ctl(poller.number, EPOLL_CTL_ADD, descriptor, &event)
    }
  }

  /// The descriptors that are readable or broken, at least one.
  private func ready() throws(SystemFault) -> [Int32] {
    var events = [epoll_event](repeating: epoll_event(), count: 32)
    let count = try SystemCall.complete("epoll_wait") {
      epoll_wait(poller.number, &events, Int32(events.count), -1)
    }
    return events.prefix(Int(count)).map(\.data.fd)
  }

  /// What a ready descriptor means. The loop's own descriptors are emptied here, the others by their owners.
  private func reasons(_ descriptor: Int32) throws(SystemFault) -> [Wake] {
    switch descriptor {
    case deadline.descriptor: try deadline.drain() ? [.deadline] : []
    case mailbox.descriptor: try mailbox.clear() ? [.mailbox] : []
    case clockSteps.descriptor: try clockSteps.drain() ? [.clockStepped] : []
    case signals.descriptor: try signals.drain().map(Wake.signal)
    case syncSign?.descriptor: try syncSign?.drain() == true ? [.syncChanged] : []
    default: watched[descriptor].map { [$0] } ?? []
    }
  }
}

/// Why the loop woke up.
public enum Wake: Hashable, Sendable {
  /// Edges of the buttons are waiting.
  case lines
  /// An edge of a sensor's interrupt line is waiting.
  case sensorInterrupt
  /// A signal came, by its number.
  case signal(Int32)
  /// The wall clock was set.
  case clockStepped
  /// The file that shows synchronisation appeared or disappeared.
  case syncChanged
  /// The deadline of this wait was reached.
  case deadline
  /// A worker thread has reports.
  case mailbox
  /// The control socket is ready.
  case control
  /// Keys were typed.
  case keys
  /// Any other descriptor, by its number.
  case readable(Int32)
}

/// A timer on the boot clock: one absolute deadline, or none. It also fires after a suspend that slept past it.
final class DeadlineTimer {
  private let timer: Descriptor
  private var armed: Int?

  /// A timer without a deadline.
  init() throws(SystemFault) {
    timer = try Descriptor("timerfd_create") {
      timerfd_create(CLOCK_BOOTTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    }
  }

  /// The descriptor that is readable once the deadline is reached.
  var descriptor: Int32 { timer.number }

  /// Sets the deadline in milliseconds of the boot clock; nil means none. One in the past fires at once.
  func arm(_ milliseconds: Int?) throws(SystemFault) {
    guard milliseconds != armed else { return }
    var setting = itimerspec()
    if let milliseconds {
      // Zero would disarm the timer, so a deadline at or before the boot is set to its first nanosecond.
      let time = max(0, milliseconds)
      setting.it_value = timespec(
        tv_sec: time / 1000, tv_nsec: max(time == 0 ? 1 : 0, time % 1000 * 1_000_000))
    }
    _ = try SystemCall.complete("timerfd_settime") {
      timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
    armed = milliseconds
  }

  /// Reads the timer. Returns whether the deadline was reached.
  func drain() throws(SystemFault) -> Bool {
    do throws(ErrorNumber) {
      guard try timer.readCount() != nil else { return false }
    } catch {
      throw error.fault("read", "timerfd")
    }
    armed = nil
    return true
  }
}

/// Notices that the wall clock was set: a timer that never comes due, which the kernel cancels when
/// `CLOCK_REALTIME` jumps (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET). It costs no wake-ups.
final class ClockStepWatch {
  private let timer: Descriptor

  /// Watches from now on.
  init() throws(SystemFault) {
    timer = try Descriptor("timerfd_create") {
      timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    }
    try arm()
  }

  /// The descriptor that is readable once the clock was set.
  var descriptor: Int32 { timer.number }

  /// Reads the timer. Returns whether the clock was set. Watching continues.
  func drain() throws(SystemFault) -> Bool {
    do throws(ErrorNumber) {
      return try timer.readCount() != nil
    } catch {
      guard error.value == ECANCELED else { throw error.fault("read", "timerfd") }
      try arm()
      return true
    }
  }

  private func arm() throws(SystemFault) {
    var setting = itimerspec()
    setting.it_value.tv_sec = 9_000_000_000  // the year 2255; the kernel's last is 2262
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    _ = try SystemCall.complete("timerfd_settime") {
      timerfd_settime(timer.number, flags, &setting, nil)
    }
  }
}

/// Signals as input: they are blocked, and read from a descriptor, so that they never interrupt anything.
final class SignalInbox {
  private let inbox: Descriptor

  /// Blocks the signals for this thread and for those that it starts later. So create the loop before any thread.
  init(_ signals: [Int32]) throws(SystemFault) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    let status = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard status == 0 else { throw SystemFault(operation: "pthread_sigmask", errno: status) }
    inbox = try Descriptor("signalfd") {
      signalfd(-1, &set, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    }
  }

  /// The descriptor that is readable while signals wait.
  var descriptor: Int32 { inbox.number }

  /// The signals that came, in the kernel's order.
  func drain() throws(SystemFault) -> [Int32] {
    var signals: [Int32] = []
    while let signal = try next() { signals.append(signal) }
    return signals
  }

  private func next() throws(SystemFault) -> Int32? {
    var info = signalfd_siginfo()
    do throws(ErrorNumber) {
      _ = try SystemCall.complete { read(inbox.number, &info, MemoryLayout<signalfd_siginfo>.size) }
      return Int32(bitPattern: info.ssi_signo)
    } catch {
      if error.value == EAGAIN { return nil }
      throw error.fault("read", "signalfd")
    }
  }
}

/// Signals that a loop distinguishes.
public enum SignalNumber {
  /// The terminal is gone, or, for a service, the configuration has changed.
  public static let hangUp = SIGHUP
}
