import CareJournal
import Nursery

/// What to change about an event.
package struct LatePatch: Hashable, Sendable {
  package var start: TimeWish?
  package var end: TimeWish?
  /// Remove the end.
  package var runsAgain = false
  package var side: NursingSide?
  package var detail = CareDetail.none

  package init(
    start: TimeWish? = nil, end: TimeWish? = nil, runsAgain: Bool = false, side: NursingSide? = nil,
    detail: CareDetail = CareDetail.none
  ) {
    (self.start, self.end, self.runsAgain, self.side, self.detail) = (start, end, runsAgain, side, detail)
  }

  /// The resulting change of the event. Ages count back from a reading of the boot clock.
  func patch(of care: Care, clocks: ClockHistory, zone: ZoneWindow, now: Instant, at boot: BootTime)
    -> CarePatch
  {
    var patch = patch(of: care, clocks: clocks, zone: zone, now: now)
    // An age is a reading of the boot clock, which becomes exact once the clock is known.
    if let start, case .ago(let minutes) = start {
      patch.start = .boot(boot.adding(milliseconds: -minutes * 60_000))
    }
    if let end, case .ago(let minutes) = end {
      patch.end = .boot(boot.adding(milliseconds: -minutes * 60_000))
    }
    return patch
  }

  /// The same change by the wall clock. Times of day are those of the event's own day, whatever day it is now.
  package func patch(of care: Care, clocks: ClockHistory, zone: ZoneWindow, now: Instant) -> CarePatch {
    let (began, ended) = (clocks.resolve(care.start).instant, care.end.map { clocks.resolve($0).instant })
    let until = end?.onDay(of: began, now: now, zone: zone) ?? (runsAgain ? nil : ended) ?? now
    let over = end?.end(after: began, now: now, zone: zone) ?? until
    let start = start?.start(began: began, until: until, over: over, now: now, zone: zone)
    var patch = CarePatch(side: side, detail: detail)
    patch.start = start.map { .wall($0) }
    if runsAgain { patch.end = .some(nil) }
    if let end { patch.end = .some(.wall(end.end(after: start ?? began, now: now, zone: zone))) }
    return patch
  }
}

