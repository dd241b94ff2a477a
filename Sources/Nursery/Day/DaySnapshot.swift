/// A sleep on the civil timeline.
public struct SleepSpan: Hashable, Sendable {
  /// When it began.
  public var start: Instant
  /// When it ended; nil while asleep.
  public var end: Instant?

  /// A sleep from `start` to `end`, or still running.
  public init(start: Instant, end: Instant?) {
    self.start = start
    self.end = end
  }
}

/// A part of a nursing: the time on one side.
public struct NursingStretch: Hashable, Sendable {
  /// The side; nil when not known.
  public var side: NursingSide?
  /// When it began.
  public var start: Instant
  /// When it ended; nil while nursing on it.
  public var end: Instant?

  /// A stretch on a side from `start` to `end`, or still running.
  public init(side: NursingSide?, start: Instant, end: Instant?) {
    self.side = side
    self.start = start
    self.end = end
  }

  /// Minutes on the side until it ended, or until `now`.
  public func minutes(at now: Instant) -> Int { max(0, start.minutes(until: end ?? now)) }
}

/// A feed on the civil timeline.
public struct FeedSpan: Hashable, Sendable {
  /// True for a nursing, false for a bottle.
  public var isNursing: Bool
  /// When it began.
  public var start: Instant
  /// When it ended; nil while nursing. A bottle ends when it starts.
  public var end: Instant?
  /// The nursing's side, the last one where it was switched; nil when not known, and for bottles.
  public var side: NursingSide?
  /// How much of a bottle was drunk; nil when not known, and for nursings.
  public var amountMilliliters: Int?
  /// The stretches on the sides before the last one, in order; empty where the side was not switched.
  public var earlier: [NursingStretch]
  /// When the last stretch began, after a pause; nil where it follows the one before at once.
  var lastStart: Instant?

  /// A feed from `start` to `end`, or still running.
  public init(
    isNursing: Bool, start: Instant, end: Instant?, side: NursingSide? = nil, amountMilliliters: Int? = nil,
    earlier: [NursingStretch] = []
  ) {
    self.isNursing = isNursing
    self.start = start
    self.end = end
    self.side = side
    self.amountMilliliters = amountMilliliters
    self.earlier = earlier
  }

  /// All stretches of a nursing, in order; empty for a bottle.
  public var stretches: [NursingStretch] {
    guard isNursing else { return [] }
    return earlier + [NursingStretch(side: side, start: lastStart ?? earlier.last?.end ?? start, end: end)]
  }

  /// Minutes nursed on a side until `now`; nil names what has no side.
  public func minutes(on side: NursingSide?, at now: Instant) -> Int {
    stretches.reduce(0) { $0 + ($1.side == side ? $1.minutes(at: now) : 0) }
  }
}

/// Two ends of a stretch of time.
public struct InstantRange: Hashable, Sendable {
  /// The earliest instant.
  public let earliest: Instant
  /// The latest instant.
  public let latest: Instant

  /// The stretch from `earliest` to `latest`.
  public init(earliest: Instant, latest: Instant) {
    self.earliest = earliest
    self.latest = latest
  }
}

/// What the box knows about the baby right now: the one result of `DayEngine`.
public struct DaySnapshot: Hashable, Sendable {
  /// The day in one word.
  public var state: DayState
  /// The feed track.
  public var feed: FeedState
  /// The row of the age table that applies.
  public var bracket: AgeTable.Bracket
  /// Age in whole local calendar days.
  public var ageDays: Int
  /// The calendar date of the waking day, which may be yesterday's after midnight.
  public var day: CivilDate
  /// Naps ended in this waking day.
  public var completedNaps: Int
  /// Feeds of this waking day, the running one included.
  public var feedCount: Int
  /// The wake window in force, by the naps done.
  public var window: MinuteRange
  /// When being awake began; nil when not known, or asleep.
  public var wakeReference: Instant?
  /// Bedtime of this waking day.
  public var bedtime: Instant
  /// When the last nap should be over.
  public var napCutoff: Instant
  /// The earliest and latest start of a nap by the wake window alone; nil asleep, before the day started and from the
  /// cutoff on. What comes next is in the `Outlook`.
  public var napWindow: InstantRange?
  /// The best guess of the morning after this day's night, by age, and at most twelve hours after bedtime; nil before the
  /// night.
  public var expectedWake: Instant?
  /// When the dream feed was due, from then until it is logged or dismissed; only at night.
  public var dreamFeedDue: Instant?
  /// The naps and night sleeps of this waking day, in order, each with what it counts as.
  public var sleeps: [ClassifiedSleep]
  /// The feeds of this waking day, in order.
  public var feeds: [FeedSpan]
  /// When this waking day began: the morning wake-up or the first event; nil before anything happened.
  public var morning: Instant?
  /// True where no one said when the baby woke up, and the day began with its first sleep or feed.
  public var morningIsAssumed: Bool

