/// The mean of times of day as directions on a clock face of 24 hours: the direction of their vector sum. 23:30
/// and 00:30 have midnight in their middle, and not noon.
///
/// Reckoned with sine and cosine of its own, since the pure modules have no mathematics library. Against
/// reference values the mean is right to a millionth of a minute wherever the vectors do not all but cancel.
struct BedtimeMean {
  /// The mean in minutes after midnight, 0..<1440, fractions included; nil without times, or when they cancel.
  let minutes: Double?

  private let times: [WallTime]

  /// The sum of directions is taken for none below this length; rounding alone stays far under it.
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
  func minutes(after other: WallTime) -> Int {
    let ahead = (minutesAfterMidnight - other.minutesAfterMidnight + 1440) % 1440
    return ahead > 720 ? ahead - 1440 : ahead
  }
}
