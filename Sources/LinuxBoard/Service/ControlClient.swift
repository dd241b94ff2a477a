import Glibc

/// The command line's end of the control socket.
public enum ControlClient {
  /// The longest answer that is accepted, in bytes.
  public static let answerBytesMax = 64 << 20

  /// Sends one line, without its line end, to the box at a socket, and returns the whole answer. Waits for each part
  /// of it at most `timeoutMilliseconds`, and accepts at most `bytesMax`.
  ///
  /// - Parameter hear: receives each line of the answer as soon as it has arrived.
  public static func request(
    path: String, line: String, timeoutMilliseconds: Int = 5000, bytesMax: Int = answerBytesMax,
    hear: (String) -> Void = { _ in }
  ) throws(ControlFault) -> String {
    guard let address = SocketAddress(path) else { throw .pathTooLong(path: path) }
    do throws(SystemFault) {
      let socket = try Descriptor("socket") {
        Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | SocketAddress.closeOnExec, 0)
      }
      try limit(socket, timeoutMilliseconds)
      _ = try SystemCall.complete("connect") {
        address.withPointer { connect(socket.number, $0, $1) }
      }
      try send(Array((line + "\n").utf8), to: socket)
      let answer = try receive(from: socket, bytesMax, hear)
      if let text = String(validating: answer, as: UTF8.self) { return text }
    } catch {
      throw .failed(error.operation, path, error.errno)
    }
    throw .badAnswer(path: path)
  }

  private static func limit(_ socket: Descriptor, _ milliseconds: Int) throws(SystemFault) {
    var limit = timeval(
      tv_sec: milliseconds / 1000, tv_usec: suseconds_t(milliseconds % 1000 * 1000))
    let size = socklen_t(MemoryLayout<timeval>.size)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = try SystemCall.complete("setsockopt") {
        setsockopt(socket.number, SOL_SOCKET, option, &limit, size)
      }
    }
  }

  private static func send(_ bytes: [UInt8], to socket: Descriptor) throws(SystemFault) {
    var done = 0
    while done < bytes.count {
      done += try SystemCall.complete("send") {
        bytes.withUnsafeBytes {
          Glibc.send(
            socket.number, $0.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }

  private static func receive(
    from socket: Descriptor, _ bytesMax: Int, _ hear: (String) -> Void
  ) throws(SystemFault) -> [UInt8] {
    var answer: [UInt8] = []
    var heard = 0
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = try SystemCall.complete("receive") {
        recv(socket.number, &chunk, chunk.count, 0)
      }
      if count == 0 { return answer }
      answer += chunk.prefix(count)
      guard answer.count <= bytesMax else {
        throw SystemFault(operation: "receive", errno: EMSGSIZE)
      }
      // Each byte is looked at once, since a line may have millions.
      for end in answer.indices.suffix(count) where answer[end] == 0x0A {
        hear(String(decoding: answer[heard..<end], as: UTF8.self))
        heard = end + 1
      }
    }
  }
}

/// One client of the control socket: it sends one line and gets one answer.
struct ControlConversation {
  /// The result of a turn.
  enum Progress: Hashable {
    /// The line is not complete yet, or the answer is not sent yet.
    case waiting
    /// The line, without its end.
    case asked(String)
    /// The conversation is over: it was answered, broken off, or malformed.
    case over
  }

  /// The client's number, counted from 1 since the start.
  let client: Int
  /// The client's socket.
  let socket: Descriptor
  /// When to give up the client, in milliseconds of the boot clock.
  var deadlineMilliseconds: Int
  /// Whether its line has arrived and it waits for its answer.
  private(set) var hasAsked = false

  private var received: [UInt8] = []
  private var answer: ArraySlice<UInt8>?

  /// A client that was just accepted.
  init(client: Int, socket: Descriptor, deadlineMilliseconds: Int) {
    (self.client, self.socket, self.deadlineMilliseconds) = (client, socket, deadlineMilliseconds)
  }

  /// Reads what has arrived of the line, which has at most `bytesMax` bytes.
  mutating func read(bytesMax: Int) -> Progress {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket.number, &chunk, chunk.count, 0)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return .waiting }
      guard count > 0 else { return .over }
      received += chunk.prefix(count)
      if let end = received.firstIndex(of: 0x0A) { return line(received[..<end], bytesMax) }
      guard received.count <= bytesMax else { return .over }
    }
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>, _ bytesMax: Int) -> Progress {
    guard bytes.count <= bytesMax, let text = String(validating: bytes, as: UTF8.self) else {
      return .over
    }
    hasAsked = true
    received = []
    return .asked(text)
  }

  /// Starts to send the answer.
  mutating func answer(_ text: String) -> Progress {
    answer = Array(text.utf8)[...]
    return send()
  }

  /// Sends as much of the answer as the client accepts. Before there is an answer, this only notices whether the client
  /// has left.
  mutating func send() -> Progress {
    while let rest = answer, !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return .waiting }
      guard count > 0 else { return .over }
      answer = rest.dropFirst(count)
    }
    return .over
  }
}

