/// One flat directory tree of plain files, as the journal needs it. Paths are relative to the box's
/// directory: `log/seg-000001.jsonl`, `box.json`.
///
/// What is durable: a file's bytes after `sync(path)`; a name after `syncDirectory(of:)`. Nothing else.
public protocol JournalStorage {
  /// The names in a folder, unordered; empty when there is no such folder.
  func list(_ folder: String) throws(StorageFault) -> [String]

  /// A file's bytes, whole. What is no plain file, or longer than `StorageLimits.fileBytes`, is a fault: whatever
  /// someone puts into the directory, reading it neither waits nor takes all memory.
  func read(_ path: String) throws(StorageFault) -> [UInt8]

  /// So many of a file's bytes from an offset on; fewer at its end, and none beyond it.
  func read(_ path: String, at offset: Int, count: Int) throws(StorageFault) -> [UInt8]

  /// How long a file is, in bytes, whether it can be read or not.
  func length(of path: String) throws(StorageFault) -> Int

  /// Creates a folder; nothing happens when it is there.
  func createFolder(_ path: String) throws(StorageFault)

  /// Creates a file that must not exist yet, empty, mode 0600. Its name is not durable yet.
  func create(_ path: String) throws(StorageFault)

  /// Writes at an offset with one `pwrite`, looping on short writes. The bytes are not durable yet. Beyond
  /// `StorageLimits.fileBytes` nothing is written, since it could not be read back.
  func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(StorageFault)

  /// Cuts a file to a length. Not durable yet.
  func truncate(_ path: String, to length: Int) throws(StorageFault)

  /// Makes a file's bytes durable: `fdatasync`. After a failure the file must not be synced again; the kernel
  /// has marked its pages clean (Rebello et al., ATC'20, "Can Applications Recover from fsync Failures?").
  func sync(_ path: String) throws(StorageFault)

  /// Makes the names in a folder durable: `fsync` of the directory. The empty string is the box's directory.
  func syncDirectory(_ folder: String) throws(StorageFault)

  /// Renames within the box's directory, replacing. Not durable until both directories are synced.
  func rename(_ path: String, to newPath: String) throws(StorageFault)

  /// Removes a file.
  func remove(_ path: String) throws(StorageFault)

  /// Gives up any descriptor held on a file, without syncing it.
  func abandon(_ path: String)

  /// Bytes handed to `write` since the start.
  var bytesWritten: Int { get }

  /// Syncs of files and folders since the start.
  var syncs: Int { get }

  /// Bytes that files may still take; nil when the medium does not say.
  var freeBytes: Int? { get }
}

/// What a storage operation can come to. Names the operation and the path.
public struct StorageFault: Error, Hashable, Sendable {
  /// What went wrong, as far as the journal must tell cases apart.
  public enum Reason: Hashable, Sendable {
    /// No space left (ENOSPC, EDQUOT).
    case full
    /// The medium failed (EIO), or was mounted read-only (EROFS).
    case device
    /// No permission (EACCES, EPERM).
    case permission
    /// No such file.
    case missing
    /// It exists already.
    case exists
    /// Anything else.
    case other
  }

  /// The operation: `write`, `sync`, …
  public let operation: String
  /// The path it was for.
  public let path: String
  /// What kind of failure.
  public let reason: Reason
  /// The errno, 0 when there is none.
  public let errno: Int32

  /// A failed operation on a path.
  public init(operation: String, path: String, reason: Reason, errno: Int32 = 0) {
    self.operation = operation
    self.path = path
    self.reason = reason
    self.errno = errno
  }
}

/// How much of the box's directory is read or written at once, so that no file on the card can fill the memory.
/// `docs/limits.md` lists every limit with the test that reaches it.
public enum StorageLimits {
  /// The longest small file that is read or written whole, in bytes: a hundred nights of nine babies take about half.
  public static let fileBytes = 256 << 10
  /// How much of a segment is read, in bytes. Version 0.1 wrote an import as one segment of up to 32 MiB; this version
  /// writes segments of `segmentBytes`. What follows is not read.
  public static let segmentReadBytes = 64 << 20
  /// How long a segment becomes, in bytes.
  public static let segmentBytes = 64 << 10
  /// The longest line, in bytes without its line end. A longer one is damage.
  public static let lineBytes = 4096
  /// The longest head of a segment, in bytes without its line end: that of a household of 64 boxes takes about 10 KiB.
  public static let headBytes = 16 << 10
  /// How many findings a check holds; the rest is counted.
  public static let findings = 1000
  /// How deep the JSON of a line may nest.
  public static let lineDepth = 8
}
