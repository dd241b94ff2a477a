import Glibc

/// A file at a place that a user has chosen, written piece by piece. It replaces an existing file only once it is whole
/// and durable, so a full disk costs nothing that was there. Links are followed. The mode and, if permitted, the owner
/// stay. Something that is not a regular file, such as /dev/stdout or a pipe, is written in place, and so is a file in
/// a folder that accepts no new names.
public final class DeliveredFile {
  private let path: String
  private let place: String
  /// Where the file is written until it is whole; nil if it is written in place.
  private var beside: String?
  private let file: Descriptor

  /// Begins a file.
  public init(_ path: String) throws(SystemFault) {
    self.path = path
    place = PlainFile.resolved(path)
    var status = stat()
    let isThere = stat(place, &status) == 0
    // /dev/stdout leads to the file that the shell has opened, which may hold more than this.
    let isOpened = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    let folder = PlainFile.folder(of: place)
    guard !isOpened, !isThere || status.st_mode & S_IFMT == S_IFREG, access(folder, W_OK | X_OK) == 0 else {
      file = try Self.inPlace(place)
      return
    }
    let beside = folder + "/.cribside-\(getpid()).new"
    file = try Self.new(beside, for: path, like: isThere ? status : nil)
    self.beside = beside
  }

  deinit {
    if let beside { unlink(beside) }
  }

  /// Appends bytes.
  public func write(_ text: String) throws(SystemFault) {
    do throws(SystemFault) {
      try PlainFile.write(Array(text.utf8), to: file.number, named: path)
    } catch {
      throw named(error)
    }
  }

  /// Puts the whole file in its place.
  public func finish() throws(SystemFault) {
    guard let beside else { return }
    do throws(SystemFault) {
      _ = try SystemCall.complete("fsync", path) { fsync(file.number) }
      _ = try SystemCall.complete("rename", place) { rename(beside, place) }
      self.beside = nil
    } catch {
      // A file that is mounted there keeps its place.
      guard error.errno == EBUSY || error.errno == EXDEV else { throw named(error) }
      return try copy(beside)
    }
    try PlainFile.sync(PlainFile.folder(of: place))
  }

  private func copy(_ beside: String) throws(SystemFault) {
    let source = try Descriptor("open", path) { open(beside, O_RDONLY | O_CLOEXEC) }
    let target = try Self.inPlace(place)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try SystemCall.complete("read", path) { read(source.number, &chunk, chunk.count) }
      guard count > 0 else { return }
      try PlainFile.write(Array(chunk[..<count]), to: target.number, named: path)
    }
  }

  private func named(_ fault: SystemFault) -> SystemFault {
    SystemFault(operation: fault.operation, subject: path, errno: fault.errno)
  }

  private static func inPlace(_ place: String) throws(SystemFault) -> Descriptor {
    try Descriptor("open", place) { open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
  }

  private static func new(
    _ beside: String, for path: String, like old: stat?
  ) throws(SystemFault) -> Descriptor {
    unlink(beside)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let file = try Descriptor("open", path) { open(beside, flags, old == nil ? 0o644 : 0o600) }
    guard let old else { return file }
    // Only root can give files away; any other user who replaces a file becomes its owner.
    _ = fchown(file.number, old.st_uid, old.st_gid)
    _ = try SystemCall.complete("chmod", path) { fchmod(file.number, old.st_mode & 0o7777) }
    return file
  }
}

/// A file that is read more than once, and never held in memory. The standard input and other pipes are first copied
/// to a file without a name.
public final class SpooledFile {
  /// Its length in bytes.
  public private(set) var count = 0

  private let path: String
  private let file: Descriptor

  /// Opens a file; `-` is the standard input. A file of more than `limitBytes` is refused with EFBIG.
  ///
  /// - Parameter inspect: receives the whole file in order, and returns whether to continue. If not, the rest is not
  /// read.
  public init(
    _ path: String, limitBytes: Int, inspect: (ArraySlice<UInt8>) -> Bool
  ) throws(SystemFault) {
    self.path = path
    let input = try PlainFile.opened(path)
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
  /// Whether a file was longer than allowed.
  public var isTooLong: Bool { errno == EFBIG }
}
