import Glibc

/// A file that is read more than once, and never held in memory. The standard input and other pipes are copied to a file
/// without a name first.
public final class SpooledFile {
  /// Its length in bytes.
  public private(set) var count = 0

  private let path: String
  private let file: Descriptor

  /// Opens a file; `-` is the standard input. Longer ones than `limitBytes` are refused with EFBIG.
  ///
  /// - Parameter inspect: receives all of it in order; returns whether to continue. Where not, the rest is not read.
  public init(
    _ path: String, limitBytes: Int, inspect: (ArraySlice<UInt8>) -> Bool
  ) throws(SystemFault) {
    self.path = path
    let input = try Self.opened(path)
    var status = stat()
    _ = try SystemCall.complete("stat", path) { fstat(input.number, &status) }
    let isPlain = status.st_mode & S_IFMT == S_IFREG
    guard !isPlain || status.st_size <= limitBytes else {
      throw SystemFault(operation: "read", subject: path, errno: EFBIG)
    }
    file = isPlain ? input : try Self.nameless()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let length = try SystemCall.complete("read", path) { Glibc.read(input.number, &chunk, chunk.count) }
      guard length > 0 else { return }
      count += length
      guard count <= limitBytes else {
        throw SystemFault(operation: "read", subject: path, errno: EFBIG)
      }
      guard inspect(chunk[..<length]) else { return }
      if !isPlain { try PlainFile.write(Array(chunk[..<length]), to: file.number, named: "a temporary file") }
    }
  }

  /// Bytes from an offset on; fewer at the end of the file.
  public func read(at offset: Int, count: Int) throws(SystemFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let length = try SystemCall.complete("read", path) {
        bytes.withUnsafeMutableBytes {
          pread(file.number, $0.baseAddress! + filled, count - filled, off_t(offset + filled))
        }
      }
      if length == 0 { break }
      filled += length
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  private static func opened(_ path: String) throws(SystemFault) -> Descriptor {
    guard path == "-" else { return try Descriptor("open", path) { open(path, O_RDONLY | O_CLOEXEC) } }
    return try Descriptor("dup", "standard input") { fcntl(0, F_DUPFD_CLOEXEC, 0) }
  }

  /// /tmp is memory on many systems.
  private static func nameless() throws(SystemFault) -> Descriptor {
    var fault = SystemFault(operation: "mkstemp", subject: "/var/tmp", errno: ENOENT)
    for folder in [Environment.variable("TMPDIR"), "/var/tmp", "/tmp"].compactMap({ $0 }) {
      var template = Array((folder + "/cribside-XXXXXX").utf8CString)
      do throws(SystemFault) {
        let file = try Descriptor("mkstemp", folder) { mkstemp(&template) }
        unlink(template)
        _ = fcntl(file.number, F_SETFD, FD_CLOEXEC)
        return file
      } catch {
        fault = error
      }
    }
    throw fault
  }
}

extension SystemFault {
  /// Whether a file was longer than it may be.
  public var isTooLong: Bool { errno == EFBIG }
}
