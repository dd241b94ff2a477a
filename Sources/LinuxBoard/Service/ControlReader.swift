import Glibc

/// A client that reads a long answer, piece by piece, from a thread that may wait for it. What the client has not read
/// stands in the kernel's buffer, and nowhere else.
public final class ControlReader: Sendable {
  let socket: Descriptor
  private let patienceMilliseconds: Int32

  /// Takes over a connection that never blocks. It is closed with the last reference.
  init(_ socket: Descriptor, patienceMilliseconds: Int) {
    self.socket = socket
    self.patienceMilliseconds = Int32(clamping: patienceMilliseconds)
  }

  /// Sends a piece of the answer. Waits for a client that reads slowly.
  ///
  /// - Returns: false where the client has gone, or has read nothing for too long.
  public func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        // Of a connection between processes it is writable once most of the buffer was read, not with each byte.
        guard events(POLLOUT, within: patienceMilliseconds) == Int16(POLLOUT) else { return false }
        continue
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether the client is there still.
  public var isThere: Bool { events(0, within: 0) == 0 }

  /// What poll(2) says of the connection.
  private func events(_ wanted: Int32, within milliseconds: Int32) -> Int16 {
    var look = pollfd(fd: socket.number, events: Int16(wanted), revents: 0)
    while poll(&look, 1, milliseconds) < 0 {
      guard errno == EINTR else { return Int16(POLLERR) }
    }
    return look.revents
  }
}
