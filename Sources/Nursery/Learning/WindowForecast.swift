/// The prediction of how long a child stays awake after a waking.
public struct WindowForecast: Hashable, Sendable {
  /// The prediction, in minutes.
  public var minutes: Int
  /// The range that half of the windows should be in.
  public var usual: MinuteRange
  /// The range that four of five windows should be in.
  public var range: MinuteRange
  /// The age table's window, for comparison.
  public var byAge: MinuteRange
  /// Whether it was learned from this child; otherwise it is the age table's window.
  public var isLearned: Bool
}

extension MinuteRange {
  /// The middle, rounded down.
  var middle: Int { (lower + upper) / 2 }

  /// The limits of a learned window: 0.6 times the age table's lower end to 1.6 times its upper end, in minutes.
  var learningLimits: ClosedRange<Int> { (lower * 6 + 9) / 10...upper * 16 / 10 }
}

/// The windows of one child that a prediction may use.
public struct WindowHistory: Hashable, Sendable {
  /// The windows in order of time.
  public let windows: [WakeWindow]
  /// The date of birth, for the age table.
  public let birthdate: CivilDate

  /// How many days must have a window before anything is learned.
  public static let leastDays = 3
  /// How far a range is widened before twenty windows have shown how wide it must be, in thousandths of the
  /// prediction.
  static let firstMargin = 100

  /// A history of windows, in any order.
  public init(_ windows: [WakeWindow], birthdate: CivilDate) {
    self.windows = windows.sorted {
      ($0.waking.day, $0.waking.minuteOfDay) < ($1.waking.day, $1.waking.minuteOfDay)
    }
    self.birthdate = birthdate
  }

  /// The age table's window after a waking.
  func byAge(_ waking: Waking) -> MinuteRange {
    AgeTable.bracket(on: waking.day, born: birthdate).window(napsDone: waking.napsDone)
  }

  /// A prediction clamped to the limits of learning, or by age without an estimate. `margin` widens the range at both
  /// ends, in thousandths of the prediction.
  func forecast(_ waking: Waking, from estimate: Estimate?, margin: Int) -> WindowForecast {
    let byAge = byAge(waking)
    guard let raw = estimate else {
      return WindowForecast(
        minutes: byAge.middle, usual: byAge, range: byAge, byAge: byAge, isLearned: false)
    }
    let limits = byAge.learningLimits
    let minutes = limits.clamped(raw.minutes)
    func held(_ lower: Int, _ upper: Int) -> MinuteRange {
      MinuteRange(min(limits.clamped(lower), minutes), max(limits.clamped(upper), minutes))
    }
    let extra = raw.minutes * margin / 1000
    return WindowForecast(
      minutes: minutes, usual: held(min(raw.usual.lower, minutes - 5), max(raw.usual.upper, minutes + 5)),
      range: held(raw.inner.lower - extra, raw.inner.upper + extra), byAge: byAge, isLearned: true)
  }

  /// An estimate before limits apply, in minutes.
  struct Estimate {
    var minutes: Int
    /// The middle half of the weight.
    var usual: MinuteRange
    /// The middle three fifths of the weight, before they are widened to the range.
    var inner: MinuteRange
  }

  /// An estimate for a waking; nil if fewer than `leastDays` of the days before have windows.
  func estimate(_ waking: Waking, before end: Int) -> Estimate? {
    let past = windows[..<end].reversed().prefix { waking.day - $0.waking.day <= WindowWeight.days }
      .filter { $0.waking.day <= waking.day }
    let days = Self.days(of: past, before: waking.day)
    guard days >= Self.leastDays else { return nil }
    var known = WeightedMinutes()
    for window in past {
      known.add(
        WindowWeight.grown(window.minutes, days: waking.day - window.waking.day),
        weight: WindowWeight.weight(of: window.waking, for: waking, daysKnown: days))
    }
    return Estimate(
      minutes: known.middle, usual: MinuteRange(known.quantile(25), known.quantile(75)),
      inner: MinuteRange(known.quantile(20), known.quantile(80)))
  }