/// What can go wrong with the control socket, on either end.
public enum ControlFault: Error, Hashable, Sendable {
  /// The path is longer than the 107 bytes that a socket's address has.
  case pathTooLong(path: String)
  /// Another box listens there.
  case inUse(path: String)
  /// Something that is not a socket is at the path.
  case notASocket(path: String)
  /// No box listens there.
  case notRunning(path: String)
  /// This user may not connect to the box. The users of `group` may.
  case noPermission(path: String, group: String, user: String)
  /// The box did not answer in time.
  case timedOut(path: String)
  /// The answer was cut off, or longer than a client accepts.
  case badAnswer(path: String)
  /// Anything else.
  case failed(operation: String, path: String, errno: Int32)
}

extension ControlFault {
  /// The exit code of a command that ends for it: 69 unavailable, 75 try again, 77 no permission, 74 I/O error.
  public var exitCode: Int32 {
    switch self {
    case .notRunning: EX_UNAVAILABLE
    case .inUse, .timedOut: EX_TEMPFAIL
    case .noPermission: EX_NOPERM
    case .pathTooLong: EX_CONFIG
    case .notASocket, .badAnswer, .failed: EX_IOERR
    }
  }

  static func failed(_ operation: String, _ path: String, _ errno: Int32) -> ControlFault {
    switch errno {
    case EACCES, EPERM:
      var status = stat()
      let group = stat(path, &status) == 0 ? Environment.groupName(status.st_gid) : "cribside"
      return .noPermission(path: path, group: group, user: Environment.userName)
    case ENOENT, ECONNREFUSED: return .notRunning(path: path)
    // A socket's time-out appears as EAGAIN (socket(7), SO_RCVTIMEO).
    case EAGAIN, EINPROGRESS, ETIMEDOUT: return .timedOut(path: path)
    // The box was killed before the question was read, or before it was sent.
    case ECONNRESET, EPIPE: return .badAnswer(path: path)
    default: return .failed(operation: operation, path: path, errno: errno)
    }
  }
}

extension ControlFault: CustomStringConvertible {
  /// What went wrong, naming the socket, and what to do if that is known.
  public var description: String {
    switch self {
    case .pathTooLong(let path): "\(path): longer than 107 bytes, the most that a socket's path may have"
    case .inUse(let path): "\(path): another cribside listens there"
    case .notASocket(let path): "\(path): is in the way and is no socket; remove it"
    case .notRunning(let path):
      "\(path): no cribside listens there; start it with `sudo systemctl start cribside`"
    case .noPermission(let path, "root", let user):
      "\(path): no permission for user \(user), since root runs this box; use sudo"
    case .noPermission(let path, let group, let user):
      "\(path): no permission for user \(user); run `sudo usermod -aG \(group) \(user)` and log in again"
    case .timedOut(let path): "\(path): no answer in time"
    case .badAnswer(let path): "\(path): the answer was cut off"
    case .failed(let operation, let path, let errno):
      "\(path): \(operation): \(ErrorNumber(value: errno).text)"
    }
  }
}
