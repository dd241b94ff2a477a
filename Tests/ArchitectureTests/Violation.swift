/// A rule that a line of the repository breaks.
struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// The path relative to the repository.
  let path: String
  /// Counted from 1; 0 for the whole file.
  let line: Int
  let message: String

  var description: String {
    line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)"
  }
}
