import SimulatedBoard

/// An acceleration that shows when a sample was taken.
enum Ramp {
  /// A part that lies on none of its sides.
  static let resting = Acceleration(x: 300, y: -200, z: 930)

  /// From −1.9 g to +1.9 g along x, 1 mg per 10 ms, repeated.
  static func motion(_ nanoseconds: UInt64) -> Acceleration {
    let milliseconds = Double(nanoseconds % (UInt64(periodMilliseconds) * 1_000_000)) / 1_000_000
    return Acceleration(x: milliseconds / 10 - 1_900, y: -200, z: 930)
  }

  static let periodMilliseconds = 38_000

  static func milliseconds(of milligee: Double) -> Int { Int((milligee + 1_900) * 10) }
}
