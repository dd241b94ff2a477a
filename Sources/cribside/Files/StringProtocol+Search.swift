// The standard library's own searches for a text bring its engine for regular expressions into the program, 1.4 MB.
// These have the same names, and this module's code finds them first.

extension StringProtocol {
  /// Whether a text stands in it.
  func contains(_ text: String) -> Bool { firstRange(of: text) != nil }

  /// Where a text stands in it for the first time; nil: nowhere.
  func firstRange(of text: String) -> Range<Index>? {
    if text.isEmpty { return startIndex..<startIndex }
    let start = indices.first { self[$0...].hasPrefix(text) }
    return start.map { $0..<index($0, offsetBy: text.count) }
  }
}
