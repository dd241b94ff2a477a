/// What the plan of a waking day is made of, on the day's own line of minutes.
struct PlanFacts: Hashable, Sendable {
  let line: DayLine
  /// The day as it began, without naps.
  let base: ScheduleRequest
  /// The style that is wanted.
  let style: ScheduleStyle?
  /// The naps that have ended.
  let recorded: [ActualNap]
  /// The nap that runs, without an end.
  let runningNap: ActualNap?
  /// Bedtime less the longest last wake window: no nap begins then or later.
  let cutoff: Int
  /// Whether the cutoff has passed.
  let isClosed: Bool
  /// Whether the night has begun.
  let isOver: Bool
  /// Whether the number of naps follows from the age, and may differ from the beginning.
  let isCountFree: Bool
  /// The shortest wake window before bed that is usual at the age; nil when the household set one.
  let shortestLast: Int?
  /// How long the child is predicted to stay awake before the next nap, in minutes from the last one or from the wake-up;
  /// nil asleep, and while nothing that was learned is used.
  let nextWindow: Int?

  /// The facts of a day at `now`; nil before it began, and when bedtime is not after the wake-up.
  init?(
    _ day: DaySnapshot, _ settings: PlanSettings, _ style: ScheduleStyle?, now: Instant, zone: ZoneWindow
  ) {
    guard let morning = day.morning else { return nil }
    let settings = settings.wished(day.wish)
    line = DayLine(morning: morning, zone: zone)
    let dayMinutes = line.minute(of: day.bedtime) - line.wakeMinute
    guard (1..<1440).contains(dayMinutes) else { return nil }
    base = settings.request(
      day.bracket, line: line, dayMinutes: dayMinutes, learned: day.learned?.usualNaps.used ?? [],
      zone: zone)
    self.style = style
    recorded = PlanFacts.recorded(day, line)
    runningNap = PlanFacts.running(day, line)
    cutoff = line.minute(of: day.napCutoff)
    isClosed = now >= day.napCutoff
    isOver = !day.nightSleeps.isEmpty
    isCountFree = settings.naps == nil
    shortestLast =
      settings.wakeWindows.last == nil
      ? max(day.bracket.lastWindow.lower, base.wakeWindows.minimum ?? 0) : nil
    nextWindow = PlanFacts.nextWindow(day, line, after: recorded.last?.end ?? line.wakeMinute)
  }

  private static func nextWindow(_ day: DaySnapshot, _ line: DayLine, after minute: Int) -> Int? {
    guard let learned = day.learned, learned.isUsed, let forecast = learned.next?.forecast,
      forecast.isLearned, let awakeSince = day.wakeReference
    else { return nil }
    let minutes = (day.window.lower...day.window.upper).clamped(forecast.minutes)
    return line.minute(of: awakeSince) + minutes - minute
  }

  private static func recorded(_ day: DaySnapshot, _ line: DayLine) -> [ActualNap] {
    let spans = day.naps.compactMap { nap in
      nap.end.map { (start: line.minute(of: nap.start), end: line.minute(of: $0)) }
    }
    return spans.filter { $0.end - $0.start >= DayRules.leastNapMinutes }.enumerated().map { index, span in
      ActualNap(nap: index + 1, start: span.start, end: span.end)
    }
  }

  /// No nap is planned for longer, in minutes: the longest that a plan gives to the only nap of a day.
  static let longestNapMinutes = 180

  private static func running(_ day: DaySnapshot, _ line: DayLine) -> ActualNap? {
    guard let nap = day.naps.last, nap.end == nil else { return nil }
    return ActualNap(nap: recorded(day, line).count + 1, start: line.minute(of: nap.start), end: nil)
  }
}

extension PlanSettings {
  /// The day as it begins: no nap was had yet.
  fileprivate func request(
    _ bracket: AgeTable.Bracket, line: DayLine, dayMinutes: Int, learned: [Int], zone: ZoneWindow
  ) -> ScheduleRequest {
    let bedtime = WallTime(minutesAfterMidnight: line.wakeMinute + dayMinutes).minutesAfterMidnight
    return ScheduleRequest(
      wakeTime: line.wakeMinute, bedTime: bedtime, preferredNaps: naps(bracket),
      napLengths: lengths(bracket, dayMinutes: dayMinutes, learned: learned),
      wakeWindows: limits(bracket, dayMinutes: dayMinutes),
      powerSleep: powerSleep, awake: awake.map { $0.on(line, zone) }, asleep: asleep.map { $0.on(line, zone) }
    )
  }
}

extension ClockWindow {
  fileprivate func on(_ line: DayLine, _ zone: ZoneWindow) -> ClockWindow {
    ClockWindow(
      start: start.map { line.timeOfDay($0, zone: zone) }, end: end.map { line.timeOfDay($0, zone: zone) })
  }
}

extension ScheduleRequest {
  /// The same day with naps that happened and that many wanted.
  func with(_ naps: [ActualNap], count: Int) -> ScheduleRequest {
    var request = self
    request.actualNaps = naps
    request.preferredNaps = count
    return request
  }
}

extension Scenario {
  /// How long a nap is planned; nil when the plan has no such nap.
  func minutes(ofNap number: Int) -> Int? {
    items.first { $0.kind == .nap(number) }.map { $0.end - $0.start }
  }
}

extension NapLengths {
  /// How long a nap of a day of `count` naps is; 30 minutes when nothing is known of it.
  func minutes(ofNap number: Int, of count: Int) -> Int {
    let lengths = [one, two, three, four, five].dropFirst(max(count, 1) - 1).first ?? nil
    return lengths?.dropFirst(number - 1).first ?? 30
  }
}
