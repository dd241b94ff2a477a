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
    var known = WeightedMinutes()
    var (days, lastDay) = (0, waking.day)
    for window in windows[..<end].reversed() {
      let age = waking.day - window.waking.day
      guard age <= WindowWeight.days else { break }
      guard age >= 0 else { continue }
      if window.waking.day != lastDay {
        lastDay = window.waking.day
        days += 1
      }
      known.add(
        WindowWeight.grown(window.minutes, days: age),
        weight: WindowWeight.weight(of: window.waking, for: waking))
    }
    guard days >= Self.leastDays else { return nil }
    return Estimate(
      minutes: known.middle, usual: MinuteRange(known.quantile(25), known.quantile(75)),
      inner: MinuteRange(known.quantile(20), known.quantile(80)))
  }
}
