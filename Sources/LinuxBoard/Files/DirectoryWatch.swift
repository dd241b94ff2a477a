import CLinux
import Glibc

/// Notices, without ever looking on its own, that files of a directory were replaced, and that a process let go of
/// its lock.
public final class DirectoryWatch {
  /// What was noticed.
  public enum Change: Hashable, Sendable {
    /// One of the files was replaced, or removed.
    case replaced
    /// A file of the folder was written or brought, or the folder came.
    case arrived
    /// A process has opened the lock file: a box begins, or someone tries to begin one.
    case opened
    /// A process that had the lock file open has closed it, or has died.
    case released
    /// The directory itself was removed or renamed: nothing more is noticed.
    case gone
  }

  private let directory: String
  private let names: Set<String>
  private let inbox: InotifyInbox
  private let drop: String?
  private var dropFolder: Int32?
  /// The folder that the directory lies in: an open directory does not report its own removal.
  private let above: Int32?
  private let name: String
  /// The lock file's, and those of its predecessors that a process still has open.
  private var locks: Set<Int32> = []

  /// Watches a directory for the replacement of files with these names, and its lock.
  ///
  /// - Parameter drop: a folder in it that others write files to. It need not be there yet.
  public init(directory: String, names: Set<String>, drop: String? = nil) throws(SystemFault) {
    self.directory = directory
    (self.names, self.drop) = (names, drop)
    inbox = try InotifyInbox()
    let events = IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE
    guard inbox.watch(directory, for: events | Int32(IN_ONLYDIR)) != nil else {
      throw SystemFault(operation: "inotify_add_watch", subject: directory, errno: errno)
    }
    name = String(directory.split(separator: "/").last ?? "")
    above = inbox.watch(
      DirectoryWatch.parent(of: directory), for: IN_DELETE | IN_MOVED_FROM | Int32(IN_ONLYDIR))
    watchLock()
    watchDrop()
  }

  private static func parent(of directory: String) -> String {
    let start = directory.hasPrefix("/") ? "/" : "./"
    return start + directory.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// The descriptor that is readable when something was noticed.
  public var descriptor: Int32 { inbox.descriptor }

  /// What was noticed since the last call, oldest first; the same several times over once.
  public func drain() throws(SystemFault) -> [Change] {
    var changes: [Change] = []
    for event in try inbox.drain() {
      for change in event.isOverflow ? lookAgain() : [change(event)].compactMap({ $0 })
      where change != changes.last { changes.append(change) }
    }
    return changes
  }

  /// The kernel has dropped events (inotify(7), IN_Q_OVERFLOW): anything may have happened.
  private func lookAgain() -> [Change] {
    watchLock()
    watchDrop()
    return [.replaced, .opened, .released] + (dropFolder == nil ? [] : [.arrived])
      + (PlainFile.exists(directory) ? [] : [.gone])
  }

  private func change(_ event: InotifyInbox.Event) -> Change? {
    if locks.contains(event.watch) { return lockChange(event) }
    if event.watch == above { return event.name == name ? .gone : nil }
    if event.watch == dropFolder { return event.has(IN_MOVED_TO | IN_CLOSE_WRITE) ? .arrived : nil }
    if event.name == DirectoryLock.fileName {
      watchLock()
      return nil
    }
    if event.name == drop, event.has(IN_CREATE | IN_MOVED_TO) {
      watchDrop()
      return .arrived
    }
    return names.contains(event.name) && !event.has(IN_CREATE) ? .replaced : nil
  }

  /// On a card that takes no writes a box has the file open for reading only.
  private func lockChange(_ event: InotifyInbox.Event) -> Change? {
    if event.has(IN_OPEN) { return .opened }
    if event.has(Int32(IN_IGNORED)) { locks.remove(event.watch) }
    return event.has(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE) ? .released : nil
  }

  /// The folder may be made later, or replaced.
  private func watchDrop() {
    guard let drop else { return }
    dropFolder = inbox.watch(
      directory + "/" + drop, for: IN_MOVED_TO | IN_CLOSE_WRITE | Int32(IN_ONLYDIR))
  }

  /// The lock file is made by the first box, and stays unless someone removes or replaces it.
  private func watchLock() {
    let events = IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE
    guard let number = inbox.watch(directory + "/" + DirectoryLock.fileName, for: events) else { return }
    locks.insert(number)
  }
}
