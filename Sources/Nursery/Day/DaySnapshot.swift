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
  /// The side; nil if unknown.
  public var side: NursingSide?
  /// When it began.
  public var start: Instant
  /// When it ended; nil while it runs.
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
  /// When it ended; nil while it runs. A bottle ends when it starts.
  public var end: Instant?
  /// The side of a nursing, the last one if it was switched; nil if unknown, and for bottles.
  public var side: NursingSide?
  /// How much of a bottle was drunk; nil if unknown, and for nursings.
  public var amountMilliliters: Int?
  /// The stretches before the last one, in order; empty if the side was not switched.
  public var earlier: [NursingStretch]
  /// When the last stretch began, if a pause came before it; nil: it follows the one before at once.
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

  /// Minutes nursed on a side until `now`; nil stands for an unknown side.
  public func minutes(on side: NursingSide?, at now: Instant) -> Int {
    stretches.reduce(0) { $0 + ($1.side == side ? $1.minutes(at: now) : 0) }
  }
}

/// What the box knows about the baby now: the result of `DayEngine`.
public struct DaySnapshot: Hashable, Sendable {
  /// The state of the day.
  public var state: DayState
  /// The feed state.
  public var feed: FeedState
  /// The row of the age table.
  public var bracket: AgeTable.Bracket
  /// Age in whole local calendar days.
  public var ageDays: Int
  /// The calendar date of the waking day; after midnight it may be yesterday's.
  public var day: CivilDate
  /// The naps of this waking day that have ended.
  public var completedNaps: Int
  /// The feeds of this waking day, including a running one.
  public var feedCount: Int
  /// The current wake window, by the naps done.
  public var window: MinuteRange
  /// Since when the baby has been awake; nil if unknown, or asleep.
  public var wakeReference: Instant?
  /// The bedtime of this waking day.
  public var bedtime: Instant
  /// When the last nap should be over.
  public var napCutoff: Instant
  /// The earliest and latest start of a nap by the wake window alone; nil while asleep, before the day started, and
  /// from the cutoff on. `Outlook` has what really comes next.
  public var napWindow: InstantRange?
  /// An estimate by age of the morning after this day's night, at most twelve hours after bedtime; nil before the
  /// night.
  public var expectedWake: Instant?
  /// When the dream feed was due; nil before that time, by day, and after the feed was logged or dismissed.
  public var dreamFeedDue: Instant?
  /// The naps and night sleeps of this waking day, in order.
  public var sleeps: [ClassifiedSleep]
  /// The feeds of this waking day, in order.
  public var feeds: [FeedSpan]
  /// When this waking day began: the morning wake-up or the first event; nil before anything happened.
  public var morning: Instant?
  /// Whether the wake-up was not logged, so that the day began with its first sleep or feed.
  public var morningIsAssumed: Bool

  /// What was learned about the child; nil while too little is known.
  public var learned: LearnedRemark?
  /// The source of the current wake window.
  public var windowSource: WindowSource
  /// The wish for this waking day; nil if there is none.
  public var wish: DayWish?
  /// The daytime sleeps that were too short to be naps and count for nothing else.
  public var shortSleeps: [SleepSpan]

  /// The source of a wake window.
  public enum WindowSource: Hashable, Sendable {
    /// The age table.
    case age
    /// What was learned about the child.
    case learned
    /// The limits that the household set.
    case household
  }

  /// A sleep and whether it counts as night.
  public struct ClassifiedSleep: Hashable, Sendable {
    /// The sleep.
    public var span: SleepSpan
    /// Whether it belongs to the night; otherwise it is a nap.
    public var isNight: Bool

    /// A sleep of the night, or a nap.
    public init(span: SleepSpan, isNight: Bool) {
      self.span = span
      self.isNight = isNight
    }
  }

  /// A snapshot from all its parts.
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

// Sums over the day. Running sleeps count up to `now`.
extension DaySnapshot {
  /// The naps of this waking day, including a running one.
  public var naps: [SleepSpan] { sleeps.filter { !$0.isNight }.map { $0.span } }

  /// The night's sleeps since this waking day's bedtime, including a running one.
  public var nightSleeps: [SleepSpan] { sleeps.filter { $0.isNight }.map { $0.span } }

  /// The running nap or night sleep.
  public var runningSleep: SleepSpan? { sleeps.last { $0.span.end == nil }?.span }

  /// Minutes slept in naps.
  public func totalNapMinutes(at now: Instant) -> Int {
    naps.reduce(0) { $0 + $1.minutes(at: now) }
  }

  /// From this age in days on, milk goes with meals, and the table's interval between feeds makes none due.
  private static let mealsDays = 365

  /// Whether a feed is called due: at night in the first two months only, and by day below one year.
  public func isFeedDue(atNight: Bool) -> Bool {
    guard case .ready = feed, ageDays < Self.mealsDays else { return false }
    return !atNight || bracket.feedsAtNight
  }
}
