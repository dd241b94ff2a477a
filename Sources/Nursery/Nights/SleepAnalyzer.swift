/// Computes the stars of a night, with the reason for every missing one, and the sleep debt of a week.
public enum SleepAnalyzer {
  /// Below this percentage of the goal, a night loses two stars instead of one.
  static let farTooShortPercent = 80
  /// How far bedtimes may deviate from their mean and from the target, in minutes.
  static let bedtimeToleranceMinutes = 60
  /// Fewer steps cost a star.
  static let enoughSteps = 3000
  /// The least number of earlier bedtimes from which regularity is judged.
  static let leastEarlierBedtimes = 2
  /// The number of calendar nights in a week.
  public static let weekNights = 7

  /// Allows for rounding errors, so that 60 minutes do not exceed 60.
  private static let roundingMinutes = 1e-6

  /// The score of a night among `others`, in any order; nil if its sleep is unknown, it was a forgotten nap, or it is
  /// not judged. Regularity is judged by the first bedtimes of the seven calendar nights before it.
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

  /// The sleep debt of the seven calendar nights up to a date, in milliseconds. A longer night does not make up for a
  /// shorter one, and a night without data adds nothing.
  public static func debtMilliseconds(of nights: [NightRecord], through date: CivilDate) -> Int {
    week(of: nights, through: date).reduce(0) { $0 + ($1?.debtMilliseconds ?? 0) }
  }

  /// The seven calendar nights up to a date, oldest first; nil for those without data.
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

/// The score of a night, with the reason for every missing star.
public struct NightScore: Hashable, Sendable {
  /// The stars of a night without deductions.
  public static let best = 5
  /// The least stars of any night.
  public static let least = 1

  /// All deductions, in the order of the rules.
  public let deductions: [NightDeduction]

  /// A score with some deductions.
  public init(deductions: [NightDeduction]) { self.deductions = deductions }

  /// 1…5 stars.
  public var stars: Int {
    max(NightScore.least, deductions.reduce(NightScore.best) { $0 - $1.stars })
  }
}

/// A reason for fewer stars.
public enum NightDeduction: Hashable, Sendable {
  /// Less than 80 % of the goal was slept: two stars.
  case farTooShort
  /// Less than the goal was slept, but at least 80 % of it.
  case tooShort
  /// The sleep was in more than one piece. Below 12 months, a waking for a feed does not count.
  case interrupted
  /// The sleep was in more than two pieces; this costs another star.
  case interruptedAgain
  /// The bedtimes of the week before were on average this many minutes from their mean: more than 60.
  case irregularBedtimes(deviationMinutes: Int)
  /// The night began this many minutes after the target bedtime, or before it if negative: more than 60 either way.
  case awayFromTarget(minutes: Int)
  /// The steps of the day: fewer than 3,000.
  case fewSteps(Int)

  /// How many stars it costs.
  public var stars: Int { self == .farTooShort ? 2 : 1 }
}

/// Computes a night's stretches of sleep.
enum NightSegments {
  /// A shorter stretch does not count, in minutes.
  static let leastMinutes = 20
  /// A shorter time awake is stirring, not a waking, in minutes.
  static let leastWakeMinutes = 5

  /// The stretches of ended sleeps, in order of time: sleeps separated by stirring are joined, and short ones are left
  /// out.
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

/// The mean of times of day as directions on a 24-hour clock: the direction of their vector sum. The mean of 23:30
/// and 00:30 is midnight, not noon.
///
/// Sine and cosine are computed here, since the pure modules have no mathematics library. The mean is correct to a
/// millionth of a minute unless the vectors nearly cancel.
struct BedtimeMean {
  /// The mean in minutes after midnight, 0..<1440, with fractions; nil without times, or if they cancel.
  let minutes: Double?

  private let times: [WallTime]

  /// A shorter vector sum counts as zero; rounding errors are far smaller.
  private static let cancelled = 1e-9

  init(_ times: [WallTime]) {
    self.times = times
    let east = times.reduce(0) { $0 + DayAngle.sine(Double($1.minutesAfterMidnight)) }
    let north = times.reduce(0) { $0 + DayAngle.cosine(Double($1.minutesAfterMidnight)) }
    let isDefined = max(abs(east), abs(north)) > BedtimeMean.cancelled
    minutes = isDefined ? DayAngle.direction(sine: east, cosine: north) : nil
  }

  /// The average distance of the times from their mean, in minutes the shorter way round, 0…720. Times that cancel
  /// are on average 360 minutes from any time.
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

/// Angles in minutes of a day: 1,440 make a full turn, and midnight is direction 0.
enum DayAngle {
  private static let turn = 1440.0
  private static let quarter = 360.0
  private static let radiansPerMinute = 6.283185307179586476925 / turn

  /// The cosine, correct to 5·10⁻¹⁶.
  static func cosine(_ minutes: Double) -> Double { sine(minutes + quarter) }

  /// The sine, correct to 5·10⁻¹⁶, for angles within a few turns.
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

  /// The direction of a vector, 0..<1440; the vector must not be zero.
  ///
  /// Newton's method, from the nearest of eight directions, needs three steps; the fourth is a margin.
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

  /// Taylor's series within an eighth of a turn either way; the first omitted term is below 10⁻¹⁷.
  private static func sineNearZero(_ x: Double) -> Double { x * series(x * x, first: 2) }

  private static func cosineNearZero(_ x: Double) -> Double { series(x * x, first: 1) }

  /// 1 − x²/(n·(n+1))·(1 − x²/((n+2)·(n+3))·(…)), computed from the inside out.
  private static func series(_ square: Double, first: Int) -> Double {
    var sum = 1.0
    for term in stride(from: first + 16, through: first, by: -2) {
      sum = 1 - square / Double(term * (term + 1)) * sum
    }
    return sum
  }
}
