/// The wake windows of a day. Only here do the household's limits, or else what was learned, replace the age table.
/// The day state and the plan both use `bracket`.
struct LearnedWindows {
  /// The row of the age table with the household's limits and, if learning is used, the child's own windows.
  let bracket: AgeTable.Bracket
  /// The remark about learning; nil until enough windows show how wrong the predictions are.
  let remark: LearnedRemark?
  /// The source of the current window.
  let source: DaySnapshot.WindowSource

  /// The windows of a waking day. Without `learned` they follow from age and household alone.
  init(
    of day: WakingDay, _ row: AgeTable.Bracket, _ learned: LearnedDay?, _ limits: WakeWindowLimits,
    _ zone: ZoneWindow
  ) {
    let byAge = row.with(limits)
    let isSet = limits.setsWindow(napsDone: day.completedNaps)
    guard let learned, learned.verdict.isKnown else {
      (bracket, remark) = (byAge, nil)
      source = isSet ? .household : .age
      return
    }
    let waking = day.waking(zone)
    bracket = learned.isUsed ? learned.bracket(byAge, after: waking, limits: limits) : byAge
    let napsDone = day.completedNaps
    // The window before bed stays the age's, and so does one of which too little is known.
    let isOwn = bracket.window(napsDone: napsDone) != byAge.window(napsDone: napsDone)
    source = isSet ? .household : isOwn ? .learned : .age
    let isNapAhead = day.completedNaps < byAge.wakeWindows.count - 1 && day.nightStart == nil
    let forecast = isNapAhead ? waking.map { learned.forecast($0) } : nil
    remark = LearnedRemark(learned, after: waking, forecast: forecast)
  }
}

extension WakeWindowLimits {
  /// Whether an end of the window after that many naps was set.
  fileprivate func setsWindow(napsDone: Int) -> Bool {
    minimum != nil || maximum != nil || (napsDone == 0 && maximumFirst != nil)
  }
}

extension WakingDay {
  /// The waking before the current time awake, or before the running nap, so that a nap does not change the
  /// prediction of its start. Nil before the day began.
  fileprivate func waking(_ zone: ZoneWindow) -> Waking? {
    guard let awakeSince = sleeps.last(where: { $0.span.end != nil })?.span.end ?? morning else { return nil }
    let civil = zone.civil(awakeSince)
    let night = 600  // minutes; the length of the night bears on no prediction
    return Waking(
      day: civil.date.daysSinceEpoch, minuteOfDay: civil.time.minutesAfterMidnight, napsDone: completedNaps,
      lastSleepMinutes: naps.last { $0.end != nil }?.minutes(at: awakeSince) ?? night)
  }
}

/// What was learned about a child, to show to people.
public struct LearnedRemark: Hashable, Sendable {
  /// How well learning predicted the last 21 days.
  public var verdict: LearningVerdict
  /// How many windows were used for learning.
  public var naps: Int
  /// How many days have such windows.
  public var days: Int
  /// Whether it replaces the age table today.
  public var isUsed: Bool
  /// The waking before the next nap, and the prediction; nil if no nap is ahead.
  public var next: Next?
  /// The child's number of naps and their lengths.
  public var usualNaps: LearnedNaps

  /// A prediction and its waking.
  public struct Next: Hashable, Sendable {
    /// The waking.
    public var waking: Waking
    /// The prediction.
    public var forecast: WindowForecast
  }

  /// What a day has learned, and its prediction after a waking.
  public init(_ day: LearnedDay, after waking: Waking? = nil, forecast: WindowForecast? = nil) {
    verdict = day.verdict
    naps = day.naps
    days = day.daysKnown
    isUsed = day.isUsed
    usualNaps = day.usualNaps
    next = waking.flatMap { waking in forecast.map { Next(waking: waking, forecast: $0) } }
  }
}

extension LearnedRemark {
  /// `learned from 41 naps in 18 days: 1 h 52 after a nap that ends about 10 (by age 2 h 00–2 h 30); off by 14 min in
  /// the median (by age 24)`
  public var text: String {
    var text = "learned from \(naps.counted("nap")) in \(days.counted("day"))"
    if let next, next.forecast.isLearned { text += ": " + next.text }
    guard verdict.isKnown else {
      let needed = BackTest.leastWindows
      return text + "; not used yet: \(verdict.windows) of the \(needed) naps that it is judged by"
    }
    text += "; off by \(verdict.learnedError) min in the median (by age \(verdict.byAgeError))"
    if !isUsed { text += verdict.isBetter ? "; shown only" : "; not used: less than a tenth better" }
    return usualNaps.text.map { text + "; " + $0 } ?? text
  }
}

extension LearnedNaps {
  /// What is used of the child's naps, as in `2 naps a day; naps of 45 min, 1 h 20 (by age 1 h 00), off by 12 min in
  /// the median (by age 31)`; nil if nothing is.
  var text: String? {
    let texts = [count.map { $0.counted("nap") + " a day" }, lengthText].compactMap { $0 }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }

  private var lengthText: String? {
    guard isUsed else { return nil }
    let lengths = minutes.map { $0.hours }.joined(separator: ", ")
    return "naps of \(lengths) (by age \(byAge.hours)), off by \(verdict.learnedError) min in the median "
      + "(by age \(verdict.byAgeError))"
  }
}

extension LearnedRemark.Next {
  fileprivate var text: String {
    let hour = (waking.minuteOfDay + 30) / 60 % 24
    let end = waking.napsDone == 0 ? "after waking about \(hour)" : "after a nap that ends about \(hour)"
    let byAge = forecast.byAge
    return "\(forecast.minutes.hours) \(end) (by age \(byAge.lower.hours)–\(byAge.upper.hours))"
  }
}

extension Int {
  /// Minutes as `52 min` or `1 h 52`.
  public var hours: String { self < 60 ? "\(self) min" : "\(self / 60) h \(Digits.two(self % 60))" }
}
