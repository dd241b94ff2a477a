import CareJournal
import Glibc

/// The journal's storage on a real directory. Every path is resolved below one open descriptor of that directory, so
/// that nothing outside it is ever touched. Files are 0600, folders 0700. Only one thread uses it.
public final class DirectoryStorage: JournalStorage {
  /// Bytes handed to `write` since the start.
  public private(set) var bytesWritten = 0
  /// Calls of `fdatasync` and `fsync` since the start.
  public private(set) var syncs = 0

  private let root: Descriptor
  private let limitBytes: Int
  private var written = WrittenFiles()

  /// Opens the box's directory, which must exist.
  ///
  /// - Parameter limitBytes: the longest file that it writes, in bytes.
  public init(directory: String, limitBytes: Int = StorageLimits.fileBytes) throws(StorageFault) {
    self.limitBytes = limitBytes
    root = try DirectoryStorage.opening("open", directory) {
      open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
  }

  /// The names in a folder, unordered; empty when there is no such folder.
  public func list(_ folder: String) throws(StorageFault) -> [String] {
    let path = try checked(folder, "list", allowsRoot: true)
    do throws(ErrorNumber) {
      return try Folder.names(
        of: SystemCall.complete { openat(root.number, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    } catch {
      // A link to a disk that is not mounted is not an empty folder: its content just cannot be reached.
      if error.value == ENOENT, !isThere(path) { return [] }
      throw StorageFault("list", folder, errno: error.value)
    }
  }

  /// All bytes of a file. It must be a plain file, and not longer than `StorageLimits.fileBytes`.
  public func read(_ path: String) throws(StorageFault) -> [UInt8] {
    let file = try openFile(path, "read", O_RDONLY)
    let length = try plainLength(of: file, path)
    guard length <= StorageLimits.fileBytes else { throw StorageFault("read", path, errno: EFBIG) }
    return try read(file, path, at: 0, count: length)
  }

  /// At most `count` of a plain file's bytes from an offset on; fewer at its end, and none beyond it.
  public func read(_ path: String, at offset: Int, count: Int) throws(StorageFault) -> [UInt8] {
    let file = try openFile(path, "read", O_RDONLY)
    let length = try plainLength(of: file, path)
    return try read(file, path, at: offset, count: max(0, min(count, length - offset)))
  }

  private func read(
    _ file: Descriptor, _ path: String, at offset: Int, count: Int
  ) throws(StorageFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < bytes.count {
      let count = try call("read", path) {
        bytes.withUnsafeMutableBytes { room in
          pread(file.number, room.baseAddress! + filled, room.count - filled, off_t(offset + filled))
        }
      }
      if count == 0 { break }  // cut while it was being read
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// How long a plain file is, in bytes, whether it can be read or not.
  public func length(of path: String) throws(StorageFault) -> Int {
    _ = try checked(path, "length")
    var status = stat()
    try call("length", path) { fstatat(root.number, path, &status, AT_SYMLINK_NOFOLLOW) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw StorageFault("length", path, errno: EINVAL) }
    return Int(status.st_size)
  }

  /// Creates a folder; does nothing if it exists.
  public func createFolder(_ path: String) throws(StorageFault) {
    _ = try checked(path, "create folder")
    guard mkdirat(root.number, path, 0o700) != 0 else { return }
    let reason = errno
    guard reason == EEXIST, isFolder(path) else {
      throw StorageFault("create folder", path, errno: reason)
    }
  }

  /// Creates an empty file, which must not exist yet, with mode 0600. Its name is not durable yet.
  public func create(_ path: String) throws(StorageFault) {
    let file = try openFile(path, "create", O_WRONLY | O_CREAT | O_EXCL)
    written.hold(file, of: path)
  }

  /// Writes at an offset with one `pwrite`, looping on short writes. The bytes are not durable yet.
  public func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(StorageFault) {
    guard offset + bytes.count <= limitBytes else {
      throw StorageFault("write", path, errno: EFBIG)
    }
    let file = try writable(path, "write")
    written.noteWritten(path)
    try DirectoryStorage.inPieces(bytes.count, path) { done throws(StorageFault) in
      let count = try call("write", path) {
        bytes.withUnsafeBytes { rest in
          pwrite(file.number, rest.baseAddress! + done, rest.count - done, off_t(offset + done))
        }
      }
      bytesWritten += count
      return count
    }
  }

  /// Calls `write` with the bytes done so far until all are written. A call that writes nothing and gives no reason
  /// counts as a failure of the medium, since repeating it might never end.
  static func inPieces(
    _ length: Int, _ path: String, write: (_ done: Int) throws(StorageFault) -> Int
  ) throws(StorageFault) {
    var done = 0
    while done < length {
      let count = try write(done)
      guard count > 0 else { throw StorageFault("write", path, errno: EIO) }
      done += count
    }
  }

  /// Cuts a file to a length. Not durable yet.
  public func truncate(_ path: String, to length: Int) throws(StorageFault) {
    let file = try writable(path, "truncate")
    written.noteWritten(path)
    try call("truncate", path) { ftruncate(file.number, off_t(length)) }
  }

  /// Makes a file's bytes durable: `fdatasync`, once. An interrupted or failed one is not repeated, since the kernel
  /// may have marked the pages clean. A file that was removed or moved away still accepts bytes and syncs, where no
  /// start finds them: that is a failure, with ENOENT.
  public func sync(_ path: String) throws(StorageFault) {
    let file = try writable(path, "sync")
    syncs += 1
    guard fdatasync(file.number) == 0 else { throw StorageFault("sync", path, errno: errno) }
    var (written, named) = (stat(), stat())
    try call("sync", path) { fstat(file.number, &written) }
    try call("sync", path) { fstatat(root.number, path, &named, 0) }
    guard (written.st_dev, written.st_ino) == (named.st_dev, named.st_ino) else {
      throw StorageFault("sync", path, errno: ENOENT)
    }
    self.written.noteSynced(path)
  }

  /// Makes the names in a folder durable: `fsync` of the directory. The empty string is the box's directory.
  public func syncDirectory(_ folder: String) throws(StorageFault) {
    let path = try checked(folder, "sync directory", allowsRoot: true)
    let directory = try DirectoryStorage.opening("sync directory", folder) {
      openat(root.number, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }
    syncs += 1
    guard fsync(directory.number) == 0 else {
      throw StorageFault("sync directory", folder, errno: errno)
    }
  }

  /// Renames within the box's directory, replacing. Not durable until both directories are synced.
  public func rename(_ path: String, to newPath: String) throws(StorageFault) {
    _ = try checked(path, "rename")
    _ = try checked(newPath, "rename")
    try call("rename", path) { renameat(root.number, path, root.number, newPath) }
    written.release(path)
    written.release(newPath)
  }

  /// Removes a file.
  public func remove(_ path: String) throws(StorageFault) {
    _ = try checked(path, "remove")
    try call("remove", path) { unlinkat(root.number, path, 0) }
    written.release(path)
  }

  /// Closes any descriptor held on a file, without syncing it.
  public func abandon(_ path: String) { written.release(path) }

  /// How many bytes files of this user may still grow by; nil if the file system does not say.
  public var freeBytes: Int? {
    var status = statvfs()
    guard fstatvfs(root.number, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}

extension DirectoryStorage {
  /// The descriptor through which a file is written, opened at the first use.
  private func writable(_ path: String, _ operation: String) throws(StorageFault) -> Descriptor {
    if let held = written.descriptor(of: path) { return held }
    let file = try openFile(path, operation, O_WRONLY)
    written.hold(file, of: path)
    return file
  }

  /// The length of a plain file.
  private func plainLength(of file: Descriptor, _ path: String) throws(StorageFault) -> Int {
    var status = stat()
    try call("read", path) { fstat(file.number, &status) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else { throw StorageFault("read", path, errno: kind == S_IFDIR ? EISDIR : EINVAL) }
    return Int(status.st_size)
  }

  /// Opens a file without waiting: a pipe in a file's place would hold up its opener until another process opens it.
  private func openFile(
    _ path: String, _ operation: String, _ flags: Int32
  ) throws(StorageFault) -> Descriptor {
    _ = try checked(path, operation)
    return try DirectoryStorage.opening(operation, path) {
      openat(root.number, path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    }
  }

  private func isFolder(_ path: String) -> Bool {
    var status = stat()
    let found = fstatat(root.number, path, &status, AT_SYMLINK_NOFOLLOW) == 0
    return found && status.st_mode & S_IFMT == S_IFDIR
  }

  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return fstatat(root.number, path, &status, AT_SYMLINK_NOFOLLOW) == 0
  }

  /// The path as the kernel should resolve it. Paths that leave the directory are refused with EINVAL; they are a
  /// mistake in the program or a forged name.
  private func checked(
    _ path: String, _ operation: String, allowsRoot: Bool = false
  ) throws(StorageFault) -> String {
    if path.isEmpty && allowsRoot { return "." }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
        && !part.contains(0)
    }
    guard isPlain else { throw StorageFault(operation, path, errno: EINVAL) }
    return path
  }

  private static func opening(
    _ operation: String, _ path: String, _ call: () -> Int32
  ) throws(StorageFault) -> Descriptor {
    do throws(ErrorNumber) {
      return Descriptor(adopting: try SystemCall.complete(call))
    } catch {
      throw StorageFault(operation, path, errno: error.value)
    }
  }

  @discardableResult
  private func call<Value: SignedInteger>(
    _ operation: String, _ path: String, _ call: () -> Value
  ) throws(StorageFault) -> Value {
    do throws(ErrorNumber) {
      return try SystemCall.complete(call)
    } catch {
      throw StorageFault(operation, path, errno: error.value)
    }
  }
}

/// How much room a file system has left, and whether it accepts anything at all.
public struct FileSystemRoom: Hashable, Sendable {
  /// Bytes that a user without privileges may still write.
  public let freeBytes: Int
  /// Whether it is mounted read-only, as the kernel does by itself after an error of the card.
  public let isReadOnly: Bool

  /// The room of the file system with a path.
  public init(at path: String) throws(SystemFault) {
    var status = statvfs()
    _ = try SystemCall.complete("statvfs", path) { statvfs(path, &status) }
    freeBytes = Int(status.f_bavail) * Int(status.f_frsize)
    isReadOnly = status.f_flag & UInt(ST_RDONLY) != 0
  }
}

extension StorageFault {
  /// A failed call on a path, with the kernel's reason.
  init(_ operation: String, _ path: String, errno: Int32) {
    self.init(operation: operation, path: path, reason: Reason(errno: errno), errno: errno)
  }
}

extension StorageFault.Reason {
  /// What an errno means to the journal. ENODEV and ENXIO mean that the card was pulled out.
  init(errno: Int32) {
    switch errno {
    case ENOSPC, EDQUOT: self = .full
    case EIO, EROFS, ENODEV, ENXIO: self = .device
    case EACCES, EPERM: self = .permission
    case ENOENT: self = .missing
    case EEXIST: self = .exists
    default: self = .other
    }
  }
}

/// The descriptors of files that are being written. A file keeps its descriptor from its first write to its sync,
/// because the kernel reports a lost write to the descriptors that were open at that time.
struct WrittenFiles {
  /// How many descriptors are kept, besides those with unsynced bytes.
  static let keptMax = 16

  private struct Held {
    let descriptor: Descriptor
    var isSynced: Bool
    var lastUse: Int
  }

  private var files: [String: Held] = [:]
  private var uses = 0

  /// The descriptor of a file, if one is held.
  func descriptor(of path: String) -> Descriptor? { files[path]?.descriptor }

  /// How many descriptors are held.
  var count: Int { files.count }

  /// Holds a descriptor that was just opened for writing.
  mutating func hold(_ descriptor: Descriptor, of path: String) {
    uses += 1
    files[path] = Held(descriptor: descriptor, isSynced: true, lastUse: uses)
    closeIdle()
  }

  /// Notes that a file has bytes that are not durable.
  mutating func noteWritten(_ path: String) {
    uses += 1
    files[path]?.isSynced = false
    files[path]?.lastUse = uses
  }

  /// Notes that all of a file's bytes are durable.
  mutating func noteSynced(_ path: String) {
    files[path]?.isSynced = true
    closeIdle()
  }

  /// Closes a file's descriptor.
  mutating func release(_ path: String) { files[path] = nil }

  /// Closes the synced files used longest ago, down to the number kept.
  private mutating func closeIdle() {
    while files.count > WrittenFiles.keptMax {
      let idle = files.filter { $0.value.isSynced && $0.value.lastUse != uses }
      guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      files[oldest.key] = nil
    }
  }
}
