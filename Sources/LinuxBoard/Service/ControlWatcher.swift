import Glibc

/// A client of the control socket that is sent a line whenever there is a new one. It is never waited for: of the lines
/// that it has not begun to read, only the newest is kept.
struct ControlWatcher {
  /// The client's socket.
  let socket: Descriptor
  /// When it is given up, in milliseconds of the boot clock; nil while it has read everything.
  private(set) var deadlineMilliseconds: Int?
  private var sending: ArraySlice<UInt8> = []
  private var next: [UInt8]?

  /// A watcher that was sent nothing yet.
  init(socket: Descriptor) {
    self.socket = socket
  }

  /// Whether it has not read everything.
  var isBehind: Bool { deadlineMilliseconds != nil }

  /// Sends a line, or keeps it until the lines before it are out.
  ///
  /// - Parameters:
  ///   - isNews: false for a line that says nothing new, which a watcher that is behind is not sent.
  ///   - deadline: when to give up if it cannot be sent now, on the boot clock.
  /// - Returns: false for a client that has gone.
  mutating func send(_ line: [UInt8], isNews: Bool, deadlineMilliseconds deadline: Int) -> Bool {
    guard isNews || !isBehind else { return true }
    next = line
    return send(deadlineMilliseconds: deadline)
  }

  /// Continues to send; false for a client that has gone, or that sent something, which no watcher does.
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
