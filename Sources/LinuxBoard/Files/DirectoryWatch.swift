import CLinux
import Glibc

/// Notices, without ever looking on its own, that files of a directory were replaced, and that a process let go of
/// its lock.
public final class DirectoryWatch {
  /// What was noticed.
  public enum Change: Hashable, Sendable {
    /// One of the files was replaced, or removed.
    case replaced
    /// A process has opened the lock file: a box begins, or somebody tries to.
    case opened
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

  /// What was noticed since the last call, oldest first; the same several times over once.
  public func take() throws(SystemFault) -> [Change] {
    var changes: [Change] = []
    for event in try inbox.take() {
      guard let change = change(event), change != changes.last else { continue }
      changes.append(change)
    }
    return changes
  }

  private func change(_ event: InotifyInbox.Event) -> Change? {
    if event.watch == lock {
      if event.has(IN_OPEN) { return .opened }
      return event.has(IN_CLOSE_WRITE) ? .released : nil
    }
    if event.name == DirectoryLock.fileName {
      watchLock()
      return nil
    }
    return names.contains(event.name) && !event.has(IN_CREATE) ? .replaced : nil
  }

  /// The lock file is made by the first box, and stays.
  private func watchLock() {
    lock = inbox.watch(directory + "/" + DirectoryLock.fileName, for: IN_OPEN | IN_CLOSE_WRITE)
  }
}
