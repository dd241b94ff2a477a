import Glibc

/// The right to write in the box's directory for moments only, for a process that stands by. It keeps the lock file
/// open, so that taking and giving back is no news to a `DirectoryWatch`.
///
/// A hand may remove the file, or put back an older one, under a box that runs: then a box may hold either file, and
/// only who holds all of them is alone.
public final class StandbyLock {
  private let path: String
  /// The file of that name last, and those before it as long as somebody held them.
  private var files: [Descriptor]
  private let program: String

  /// Opens the lock file of a directory, making it when there is none; takes nothing yet.
  public init(directory: String, program: String) throws(LockFault) {
    path = directory + "/" + DirectoryLock.fileName
    do throws(ErrorNumber) {
      files = [try DirectoryLock.open(path)]
    } catch {
      throw .failed(path: path, errno: error.value)
    }
    self.program = program
  }

  /// Does something while holding the lock; nil when another process holds it, and nothing was done.
  public func holding<Value>(_ work: () -> Value) -> Value? {
    whileAlone {
      for file in files { DirectoryLock.sign(file, program) }
      return work()
    }
  }

  /// Whether another process holds it. Nothing is written: this may be asked again and again.
  public var isHeldByAnother: Bool { whileAlone {} == nil }

  private func whileAlone<Value>(_ work: () -> Value) -> Value? {
    followName()
    let taken = files.filter { flock($0.number, LOCK_EX | LOCK_NB) == 0 }
    defer { for file in taken { flock(file.number, LOCK_UN) } }
    guard taken.count == files.count else { return nil }
    files = files.suffix(1)
    return work()
  }

  /// Opens the file that has the name now. Where there is none nobody can have taken another than those that are open.
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
      // It went away again in between, or nobody may open it: what is open still counts.
      return
    }
  }
}