/// A time as a person gives it.
package enum TimeWish: Hashable, Sendable {
  /// A whole instant.
  case instant(Instant)
  /// A time of day: the latest one that is not in the future, or the one on an event's own day. If it is at most two minutes
  /// ahead, it is now: the user's clock may be a little ahead of the box's.
  case timeOfDay(WallTime)
  /// A time of day on a date, as `log list` shows it.
  case local(CivilDate, WallTime)
  /// This many minutes before now.
  case ago(minutes: Int)

  /// How far ahead of the box's clock the user's may be, in minutes.
  private static let aheadMinutes = 2
  /// The longest accepted age, in minutes: a week.
  static let longestAgoMinutes = 7 * 1440

  /// Reads `7:05`, `now`, `20m ago`, `1h30m ago`, `2026-02-11 7:05` or an instant with its offset; nil for anything else.
  package init?(_ text: String) {
    if let time = ISO8601.typedTime(text) {
      self = .timeOfDay(time)
    } else if let (date, time) = Self.local(text) {
      self = .local(date, time)
    } else if let minutes = Self.minutesAgo(text) {
      self = .ago(minutes: minutes)
    } else if let instant = ISO8601.instant(text) {
      self = .instant(instant)
    } else {
      return nil
    }
  }

  /// The intended instant, now and in a zone.
  package func instant(now: Instant, zone: ZoneWindow) -> Instant {
    switch self {
    case .instant(let instant): return instant
    case .local(let date, let time):
      return Self.last(date, time, in: zone, until: now) ?? zone.instant(date, time)
    case .ago(let minutes): return now.adding(minutes: -minutes)
    case .timeOfDay(let time):
      let today = zone.civil(now).date
      let (yesterday, tomorrow) = (today.adding(days: -1), today.adding(days: 1))
      let isAhead = (Self.times(today, time, in: zone) + Self.times(tomorrow, time, in: zone)).contains {
        $0 > now && $0 <= now.adding(minutes: Self.aheadMinutes)
      }
      guard !isAhead else { return now }
      if let last = Self.last(today, time, in: zone, until: now) { return last }
      return Self.last(yesterday, time, in: zone, until: now) ?? zone.instant(yesterday, time)
    }
  }

  /// The length of time that it names, in milliseconds: a minute, a second or nothing; nil for now.
  var milliseconds: Int? {
    switch self {
    case .timeOfDay, .local: 60_000
    case .ago(let minutes): minutes > 0 ? 60_000 : nil
    case .instant(let instant):
      [60_000, 1_000].first { instant.milliseconds.isMultiple(of: $0) } ?? 1
    }
  }

  /// The time on the day of an instant; an age counts from now.
  func onDay(of day: Instant, now: Instant, zone: ZoneWindow) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: now, zone: zone) }
    return zone.instant(zone.civil(day).date, time)
  }

  /// The intended start of an event which began at an instant and ended, or is in progress: on the same day. If that
  /// would be too late, the evening before is meant if it is less than 6 hours away. A time after midnight means the
  /// morning after if that is less than 6 hours away, and not after `over`, the end of an event that may last past midnight.
  package func start(
    began: Instant, until end: Instant, over: Instant, now: Instant, zone: ZoneWindow
  ) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: now, zone: zone) }
    let date = zone.civil(began).date
    let meant = Self.nearest(to: began, Self.times(date, time, in: zone))
    let before = Self.nearest(to: began, Self.times(date.adding(days: -1), time, in: zone))
    if meant > end, before.adding(minutes: 360) > began { return before }
    let after = Self.nearest(to: began, Self.times(date.adding(days: 1), time, in: zone))
    let latest = over < now ? over : now.adding(minutes: Self.aheadMinutes)
    return after < began.adding(minutes: 360) && after <= latest ? min(after, now) : meant
  }

  /// The intended end of an event with this start: on the start's day, or on the day after if its time of day is
  /// earlier than the start's, unless that is still to come.
  package func end(after start: Instant, now: Instant, zone: ZoneWindow) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: now, zone: zone) }
    let began = zone.civil(start)
    let sameDay = Self.times(began.date, time, in: zone)
    if let meant = sameDay.first(where: { $0 >= start }) { return meant }
    guard time < began.time else { return sameDay[0] }
    // An end in the future is not accepted: start and end are the wrong way round.
    let nextDay = zone.instant(began.date.adding(days: 1), time)
    return nextDay <= now.adding(minutes: Self.aheadMinutes) ? min(nextDay, now) : sameDay[0]
  }

  private static func local(_ text: String) -> (CivilDate, WallTime)? {
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
    guard parts.count == 2, let date = ISO8601.date(String(parts[0])),
      let time = ISO8601.typedTime(String(parts[1]))
    else {
      return nil
    }
    return (date, time)
  }

  /// Reads `now`, `20m ago`, `2h ago`, `1h30m ago`, each with or without spaces.
  private static func minutesAgo(_ text: String) -> Int? {
    let text = text.lowercased().filter { $0 != " " }
    guard text != "now" else { return 0 }
    guard text.hasSuffix("ago") else { return nil }
    var (minutes, rest) = (0, text.dropLast(3))
    for (unit, factor) in [(Character("h"), 60), ("m", 1)] {
      guard let end = rest.firstIndex(of: unit) else { continue }
      guard let count = Int(rest[..<end]), (0...longestAgoMinutes).contains(count) else { return nil }
      minutes += count * factor
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty && (1...longestAgoMinutes).contains(minutes) ? minutes : nil
  }

  /// The time on a date, or its second occurrence if the clocks go back over it; nil if it is in the future.
  private static func last(
    _ date: CivilDate, _ time: WallTime, in zone: ZoneWindow, until now: Instant
  ) -> Instant? {
    times(date, time, in: zone).last { $0 <= now }
  }

  private static func nearest(to instant: Instant, _ times: [Instant]) -> Instant {
    let distance = { (time: Instant) in abs(time.milliseconds - instant.milliseconds) }
    return times.dropFirst().reduce(times[0]) { distance($1) < distance($0) ? $1 : $0 }
  }

  /// The instants of a time on a date: two, in order, if the clocks go back over it.
  private static func times(_ date: CivilDate, _ time: WallTime, in zone: ZoneWindow) -> [Instant] {
    let first = zone.instant(date, time)
    let later = zone.offsetSeconds(at: first.adding(minutes: 1440))
    let second = Instant(
      milliseconds: first.milliseconds + (zone.offsetSeconds(at: first) - later) * 1000)
    let isRepeated = second > first && zone.civil(second) == (date, time)
    return isRepeated ? [first, second] : [first]
  }
}