  /// How many days before a day have one of these windows, which are sorted by time in either direction.
  private static func days(of windows: [WakeWindow], before day: Int) -> Int {
    var (days, last) = (0, day)
    for window in windows where window.waking.day != last {
      last = window.waking.day
      days += 1
    }
    return days
  }
}

/// How much an earlier window counts in the prediction of a later one. All factors are fractions of whole numbers, so
/// that every machine computes the same. `docs/learning.md` explains the constants.
enum WindowWeight {
  /// How many days before the waking count.
  static let days = 39
  private static let one = 1 << 12

  /// The weight of `past` for a window that begins at `waking`, at least 1. `daysKnown` is the number of known days
  /// before it.
  static func weight(of past: Waking, for waking: Waking, daysKnown: Int) -> Int {
    let age = waking.day - past.day
    let minutes = waking.minuteOfDay - past.minuteOfDay
    var weight = recency(days: age) * timeOfDay(minutes: minutes, daysKnown: daysKnown) / one
    if waking.napsDone > 0 {
      weight = weight * likeness(waking.lastSleepMinutes, past.lastSleepMinutes) / one
    }
    if waking.isWeekend != past.isWeekend { weight /= 2 }
    if age % 7 == 0 { weight += weight / 2 }
    return max(1, weight)
  }

  /// The weight of the nap after `past` for a nap that starts at minute `start` of the day of `waking`, at least 1.
  static func weight(ofNapIn past: WakeWindow, for waking: Waking, startingAt start: Int) -> Int {
    let minutes = start - past.napStart
    let factor = one * 20_000 / (20_000 + minutes * minutes)
    var weight = recency(days: waking.day - past.waking.day) * factor / one * factor / one
    if waking.isWeekend != past.waking.isWeekend { weight /= 2 }
    return max(1, weight)
  }

  /// A half after five days, a quarter after twelve.
  private static func recency(days: Int) -> Int { (one << 12) * 144 / ((12 + days) * (12 + days)) }

  /// A half at a distance of 36 minutes if 39 days are known, and of 123 minutes after three days: a new log has too
  /// few windows to ignore most of them.
  private static func timeOfDay(minutes: Int, daysKnown: Int) -> Int {
    let width = 3000 + 300_000 / (daysKnown * daysKnown)
    let factor = one * width / (width + minutes * minutes)
    return factor * factor / one
  }

  /// A half if one sleep was 2¼ times as long as the other. The length of the night predicts nothing for the morning.
  private static func likeness(_ one: Int, _ other: Int) -> Int {
    let (sum, difference) = (one + other, one - other)
    let alike = 9 * sum * sum
    let factor = Self.one * alike / (alike + 25 * difference * difference)
    return factor * factor / Self.one
  }

  /// The length that an earlier window would have now: windows grow by a four-hundredth per day.
  static func grown(_ minutes: Int, days: Int) -> Int { (minutes * (400 + days) + 200) / 400 }

  /// The longest grown window.
  static let longest = grown(WakeWindow.lengths.upperBound, days: days)
}

/// Minutes with weights, for quantiles.
struct WeightedMinutes {
  private var weights = [Int](repeating: 0, count: WindowWeight.longest + 1)
  private var total = 0

  mutating func add(_ minutes: Int, weight: Int) {
    weights[minutes] += weight
    total += weight
  }

  /// The mean of five quantiles around the median, which varies less than the median.
  var middle: Int { ([30, 40, 50, 60, 70].reduce(0) { $0 + quantile($1) } + 2) / 5 }

  /// The smallest number of minutes that at least `hundredths` percent of the weight do not exceed.
  func quantile(_ hundredths: Int) -> Int {
    var sum = 0
    for (minutes, weight) in weights.enumerated() where weight > 0 {
      sum += weight
      if sum * 100 >= total * hundredths { return minutes }
    }
    return 0
  }
}
