import Glibc

/// Files that are not the log (configurations, scripts, pictures), read and written whole.
public enum PlainFile {
  /// The longest file that is read by default: 1 MiB. A configuration has a few thousand bytes.
  public static let bytesMax = 1 << 20

  /// A file's bytes; `-` is the standard input. One that is longer than `bytesMax`, or never ends, fails with `EFBIG`.
  public static func read(_ path: String, bytesMax: Int = bytesMax) throws(SystemFault) -> [UInt8] {
    let chunks = try Chunks(path, bytesMax: bytesMax)
    var bytes: [UInt8] = []
    while let chunk = try chunks.next() { bytes += chunk }
    return bytes
  }

  /// A file that is read once, from its beginning to its end.
  public final class Chunks {
    private let path: String
    private let input: Descriptor
    private var bytesLeft: Int
    private var chunk = [UInt8](repeating: 0, count: 65_536)

    /// Opens a file; `-` is the standard input.
    public init(_ path: String, bytesMax: Int) throws(SystemFault) {
      self.path = path
      bytesLeft = bytesMax
      input = try PlainFile.opened(path)
    }

    /// The next bytes, at most 64 KiB; nil at the end. Fails with `EFBIG` once there were more than `bytesMax`.
    public func next() throws(SystemFault) -> ArraySlice<UInt8>? {
      let count = try SystemCall.complete("read", path) { Glibc.read(input.number, &chunk, chunk.count) }
      guard count > 0 else { return nil }
      bytesLeft -= count
      guard bytesLeft >= 0 else { throw SystemFault(operation: "read", subject: path, errno: EFBIG) }
      return chunk[..<count]
    }
  }

  /// A file opened for reading; `-` is the standard input.
  static func opened(_ path: String) throws(SystemFault) -> Descriptor {
    guard path == "-" else { return try Descriptor("open", path) { open(path, O_RDONLY | O_CLOEXEC) } }
    return try Descriptor("dup", "standard input") { fcntl(0, F_DUPFD_CLOEXEC, 0) }
  }

  /// Writes a file, and replaces an existing one.
  public static func write(_ bytes: [UInt8], to path: String) throws(SystemFault) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let number = try SystemCall.complete("open", path) { open(path, flags, 0o644) }
    defer { close(number) }
    try write(bytes, to: number, named: path)
  }

  /// Writes a file whole or not at all: beside it, made durable, then moved to its place, with the old file's mode
  /// and owner. Whatever happens meanwhile, either the old file or the new one is found.
  public static func replace(_ bytes: [UInt8], at path: String) throws(SystemFault) {
    let beside = path + ".new"
    try write(bytes, to: beside)
    var status = stat()
    if stat(path, &status) == 0 {
      _ = try SystemCall.complete("chmod", beside) { chmod(beside, status.st_mode & 0o7777) }
      _ = try SystemCall.complete("chown", beside) { chown(beside, status.st_uid, status.st_gid) }
    }
    try sync(beside)
    _ = try SystemCall.complete("rename", path) { rename(beside, path) }
    try sync(folder(of: path))
  }

  /// The path after following links. The folder of a name that does not exist yet is resolved.
  public static func resolved(_ path: String) -> String {
    if let place = real(path) { return place }
    guard let folder = real(folder(of: path)), let name = path.split(separator: "/").last else { return path }
    return (folder == "/" ? "" : folder) + "/" + name
  }

  private static func real(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  /// Whether `replace` may create a file at a path, once missing folders are created. The nearest existing folder
  /// decides.
  public static func mayReplace(_ path: String) -> Bool {
    var folder = folder(of: path)
    while !exists(folder), folder.contains("/"), folder != "/" { folder = self.folder(of: folder) }
    return access(folder, W_OK) == 0
  }

  /// The folder of the file that a path names.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a file or the names in a folder durable.
  static func sync(_ path: String) throws(SystemFault) {
    let file = try Descriptor("open", path) { open(path, O_RDONLY | O_CLOEXEC) }
    _ = try SystemCall.complete("fsync", path) { fsync(file.number) }
  }

  /// Creates a folder and those above it; nothing happens if it exists.
  public static func createFolders(_ path: String) throws(SystemFault) {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/" + part
      guard mkdir(made, 0o755) != 0, errno != EEXIST else { continue }
      throw SystemFault(operation: "mkdir", subject: made, errno: errno)
    }
  }

  /// Writes all bytes to an open descriptor, such as the standard output's 1 or the standard error's 2.
  public static func write(_ bytes: [UInt8], to number: Int32, named name: String) throws(SystemFault) {
    var sent = 0
    while sent < bytes.count {
      sent += try SystemCall.complete("write", name) {
        bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress! + sent, bytes.count - sent) }
      }
    }
  }
}

extension PlainFile {
  /// Whether two paths lead to the same file system. A copy on the same one is lost with the original.
  public static func isOnSameDevice(_ path: String, as other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
  }

  /// Whether something is at a path.
  public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Checks whether a file can be written, as far as that is known without doing it: it exists and accepts bytes, or
  /// its folder accepts names.
  public static func checkWritable(_ path: String) throws(SystemFault) {
    guard exists(path) else {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
      _ = try SystemCall.complete("write", path) { access(folder + ".", W_OK | X_OK) }
      return
    }
    var status = stat()
    _ = try SystemCall.complete("stat", path) { stat(path, &status) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw SystemFault(operation: "write", subject: path, errno: EISDIR)
    }
    _ = try SystemCall.complete("write", path) { access(path, W_OK) }
  }
}

/// Folders that are not the box's directory.
public enum PlainFolder {
  /// The paths of everything below a folder that is no folder itself, in no order; empty if there is no such folder.
  /// Links are not followed.
  public static func files(below path: String) throws(SystemFault) -> [String] {
    do throws(ErrorNumber) {
      return try files(in: path, "")
    } catch {
      throw error.fault("list", path)
    }
  }

  private static func files(in root: String, _ folder: String) throws(ErrorNumber) -> [String] {
    let path = root + "/" + folder
    var files: [String] = []
    for name in try names(in: path) {
      if isFolder(path + name) {
        files += try self.files(in: root, folder + name + "/")
      } else {
        files.append(folder + name)
      }
    }
    return files
  }

  private static func names(in path: String) throws(ErrorNumber) -> [String] {
    do throws(ErrorNumber) {
      return try Folder.names(at: path)
    } catch {
      guard error.value == ENOENT else { throw error }
      return []
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A folder that is removed with its content when its owner is gone.
public final class ScratchFolder {
  /// Its path.
  public let path: String

  /// Creates one below `$TMPDIR`, or `/tmp`.
  public init() throws(SystemFault) {
    let place = Environment.variable("TMPDIR") ?? "/tmp"
    var template = Array((place + "/cribside-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemFault(operation: "mkdtemp", subject: place, errno: errno)
    }
    path = String(terminated: template)
  }

  deinit {
    ScratchFolder.remove(path)
  }

  /// Removes a folder with its content, as far as possible.
  private static func remove(_ path: String) {
    if PlainFolder.isFolder(path) { for name in names(in: path) { remove(path + "/" + name) } }
    Glibc.remove(path)
  }

  private static func names(in path: String) -> [String] {
    do throws(ErrorNumber) {
      return try Folder.names(at: path)
    } catch {
      return []
    }
  }
}
