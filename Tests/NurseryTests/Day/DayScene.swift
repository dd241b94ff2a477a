import Nursery

/// A day in a short notation: times are `HH:MM` or `HH:MM:SS` on 11 February 2026, `-1 19:10` the evening before, `+1
/// 00:30` the night after. Spans are `09:00..10:15`, or `13:00..` while they run.
struct DayScene {
  var zone = ZoneWindow.utc
  var date = day("2026-02-11")
  /// Age 5 to 7 months: windows 105–150, 120–165, 135–180, 150–180, feeds every 180–240, cutoff 16:00.
  var ageDays = 150
  var bedtime = "19:00"
  var feedInterval = 0
  var dreamFeed: String?
  var dayStart = "04:00"
  var woke: String?
  var wakes: [String] = []
  var rules = DayRules.plain
  var sleeps: [String] = []
  var nursings: [String] = []
  var bottles: [String] = []
  var dismissed: [String] = []
  var settings = PlanSettings()
  var windows: [MinuteRange] = []

  func time(_ text: String) -> Instant {
    let parts = text.split(separator: " ")
    guard let last = parts.last, let days = parts.count > 1 ? Int(parts[0]) : 0 else {
      preconditionFailure("not a time: \(text)")
    }
    let seconds = last.utf8.count > 5 ? Int(last.suffix(2)) : 0
    let minute = zone.instant(date.adding(days: days), clock(String(last.prefix(5))))
    return Instant(milliseconds: minute.milliseconds + (seconds ?? 0) * 1000)
  }

  func span(_ text: String) -> SleepSpan {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    return SleepSpan(start: time(ends[0]), end: ends[1].isEmpty ? nil : time(ends[1]))
  }

  var baby: Baby {
    Baby(
      birthdate: date.adding(days: -ageDays), bedtime: clock(bedtime), feedIntervalMinutes: feedInterval,
      dreamFeed: dreamFeed.map(clock), dayStart: clock(dayStart))
  }

  func snapshot(_ now: String) throws -> DaySnapshot {
    let feeds =
      nursings.map(span).map { FeedSpan(isNursing: true, start: $0.start, end: $0.end) }
      + bottles.map(time).map { FeedSpan(isNursing: false, start: $0, end: $0) }
    return try DayEngine.snapshot(
      baby: baby, feeds: feeds, sleeps: sleeps.map(span), wokeAt: woke.map(time),
      wakes: wakes.map(time), dreamFeedDismissals: dismissed.map(time), now: time(now), zone: zone,
      limits: settings.wakeWindows, windows: windows, rules: rules)
  }

  /// The outlook by the day's plan.
  func outlook(_ now: String, usualWakeUp: String? = nil, style: ScheduleStyle? = nil) throws -> Outlook {
    var planner = DayPlanner()
    return planner.outlook(
      try snapshot(now), settings: settings, style: style, usualWakeUp: usualWakeUp.map(clock),
      now: time(now), zone: zone)
  }

  /// The outlook by the wake windows alone.
  func windowOutlook(_ now: String) throws -> Outlook {
    Outlook(try snapshot(now), plan: nil, now: time(now))
  }

  /// The state in words, such as `awakeEarly 34 of 105-150`.
  func state(_ now: String) throws -> String { line(try snapshot(now).state) }

  func feed(_ now: String) throws -> String {
    switch try snapshot(now).feed {
    case .feedingNow(let minutes): "feedingNow \(minutes)"
    case .noFeedsYet: "noFeedsYet"
    case .recentlyFed(let minutes): "recentlyFed \(minutes)"
    case .approaching(let minutes, let interval): "approaching \(minutes) of \(text(interval))"
    case .ready(let minutes, let interval): "ready \(minutes) of \(text(interval))"
    }
  }

  /// A range in local time, such as `12:45-13:30`.
  func text(_ range: InstantRange?) -> String? { range.map { "\(text($0.earliest))-\(text($0.latest))" } }

  /// The local time of day, after the day of the month if that is another one: `12 06:30`.
  func text(_ instant: Instant) -> String {
    let civil = zone.civil(instant)
    return civil.date == date ? civil.time.text : "\(civil.date.day) \(civil.time.text)"
  }

  private func text(_ range: MinuteRange) -> String { "\(range.lower)-\(range.upper)" }

  private func line(_ state: DayState) -> String {
    switch state {
    case .notStarted: "notStarted"
    case .nightSleep(let minutes, let wake): "nightSleep \(minutes) until \(text(wake))"
    case .sleepingMustEnd(let minutes, let past): "sleepingMustEnd \(minutes) past \(past)"
    case .sleepingApproachingCutoff(let minutes, let left):
      "sleepingApproachingCutoff \(minutes) left \(left)"
    case .sleepingNoPressure(let minutes, let left): "sleepingNoPressure \(minutes) left \(left)"
    case .bedtimeWindow(let left): "bedtimeWindow \(left)"
    case .napWindowClosed(let minutes, let left): "napWindowClosed \(minutes) bed \(left)"
    case .awakeEarly(let minutes, let window): "awakeEarly \(minutes) of \(text(window))"
    case .awakeApproaching(let minutes, let window): "awakeApproaching \(minutes) of \(text(window))"
    case .awakeBeyond(let minutes, let window): "awakeBeyond \(minutes) of \(text(window))"
    }
  }
}
