import Glibc

/// Creates the listening end of the control socket.
enum ControlListener {
  /// Listens at a path, with mode 0660. A socket that no process listens on any more is replaced.
  static func open(at path: String) throws(ControlFault) -> Descriptor {
    guard let address = SocketAddress(path) else { throw .pathTooLong(path: path) }
    do throws(SystemFault) {
      let listener = try stream()
      if !bind(listener, address) {
        try clearTheWay(path, address)
        _ = try SystemCall.complete("bind") {
          address.withPointer { Glibc.bind(listener.number, $0, $1) }
        }
      }
      // No client can connect before `listen`, so the mode is right from the first moment.
      _ = try SystemCall.complete("chmod") { chmod(path, 0o660) }
      _ = try SystemCall.complete("listen") { listen(listener.number, 64) }
      return listener
    } catch {
      throw fault(path, error)
    }
  }

  private static func bind(_ listener: Descriptor, _ address: SocketAddress) -> Bool {
    address.withPointer { Glibc.bind(listener.number, $0, $1) } == 0
  }

  /// Removes the socket of a box that ended without cleaning up.
  private static func clearTheWay(
    _ path: String, _ address: SocketAddress
  ) throws(SystemFault) {
    guard errno == EADDRINUSE else { throw ErrorNumber.last.fault("bind", path) }
    var status = stat()
    _ = try SystemCall.complete("stat", path) { lstat(path, &status) }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw SystemFault(operation: "bind", subject: path, errno: ENOTSOCK)
    }
    let probe = try stream()
    guard address.withPointer({ connect(probe.number, $0, $1) }) != 0, errno == ECONNREFUSED else {
      throw SystemFault(operation: "bind", subject: path, errno: EADDRINUSE)
    }
    _ = try SystemCall.complete("unlink", path) { unlink(path) }
  }

  private static func stream() throws(SystemFault) -> Descriptor {
    let kind = Int32(SOCK_STREAM.rawValue) | SocketAddress.closeOnExec | SocketAddress.nonBlocking
    return try Descriptor("socket") { socket(AF_UNIX, kind, 0) }
  }

  private static func fault(_ path: String, _ fault: SystemFault) -> ControlFault {
    switch fault.errno {
    case EADDRINUSE: .inUse(path: path)
    case ENOTSOCK: .notASocket(path: path)
    case ENOENT: .failed(operation: fault.operation, path: path, errno: ENOENT)
    default: .failed(fault.operation, path, fault.errno)
    }
  }
}

/// A client that reads a long answer piece by piece. The thread that sends may wait for it. The unread part is only in
/// the kernel's buffer.
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
        // On a connection between processes, this is writable once most of the buffer was read, not with each byte.
        guard events(POLLOUT, within: patienceMilliseconds) == Int16(POLLOUT) else { return false }
        continue
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether the client is still there.
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
