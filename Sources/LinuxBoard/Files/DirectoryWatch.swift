import CLinux
import Glibc

/// Notices, without ever looking on its own, that files of a directory were replaced, and that a process let go of
/// its lock.
public final class DirectoryWatch {
  /// What was noticed.
  public enum Change: Hashable, Sendable {
    /// One of the files was replaced, or removed.
    case replaced
    /// A process that had the lock file open has closed it, or has died.
    case released
  }

  private let directory: String
  private let names: Set<String>
  private let inbox: InotifyInbox
  private var folder: Int32?
  private var lock: Int32?

  /// Watches a directory for the replacement of files with these names, and its lock.
  public init(directory: String, names: Set<String>) throws(SystemFault) {
    self.directory = directory
    self.names = names
    inbox = try InotifyInbox()
    let events = IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | Int32(IN_ONLYDIR)
    guard let number = inbox.watch(directory, for: events) else {
      throw SystemFault(operation: "inotify_add_watch", subject: directory, errno: errno)
    }
    folder = number
    watchLock()
  }

  /// The descriptor that is readable when something was noticed.
  public var descriptor: Int32 { inbox.descriptor }

  /// What was noticed since the last call, each once.
  public func take() throws(SystemFault) -> Set<Change> {
    var changes: Set<Change> = []
    for event in try inbox.take() {
      if event.watch == lock {
        if event.has(IN_CLOSE_WRITE) { changes.insert(.released) }
      } else if event.name == DirectoryLock.fileName {
        watchLock()
      } else if names.contains(event.name), !event.has(IN_CREATE) {
        changes.insert(.replaced)
      }
    }
    return changes
  }

  /// The lock file is made by the first box, and stays.
  private func watchLock() {
    lock = inbox.watch(directory + "/" + DirectoryLock.fileName, for: IN_CLOSE_WRITE)
  }
}
