/// The buttons: three on every box, and a fourth one on some.
public enum Button: Hashable, Sendable, CaseIterable {
  /// Start sleep, or end it.
  case nap
  /// Start nursing, or end it.
  case feed
  /// Pages, sides, undo.
  case menu
  /// One press logs what the configuration says.
  case extra
}

/// A change of a button's level, still with bounce.
public struct ButtonEdge: Hashable, Sendable {
  /// Which button.
  public var button: Button
  /// The level after the edge.
  public var isPressed: Bool
  /// When, on the boot clock, in milliseconds.
  public var milliseconds: Int
  /// True when edges of this button were lost before this one: its level now is all that is known.
  public var followsLoss: Bool

  /// An edge at a time of the boot clock.
  public init(button: Button, isPressed: Bool, milliseconds: Int, followsLoss: Bool = false) {
    self.button = button
    self.isPressed = isPressed
    self.milliseconds = milliseconds
    self.followsLoss = followsLoss
  }
}
