import CLinux
import Glibc

/// The kernel's news of files (inotify(7)), taken without waiting.
final class InotifyInbox {
  /// One piece of news.
  struct Event: Hashable {
    /// Which watch it comes from, as `watch` numbered it.
    var watch: Int32
    /// What happened, `IN_` bits.
    var mask: UInt32
    /// The name in the watched folder; empty for the watched file itself.
    var name: String

    /// Whether it says that events were dropped, because too many waited. It is of no watch.
    var isOverflow: Bool { has(Int32(IN_Q_OVERFLOW)) }

    /// Whether any of these happened.
    func has(_ events: Int32) -> Bool { mask & UInt32(bitPattern: events) != 0 }
  }

  private let inbox: Descriptor

  /// An inbox without watches.
  init() throws(SystemFault) {
    inbox = try Descriptor("inotify_init1") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
  }

  /// The descriptor that is readable when there is news.
  var descriptor: Int32 { inbox.number }

  /// Watches a file or folder from now on, by its own number; nil where it cannot be watched.
  func watch(_ path: String, for events: Int32) -> Int32? {
    let number = inotify_add_watch(inbox.number, path, UInt32(bitPattern: events))
    return number < 0 ? nil : number
  }

  /// Ends a watch.
  func unwatch(_ number: Int32) {
    inotify_rm_watch(inbox.number, number)
  }

  /// All news since the last call, oldest first.
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
