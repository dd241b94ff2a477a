/// The mean of times of day as directions on a clock face of 24 hours: the direction of their vector sum. 23:30
/// and 00:30 have midnight in their middle, and not noon.
///
/// Computed with a sine and cosine of its own, since the pure modules have no mathematics library. Compared with
/// reference values, the mean is right to a millionth of a minute unless the vectors nearly cancel.
struct BedtimeMean {
  /// The mean in minutes after midnight, 0..<1440, fractions included; nil without times, or when they cancel.
  let minutes: Double?

  private let times: [WallTime]

  /// A sum of directions shorter than this counts as none; rounding alone stays far below it.
  private static let cancelled = 1e-9

  /// The mean of some times.
  init(_ times: [WallTime]) {
    self.times = times
    let east = times.reduce(0) { $0 + DayAngle.sine(Double($1.minutesAfterMidnight)) }
    let north = times.reduce(0) { $0 + DayAngle.cosine(Double($1.minutesAfterMidnight)) }
    let isDefined = max(abs(east), abs(north)) > BedtimeMean.cancelled
    minutes = isDefined ? DayAngle.direction(sine: east, cosine: north) : nil
  }

  /// How far the times lie from their mean on average, in minutes the shorter way round, 0…720; times that
  /// cancel lie as far from any time as 24 hours allow on average, 360.
  var deviationMinutes: Double {
    guard let minutes else { return times.isEmpty ? 0 : 360 }
    let sum = times.reduce(0) { $0 + DayAngle.distance(Double($1.minutesAfterMidnight), minutes) }
    return sum / Double(times.count)
  }
}

extension WallTime {
  /// Minutes from another time of day to this one, the shorter way round: −719…720.
  public func minutes(after other: WallTime) -> Int {
    let ahead = (minutesAfterMidnight - other.minutesAfterMidnight + 1440) % 1440
    return ahead > 720 ? ahead - 1440 : ahead
  }
}

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
    // The tangent of a sixteenth of a turn separates a wind from its neighbour.
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