  /// What was learned of the child, and whether `bracket` has it; nil while too little is known.
  public var learned: LearnedRemark?
  /// Where the wake window in force comes from.
  public var windowSource: WindowSource
  /// What is wished of this waking day; nil: nothing.
  public var wish: DayWish?
  /// The sleeps by day that were too short to be naps; they count for nothing else.
  public var shortSleeps: [SleepSpan]

  /// Where a wake window comes from.
  public enum WindowSource: Hashable, Sendable {
    /// The age table.
    case age
    /// What was learned of the child.
    case learned
    /// The household's limits.
    case household
  }

  /// A sleep and whether it counts as night.
  public struct ClassifiedSleep: Hashable, Sendable {
    /// The sleep.
    public var span: SleepSpan
    /// True for the night's sleep, false for a nap.
    public var isNight: Bool

    /// A sleep that counts as night or as nap.
    public init(span: SleepSpan, isNight: Bool) {
      self.span = span
      self.isNight = isNight
    }
  }

  /// A snapshot of all its parts.
  public init(
    state: DayState, feed: FeedState, bracket: AgeTable.Bracket, ageDays: Int, day: CivilDate,
    completedNaps: Int, feedCount: Int, window: MinuteRange, wakeReference: Instant?, bedtime: Instant,
    napCutoff: Instant, napWindow: InstantRange? = nil, expectedWake: Instant? = nil,
    dreamFeedDue: Instant? = nil, sleeps: [ClassifiedSleep], feeds: [FeedSpan], morning: Instant?,
    morningIsAssumed: Bool = false, learned: LearnedRemark? = nil, windowSource: WindowSource = .age,
    wish: DayWish? = nil, shortSleeps: [SleepSpan] = []
  ) {
    self.state = state
    self.feed = feed
    self.bracket = bracket
    self.ageDays = ageDays
    self.day = day
    self.completedNaps = completedNaps
    self.feedCount = feedCount
    self.window = window
    self.wakeReference = wakeReference
    self.bedtime = bedtime
    self.napCutoff = napCutoff
    self.napWindow = napWindow
    self.expectedWake = expectedWake
    self.dreamFeedDue = dreamFeedDue
    self.sleeps = sleeps
    self.feeds = feeds
    self.morning = morning
    self.morningIsAssumed = morningIsAssumed
    self.learned = learned
    self.windowSource = windowSource
    self.wish = wish
    self.shortSleeps = shortSleeps
  }
}

// What the day adds up to. What still runs counts up to `now`.
extension DaySnapshot {
  /// The naps of this waking day, the running one included.
  public var naps: [SleepSpan] { sleeps.filter { !$0.isNight }.map { $0.span } }

  /// The night's sleeps since this waking day's bedtime, the running one included.
  public var nightSleeps: [SleepSpan] { sleeps.filter { $0.isNight }.map { $0.span } }

  /// The nap or night sleep that runs.
  public var runningSleep: SleepSpan? { sleeps.last { $0.span.end == nil }?.span }

  /// Minutes slept in naps.
  public func totalNapMinutes(at now: Instant) -> Int {
    naps.reduce(0) { $0 + $1.minutes(at: now) }
  }
}
