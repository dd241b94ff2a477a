import Glibc

/// Lines for the person who keeps the box: to the journal with a priority, or plain to a terminal.
public struct ServiceLog: Sendable {
  /// How much a line matters, by syslog's numbers.
  public enum Priority: Int, Hashable, Sendable {
    /// Something is lost for good.
    case critical = 2
    /// Something failed and needs a person.
    case error = 3
    /// Something failed and was worked around.
    case warning = 4
    /// Normal, and worth keeping.
    case notice = 5
    /// Normal.
    case info = 6
  }

  private let descriptor: Int32
  private let hasPriorities: Bool

  /// Lines to standard error, with priorities when it is the journal.
  public init() {
    self.init(descriptor: STDERR_FILENO, journalStream: Environment.variable("JOURNAL_STREAM"))
  }

  /// Lines to a descriptor. `journalStream` is `DEVICE:INODE` of the journal's socket, as systemd sets it
  /// (systemd.exec(5)).
  public init(descriptor: Int32, journalStream: String?) {
    self.descriptor = descriptor
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    hasPriorities = isKnown && journalStream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Writes a text, one journal line for each of its lines.
  public func write(_ priority: Priority, _ text: String) {
    let lines = text.split(separator: "\n").map { prefix(priority) + $0 + "\n" }
    let bytes = Array(lines.joined().utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return }  // no one is left to tell
      done += count
    }
  }

  private func prefix(_ priority: Priority) -> String {
    hasPriorities ? "<\(priority.rawValue)>" : ""
  }
}
