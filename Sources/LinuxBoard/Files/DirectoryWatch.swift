import CLinux
import Glibc

/// Notices, without polling, that files of a directory were replaced, and that a process released its lock.
public final class DirectoryWatch {
  /// A change that was noticed.
  public enum Change: Hashable, Sendable {
    /// One of the files was replaced, or removed.
    case replaced
    /// A file of the folder was written or moved in, or the folder appeared.
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
  /// The watch of the folder above the directory: an open directory does not report its own removal.
  private let above: Int32?
  private let name: String
  /// The lock file's watch, and those of its predecessors that a process still has open.
  private var locks: Set<Int32> = []

  /// Watches a directory for the replacement of files with these names, and its lock.
  ///
  /// - Parameter drop: a folder in it to which others write files. It need not exist yet.
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

  /// The descriptor that is readable when there is something to report.
  public var descriptor: Int32 { inbox.descriptor }

  /// The changes since the last call, oldest first. A repeated change appears once.
  public func drain() throws(SystemFault) -> [Change] {
    var changes: [Change] = []
    for event in try inbox.drain() {
      for change in event.isOverflow ? lookAgain() : [change(event)].compactMap({ $0 })
      where change != changes.last { changes.append(change) }
    }
    return changes
  }

  /// Returns every change that may have happened, because the kernel has dropped events (inotify(7), IN_Q_OVERFLOW).
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

  /// The change that an event of the lock file means. On a read-only card, a box has the file open only for reading.
  private func lockChange(_ event: InotifyInbox.Event) -> Change? {
    if event.has(IN_OPEN) { return .opened }
    if event.has(Int32(IN_IGNORED)) { locks.remove(event.watch) }
    return event.has(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE) ? .released : nil
  }

  /// Watches the folder for delivered files, which may be created later or replaced.
  private func watchDrop() {
    guard let drop else { return }
    dropFolder = inbox.watch(
      directory + "/" + drop, for: IN_MOVED_TO | IN_CLOSE_WRITE | Int32(IN_ONLYDIR))
  }

  /// Watches the lock file, which the first box creates, and which may be removed or replaced.
  private func watchLock() {
    let events = IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE
    guard let number = inbox.watch(directory + "/" + DirectoryLock.fileName, for: events) else { return }
    locks.insert(number)
  }
}

/// Notices that a file appears, disappears or is touched, without polling: inotify on the deepest folder of its path
/// that exists. `/run/systemd/timesync` is made by a service that may start later, or never.
///
/// timesyncd touches its file at each successful synchronization (systemd-timesyncd.service(8), FILES). So a touch is
/// a further report of the clock, and it confirms a step that was too large to be believed at once.
final class PresenceWatch {
  private let path: String
  private let name: String
  private let inbox: InotifyInbox
  private var watched: (folder: String, number: Int32)?
  private var wasPresent: Bool
  private var wasTouched = false

  /// Watches an absolute path from now on.
  init(path: String) throws(SystemFault) {
    self.path = path
    name = String(path.split(separator: "/").last ?? "")
    inbox = try InotifyInbox()
    wasPresent = false
    follow()
    wasPresent = isPresent
  }

  /// The descriptor that is readable when something changed in the watched folder.
  var descriptor: Int32 { inbox.descriptor }

  /// Reads the changes. Returns whether the file appeared, disappeared or was touched since the last call.
  func drain() throws(SystemFault) -> Bool {
    wasTouched = false
    try drainInbox()
    follow()
    let changed = isPresent != wasPresent
    wasPresent = isPresent
    return changed || wasTouched && isPresent
  }

  private var isPresent: Bool { access(path, F_OK) == 0 }

  /// Moves the watch to the deepest folder that exists. If that cannot be watched, the folder above it is.
  private func follow() {
    while let folder = PresenceWatch.deepestFolder(of: path), folder != watched?.folder {
      guard watch(folder) else { return }
    }
  }

