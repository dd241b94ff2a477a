import Glibc

/// Notices that a file comes, goes or is touched, without ever looking on its own: inotify on the deepest folder of
/// its path that exists. `/run/systemd/timesync` is made by a service that may start later, or never.
///
/// timesyncd touches its file at each successful synchronization (systemd-timesyncd.service(8), FILES): so a touch is
/// a further report of the clock, and the one that confirms a step too large to be believed at once.
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

  /// Takes notice of changes; returns whether the file has come, gone or been touched since the last call.
  func drain() throws(SystemFault) -> Bool {
    wasTouched = false
    try drainInbox()
    follow()
    let changed = isPresent != wasPresent
    wasPresent = isPresent
    return changed || wasTouched && isPresent
  }

  private var isPresent: Bool { access(path, F_OK) == 0 }

  /// Moves the watch to the deepest folder there is. One that cannot be watched is left for the one above it.
  private func follow() {
    while let folder = PresenceWatch.deepestFolder(of: path), folder != watched?.folder {
      guard watch(folder) else { return }
    }
  }

  private func watch(_ folder: String) -> Bool {
    // Of a folder above the file's own only a change of names matters: /run is touched all day.
    let isOwn = path == folder + "/" + name
    let events =
      IN_CREATE | IN_DELETE | IN_MOVE | IN_DELETE_SELF | IN_MOVE_SELF | Int32(IN_ONLYDIR)
      | (isOwn ? IN_ATTRIB | IN_CLOSE_WRITE : 0)
    guard let number = inbox.watch(folder, for: events) else { return false }
    if let watched, watched.number != number { inbox.unwatch(watched.number) }
    watched = (folder, number)
    return true
  }

  /// Takes all events. The end of the watch itself and a touch are told by them; for the rest it is asked what is
  /// there.
  private func drainInbox() throws(SystemFault) {
    for event in try inbox.drain() {
      if event.has(IN_ATTRIB | IN_CLOSE_WRITE), event.name == name { wasTouched = true }
      if event.isOverflow {
        // The touch or the end of the watch may be among what was dropped.
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
