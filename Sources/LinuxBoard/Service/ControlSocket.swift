import CLinux
import Glibc

/// The box's end of the control socket. Each client sends one line and gets one answer. Several clients may be
/// connected, and the socket never waits for any of them. It causes no wake-ups while no client is connected.
public final class ControlSocket {
  /// What a client asked.
  public struct Request: Hashable, Sendable {
    /// Which client, counted from 1 since the start.
    public let client: Int
    /// The line, without its end.
    public let line: String
  }

  /// The limits for clients.
  public struct Limits: Hashable, Sendable {
    /// Clients at once. Further ones wait in the kernel's queue.
    public var clients = 64
    /// More clients than this are too many. The places beyond serve to say so.
    public var crowd = 56
    /// Watching clients at once. Further ones are refused.
    public var watchers = 8
    /// Bytes of a line.
    public var lineBytes = 65_536
    /// Milliseconds that a client may take to ask, and to read a short answer.
    public var idleMilliseconds = 5000
    /// Milliseconds that a client may wait for its answer.
    public var answerMilliseconds = 60_000
    /// Milliseconds for which a client of a long answer may read nothing.
    public var readMilliseconds = 10_000
    /// Milliseconds for which no client is accepted after the system ran out of descriptors or memory for it.
    public var pauseMilliseconds = 1000

    /// 64 clients, 64 KiB, 5 s to ask, 60 s for an answer, 10 s without reading, 1 s of pause.
    public init() {}
  }

  private let path: String
  let limits: Limits
  private let listener: Descriptor
  private let poller: Descriptor
  private let timer: DeadlineTimer
  let clock = LinuxClock()
  var watchers: [Int32: ControlWatcher] = [:]
  private var clients: [Int32: ControlConversation] = [:]
  private var lastClient = 0
  private var isListening = true
  /// Until when no client is accepted, on the boot clock.
  private var pausedUntil: Int?
  private let accept: (Int32) -> Int32

  /// Listens at a path, mode 0660. A socket that no process listens on any more is replaced.
  public convenience init(path: String, limits: Limits = Limits()) throws(ControlFault) {
    try self.init(path: path, limits: limits, accept: clinux_accept)
  }

