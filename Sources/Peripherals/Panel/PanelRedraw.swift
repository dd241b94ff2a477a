/// How much of the picture was sent.
public enum PanelRedraw: Hashable, Sendable {
  /// Nothing: the panel shows it already.
  case none
  /// What differs from the frame that was acknowledged last.
  case partial
  /// All 1,024 bytes, because nothing was known of the panel's memory.
  case full
}
