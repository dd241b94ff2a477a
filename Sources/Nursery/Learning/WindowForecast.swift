/// How long a child is predicted to stay awake after a waking.
public struct WindowForecast: Hashable, Sendable {
  /// The prediction, in minutes.
  public var minutes: Int
  /// Where half of the windows are predicted to lie.
  public var usual: MinuteRange
  /// Where four of five windows are predicted to lie.
  public var range: MinuteRange
  /// What the age table says, for comparison.
  public var byAge: MinuteRange
  /// Whether it is the child's own; false before three days are known, when it is the age table's.
  public var isLearned: Bool
}

extension MinuteRange {
  /// The middle, rounded down.
  var middle: Int { (lower + upper) / 2 }

  /// How far what is learned may be from the age table: from 0.6 of its shortest to 1.6 of its longest minutes.
  var learningLimits: ClosedRange<Int> { (lower * 6 + 9) / 10...upper * 16 / 10 }
}

/// The windows of one child that a prediction may know of.
public struct WindowHistory: Hashable, Sendable {
  /// In order of time.
  public let windows: [WakeWindow]
  /// The date of birth, for the age table.
  public let birthdate: CivilDate

  /// Days with a window that have to be known before anything is learned.
  public static let leastDays = 3
  /// How wide a range is made until twenty windows have shown how wide it has to be, in thousandths of the prediction.
  static let firstMargin = 100

  /// The windows of a child, in any order.
  public init(_ windows: [WakeWindow], birthdate: CivilDate) {
    self.windows = windows.sorted {
      ($0.waking.day, $0.waking.minuteOfDay) < ($1.waking.day, $1.waking.minuteOfDay)
    }
    self.birthdate = birthdate
  }

  /// What the age table says about a waking.
  func byAge(_ waking: Waking) -> MinuteRange {
    AgeTable.bracket(ageDays: max(0, waking.day - birthdate.daysSinceEpoch))
      .window(napsDone: waking.napsDone)
  }

  /// A prediction within the limits of learning, by age without an estimate; `margin` widens the range at both ends, in
  /// thousandths of the prediction.
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

  /// What the windows say, within no limits.
  struct Estimate {
    /// The middle.
    var minutes: Int
    /// The middle half of the weight.
    var usual: MinuteRange
    /// The middle three fifths, from which the range is widened.
    var inner: MinuteRange
  }

  /// Nil while fewer than `leastDays` of the days before have windows.
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

  /// How many days before a day have one of these windows, which are in order of time, either way.
  private static func days(of windows: [WakeWindow], before day: Int) -> Int {
    var (days, last) = (0, day)
    for window in windows where window.waking.day != last {
      last = window.waking.day
      days += 1
    }
    return days
  }
}

/// How much an earlier window counts when a later one is predicted. Every factor is a fraction of whole numbers, so that
/// the answer is the same on every machine. `docs/learning.md` says how the constants were chosen.
enum WindowWeight {
  /// How many days before the waking are looked at.
  static let days = 39
  private static let one = 1 << 12

  /// The weight of `past` for a window that begins at `waking`, at least 1, when so many days before it are known.
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

  /// The weight of the nap after `past` for one of the same day as `waking` that starts at a minute of that day, at least 1.
  static func weight(ofNapIn past: WakeWindow, for waking: Waking, startingAt start: Int) -> Int {
    let minutes = start - past.napStart
    let factor = one * 20_000 / (20_000 + minutes * minutes)
    var weight = recency(days: waking.day - past.waking.day) * factor / one * factor / one
    if waking.isWeekend != past.waking.isWeekend { weight /= 2 }
    return max(1, weight)
  }

  /// Halved after five days, quartered after twelve.
  private static func recency(days: Int) -> Int {
    (one << 12) * 144 / ((12 + days) * (12 + days))
  }

  /// Halved 36 minutes away once 39 days are known; after three days, 123 minutes away: the few windows of a log that has
  /// just begun are too few to leave most of them out.
  private static func timeOfDay(minutes: Int, daysKnown: Int) -> Int {
    let width = 3000 + 300_000 / (daysKnown * daysKnown)
    let factor = one * width / (width + minutes * minutes)
    return factor * factor / one
  }

  /// Halved where one sleep was 2¼ times as long as the other. The length of the night says nothing about the morning.
  private static func likeness(_ one: Int, _ other: Int) -> Int {
    let (sum, difference) = (one + other, one - other)
    let alike = 9 * sum * sum
    let factor = Self.one * alike / (alike + 25 * difference * difference)
    return factor * factor / Self.one
  }

  /// What a window of an earlier day would last now, as windows grow by a four-hundredth a day.
  static func grown(_ minutes: Int, days: Int) -> Int { (minutes * (400 + days) + 200) / 400 }

  /// The longest that a window grows to.
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

  /// The mean of five quantiles around the median, which varies less than the median alone.
  var middle: Int { ([30, 40, 50, 60, 70].reduce(0) { $0 + quantile($1) } + 2) / 5 }

  /// The least number of minutes that at least so many hundredths of the weight do not exceed.
  func quantile(_ hundredths: Int) -> Int {
    var sum = 0
    for (minutes, weight) in weights.enumerated() where weight > 0 {
      sum += weight
      if sum * 100 >= total * hundredths { return minutes }
    }
    return 0
  }
}