  /// The same with another way to accept a client, which returns its descriptor, or -1 with errno.
  init(path: String, limits: Limits, accept: @escaping (Int32) -> Int32) throws(ControlFault) {
    self.path = path
    self.limits = limits
    self.accept = accept
    listener = try ControlListener.open(at: path)
    do throws(SystemFault) {
      poller = try Descriptor("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
      timer = try DeadlineTimer()
      try control(EPOLL_CTL_ADD, listener.number, EPOLLIN)
      try control(EPOLL_CTL_ADD, timer.descriptor, EPOLLIN)
    } catch {
      throw .failed(error.operation, path, error.errno)
    }
  }

  deinit {
    unlink(path)
  }

  /// The one descriptor to wait on; readable whenever `serve` has something to do.
  public var descriptor: Int32 { poller.number }

  /// Whether so many clients are connected that a further one should come again later. While it waits in the
  /// kernel's queue, its request is not read and gets no time.
  public var isCrowded: Bool { clients.count > limits.crowd }

  /// Does what can be done now: accepts clients, reads, writes, drops idle clients. Returns the lines that are
  /// complete.
  public func serve() throws(ControlFault) -> [Request] {
    try failing { () throws(SystemFault) in
      var requests: [Request] = []
      for number in try ready() {
        if let request = try serve(number) { requests.append(request) }
      }
      try giveUpIdle()
      return requests
    }
  }

  /// Does work with the kernel, and turns its faults into the socket's.
  func failing<Value>(_ work: () throws(SystemFault) -> Value) throws(ControlFault) -> Value {
    do throws(SystemFault) {
      return try work()
    } catch {
      throw .failed(error.operation, path, error.errno)
    }
  }

  /// Answers a client, and ends the conversation once everything is sent. A client that has left is ignored.
  public func answer(_ text: String, to client: Int) throws(ControlFault) {
    guard let number = clients.first(where: { $0.value.client == client })?.key,
      var conversation = clients[number], conversation.hasAsked
    else { return }
    conversation.deadlineMilliseconds = clock.bootMilliseconds + limits.idleMilliseconds
    let progress = conversation.answer(text)
    clients[number] = conversation
    do throws(SystemFault) {
      if progress == .over {
        try end(number)
      } else {
        try control(EPOLL_CTL_MOD, number, EPOLLOUT)
      }
      try armTimer()
    } catch {
      throw .failed(error.operation, path, error.errno)
    }
  }

  /// Hands over a client that has asked, so that another thread writes its answer. It no longer counts as one of the
  /// clients here. Nil if the client has left.
  public func release(_ client: Int) throws(ControlFault) -> ControlReader? {
    guard let number = clients.first(where: { $0.value.client == client })?.key,
      let conversation = clients[number], conversation.hasAsked
    else { return nil }
    do throws(SystemFault) {
      _ = try SystemCall.complete("epoll_ctl") {
        epoll_ctl(poller.number, EPOLL_CTL_DEL, number, nil)
      }
      try end(number)
      try armTimer()
    } catch {
      throw .failed(error.operation, path, error.errno)
    }
    return ControlReader(conversation.socket, patienceMilliseconds: limits.readMilliseconds)
  }

  private func serve(_ number: Int32) throws(SystemFault) -> Request? {
    if number == listener.number { return try letIn() }
    if try serveWatcher(number) { return nil }
    guard var conversation = clients[number] else {
      _ = try timer.drain()
      return nil
    }
    let progress =
      conversation.hasAsked ? conversation.send() : conversation.read(bytesMax: limits.lineBytes)
    if case .asked = progress {
      conversation.deadlineMilliseconds = clock.bootMilliseconds + limits.answerMilliseconds
    }
    clients[number] = conversation
    switch progress {
    case .waiting: return nil
    case .over:
      try end(number)
      return nil
    case .asked(let line):
      // Until there is an answer to write, only the end of the connection matters.
      try control(EPOLL_CTL_MOD, number, EPOLLHUP)
      return Request(client: conversation.client, line: line)
    }
  }

  private func letIn() throws(SystemFault) -> Request? {
    let number = accept(listener.number)
    guard number >= 0 else {
      if Self.shortages.contains(errno) { try pause() }
      return nil  // else the client has left again; epoll reports the next one
    }
    let deadline = clock.bootMilliseconds + limits.idleMilliseconds
    lastClient += 1
    clients[number] = ControlConversation(
      client: lastClient, socket: Descriptor(adopting: number), deadlineMilliseconds: deadline)
    try control(EPOLL_CTL_ADD, number, EPOLLIN)
    try listenIfRoom()
    return nil
  }

  /// What the system may be short of for a new connection (accept(2), ERRORS).
  private static let shortages: Set<Int32> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

  /// Stops accepting for a while. Otherwise epoll would report the waiting client again and again.
  private func pause() throws(SystemFault) {
    pausedUntil = clock.bootMilliseconds + limits.pauseMilliseconds
    try listenIfRoom()
  }

  /// Ends a conversation; this closes its socket, and epoll forgets closed sockets.
  private func end(_ number: Int32) throws(SystemFault) {
    clients[number] = nil
    pausedUntil = nil
    try listenIfRoom()
  }

  /// Gives up idle clients, after everything that has arrived was read: if the loop was late, that may be a client's
  /// question.
  private func giveUpIdle() throws(SystemFault) {
    let now = clock.bootMilliseconds
    for (number, client) in clients where client.deadlineMilliseconds <= now { try end(number) }
    for (number, watcher) in watchers {
      if let deadline = watcher.deadlineMilliseconds, deadline <= now { watchers[number] = nil }
    }
    if let end = pausedUntil, end <= now {
      pausedUntil = nil
      try listenIfRoom()
    }
    try armTimer()
  }

  private func armTimer() throws(SystemFault) {
    let ends = clients.values.map(\.deadlineMilliseconds) + watchers.values.compactMap(\.deadlineMilliseconds)
    try timer.arm((ends + [pausedUntil].compactMap { $0 }).min())
  }

  /// Listens only while there is room. Otherwise new clients wait in the kernel's queue and must not wake the loop.
  private func listenIfRoom() throws(SystemFault) {
    let hasRoom = clients.count < limits.clients && pausedUntil == nil
    guard hasRoom != isListening else { return }
    isListening = hasRoom
    var event = epoll_event(
      events: hasRoom ? EPOLLIN.rawValue : 0, data: epoll_data(fd: listener.number))
    _ = try SystemCall.complete("epoll_ctl") {
      epoll_ctl(poller.number, EPOLL_CTL_MOD, listener.number, &event)
    }
  }

  private func ready() throws(SystemFault) -> [Int32] {
    var events = [epoll_event](repeating: epoll_event(), count: limits.clients + limits.watchers + 2)
    let count = try SystemCall.complete("epoll_wait") {
      epoll_wait(poller.number, &events, Int32(events.count), 0)
    }
    return events.prefix(Int(count)).map(\.data.fd)
  }

  func control(
    _ operation: Int32, _ descriptor: Int32, _ interest: EPOLL_EVENTS
  ) throws(SystemFault) {
    var event = epoll_event(events: interest.rawValue, data: epoll_data(fd: descriptor))
    _ = try SystemCall.complete("epoll_ctl") {
      epoll_ctl(poller.number, operation, descriptor, &event)
    }
  }
}

/// Clients that watch: each is sent every new line until it leaves.
extension ControlSocket {
  /// How many watch.
  public var watcherCount: Int { watchers.count }

