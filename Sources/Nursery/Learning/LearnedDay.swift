/// Whether learning predicts this child better than the age table does.
public struct LearningVerdict: Hashable, Sendable {
  /// How many windows or naps of the last 21 days were predicted.
  public var windows: Int
  /// The median absolute error of the learned predictions, in minutes.
  public var learnedError: Int
  /// The median absolute error of the age table, in minutes.
  public var byAgeError: Int

  /// A verdict on trials.
  public init(_ trials: [BackTest.Trial]) {
    self.init(
      learnedErrors: trials.map { abs($0.learned.minutes - $0.window.minutes) },
      byAgeErrors: trials.map { abs($0.byAge - $0.window.minutes) })
  }

  /// A verdict on absolute errors, in minutes.
  init(learnedErrors: [Int], byAgeErrors: [Int]) {
    windows = learnedErrors.count
    learnedError = learnedErrors.median ?? 0
    byAgeError = byAgeErrors.median ?? 0
  }

  /// Whether there were enough windows to judge.
  public var isKnown: Bool { windows >= BackTest.leastWindows }
  /// Whether the learned error is known and at least a tenth smaller than the age table's.
  public var isBetter: Bool { isKnown && learnedError * 10 <= byAgeError * 9 }
}

/// How the household wants to use learning.
public enum LearningMode: Hashable, Sendable {
  /// What was learned replaces the age table where it predicts better.
  case auto
  /// Nothing is learned.
  case off
  /// What was learned is shown but not used.
  case show
}

/// What was learned about a child by the beginning of a day. It applies to the whole day and ignores that day's
/// windows, so that no press changes the source of the limits.
public struct LearnedDay: Hashable, Sendable {
  /// How many days before the day are used for learning.
  public static let days = BackTest.days + WindowWeight.days

  /// The local date, as days since 1970-01-01.
  public let day: Int
  /// How well learning predicted the last 21 days.
  public let verdict: LearningVerdict
  /// How many windows were used for learning.
  public let naps: Int
  /// How many days have such windows.
  public let daysKnown: Int
  /// Whether it replaces the age table.
  public let isUsed: Bool
  /// The child's number of naps and their lengths.
  public let usualNaps: LearnedNaps
  private let history: WindowHistory
  private let margin: Int
  /// The windows of the day itself. They predict nothing, but its morning counts for the usual wake-up after the next
  /// night.
  private let ownWindows: [WakeWindow]
  /// The stated wakings before any end of a sleep: the minute of the day, by day.
  private let statedMornings: [Int: Int]

  /// Learns from the sleeps before a date, in a zone. It leaves out days with gaps in the log and separates naps from
  /// nights by `bedtime`. `wakes` are wakings without a sleep, in order of time.
  public init(
    _ date: CivilDate, sleeps: [SleepSpan], wakes: [Instant] = [], gaps: Set<CivilDate> = [],
    birthdate: CivilDate,
    bedtime: WallTime? = nil, zone: ZoneWindow, mode: LearningMode = .auto
  ) {
    let day = date.daysSinceEpoch
    let windows = WakeWindow.windows(
      between: sleeps, zone: zone, bedtime: bedtime, leastMinutes: DayRules.leastNapMinutes
    ).filter { !gaps.contains($0.waking.date) }
    let known = windows.filter { (day - Self.days..<day).contains($0.waking.day) }
    let history = WindowHistory(known, birthdate: birthdate)
    let test = BackTest(history, from: day - BackTest.days)
    let recent = history.windows.filter { $0.waking.day >= day - WindowWeight.days }
    self.day = day
    ownWindows = windows.filter { $0.waking.day == day }
    self.history = history
    margin = test.margin(on: day)
    verdict = LearningVerdict(test.trials)
    naps = recent.count
    daysKnown = Set(recent.map { $0.waking.day }).count
    isUsed = mode == .auto && verdict.isBetter
    usualNaps = LearnedNaps(history, on: day, mode: mode)
    var stated: [Int: Int] = [:]
    for wake in wakes.map(zone.civil) where !gaps.contains(wake.date) {
      let (on, minute) = (wake.date.daysSinceEpoch, wake.time.minutesAfterMidnight)
      let isFirst = !windows.contains { $0.waking.day == on && $0.waking.minuteOfDay < minute }
      if isFirst, minute >= WakeWindow.firstWaking, stated[on] == nil { stated[on] = minute }
    }
    statedMornings = stated
  }

  /// The prediction after a waking of this day or a later one.
  public func forecast(_ waking: Waking) -> WindowForecast {
    let estimate = history.estimate(waking, before: history.windows.count)
    return history.forecast(waking, from: estimate, margin: margin)
  }

  /// The prediction after that many naps on an ordinary day of the last fourteen; by age if fewer than three of them
  /// had that many.
  public func forecast(napsDone: Int) -> WindowForecast {
    let alike = history.windows.map { $0.waking }.filter { $0.napsDone == napsDone && $0.day >= day - 14 }
    guard alike.count >= WindowHistory.leastDays, let minute = alike.map({ $0.minuteOfDay }).median,
      let sleep = alike.map({ $0.lastSleepMinutes }).median
    else {
      let waking = Waking(day: day, minuteOfDay: 0, napsDone: napsDone, lastSleepMinutes: 1)
      return history.forecast(waking, from: nil, margin: margin)
    }
    return forecast(
      Waking(day: day, minuteOfDay: minute, napsDone: napsDone, lastSleepMinutes: sleep))
  }
}

