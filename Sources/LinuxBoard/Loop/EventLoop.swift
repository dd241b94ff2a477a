import CLinux
import Glibc

/// The one place where the deciding thread waits: for lines, signals, clocks, worker threads and the control socket,
/// until the next deadline. There is no tick; with nothing to do it sleeps for ever.
public final class EventLoop {
  /// The bell that worker threads ring.
  public let mailbox: Mailbox
  /// How often a wait has ended since the start.
  public private(set) var wakeUps = 0

  private let poller: Descriptor
  private let deadline: DeadlineTimer
  private let clockSteps: ClockStepWatch
  private let signals: SignalInbox
  private let syncSign: PresenceWatch?
  private var watched: [Int32: Wake] = [:]

  /// A loop that takes over these signals: made before any thread, since threads inherit what is blocked.
  public init(
    signals: [Int32] = [SIGTERM, SIGINT, SIGHUP], syncSign: SyncSign = .timesyncd
  ) throws(SystemFault) {
    poller = try Descriptor("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
    mailbox = try Mailbox()
    deadline = try DeadlineTimer()
    clockSteps = try ClockStepWatch()
    self.signals = try SignalInbox(signals)
    switch syncSign {
    case .file(let path): self.syncSign = try PresenceWatch(path: path)
    case .always: self.syncSign = nil
    }
    let own = [
      mailbox.descriptor, deadline.descriptor, clockSteps.descriptor, self.signals.descriptor,
      self.syncSign?.descriptor,
    ]
    for descriptor in own { if let descriptor { try add(descriptor) } }
  }

  /// Waits for a descriptor too; `wake` says what it is for. The caller keeps it open until `unwatch`.
  public func watch(_ descriptor: Int32, as wake: Wake) throws(SystemFault) {
    try add(descriptor)
    watched[descriptor] = wake
  }

  /// No longer waits for a descriptor; to be called before it is closed. One that is not watched is ignored.
  public func unwatch(_ descriptor: Int32) throws(SystemFault) {
    guard watched.removeValue(forKey: descriptor) != nil else { return }
    _ = try SystemCall.complete("epoll_ctl") {
      epoll_ctl(poller.number, EPOLL_CTL_DEL, descriptor, nil)
    }
  }

  /// Sleeps until something happens, or the boot clock reaches a time in milliseconds; nil means no deadline.
  /// Returns what happened, each reason once, at least one.
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

  /// What a ready descriptor means. The loop's own are emptied here, the others by their owners.
  private func reasons(_ descriptor: Int32) throws(SystemFault) -> [Wake] {
    switch descriptor {
    case deadline.descriptor: try deadline.take() ? [.deadline] : []
    case mailbox.descriptor: try mailbox.clear() ? [.mailbox] : []
    case clockSteps.descriptor: try clockSteps.take() ? [.clockStepped] : []
    case signals.descriptor: try signals.take().map(Wake.signal)
    case syncSign?.descriptor: try syncSign?.take() == true ? [.syncChanged] : []
    default: watched[descriptor].map { [$0] } ?? []
    }
  }
}
