import Glibc

/// The right to write in the box's directory: `flock` on the directory itself, held while the object exists. The kernel
/// releases it when the process ends in any way.
///
/// The file `lock` in the directory only names the holder, and a `DirectoryWatch` notices when it is closed. It may be
/// missing, removed or replaced while the lock is held.
public final class DirectoryLock: Sendable {
  /// The holder of a lock, by the file.
  public struct Holder: Hashable, Sendable {
    /// The process.
    public let processID: Int
    /// The name it gave.
    public let program: String
  }

  /// The name of the file that names the holder.
  public static let fileName = "lock"

  /// How long to wait for a holder that does not sign. A process that only checks whether another one holds the lock
  /// takes it for some microseconds, and the file still names the holder before.
  private static let unsignedMilliseconds = 200

  private let directory: Descriptor
  private let file: Descriptor?

  /// Takes the lock of a directory, or fails at once with its holder.
  public init(directory path: String, program: String = "cribside") throws(LockFault) {
    directory = try DirectoryLock.open(path)
    guard try DirectoryLock.acquire(directory, path) else {
      throw .held(path: path, by: DirectoryLock.holder(in: path))
    }
    file = DirectoryLock.openFile(in: path)
    DirectoryLock.sign(file, program)
  }

  /// Takes the lock as `init` does, but waits for a program with the name `passing`, which holds it only for moments,
  /// up to a limit. For any other program it waits a fifth of a second.
  public static func acquire(
    directory: String, program: String = "cribside", waitingFor passing: String,
    atMostMilliseconds limit: Int = 3_000
  ) throws(LockFault) -> DirectoryLock {
    let clock = LinuxClock()
    let begin = clock.bootMilliseconds
    while true {
      do throws(LockFault) {
        return try DirectoryLock(directory: directory, program: program)
      } catch {
        guard case .held(_, let holder) = error else { throw error }
        let patience = holder?.program == passing ? limit : min(limit, unsignedMilliseconds)
        guard clock.bootMilliseconds - begin < patience else { throw error }
        usleep(10_000)
      }
    }
  }

  /// Opens a directory to lock it. This needs no permission to write, so a read-only card can be locked too.
  static func open(_ path: String) throws(LockFault) -> Descriptor {
    do throws(ErrorNumber) {
      return Descriptor(
        adopting: try SystemCall.complete { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    } catch {
      throw .failed(path: path, errno: error.value)
    }
  }

  /// Locks an open directory. Returns false if another process has the lock.
  static func acquire(_ directory: Descriptor, _ path: String) throws(LockFault) -> Bool {
    do throws(ErrorNumber) {
      _ = try SystemCall.complete { flock(directory.number, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      guard error.value == EWOULDBLOCK else { throw .failed(path: path, errno: error.value) }
      return false
    }
  }

  /// Opens the file that names the holder, or creates it; nil if neither is possible.
  static func openFile(in directory: String) -> Descriptor? {
    let path = directory + "/" + fileName
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    // Even with a read-only file, a watch notices when the holder ends.
    let number = file >= 0 ? file : Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    return number < 0 ? nil : Descriptor(adopting: number)
  }

  /// Writes the holder of the lock: `1234 cribside`. It is only for messages of other processes; the lock does not need
  /// it.
  static func sign(_ file: Descriptor?, _ program: String) {
    let text = Array("\(Environment.processID) \(program)\n".utf8)
    guard let file, ftruncate(file.number, 0) == 0 else { return }
    _ = pwrite(file.number, text, text.count, 0)
  }

  /// Reads the signature; nil if the holder has not written it yet, or it is malformed.
  private static func holder(in directory: String) -> Holder? {
    guard
      case .success(let line) = Result(catching: { () throws(ErrorNumber) in
        try TextFile.firstLine(at: directory + "/" + fileName)
      })
    else { return nil }
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let processID = Int(words[0]) else { return nil }
    return Holder(processID: processID, program: String(words[1]))
  }
}

/// Why the box's directory could not be locked.
public enum LockFault: Error, Hashable, Sendable {
  /// Another process has it.
  case held(path: String, by: DirectoryLock.Holder?)
  /// The directory could not be opened or locked.
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
  /// What went wrong, with the directory, its holder, and what to do if another user owns it.
  public var description: String {
    switch self {
    case .held(let path, let holder?):
      "\(path): held by process \(holder.processID) (\(holder.program)), a box or a command that runs; "
        + "stop it, or try again"
    case .held(let path, nil): "\(path): held by another process"
    case .failed(let path, EACCES):
      "\(path): \(ErrorNumber(value: EACCES).text); it belongs to another user, so use sudo"
    case .failed(let path, let errno): "\(path): \(ErrorNumber(value: errno).text)"
    }
  }
}

/// The right to write in the box's directory for moments, for a process that stands by. It keeps the directory and the
/// file open, so that a `DirectoryWatch` does not notice when it takes and releases the lock.
public final class StandbyLock {
  private let directory: Descriptor
  private let file: Descriptor?
  private let program: String

  /// Opens a directory, and creates its lock file if there is none. It does not take the lock.
  public init(directory path: String, program: String) throws(LockFault) {
    directory = try DirectoryLock.open(path)
    file = DirectoryLock.openFile(in: path)
    self.program = program
  }

  /// Does something while holding the lock; returns nil, and does nothing, if another process holds it.
  public func holding<Value>(_ work: () -> Value) -> Value? {
    guard flock(directory.number, LOCK_EX | LOCK_NB) == 0 else { return nil }
    defer { flock(directory.number, LOCK_UN) }
    DirectoryLock.sign(file, program)
    return work()
  }

  /// Whether another process holds it. This writes nothing, so it may be called often.
  public var isHeldByAnother: Bool {
    guard flock(directory.number, LOCK_EX | LOCK_NB) == 0 else { return true }
    flock(directory.number, LOCK_UN)
    return false
  }
}