extension LearnedDay {
  /// When the child usually wakes up in the morning: the median of the mornings of the last fourteen days; nil if
  /// fewer than three are known. A waking before 06:00 after which the child slept again sooner than any usual first nap
  /// belongs to the night. A day without a logged morning has none: the end of its first nap is not a morning.
  public var usualWakeUp: WallTime? { usualWakeUp(before: day) }

  /// The usual wake-up after a date's night, from the mornings up to that date, so that it does not change during the
  /// night. `date` is this day or the one before it.
  public func usualWakeUp(after date: CivilDate) -> WallTime? { usualWakeUp(before: date.daysSinceEpoch + 1) }

  private func usualWakeUp(before day: Int) -> WallTime? {
    let days = day - 14..<day
    var mornings = statedMornings.filter { days.contains($0.key) }
    var resettled: Set<Int> = []
    for window in history.windows + ownWindows
    where days.contains(window.waking.day) && mornings[window.waking.day] == nil {
      if isResettled(window) {
        resettled.insert(window.waking.day)
      } else if endsNight(window.waking) || resettled.contains(window.waking.day) {
        mornings[window.waking.day] = window.waking.minuteOfDay
      }
    }
    guard mornings.count >= WindowHistory.leastDays else { return nil }
    return Array(mornings.values).median.map { WallTime(minutesAfterMidnight: $0) }
  }

  /// The minute of the day up to which a baby may wake up and only sleep again: 06:00.
  private static let lastResettling = WakeWindow.firstWaking + DayRules.sleepsAgainMinutes

  /// Whether the sleep before a waking began in the night, or so soon after it that the baby only slept again.
  private func endsNight(_ waking: Waking) -> Bool {
    waking.napsDone == 0 && waking.minuteOfDay - waking.lastSleepMinutes < Self.lastResettling
  }

  /// Whether the baby slept again early in the morning. A young baby's first nap comes as soon after a later waking.
  private func isResettled(_ window: WakeWindow) -> Bool {
    let age = AgeTable.bracket(on: window.waking.day, born: history.birthdate)
    return window.waking.napsDone == 0 && window.waking.minuteOfDay < Self.lastResettling
      && window.minutes < min(DayRules.sleepsAgainMinutes, age.wakeWindows[0].lower)
  }

  /// The predictions for each nap of a day at this age, from the first.
  public var forecasts: [WindowForecast] {
    let age = AgeTable.bracket(on: day, born: history.birthdate)
    return (0..<age.wakeWindows.count - 1).map { forecast(napsDone: $0) }
  }
}

// MARK: - The limits of the day

extension LearnedDay {
  /// A row of the age table with this child's windows within the household's limits. The window before bed stays the
  /// table's: bedtime ends the day, and no back-test shows that learning it helps.
  func bracket(
    _ byAge: AgeTable.Bracket, after waking: Waking?, limits: WakeWindowLimits
  ) -> AgeTable.Bracket {
    var row = byAge
    for index in 0..<byAge.wakeWindows.count - 1 {
      let now = waking?.napsDone == index ? waking : nil
      let forecast = now.map(forecast) ?? forecast(napsDone: index)
      guard forecast.isLearned else { continue }
      row.wakeWindows[index] = limits.holding(forecast.usual, isFirst: index == 0)
    }
    return row
  }
}

extension WakeWindowLimits {
  /// A range clamped to the set limits.
  fileprivate func holding(_ range: MinuteRange, isFirst: Bool) -> MinuteRange {
    let lowest = minimum ?? 0
    let limits = lowest...max(lowest, longest(isFirst: isFirst) ?? 1440)
    return MinuteRange(limits.clamped(range.lower), limits.clamped(range.upper))
  }

  /// The longest window before a nap; nil if none was set.
  fileprivate func longest(isFirst: Bool) -> Int? {
    [maximum, isFirst ? maximumFirst : nil].compactMap { $0 }.min()
  }
}

extension AgeTable.Bracket {
  /// The row with the household's limits. The window before bed, and a first window without its own limit, are
  /// clamped to the limits of the others.
  func with(_ limits: WakeWindowLimits) -> AgeTable.Bracket {
    guard limits != .unset else { return self }
    var row = self
    for index in wakeWindows.indices.dropLast() {
      let usual = wakeWindows[index]
      let isOwn = index > 0 || limits.maximumFirst != nil
      let upper = isOwn ? limits.longest(isFirst: index == 0) : limits.maximum.map { min($0, usual.upper) }
      row.wakeWindows[index] = MinuteRange.ordered(limits.minimum, upper, else: usual)
    }
    let last = limits.holding(lastWindow, isFirst: false)
    row.wakeWindows[wakeWindows.count - 1] = MinuteRange.ordered(nil, limits.last, else: last)
    return row
  }
}

extension MinuteRange {
  /// A range with ends that may be set. If the usual other end contradicts a set end, it moves.
  fileprivate static func ordered(_ lower: Int?, _ upper: Int?, else usual: MinuteRange) -> MinuteRange {
    if let upper { return MinuteRange(min(lower ?? usual.lower, upper), upper) }
    let lower = lower ?? usual.lower
    return MinuteRange(lower, max(lower, usual.upper))
  }
}
