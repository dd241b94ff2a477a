import Glibc

/// The command line's end of the control socket.
public enum ControlClient {
  /// The longest answer taken, in bytes.
  static let answerBytesMax = 64 << 20

  /// Sends one line, without its line end, to the box at a socket, and returns all of its answer. Waits for each part
  /// of it at most `timeoutMilliseconds`.
  public static func request(
    path: String, line: String, timeoutMilliseconds: Int = 5000
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
      let answer = try receive(from: socket)
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

  private static func receive(from socket: Descriptor) throws(SystemFault) -> [UInt8] {
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = try SystemCall.complete("receive") {
        recv(socket.number, &chunk, chunk.count, 0)
      }
      if count == 0 { return answer }
      answer += chunk.prefix(count)
      guard answer.count <= answerBytesMax else {
        throw SystemFault(operation: "receive", errno: EMSGSIZE)
      }
    }
  }
}

/// One client of the control socket: a line comes in, an answer goes out, and that is all.
struct ControlConversation {
  /// What a turn came to.
  enum Progress: Hashable {
    /// The line is not whole yet, or the answer not out.
    case waiting
    /// The line, without its end.
    case asked(String)
    /// The conversation is over: answered, broken off, or not to be understood.
    case over
  }

  /// Which client, counted from 1 since the start.
  let client: Int
  /// The client's socket.
  let socket: Descriptor
  /// When it is given up, in milliseconds of the boot clock.
  var deadlineMilliseconds: Int
  /// True once its line has come: it waits for its answer.
  private(set) var hasAsked = false

  private var received: [UInt8] = []
  private var answer: ArraySlice<UInt8>?

  /// A client that was just let in.
  init(client: Int, socket: Descriptor, deadlineMilliseconds: Int) {
    self.client = client
    self.socket = socket
    self.deadlineMilliseconds = deadlineMilliseconds
  }

  /// Reads what there is of the line, which has at most `bytesMax` bytes.
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

  /// Sends what the client takes of the answer. Without one there is only this to hear of a client: that it left.
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
