import Glibc

/// Prints complaints.
enum Console {
  /// Prints a line to standard error. What cannot be printed is lost: there is nowhere else to report it.
  static func complain(_ text: String) {
    let line = Array("rig-chips: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
