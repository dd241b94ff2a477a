import Glibc

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
