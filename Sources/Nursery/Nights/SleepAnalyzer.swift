/// Stars for a night, and the sleep that a week is short of. Transparent rules: every star that is missing has
/// its reason in the score.
public enum SleepAnalyzer {
  /// Below this part of the goal, in percent, two stars are lost in place of one.
  static let farTooShortPercent = 80
  /// Bedtimes may deviate from their mean, and from the target, by this many minutes.
  static let bedtimeToleranceMinutes = 60
  /// Fewer steps take a star.
  static let enoughSteps = 3000
  /// The least number of earlier bedtimes by which regularity is judged.
  static let leastEarlierBedtimes = 2
  /// How many calendar nights a week has.
  public static let weekNights = 7

  /// Double arithmetic must not make 60 minutes more than 60.
  private static let roundingMinutes = 1e-6

  /// The score of a night; nil when nothing is known of it, or only a forgotten nap, and when it is not judged. The first
  /// bedtimes of the seven calendar nights before it, as far as `others` holds them, show how regular bedtimes are. `others`
  /// may be in any order; the night itself is never counted.
  public static func score(_ night: NightRecord, among others: [NightRecord]) -> NightScore? {
    guard let asleep = night.asleepMilliseconds, !night.isForgottenNap, night.isJudged else { return nil }
    let pieces = night.segmentCount - night.fedWakings
    let deductions = [
      shortness(asleep, goalMinutes: night.goalMinutes),
      pieces > 1 ? .interrupted : nil,
      pieces > 2 ? .interruptedAgain : nil,
      irregularity(earlierBedtimes(before: night.date, in: others)),
      distance(of: night.bedtimes.first, from: night.targetBedtime),
      night.steps.flatMap { $0 < enoughSteps ? .fewSteps($0) : nil },
    ]
    return NightScore(deductions: deductions.compactMap { $0 })
  }

  /// The sleep that the seven calendar nights up to a date are short of, in milliseconds. A night does not make
  /// up for another, and one without data adds nothing.
  public static func debtMilliseconds(of nights: [NightRecord], through date: CivilDate) -> Int {
    week(of: nights, through: date).reduce(0) { $0 + ($1?.debtMilliseconds ?? 0) }
  }

  /// The seven calendar nights up to a date, oldest first; nil where nothing is known.
  public static func week(of nights: [NightRecord], through date: CivilDate) -> [NightRecord?] {
    (0..<weekNights).map { index in
      let evening = date.adding(days: index + 1 - weekNights)
      return nights.last { $0.date == evening && $0.hasData }
    }
  }

  private static func shortness(_ asleep: Int, goalMinutes: Int) -> NightDeduction? {
    let goal = goalMinutes * 60_000
    if asleep * 100 < goal * farTooShortPercent { return .farTooShort }
    return asleep < goal ? .tooShort : nil
  }

  private static func earlierBedtimes(before date: CivilDate, in nights: [NightRecord]) -> [WallTime] {
    week(of: nights, through: date.adding(days: -1)).compactMap { night in
      night.flatMap { $0.isForgottenNap || !$0.isJudged ? nil : $0.bedtimes.first }
    }
  }

  private static func irregularity(_ bedtimes: [WallTime]) -> NightDeduction? {
    guard bedtimes.count >= leastEarlierBedtimes else { return nil }
    let deviation = BedtimeMean(bedtimes).deviationMinutes
    guard deviation > Double(bedtimeToleranceMinutes) + roundingMinutes else { return nil }
    return .irregularBedtimes(deviationMinutes: Int(deviation + 0.5))
  }

  private static func distance(of bedtime: WallTime?, from target: WallTime?) -> NightDeduction? {
    guard let bedtime, let target else { return nil }
    let minutes = bedtime.minutes(after: target)
    return abs(minutes) > bedtimeToleranceMinutes ? .awayFromTarget(minutes: minutes) : nil
  }
}

/// What a night's sleep was worth, with every reason that took a star.
public struct NightScore: Hashable, Sendable {
  /// The stars of a night that nothing is wrong with.
  public static let best = 5
  /// The stars of a night, however much is wrong with it.
  public static let least = 1

  /// Everything that took stars, in the order of the rules.
  public let deductions: [NightDeduction]

  /// The score that some deductions leave.
  public init(deductions: [NightDeduction]) {
    self.deductions = deductions
  }

  /// 1…5 stars.
  public var stars: Int {
    max(NightScore.least, deductions.reduce(NightScore.best) { $0 - $1.stars })
  }
}

/// A reason for fewer stars.
public enum NightDeduction: Hashable, Sendable {
  /// Less than 80 % of the goal was slept: two stars.
  case farTooShort
  /// Less than the goal was slept, but 80 % of it at least.
  case tooShort
  /// The sleep was in more than one piece; a waking for a feed parts no pieces below 12 months.
  case interrupted
  /// The sleep was in more than two pieces: a star of its own, beside the first.
  case interruptedAgain
  /// Bedtimes of the week before lay this many minutes from their mean, on average: more than 60.
  case irregularBedtimes(deviationMinutes: Int)
  /// The night began this many minutes after the target bedtime, or before it when negative: more than 60 either
  /// way.
  case awayFromTarget(minutes: Int)
  /// This many steps: fewer than 3,000.
  case fewSteps(Int)

  /// How many stars it takes.
  public var stars: Int { self == .farTooShort ? 2 : 1 }
}

/// A night's stretches of sleep, from the sleeps that make it up.
enum NightSegments {
  /// A shorter stretch is no part of the night's sleep, in minutes.
  static let leastMinutes = 20
  /// A shorter wake is stirring, not a waking, in minutes.
  static let leastWakeMinutes = 5

  /// The stretches of sleeps that are over, in order of time: sleeps separated by stirring are one, and short ones are
  /// left out.
  static func stretches(of sleeps: [InstantRange]) -> [InstantRange] {
    var merged: [InstantRange] = []
    for sleep in sleeps {
      if let last = merged.last, isStir(from: last.latest, to: sleep.earliest) {
        merged[merged.count - 1] = InstantRange(earliest: last.earliest, latest: sleep.latest)
      } else {
        merged.append(sleep)
      }
    }
    return merged.filter { $0.milliseconds >= leastMinutes * 60_000 }
  }

  private static func isStir(from end: Instant, to start: Instant) -> Bool {
    start.milliseconds - end.milliseconds < leastWakeMinutes * 60_000
  }
}

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
