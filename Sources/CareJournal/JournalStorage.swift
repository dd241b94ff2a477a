/// The directory tree of plain files that the journal needs. Paths are relative to the box's directory:
/// `log/seg-000001.jsonl`, `box.json`.
///
/// A file's bytes are durable after `sync(path)`, a name after `syncDirectory`. Nothing else is durable.
public protocol JournalStorage {
  /// The names in a folder, unordered; empty if the folder does not exist.
  func list(_ folder: String) throws(StorageFault) -> [String]

  /// All bytes of a file. It throws for anything but a plain file, and for a file longer than
  /// `StorageLimits.fileBytes`. So reading never blocks or fills the memory, whatever the directory contains.
  func read(_ path: String) throws(StorageFault) -> [UInt8]

  /// At most `count` bytes of a file from an offset; fewer at its end, and none beyond it.
  func read(_ path: String, at offset: Int, count: Int) throws(StorageFault) -> [UInt8]

  /// The length of a file in bytes, whether it can be read or not.
  func length(of path: String) throws(StorageFault) -> Int

  /// Creates a folder, or does nothing if it exists.
  func createFolder(_ path: String) throws(StorageFault)

  /// Creates an empty file with mode 0600, which must not exist yet. Its name is not durable yet.
  func create(_ path: String) throws(StorageFault)

  /// Writes at an offset with `pwrite`, repeated after short writes. The bytes are not durable yet. A write beyond the
  /// storage's limit, by default `StorageLimits.fileBytes`, throws.
  func write(_ bytes: [UInt8], to path: String, at offset: Int) throws(StorageFault)

  /// Cuts a file to a length. The cut is not durable yet.
  func truncate(_ path: String, to length: Int) throws(StorageFault)

  /// Makes a file's bytes durable: `fdatasync`. After a failure the file must not be synced again; the kernel
  /// has marked its pages clean (Rebello et al., ATC'20, "Can Applications Recover from fsync Failures?").
  func sync(_ path: String) throws(StorageFault)

  /// Makes the names in a folder durable: `fsync` of the directory. The empty string is the box's directory.
  func syncDirectory(_ folder: String) throws(StorageFault)

  /// Renames a file within the box's directory. A file that has the new name already is replaced. The rename is durable
  /// once both folders are synced.
  func rename(_ path: String, to newPath: String) throws(StorageFault)

  /// Removes a file.
  func remove(_ path: String) throws(StorageFault)

  /// Closes any descriptor held on a file, without syncing it.
  func abandon(_ path: String)

  /// Bytes passed to `write` since the start.
  var bytesWritten: Int { get }

  /// Syncs of files and folders since the start.
  var syncs: Int { get }

  /// Free space for files in bytes; nil if the medium does not report it.
  var freeBytes: Int? { get }
}

/// Why a storage operation failed, with the operation and the path.
public struct StorageFault: Error, Hashable, Sendable {
  /// The kinds of failure that the journal distinguishes.
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
    (self.operation, self.path, self.reason, self.errno) = (operation, path, reason, errno)
  }
}
