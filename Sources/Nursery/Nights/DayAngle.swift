/// Angles counted in minutes of a day: 1,440 make a full turn, midnight is direction 0.
enum DayAngle {
  private static let turn = 1440.0
  private static let quarter = 360.0
  private static let radiansPerMinute = 6.283185307179586476925 / turn

  /// The cosine, right to 5·10⁻¹⁶.
  static func cosine(_ minutes: Double) -> Double { sine(minutes + quarter) }

  /// The sine, right to 5·10⁻¹⁶, for angles within a few turns.
  static func sine(_ minutes: Double) -> Double {
    let quarters = Int(minutes / quarter + (minutes < 0 ? -0.5 : 0.5))
    let rest = (minutes - Double(quarters) * quarter) * radiansPerMinute
    switch (quarters % 4 + 4) % 4 {
    case 0: return sineNearZero(rest)
    case 1: return cosineNearZero(rest)
    case 2: return -sineNearZero(rest)
    default: return -cosineNearZero(rest)
    }
  }

  /// The direction of a vector, 0..<1440; the vector must not be null.
  ///
  /// From the nearest of the eight winds Newton's method has the direction after three steps; the fourth is spare.
  static func direction(sine: Double, cosine: Double) -> Double {
    var angle = nearestWind(sine: sine, cosine: cosine)
    for _ in 0..<4 {
      let (s, c) = (DayAngle.sine(angle), DayAngle.cosine(angle))
      angle += (sine * c - cosine * s) / (cosine * c + sine * s) / radiansPerMinute
    }
    let wrapped = angle < 0 ? angle + turn : angle
    return wrapped >= turn ? wrapped - turn : wrapped
  }

  /// The shorter way round between two angles of one turn, 0…720.
  static func distance(_ one: Double, _ other: Double) -> Double {
    let apart = abs(one - other)
    return min(apart, turn - apart)
  }

  /// The nearest multiple of an eighth of a turn.
  private static func nearestWind(sine: Double, cosine: Double) -> Double {
    // The tangent of a sixteenth of a turn parts a wind from its neighbour.
    let border = 0.41421356237309504880
    let (wide, high) = (abs(sine), abs(cosine))
    let wind = wide <= border * high ? 0.0 : high <= border * wide ? 2.0 : 1.0
    let upper = cosine < 0 ? 4 - wind : wind
    return (sine < 0 ? 8 - upper : upper) * quarter / 2
  }

  /// Taylor's series within an eighth of a turn either way: the first term left out is below 10⁻¹⁷.
  private static func sineNearZero(_ x: Double) -> Double { x * series(x * x, first: 2) }

  private static func cosineNearZero(_ x: Double) -> Double { series(x * x, first: 1) }

  /// 1 − x²/(n·(n+1))·(1 − x²/((n+2)·(n+3))·(…)), from the inside out.
  private static func series(_ square: Double, first: Int) -> Double {
    var sum = 1.0
    for term in stride(from: first + 16, through: first, by: -2) {
      sum = 1 - square / Double(term * (term + 1)) * sum
    }
    return sum
  }
}
