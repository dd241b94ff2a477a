import CLinux
import Glibc

/// Talks to a box over its control socket without blocking: several conversations at once, and one descriptor to wait
/// on.
public final class ControlCaller {
  /// What happened in a conversation.
  public enum Report: Hashable, Sendable {
    /// The box sent a line, without its line end.
    case line(call: Int, String)
    /// The conversation is over: the box closed it, or was silent for too long.
    case ended(call: Int)
  }

  /// The longest line that is accepted, in bytes.
  private static let lineBytes = 4 << 20

  private struct Conversation {
    let socket: Descriptor
    let patienceMilliseconds: Int
    var deadlineMilliseconds: Int
    var unsent: ArraySlice<UInt8>
    var received: [UInt8] = []
  }

  private let path: String
  private let poller: Descriptor
  private let timer: DeadlineTimer
  private let clock = LinuxClock()
  private var conversations: [Int: Conversation] = [:]
  private var calls: [Int32: Int] = [:]

  /// A caller of the box at a socket, which need not exist yet.
  public init(path: String) throws(SystemFault) {
    self.path = path
    poller = try Descriptor("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
    timer = try DeadlineTimer()
    try control(EPOLL_CTL_ADD, timer.descriptor, EPOLLIN)
  }

  /// The one descriptor to wait on; readable whenever `serve` has something to do.
  public var descriptor: Int32 { poller.number }

  /// Begins a conversation under a number that the caller chooses.
  ///
  /// - Parameters:
  ///   - line: what to ask, without its line end.
  ///   - patienceMilliseconds: how long the box may be silent.
  public func call(_ call: Int, _ line: String, patienceMilliseconds: Int) throws(ControlFault) {
    guard let address = SocketAddress(path) else { throw .pathTooLong(path: path) }
    do throws(SystemFault) {
      let kind = Int32(SOCK_STREAM.rawValue) | SocketAddress.closeOnExec | SocketAddress.nonBlocking
      let socket = try Descriptor("socket") { Glibc.socket(AF_UNIX, kind, 0) }
      _ = try SystemCall.complete("connect") {
        address.withPointer { connect(socket.number, $0, $1) }
      }
      try control(EPOLL_CTL_ADD, socket.number, EPOLLIN)
      var conversation = Conversation(
        socket: socket, patienceMilliseconds: patienceMilliseconds,
        deadlineMilliseconds: clock.bootMilliseconds + patienceMilliseconds,
        unsent: Array((line + "\n").utf8)[...])
      try send(&conversation)
      conversations[call] = conversation
      calls[socket.number] = call
      try arm()
    } catch {
      throw .failed(error.operation, path, error.errno)
    }
  }

  /// Ends a conversation; nothing more is reported of it.
  public func hangUp(_ call: Int) {
    guard let conversation = conversations.removeValue(forKey: call) else { return }
    calls[conversation.socket.number] = nil
  }

  /// Reads and writes what it can, and reports what happened.
  public func serve() throws(SystemFault) -> [Report] {
    var reports: [Report] = []
    for number in try ready() {
      guard let call = calls[number] else {
        if number == timer.descriptor { _ = try timer.drain() }
        continue
      }
      reports += try serve(call)
    }
    let now = clock.bootMilliseconds
    for (call, conversation) in conversations where conversation.deadlineMilliseconds <= now {
      hangUp(call)
      reports.append(.ended(call: call))
    }
    try arm()
    return reports
  }

  private func serve(_ call: Int) throws(SystemFault) -> [Report] {
    guard var conversation = conversations[call] else { return [] }
    try send(&conversation)
    let isOpen = receive(&conversation)
    var reports: [Report] = []
    while let end = conversation.received.firstIndex(of: 0x0A) {
      reports.append(.line(call: call, String(decoding: conversation.received[..<end], as: UTF8.self)))
      conversation.received.removeSubrange(...end)
      conversation.deadlineMilliseconds = clock.bootMilliseconds + conversation.patienceMilliseconds
    }
    conversations[call] = conversation
    if isOpen && conversation.received.count <= Self.lineBytes { return reports }
    // The line with the exit code has no line end.
    if !conversation.received.isEmpty && !isOpen {
      reports.append(.line(call: call, String(decoding: conversation.received, as: UTF8.self)))
    }
    hangUp(call)
    return reports + [.ended(call: call)]
  }

  private func send(_ conversation: inout Conversation) throws(SystemFault) {
    let socket = conversation.socket.number
    let isWaiting = !conversation.unsent.isEmpty
    while !conversation.unsent.isEmpty {
      let count = conversation.unsent.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }  // a broken connection is noticed when it is read
      conversation.unsent = conversation.unsent.dropFirst(count)
    }
    guard isWaiting else { return }
    let interest = conversation.unsent.isEmpty ? EPOLLIN.rawValue : EPOLLIN.rawValue | EPOLLOUT.rawValue
    try control(EPOLL_CTL_MOD, socket, EPOLL_EVENTS(rawValue: interest))
  }

  /// Reads what has arrived; false once the box has closed its end.
  private func receive(_ conversation: inout Conversation) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while conversation.received.count <= Self.lineBytes {
      let count = recv(conversation.socket.number, &chunk, chunk.count, 0)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return true }
      guard count > 0 else { return false }
      conversation.received += chunk.prefix(count)
    }
    return true
  }

  private func arm() throws(SystemFault) {
    try timer.arm(conversations.values.map(\.deadlineMilliseconds).min())
  }

  private func ready() throws(SystemFault) -> [Int32] {
    var events = [epoll_event](repeating: epoll_event(), count: 16)
    let count = try SystemCall.complete("epoll_wait") {
      epoll_wait(poller.number, &events, Int32(events.count), 0)
    }
    return events.prefix(Int(count)).map(\.data.fd)
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ interest: EPOLL_EVENTS
  ) throws(SystemFault) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data(fd: descriptor))
    _ = try SystemCall.complete("epoll_ctl") { epoll_ctl(poller.number, operation, descriptor, &event) }
  }
}
