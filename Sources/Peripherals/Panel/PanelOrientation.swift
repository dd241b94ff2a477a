/// Which way up the panel is mounted. Turning is done by the chip's own remap commands, so that a frame is the
/// same bytes either way.
public enum PanelOrientation: Hashable, Sendable, CaseIterable {
  /// As the common modules are drawn: the pin header above the picture.
  case upright
  /// Turned by 180°.
  case upsideDown
}
