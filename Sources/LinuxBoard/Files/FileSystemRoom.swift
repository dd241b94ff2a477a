import Glibc

/// What a file system has left, and whether it takes anything at all.
public struct FileSystemRoom: Hashable, Sendable {
  /// Bytes that a user without privileges may still write.
  public let freeBytes: Int
  /// Mounted read-only, as the kernel does by itself after an error of the card.
  public let isReadOnly: Bool

  /// Of the file system that a path is on.
  public init(at path: String) throws(SystemFault) {
    var status = statvfs()
    _ = try SystemCall.complete("statvfs", path) { statvfs(path, &status) }
    freeBytes = Int(status.f_bavail) * Int(status.f_frsize)
    isReadOnly = status.f_flag & UInt(ST_RDONLY) != 0
  }
}
