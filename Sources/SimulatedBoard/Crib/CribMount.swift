/// How a part hangs on a crib: where down is in its axes, and the frame's own directions.
struct CribMount {
  /// What it feels of the earth's pull.
  let gravity: Acceleration
  /// Upwards, along the crib and across it, each of length 1.
  let up: Acceleration
  let along: Acceleration
  let across: Acceleration
  /// What rings when the frame is pushed, in hertz.
  let resonanceHertz: Double

  /// The mounts that people choose: flat on the frame, upright on a slat, on the end board; none of them straight.
  init(seed: UInt64) {
    var random = SimulatedRandom(seed: seed ^ 0x6D6F_756E_7431_0001)
    let tilt = (random.between(-0.08, 0.08), random.between(-0.08, 0.08))
    let standing = Acceleration(x: tilt.0, y: tilt.1, z: 1).unit
    let lying = Acceleration(x: 1, y: 0, z: -tilt.0).unit
    let third = Acceleration(
      x: standing.y * lying.z - standing.z * lying.y, y: standing.z * lying.x - standing.x * lying.z,
      z: standing.x * lying.y - standing.y * lying.x)
    let turns = random.number(in: 0...2)
    up = standing.turned(turns)
    along = lying.turned(turns)
    across = third.turned(turns)
    gravity = up * 1_000
    resonanceHertz = random.between(5, 9)
  }
}

extension Acceleration {
  /// The same direction, of length 1.
  var unit: Acceleration { self * (1 / (x * x + y * y + z * z).squareRoot()) }

  /// The axes change places.
  func turned(_ places: Int) -> Acceleration {
    switch places {
    case 0: self
    case 1: Acceleration(x: z, y: x, z: y)
    default: Acceleration(x: y, y: z, z: x)
    }
  }

  static func * (one: Acceleration, factor: Double) -> Acceleration {
    Acceleration(x: one.x * factor, y: one.y * factor, z: one.z * factor)
  }
}

extension SimulatedRandom {
  /// An even number between two others.
  mutating func between(_ lower: Double, _ upper: Double) -> Double {
    lower + (upper - lower) * Double(next() >> 11) / 9_007_199_254_740_992
  }
}
