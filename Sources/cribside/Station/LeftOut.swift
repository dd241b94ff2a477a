/// What could not be read of a log, and is missing from what is told of it.
struct LeftOut: Hashable, Sendable {
  /// Pieces that are no line, torn ones among them.
  var damaged = 0
  /// Segments that the medium did not give back.
  var unreadable = 0

  /// Whether the log was read whole.
  var isNothing: Bool { damaged + unreadable == 0 }

  /// What to say of it; empty when there is nothing.
  var text: String {
    let parts = [(damaged, "damaged piece"), (unreadable, "unreadable segment")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return "" }
    let counted = parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
    return "left out: \(counted); `cribside log verify` names each"
  }
}
