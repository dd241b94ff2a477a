/// The nights of a baby from its logged sleeps, without an accelerometer.
public struct NightLog {
  private let baby: Baby
  private let sleeps: [SourcedSleep]
  private let wakes: [Instant]
  private let feeds: [FeedSpan]
  private let plan: PlanSettings
  private let usualWakeUp: WallTime?
  private let now: Instant
  private let zone: ZoneWindow

  /// Below this age in days, a waking for a feed is usual and costs no star: 12 months.
  private static let nightFeedDays = 365

  /// The nights of a baby up to `now`. `sleeps`, `feeds` and the stated wake-ups `wakes` must reach back two days
  /// further than the wanted nights. `plan` has the naps that shorten a night's goal. `usualWakeUp` is when this baby
  /// usually wakes up; nil if unknown.
  public init(
    baby: Baby, sleeps: [SourcedSleep], wakes: [Instant], feeds: [FeedSpan] = [],
    plan: PlanSettings = PlanSettings(), usualWakeUp: WallTime? = nil, now: Instant, zone: ZoneWindow
  ) {
    self.baby = baby
    self.sleeps = sleeps
    self.wakes = wakes
    self.feeds = feeds
    self.plan = plan
    self.usualWakeUp = usualWakeUp
    self.now = now
    self.zone = zone
  }

  /// The evening of the last night that has ended.
  public var lastEvening: CivilDate {
    let evening = NightWindow(containing: now, zone: zone).evening
    // Before noon the night may have ended already, if its morning has come.
    return input(of: evening).isOver(nightOf: evening) ? evening : evening.adding(days: -1)
  }

  /// The nights that had ended at `now`, oldest first: the last `count` calendar nights, scored with the week before
  /// each. Nights without sleep are included, without data.
  public func nights(_ count: Int, alarm: WallTime?) -> SleepStore {
    let last = lastEvening
    let reach = count + SleepAnalyzer.weekNights
    return SleepStore(
      (0..<reach).map { index in
        let evening = last.adding(days: index + 1 - reach)
        return night(of: evening, goal: goal(of: evening, alarm: alarm))
      })
  }

  /// The goal of an evening's night: without an alarm, the daily sleep of the age less the plan's naps.
  public func goal(of evening: CivilDate, alarm: WallTime?) -> NightGoal {
    let bracket = baby.bracket(on: evening)
    return NightGoal(
      bedtime: baby.bedtime, alarm: alarm,
      usualMinutes: bracket.nightMinutes(afterNaps: plan.napMinutes(bracket)))
  }

  /// The night of an evening; it must have ended.
  func night(of evening: CivilDate, goal: NightGoal) -> NightRecord {
    let input = input(of: evening)
    let spans = input.nightSleeps(of: evening)
    let ranges = spans.compactMap { span in
      span.end.map { InstantRange(earliest: span.start, latest: $0) }
    }
    let hasMotion = spans.contains { span in
      sleeps.contains { $0.source == .motion && $0.span.start == span.start }
    }
    let unlogged = unloggedSleeps(between: ranges, of: evening, input)
    var night = NightRecord(
      date: evening,
      segments: (NightSegments.stretches(of: ranges) + unlogged).sorted { $0.earliest < $1.earliest },
      feeds: baby.ageDays(on: evening) < NightLog.nightFeedDays ? feeds : [], goal: goal,
      source: hasMotion ? .motion : .button, zone: zone)
    night.isEstimated = !unlogged.isEmpty
    let (bedtime, bracket) = (input.place.bedtime(of: evening), baby.bracket(on: evening))
    night.isJudged = isExpected(evening) && !logBegan(after: bedtime)
    night.isForgottenNap = ranges.contains {
      plan.isForgottenNap(from: $0.earliest, before: bedtime, bracket)
    }
    return night
  }

  /// Whether the baby is old enough for a whole night, after the first two months.
  public func isExpected(_ evening: CivilDate) -> Bool { !baby.bracket(on: evening).feedsAtNight }

  /// Whether the log began so long after a bedtime that the beginning of that night is missing.
  private func logBegan(after bedtime: Instant) -> Bool {
    let first = sleeps.map { $0.span.start } + feeds.map { $0.start } + wakes
    return first.min().map { bedtime.minutes(until: $0) > DayRules.earlyMinutes } ?? false
  }

  /// The stretches of a night that no one logged.
  public func estimatedSleeps(of night: NightRecord) -> [SleepSpan] {
    guard night.isEstimated else { return [] }
    return night.segments.map { SleepSpan(start: $0.earliest, end: $0.latest) }.filter { stretch in
      !sleeps.contains { $0.span.start < stretch.end ?? now && stretch.start < $0.span.end ?? now }
    }
  }

  /// After a feed of the night a baby who is not heard of for longer than this slept, in minutes.
  private static let awakeAfterFeedMinutes = 120

  /// The sleep after night wakings that no press ended: from the waking, or the end of a feed, until the next feed or the
  /// stated wake-up. A feed in the morning does not count. None where the baby may have been awake all the time.
  private func unloggedSleeps(
    between ranges: [InstantRange], of evening: CivilDate, _ input: DayInput
  ) -> [InstantRange] {
    let longest = baby.bracket(on: evening.adding(days: 1)).wakeWindows.map { $0.upper }.max() ?? 0
    let morning = input.statedMorning(after: evening)
    var found: [InstantRange] = []
    for (index, range) in ranges.enumerated() {
      let next = index + 1 < ranges.count ? ranges[index + 1].earliest : nil
      let fedUntil = next ?? morning?.adding(minutes: -DayRules.earlyMinutes) ?? range.latest
      let fed = feeds.filter { range.latest <= $0.start && $0.start < fedUntil }.sorted {
        $0.start < $1.start
      }
      var (awake, isFed) = (range.latest, false)
      for end in fed.map({ $0.start }) + (next == nil ? [morning].compactMap { $0 } : []) {
        let least = isFed ? Self.awakeAfterFeedMinutes : longest
        if awake.minutes(until: end) > least { found.append(InstantRange(earliest: awake, latest: end)) }
        awake = max(awake, fed.last { $0.start <= end }.map { $0.end ?? $0.start } ?? awake)
        isFed = true
      }
    }
    return found
  }

  /// The sleeps and the stated wake-up of a night, for the rules of the day.
  private func input(of evening: CivilDate) -> DayInput {
    let from = zone.instant(evening, WallTime(minutesAfterMidnight: 0))
    let until = zone.instant(evening.adding(days: 2), WallTime(minutesAfterMidnight: 0))
    let near = sleeps.filter { $0.span.start < until && $0.span.end.map { $0 >= from } ?? true }
    let morning = zone.instant(evening.adding(days: 1), WallTime(minutesAfterMidnight: 0))
    return DayInput(
      baby: baby, feeds: [], sleeps: near.map { $0.span },
      wokeAt: nil, wakes: wakes.filter { $0 >= morning && $0 < until }, dreamFeedDismissals: [],
      now: min(now, until), zone: zone, rules: .box(usualWakeUp: usualWakeUp))
  }
}

/// A sleep and its source.
public struct SourcedSleep: Hashable, Sendable {
  /// The sleep.
  public var span: SleepSpan
  /// The source that first reported it.
  public var source: Source

  /// A sleep that a source reported.
  public init(span: SleepSpan, source: Source) { (self.span, self.source) = (span, source) }
}