  private func watch(_ folder: String) -> Bool {
    // In a folder above the file's own, only a change of names matters: /run is touched all day.
    let isOwn = path == folder + "/" + name
    let events =
      IN_CREATE | IN_DELETE | IN_MOVE | IN_DELETE_SELF | IN_MOVE_SELF | Int32(IN_ONLYDIR)
      | (isOwn ? IN_ATTRIB | IN_CLOSE_WRITE : 0)
    guard let number = inbox.watch(folder, for: events) else { return false }
    if let watched, watched.number != number { inbox.unwatch(watched.number) }
    watched = (folder, number)
    return true
  }

  /// Reads all events. Only a touch and the end of the watch itself are read from them; everything else is looked up
  /// in the file system.
  private func drainInbox() throws(SystemFault) {
    for event in try inbox.drain() {
      if event.has(IN_ATTRIB | IN_CLOSE_WRITE), event.name == name { wasTouched = true }
      if event.isOverflow {
        // The dropped events may include the touch or the end of the watch.
        wasTouched = true
        watched = nil
      }
      let isEnd = event.has(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)
      if event.watch == watched?.number && isEnd { watched = nil }
    }
  }

  /// The longest part of a path before its last name that is a folder.
  private static func deepestFolder(of path: String) -> String? {
    var parts = path.split(separator: "/").dropLast()
    while true {
      let folder = "/" + parts.joined(separator: "/")
      var status = stat()
      if stat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR { return folder }
      guard parts.popLast() != nil else { return nil }
    }
  }
}

/// The kernel's events of files (inotify(7)), read without waiting.
final class InotifyInbox {
  /// One event.
  struct Event: Hashable {
    /// The number of its watch, as `watch` returned it.
    var watch: Int32
    /// What happened, as `IN_` bits.
    var mask: UInt32
    /// The name in the watched folder; empty for the watched file itself.
    var name: String

    /// Whether it says that events were dropped because too many waited. Such an event belongs to no watch.
    var isOverflow: Bool { has(Int32(IN_Q_OVERFLOW)) }

    /// Whether any of these events happened.
    func has(_ events: Int32) -> Bool { mask & UInt32(bitPattern: events) != 0 }
  }

  private let inbox: Descriptor

  /// An inbox without watches.
  init() throws(SystemFault) {
    inbox = try Descriptor("inotify_init1") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
  }

  /// The descriptor that is readable when there are events.
  var descriptor: Int32 { inbox.number }

  /// Watches a file or folder from now on. Returns the watch's number, or nil if it cannot be watched.
  func watch(_ path: String, for events: Int32) -> Int32? {
    let number = inotify_add_watch(inbox.number, path, UInt32(bitPattern: events))
    return number < 0 ? nil : number
  }

  /// Ends a watch.
  func unwatch(_ number: Int32) { inotify_rm_watch(inbox.number, number) }

  /// All events since the last call, oldest first.
  func drain() throws(SystemFault) -> [Event] {
    var events: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while let count = try read(into: &buffer) { events += InotifyInbox.events(in: buffer[..<count]) }
    return events
  }

  private func read(into buffer: inout [UInt8]) throws(SystemFault) -> Int? {
    do throws(ErrorNumber) {
      let count = try SystemCall.complete { Glibc.read(inbox.number, &buffer, buffer.count) }
      return count == 0 ? nil : count
    } catch {
      if error.value == EAGAIN { return nil }
      throw error.fault("read", "inotify")
    }
  }

  /// The fixed part of `struct inotify_event`.
  private struct Header {
    var watch: Int32
    var mask: UInt32
    var cookie: UInt32
    var nameLength: UInt32
  }

  private static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    let size = MemoryLayout<Header>.size
    var events: [Event] = []
    var rest = bytes
    while rest.count >= size {
      let header = rest.withUnsafeBytes { $0.loadUnaligned(as: Header.self) }
      rest = rest.dropFirst(size)
      // The name is padded with zeros.
      let name = rest.prefix(Int(header.nameLength)).prefix { $0 != 0 }
      events.append(
        Event(watch: header.watch, mask: header.mask, name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(Int(header.nameLength))
    }
    return events
  }
}
