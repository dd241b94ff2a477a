/// How brightly a panel is lit.
public enum PanelBrightness: Hashable, Sendable, CaseIterable {
  /// The display-off command is in force: no pixel glows, whatever the memory holds.
  case off
  /// The least light that can still be read in a dark room.
  case dim
  /// Readable by day.
  case on
}
