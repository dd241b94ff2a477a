import Glibc

/// A device or FIFO, open for reading and writing.
struct Channel {
  /// How an operation on a channel can fail.
  struct Fault: Error, CustomStringConvertible {
    /// The operation: `open`, `read`, `write`, `poll`.
    let operation: String
    /// What it was for.
    let path: String
    /// Why it failed.
    let errno: Int32

    /// The message in the operating system's form.
    var description: String { "\(operation) \(path): errno \(errno)" }
  }

  /// The path that was opened.
  let path: String
  /// The descriptor, open until the program ends.
  let descriptor: Int32

  /// Opens a path.
  init(opening path: String) throws(Fault) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Fault(operation: "open", path: path, errno: errno) }
  }

  /// What has arrived, at most `limit` bytes; waits if nothing has.
  func read(limit: Int) throws(Fault) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(descriptor, &buffer, limit)
    guard count >= 0 else { throw Fault(operation: "read", path: path, errno: errno) }
    return Array(buffer.prefix(count))
  }

  /// Writes all bytes in one call. False if the kernel gave up the transfer before its reply came (ESTALE).
  @discardableResult
  func write(_ bytes: [UInt8]) throws(Fault) -> Bool {
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      if errno == ESTALE { return false }
      throw Fault(operation: "write", path: path, errno: errno)
    }
    return true
  }
}
