import Glibc

/// The supervisor's output.
enum Console {
  static func say(_ text: String) { write(text, to: STDOUT_FILENO) }

  static func complain(_ text: String) { write("Supervisor: " + text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: Int32) {
    let line = Array((text + "\n").utf8)
    _ = Glibc.write(descriptor, line, line.count)
  }
}
