/// A rule that a line of the repository breaks.
struct Violation: Hashable, Sendable, CustomStringConvertible {
  /// Relative to the repository.
  let path: String
  /// From 1; 0 when the whole file is meant.
  let line: Int
  let message: String

  var description: String {
    line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)"
  }
}
