/// What could not be read of a log, and is missing from the answer about it.
package struct LeftOut: Hashable, Sendable {
  /// Pieces that are no line, torn ones among them.
  package var damaged = 0
  /// Segments that the medium did not give back.
  package var unreadable = 0

  /// Whether the log was read whole.
  package var isNothing: Bool { damaged + unreadable == 0 }

  package init(damaged: Int = 0, unreadable: Int = 0) {
    self.damaged = damaged
    self.unreadable = unreadable
  }

  /// What to say of it; empty when there is nothing.
  package var text: String {
    let parts = [(damaged, "damaged piece"), (unreadable, "unreadable segment")].filter { $0.0 > 0 }
    guard !parts.isEmpty else { return "" }
    let counted = parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
    return "left out: \(counted); `cribside log verify` names each"
  }
}
