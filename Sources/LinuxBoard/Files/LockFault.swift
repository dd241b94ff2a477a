import Glibc

/// Why the box's directory could not be locked.
public enum LockFault: Error, Hashable, Sendable {
  /// Another process has it.
  case held(path: String, by: DirectoryLock.Holder?)
  /// The lock file could not be opened or written.
  case failed(path: String, errno: Int32)
}

extension LockFault {
  /// The exit code of a command that ends with it: 75 try again, 77 no permission, 74 I/O error.
  public var exitCode: Int32 {
    switch self {
    case .held: EX_TEMPFAIL
    case .failed(_, EACCES), .failed(_, EPERM): EX_NOPERM
    case .failed: EX_IOERR
    }
  }
}

extension LockFault: CustomStringConvertible {
  /// What went wrong, naming the file, who holds it, and what to do where it is somebody else's.
  public var description: String {
    switch self {
    case .held(let path, let holder?):
      "\(path): held by process \(holder.processID) (\(holder.program))"
    case .held(let path, nil): "\(path): held by another process"
    case .failed(let path, EACCES):
      "\(path): \(ErrorNumber(value: EACCES).text); `sudo chown \(Environment.userName) \(path)` mends it"
    case .failed(let path, let errno): "\(path): \(ErrorNumber(value: errno).text)"
    }
  }
}
