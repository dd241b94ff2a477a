/// Noise that belongs to a reading by its number, so that readings nobody reads need not be made.
struct ReadingNoise {
  let milligee: Acceleration
  let seed: UInt64

  func sample(_ ordinal: Int) -> Acceleration {
    guard milligee != .none else { return .none }
    var random = SimulatedRandom(seed: seed &+ UInt64(truncatingIfNeeded: ordinal) &* 0xD1B5_4A32_D192_ED03)
    return Acceleration(
      x: milligee.x * Self.deviation(&random), y: milligee.y * Self.deviation(&random),
      z: milligee.z * Self.deviation(&random))
  }

  /// Near enough to a normal distribution of deviation 1: the sum of four even ones.
  private static func deviation(_ random: inout SimulatedRandom) -> Double {
    let bits = random.next()
    let sum = (bits & 0xFFFF) + ((bits >> 16) & 0xFFFF) + ((bits >> 32) & 0xFFFF) + (bits >> 48)
    return (Double(sum) / 65_536 - 2) * 1.732_050_8
  }
}
