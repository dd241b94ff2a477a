import Glibc

/// The right to write in the box's directory for moments only, for a process that stands by. It keeps the lock file
/// open, so that taking and giving back is no news to a `DirectoryWatch`.
public final class StandbyLock {
  private let file: Descriptor
  private let program: String

  /// Opens the lock file of a directory, making it when there is none; takes nothing yet.
  public init(directory: String, program: String) throws(LockFault) {
    let path = directory + "/" + DirectoryLock.fileName
    do throws(ErrorNumber) {
      file = try DirectoryLock.open(path)
    } catch {
      throw .failed(path: path, errno: error.value)
    }
    self.program = program
  }

  /// Does something while holding the lock; nil when another process holds it, and nothing was done.
  public func holding<Value>(_ work: () -> Value) -> Value? {
    guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { return nil }
    defer { flock(file.number, LOCK_UN) }
    DirectoryLock.sign(file, program)
    return work()
  }
}
