import Glibc

/// The right to write in the box's directory: `flock` on its file `lock`, held as long as the object lives. The
/// kernel releases it when the process ends, however it ends.
public final class DirectoryLock: Sendable {
  /// Who holds a lock, as far as the file says.
  public struct Holder: Hashable, Sendable {
    /// The process.
    public let processID: Int
    /// The name that it gave.
    public let program: String
  }

  /// The lock file's name.
  public static let fileName = "lock"

  /// A process that only asks whether another one holds the lock takes it for some microseconds and does not sign:
  /// the file then still names the process that held it before.
  private static let unsignedMilliseconds = 200

  private let file: Descriptor

  /// Takes the lock of a directory, or reports at once who holds it.
  public init(directory: String, program: String = "cribside") throws(LockFault) {
    let path = directory + "/" + DirectoryLock.fileName
    do throws(ErrorNumber) {
      file = try DirectoryLock.open(path)
      _ = try SystemCall.complete { flock(file.number, LOCK_EX | LOCK_NB) }
    } catch {
      guard error.value == EWOULDBLOCK else { throw .failed(path: path, errno: error.value) }
      throw .held(path: path, by: DirectoryLock.holder(at: path))
    }
    DirectoryLock.sign(file, program)
  }

  /// Takes the lock as `init` does. A program of the name `passing` holds it for moments only, so this waits for it,
  /// but no longer than given; for any other holder it waits a fifth of a second.
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

  /// Opens the lock file, and makes it at the first start. Neither a card that accepts no writes nor a file of
  /// another user may keep the box from starting, and a file that is open for reading can be locked as well.
  static func open(_ path: String) throws(ErrorNumber) -> Descriptor {
    do throws(ErrorNumber) {
      return Descriptor(
        adopting: try SystemCall.complete {
          Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        })
    } catch {
      guard [EROFS, ENOSPC, EACCES].contains(error.value) else { throw error }
      return try openWithoutMaking(path)
    }
  }

  /// Where there is no lock file and the card accepts none, the directory itself is locked.
  private static func openWithoutMaking(_ path: String) throws(ErrorNumber) -> Descriptor {
    do throws(ErrorNumber) {
      return Descriptor(
        adopting: try SystemCall.complete { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
    } catch {
      guard error.value == ENOENT else { throw error }
      let directory = String(path.dropLast(fileName.utf8.count))
      return Descriptor(
        adopting: try SystemCall.complete { Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
    }
  }

  /// Writes who holds it: `1234 cribside`. This is for the next process, which finds the lock held; the lock is good
  /// without it.
  static func sign(_ file: Descriptor, _ program: String) {
    let text = Array("\(Environment.processID) \(program)\n".utf8)
    guard ftruncate(file.number, 0) == 0 else { return }
    _ = pwrite(file.number, text, text.count, 0)
  }

  /// Reads the signature; nil if the holder has not written it yet or it makes no sense.
  private static func holder(at path: String) -> Holder? {
    guard
      case .success(let line) = Result(catching: { () throws(ErrorNumber) in
        try TextFile.firstLine(at: path)
      })
    else { return nil }
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let processID = Int(words[0]) else { return nil }
    return Holder(processID: processID, program: String(words[1]))
  }
}

/// Why the box's directory could not be locked.
public enum LockFault: Error, Hashable, Sendable {
  /// Another process holds it.
  case held(path: String, by: DirectoryLock.Holder?)
  /// The lock file could not be opened or written.
  case failed(path: String, errno: Int32)
}

extension LockFault {
  /// The exit code of a command that ends for it: 75 try again, 77 no permission, 74 I/O error.
  public var exitCode: Int32 {
    switch self {
    case .held: EX_TEMPFAIL
    case .failed(_, EACCES), .failed(_, EPERM): EX_NOPERM
    case .failed: EX_IOERR
    }
  }
}

extension LockFault: CustomStringConvertible {
  /// What went wrong, naming the file, who holds it, and what to do if another user owns it.
  public var description: String {
    switch self {
    case .held(let path, let holder?):
      "\(path): held by process \(holder.processID) (\(holder.program)): a box that runs; stop it first"
    case .held(let path, nil): "\(path): held by another process"
    case .failed(let path, EACCES):
      "\(path): \(ErrorNumber(value: EACCES).text); `sudo chown \(Environment.userName) \(path)` fixes it"
    case .failed(let path, let errno): "\(path): \(ErrorNumber(value: errno).text)"
    }
  }
}

/// The right to write in the box's directory for moments only, for a process that stands by. It keeps the lock file
/// open, so a `DirectoryWatch` does not notice when the lock is taken and released.
///
/// The user may remove the file, or put back an older one, while a box runs: the box may then hold either file, and
/// only a process that holds all of them is alone.
public final class StandbyLock {
  private let path: String
  /// The file that has the name now comes last; before it, the earlier files as long as a process held them.
  private var files: [Descriptor]
  private let program: String

  /// Opens the lock file of a directory, and makes it if there is none; takes nothing yet.
  public init(directory: String, program: String) throws(LockFault) {
    path = directory + "/" + DirectoryLock.fileName
    do throws(ErrorNumber) {
      files = [try DirectoryLock.open(path)]
    } catch {
      throw .failed(path: path, errno: error.value)
    }
    self.program = program
  }

  /// Does something while holding the lock; nil if another process holds it, and nothing was done.
  public func holding<Value>(_ work: () -> Value) -> Value? {
    whileAlone {
      for file in files { DirectoryLock.sign(file, program) }
      return work()
    }
  }

  /// Whether another process holds it. Nothing is written, so this may be asked again and again.
  public var isHeldByAnother: Bool { whileAlone {} == nil }

  private func whileAlone<Value>(_ work: () -> Value) -> Value? {
    followName()
    let taken = files.filter { flock($0.number, LOCK_EX | LOCK_NB) == 0 }
    defer { for file in taken { flock(file.number, LOCK_UN) } }
    guard taken.count == files.count else { return nil }
    files = files.suffix(1)
    return work()
  }

  /// Opens the file that has the name now. If there is none, no process can hold any but those that are open.
  private func followName() {
    var named = stat()
    guard stat(path, &named) == 0 else { return }
    let isOpen = files.contains { file in
      var own = stat()
      return fstat(file.number, &own) == 0 && own.st_ino == named.st_ino && own.st_dev == named.st_dev
    }
    guard !isOpen else { return }
    do throws(ErrorNumber) {
      files.append(try DirectoryLock.open(path))
    } catch {
      // It was removed again in between, or may not be opened: the files that are open still count.
      return
    }
  }
}
