import Glibc

/// The place for complaints.
enum Console {
  /// Prints a line to standard error. What cannot be printed is lost: there is no one to tell.
  static func complain(_ text: String) {
    let line = Array("rig-chips: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
