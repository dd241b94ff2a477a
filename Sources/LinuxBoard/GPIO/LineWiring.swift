import CGPIOD

/// How an input is wired, which decides its bias and which level counts as active.
public enum LineWiring: Hashable, Sendable {
  /// A button to ground: pull-up, active-low.
  case switchToGround
  /// Another chip's interrupt output, which drives both levels: no bias, active-high.
  case drivenHigh

  var request: cgpiod_wiring {
    switch self {
    case .switchToGround: CGPIOD_SWITCH_TO_GROUND
    case .drivenHigh: CGPIOD_DRIVEN_HIGH
    }
  }
}
