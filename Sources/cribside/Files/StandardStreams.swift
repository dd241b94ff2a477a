import LinuxBoard

/// The standard output and the standard error.
enum StandardStreams {
  /// Writes an answer: its output to the one, its error to the other.
  static func write(_ answer: BoxAnswer) {
    write(answer.output, to: 1)
    if !answer.error.isEmpty { write("cribside: \(answer.error)\n", to: 2) }
  }

  /// Writes one line to the standard output.
  static func line(_ text: String) { write(text + "\n", to: 1) }

  /// Writes one line to the standard error.
  static func errorLine(_ text: String) { write(text + "\n", to: 2) }

  /// Writes text as it stands to the standard output.
  static func raw(_ text: String) { write(text, to: 1) }

  private static func write(_ text: String, to number: Int32) {
    guard !text.isEmpty else { return }
    do throws(SystemFault) {
      try PlainFile.write(Array(text.utf8), to: number, named: "the standard stream")
    } catch {
      // Nobody reads any more: there is nobody to tell either.
      return
    }
  }
}