  /// Keeps a client that has asked as a watcher. It no longer takes one of the places for clients that ask.
  ///
  /// - Returns: false if the maximum number watch already, or the client has left.
  public func watch(_ client: Int) throws(ControlFault) -> Bool {
    guard watchers.count < limits.watchers, let reader = try release(client) else { return false }
    try failing { () throws(SystemFault) in
      try control(EPOLL_CTL_ADD, reader.socket.number, EPOLLIN)
    }
    watchers[reader.socket.number] = ControlWatcher(socket: reader.socket)
    return true
  }

  /// Sends a line, without its line end, to every watcher, and waits for none. A watcher that has not read the line
  /// before gets only the newest one; a watcher that reads nothing for `readMilliseconds` is dropped.
  ///
  /// - Parameter isNews: false for a line that only shows that the box is running.
  public func publish(_ line: String, isNews: Bool = true) throws(ControlFault) {
    let bytes = Array((line + "\n").utf8)
    let deadline = clock.bootMilliseconds + limits.readMilliseconds
    try failing { () throws(SystemFault) in
      for (number, watcher) in watchers {
        var watcher = watcher
        let isThere = watcher.send(bytes, isNews: isNews, deadlineMilliseconds: deadline)
        try settle(number, watcher, isThere)
      }
      try armTimer()
    }
  }

  /// Continues with a watcher that can be written to, or has left. False if the descriptor belongs to no watcher.
  func serveWatcher(_ number: Int32) throws(SystemFault) -> Bool {
    guard var watcher = watchers[number] else { return false }
    let isThere = watcher.serve(deadlineMilliseconds: clock.bootMilliseconds + limits.readMilliseconds)
    try settle(number, watcher, isThere)
    return true
  }

  private func settle(_ number: Int32, _ watcher: ControlWatcher, _ isThere: Bool) throws(SystemFault) {
    watchers[number] = isThere ? watcher : nil
    guard isThere else { return }
    let interest = watcher.isBehind ? EPOLLIN.rawValue | EPOLLOUT.rawValue : EPOLLIN.rawValue
    try control(EPOLL_CTL_MOD, number, EPOLL_EVENTS(rawValue: interest))
  }
}

/// A client of the control socket that is sent a line whenever there is a new one. The box never waits for it: of the
/// lines that it has not begun to read, only the newest is kept.
struct ControlWatcher {
  /// The client's socket.
  let socket: Descriptor
  /// When the client is given up, in milliseconds of the boot clock; nil if it has read everything.
  private(set) var deadlineMilliseconds: Int?
  private var sending: ArraySlice<UInt8> = []
  private var next: [UInt8]?

  /// A watcher to which nothing was sent yet.
  init(socket: Descriptor) { self.socket = socket }

  /// Whether it has unread lines.
  var isBehind: Bool { deadlineMilliseconds != nil }

  /// Sends a line, or keeps it until the lines before it are sent.
  ///
  /// - Parameters:
  /// - isNews: false for a line that says nothing new; a watcher that is behind does not get it.
  /// - deadline: when to give up if it cannot be sent now, on the boot clock.
  /// - Returns: false for a client that has left.
  mutating func send(_ line: [UInt8], isNews: Bool, deadlineMilliseconds deadline: Int) -> Bool {
    guard isNews || !isBehind else { return true }
    next = line
    return send(deadlineMilliseconds: deadline)
  }

  /// Continues to send; false for a client that has left, or that sent something, which no watcher may do.
  mutating func serve(deadlineMilliseconds deadline: Int) -> Bool {
    var byte: UInt8 = 0
    let count = recv(socket.number, &byte, 1, 0)
    guard count < 0, errno == EAGAIN || errno == EINTR else { return false }
    return send(deadlineMilliseconds: deadline)
  }

  private mutating func send(deadlineMilliseconds deadline: Int) -> Bool {
    while true {
      if sending.isEmpty {
        guard let line = next else {
          deadlineMilliseconds = nil
          return true
        }
        (sending, next) = (line[...], nil)
      }
      let count = sending.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        deadlineMilliseconds = deadlineMilliseconds ?? deadline
        return true
      }
      guard count > 0 else { return false }
      sending = sending.dropFirst(count)
    }
  }
}
