extension Gesture {
  /// The time of the edge or the deadline that made the gesture, on the boot clock.
  public var milliseconds: Int {
    switch self {
    case .press(_, let milliseconds), .doublePress(_, let milliseconds), .release(_, let milliseconds),
      .stuck(_, let milliseconds), .unstuck(_, let milliseconds), .backdate(_, _, let milliseconds),
      .chord(_, let milliseconds), .menuHold(let milliseconds), .chordHold(let milliseconds):
      milliseconds
    }
  }
}
