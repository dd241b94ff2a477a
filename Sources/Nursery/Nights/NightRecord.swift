/// One night: what was slept, the goal it was compared with, and the score.
public struct NightRecord: Hashable, Sendable {
  /// Who knows of the sleep.
  public enum Source: Hashable, Sendable {
    /// A person: a button, or the command line.
    case button
    /// The accelerometer, in part at least, as the log has it.
    case motion
    /// The accelerometer alone: no one logged it, and it is in no log.
    case found
  }

  /// The calendar date of its evening.
  public var date: CivilDate
  /// How long was slept, in milliseconds; nil when nothing is known of the night.
  public var asleepMilliseconds: Int?
  /// When each stretch of sleep began, by the clock on the wall, in order.
  public var bedtimes: [WallTime]
  /// The stretches of sleep in order; empty when only their sum is known.
  public var segments: [InstantRange]
  /// How many stretches of sleep there were.
  public var segmentCount: Int
  /// How often the baby was awake between the first and the last of them.
  public var wakings: Int
  /// How many of these wakings were for a feed at an age at which that is usual. They cost no star.
  public var fedWakings: Int
  /// How much sleep it should have brought, in minutes.
  public var goalMinutes: Int
  /// When the baby should have gone to bed; nil: not set.
  public var targetBedtime: WallTime?
  /// Steps of the day before it; nil: not known. Nothing here counts them: they come from outside.
  public var steps: Int?
  /// A person's own rating, 1…5; nil: none. It stays until it is removed, even when the night is scored again.
  public var rating: Int?
  /// Who knows of the sleep.
  public var source: Source
  /// It began as a nap that no one ended, so how long the night was is not known: it has no stars.
  public var isForgottenNap = false
  /// No one logged when the baby slept again after the last waking: the last stretch lasts from there to the wake-up that was
  /// stated, and how long the night was is an estimate.
  public var isEstimated = false
  /// Whether it has stars and a debt: not in the first two months, when no night is expected of a baby, and not where the log
  /// began in the middle of it.
  public var isJudged = true
  /// What `SleepAnalyzer` made of it; nil when nothing is known of the night, or only a forgotten nap.
  public var score: NightScore?

  /// A night of whose sleep nothing is known yet.
  public init(date: CivilDate, goal: NightGoal = NightGoal(), source: Source = .button) {
    self.date = date
    self.source = source
    bedtimes = []
    segments = []
    segmentCount = 0
    wakings = 0
    fedWakings = 0
    goalMinutes = goal.minutes
    targetBedtime = goal.bedtime
  }

  /// A night of stretches of sleep, in order of time; none: nothing is known of it. `feeds` are those that a waking may
  /// be for without costing a star.
  public init(
    date: CivilDate, segments: [InstantRange], feeds: [FeedSpan] = [], goal: NightGoal, source: Source,
    zone: ZoneWindow
  ) {
    self.init(date: date, goal: goal, source: source)
    guard !segments.isEmpty else { return }
    self.segments = segments
    segmentCount = segments.count
    wakings = segments.count - 1
    fedWakings =
      zip(segments, segments.dropFirst()).filter { sleep, next in
        feeds.contains { $0.start <= next.earliest && $0.end.map { $0 >= sleep.latest } ?? false }
      }.count
    bedtimes = segments.map { zone.civil($0.earliest).time }
    asleepMilliseconds = segments.reduce(0) { $0 + $1.milliseconds }
  }

  /// Whether anything is known of its sleep.
  public var hasData: Bool { asleepMilliseconds != nil }

  /// Whole minutes slept; nil when nothing is known.
  public var asleepMinutes: Int? { asleepMilliseconds.map { $0 / 60_000 } }

  /// The sleep that no one logged; nil where all of it was.
  public var estimatedSleep: SleepSpan? {
    guard isEstimated, let last = segments.last else { return nil }
    return SleepSpan(start: last.earliest, end: last.latest)
  }

  /// The stars to show: a person's own, else the computed ones; nil when there are neither.
  public var shownStars: Int? { rating ?? score?.stars }

  /// How much sleep is missing from the goal, in milliseconds; 0 when nothing is known of the night, or it is not judged.
  public var debtMilliseconds: Int {
    guard isJudged, let asleepMilliseconds else { return 0 }
    return max(0, goalMinutes * 60_000 - asleepMilliseconds)
  }
}

extension InstantRange {
  /// How long it lasts, in milliseconds; never negative.
  public var milliseconds: Int { max(0, latest.milliseconds - earliest.milliseconds) }
}

/// The stretch of time that belongs to a night: from one local noon to the next, labelled by its evening. Days
/// on which the clocks change make it 23 or 25 hours long.
public struct NightWindow: Hashable, Sendable {
  /// The calendar date of its evening.
  public let evening: CivilDate
  /// Noon of the evening's date.
  public let start: Instant
  /// Noon of the following date, which belongs to the next night.
  public let end: Instant

  private static let noon = WallTime(minutesAfterMidnight: 720)

  /// The night of an evening in a zone.
  public init(evening: CivilDate, zone: ZoneWindow) {
    self.evening = evening
    start = zone.instant(evening, NightWindow.noon)
    end = zone.instant(evening.adding(days: 1), NightWindow.noon)
  }

  /// The night that an instant belongs to.
  public init(containing instant: Instant, zone: ZoneWindow) {
    let (date, time) = zone.civil(instant)
    let night = NightWindow(
      evening: time < NightWindow.noon ? date.adding(days: -1) : date, zone: zone)
    // A zone that moved across the date line has skipped a date, and with it an evening.
    self = instant < night.start ? NightWindow(evening: night.evening.adding(days: -1), zone: zone) : night
  }

  /// Whether an instant belongs to the night.
  public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }
}

/// How much sleep a night is meant to bring: from the target bedtime to the alarm across midnight, by the clock
/// on the wall, so that a night on which the clocks change has the same goal as any other. Without an alarm it is what is
/// usual at the baby's age.
public struct NightGoal: Hashable, Sendable {
  /// The goal while bedtime or alarm is not set and no age is known, in minutes.
  public static let defaultMinutes = 480

  /// When to go to bed; nil: not set. Midnight is a time like any other.
  public var bedtime: WallTime?
  /// When to get up; nil: not set.
  public var alarm: WallTime?
  /// How long a night is at the age, in minutes; nil: not known.
  public var usualMinutes: Int?

  /// The goal of a bedtime and an alarm, or of an age.
  public init(bedtime: WallTime? = nil, alarm: WallTime? = nil, usualMinutes: Int? = nil) {
    self.bedtime = bedtime
    self.alarm = alarm
    self.usualMinutes = usualMinutes
  }

  /// The goal in minutes, 1…1440; an alarm at bedtime is the next day's.
  public var minutes: Int {
    guard let bedtime, let alarm else { return usualMinutes ?? NightGoal.defaultMinutes }
    let span = (alarm.minutesAfterMidnight - bedtime.minutesAfterMidnight + 1440) % 1440
    return span == 0 ? 1440 : span
  }
}
