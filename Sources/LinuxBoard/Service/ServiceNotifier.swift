import Glibc

/// Tells systemd how the service is doing, in systemd's own protocol (sd_notify(3)): one datagram to the socket that
/// `NOTIFY_SOCKET` names.
public struct ServiceNotifier: Sendable {
  /// What can be reported.
  public enum Message: Hashable, Sendable {
    /// The box works: everything ordered after it may start.
    case ready
    /// One plain sentence for `systemctl status`.
    case status(String)
    /// The loop has made a turn.
    case watchdog
    /// The box is stopping.
    case stopping

    var text: String {
      switch self {
      case .ready: "READY=1"
      case .status(let sentence):
        "STATUS=" + String(sentence.unicodeScalars.map { $0 == "\n" ? " " : Character($0) })
      case .watchdog: "WATCHDOG=1"
      case .stopping: "STOPPING=1"
      }
    }
  }

  private let socket: Descriptor
  private let path: String
  private let address: SocketAddress

  /// A notifier for the socket in `NOTIFY_SOCKET`; nil without that variable, which means that systemd did not start
  /// the process.
  public static func inEnvironment() throws(SystemFault) -> ServiceNotifier? {
    guard let path = Environment.variable("NOTIFY_SOCKET"), !path.isEmpty else { return nil }
    return try ServiceNotifier(path: path)
  }

  /// A notifier for a socket: a path, or an abstract name after `@`.
  public init(path: String) throws(SystemFault) {
    guard let address = SocketAddress(path), path.hasPrefix("/") || path.hasPrefix("@") else {
      throw SystemFault(operation: "notify", subject: path, errno: EINVAL)
    }
    self.path = path
    self.address = address
    socket = try Descriptor("socket", path) {
      Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | SocketAddress.closeOnExec, 0)
    }
  }

  /// Reports these things in one message. Never waits: if systemd's queue is full, it fails with EAGAIN, and the next
  /// turn of the loop reports again.
  public func notify(_ messages: Message...) throws(SystemFault) {
    let bytes = Array(messages.map(\.text).joined(separator: "\n").utf8)
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    _ = try SystemCall.complete("notify", path) {
      address.withPointer { sendto(socket.number, bytes, bytes.count, flags, $0, $1) }
    }
  }
}

/// How often systemd expects a report that the loop turns.
public enum WatchdogInterval {
  /// The interval in milliseconds after which systemd gives up, from `WATCHDOG_USEC`; nil when no watchdog is set,
  /// or when `WATCHDOG_PID` names another process (sd_watchdog_enabled(3)).
  public static func milliseconds(
    microsecondsText: String? = Environment.variable("WATCHDOG_USEC"),
    processText: String? = Environment.variable("WATCHDOG_PID"),
    processID: Int32 = Environment.processID
  ) -> Int? {
    guard let microseconds = microsecondsText.flatMap({ Int($0) }), microseconds >= 1000 else {
      return nil
    }
    if let processText, Int32(processText) != processID { return nil }
    return microseconds / 1000
  }
}

/// Lines for the person who keeps the box: to the journal with a priority, or plain to a terminal.
public struct ServiceLog: Sendable {
  /// How much a line matters, by syslog's numbers.
  public enum Priority: Int, Hashable, Sendable {
    /// Something is lost for good.
    case critical = 2
    /// Something failed and needs a person.
    case error = 3
    /// Something failed and was worked around.
    case warning = 4
    /// Normal, and worth keeping.
    case notice = 5
  }

  private let descriptor: Int32
  private let hasPriorities: Bool
  private let isSocket: Bool

  /// Lines to standard error, with priorities when it is the journal.
  public init() {
    self.init(descriptor: STDERR_FILENO, journalStream: Environment.variable("JOURNAL_STREAM"))
  }

  /// Lines to a descriptor. `journalStream` is `DEVICE:INODE` of the journal's socket, as systemd sets it
  /// (systemd.exec(5)).
  public init(descriptor: Int32, journalStream: String?) {
    self.descriptor = descriptor
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    hasPriorities = isKnown && journalStream == "\(status.st_dev):\(status.st_ino)"
    isSocket = isKnown && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Writes a text, one journal line for each of its lines. It does not wait for a journal that does not read, since
  /// the deciding thread writes too: the rest of the text is dropped.
  public func write(_ priority: Priority, _ text: String) {
    let lines = text.split(separator: "\n").map { prefix(priority) + $0 + "\n" }
    let bytes = Array(lines.joined().utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        let (rest, count) = ($0.baseAddress! + done, bytes.count - done)
        return isSocket
          ? send(descriptor, rest, count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
          : Glibc.write(descriptor, rest, count)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }  // nothing reads it
      done += count
    }
  }

  private func prefix(_ priority: Priority) -> String {
    hasPriorities ? "<\(priority.rawValue)>" : ""
  }
}
