/// The states that the crib's three are told from, one lane each. A lively waking and a quiet one look different,
/// and so does an empty crib while somebody makes the bed.
enum HiddenCrib: Int, CaseIterable, Sendable {
  /// Nobody in it, nobody at it.
  case empty
  /// Motion of which one cannot tell who makes it; next to a baby's time in the crib it belongs to that.
  case tended
  /// Awake and moving.
  case lively
  /// Awake and lying quietly.
  case quiet
  /// Settled.
  case asleep

  /// A number for each hidden state; the lanes above are not used.
  typealias Lanes = SIMD8<Double>

  /// A row of lanes.
  static func lanes(
    empty: Double, tended: Double, lively: Double, quiet: Double, asleep: Double
  ) -> Lanes {
    Lanes(empty, tended, lively, quiet, asleep, 0, 0, 0)
  }
}
