/// One reason for what the box shows.
public enum DayReason: Hashable, Sendable {
  /// Which row of the table applies.
  case age(days: Int, bracket: String)
  /// The waking day and when it began. If the wake-up was not logged, the first entry is assumed to be the beginning.
  case day(CivilDate, began: Instant?, isAssumed: Bool)
  /// The wish for this day.
  case wished(DayWish)
  /// The baby is awake and nothing has happened yet.
  case nothingYet
  /// A daytime sleep was too short to be a nap.
  case shortSleep(SleepSpan)
  /// A sleep runs.
  case asleep(since: Instant, minutes: Int)
  /// The baby is awake.
  case awake(since: Instant, minutes: Int)
  /// The running sleep counts as night: it began late enough, or it still ran at bedtime.
  case nightRule(asleepSince: Instant, bedtime: Instant, leadMinutes: Int)
  /// When the night should end.
  case expectedWake(Instant, napMinutes: Int, dailySleepHours: MinuteRange)
  /// The baby is awake within the night.
  case waking(Outlook.Night)
  /// When the baby usually wakes up, by recent mornings.
  case usualWakeUp(Instant)
  /// When the baby may wake up, if few mornings are known or learning is off.
  case assumedWakeUp(Instant)
  /// The current wake window, by the naps done, and its source.
  case window(MinuteRange, napsDone: Int, source: DaySnapshot.WindowSource, bracket: String)
  /// When the running nap should end, and what would not fit after that.
  case wakeBy(Outlook.WakeBy)
  /// What was learned about the child, and how wrong the predictions have been.
  case learned(LearnedRemark)
  /// The nap cutoff, and what it is computed from.
  case cutoff(at: Instant, bedtime: Instant, lastWindowUpper: Int)
  /// Bedtime is so close that nothing else matters; 0 minutes after bedtime.
  case bedtimeNear(minutes: Int, bedtime: Instant)
  /// When the next nap may begin, and whether there is room only for a short one.
  case nextNap(InstantRange, isShort: Bool)
  /// The next nap in the day's plan, and the plan's style.
  case plannedNap(InstantRange, style: ScheduleStyle)
  /// Why the plan has another number of naps than wanted.
  case napChange(Outlook.NapChange, wanted: Int)
  /// The plan's bedtime, if it differs from the one that was set.
  case movedBedtime(Instant)
  /// Why the day has no plan.
  case noPlan(String)
  /// When to put the baby down so that the last wake window is not too long.
  case earlierBedtime(InstantRange)
  /// The dream feed is due.
  case dreamFeed(due: Instant)
  /// A nursing runs.
  case feeding(minutes: Int)
  /// Nothing was fed yet.
  case neverFed
  /// How long ago the last feed began.
  case fed(minutesAgo: Int)
  /// The feed interval, and whether it is the baby's own or the age's.
  case feedInterval(MinuteRange, isByAge: Bool)
}

/// Why the Now page shows what it shows: the rules that applied, with their numbers, in order.
public struct DayExplanation: Hashable, Sendable {
  /// The reasons. The last one about the day decided.
  public let reasons: [DayReason]

  /// An explanation of these reasons.
  public init(reasons: [DayReason]) {
    self.reasons = reasons
  }
}

extension DayReason {
  /// The reason as an English sentence, with times in a zone. If `isGuessed`, times counted from a bounded start have
  /// a `~`.
  public func text(in zone: ZoneWindow, isGuessed: Bool = false) -> String {
    let mark = isGuessed ? "~" : ""
    return switch self {
    case .age(let days, let bracket): "\(days) days old: the row for \(bracket) applies."
    case .day(let date, let began, let isAssumed): DayReason.dayText(date, began, isAssumed, zone)
    case .wished(let wish): "Wished for this day: \(wish.signedWords.joined(separator: ", "))."
    case .nothingYet: "Nothing that begins the day has been logged yet."
    case .shortSleep(let sleep):
      "The sleep at \(sleep.start.clock(zone)) was over in less than "
        + "\(DayRules.leastNapMinutes.duration): it counts neither as a nap nor as a waking."
    case .asleep(let since, let minutes):
      "Asleep since \(mark)\(since.clock(zone)), for \(mark)\(minutes.duration)."
    case .awake(let since, let minutes):
      "Awake since \(mark)\(since.clock(zone)), for \(mark)\(minutes.duration)."
    case .nightRule(let since, let bedtime, let lead): DayReason.nightText(since, bedtime, lead, zone)
    case .expectedWake(let wake, let naps, let hours): DayReason.wakeText(wake, naps, hours, zone)
    case .waking(let night):
      "The night began at \(night.since.clock(zone)): this is a waking in it, and not a bedtime."
    case .usualWakeUp(let wake):
      "The mornings of the last 14 days began at about \(wake.clock(zone))."
    case .assumedWakeUp(let wake):
      "The wake-up is assumed at about \(wake.clock(zone)): the last morning's, or usual at this age and bedtime."
    case .window(let window, let naps, let source, let bracket):
      "After \(naps.count("nap")) the wake window is \(window.text) (\(source.text(bracket)))."
    case .wakeBy(let wakeBy): DayReason.wakeByText(wakeBy, mark, zone)
    case .learned(let remark): remark.text
    case .cutoff(let at, let bedtime, let upper): DayReason.cutoffText(at, bedtime, upper, zone)
    case .bedtimeNear(let minutes, let bedtime): DayReason.bedtimeText(minutes, bedtime, zone)
    case .nextNap(let range, let isShort):
      isShort
        ? "Until bedtime the baby would be awake for too long: a short nap may begin between "
          + "\(range.text(in: zone, mark))."
        : "The next nap may begin between \(range.text(in: zone, mark))."
    case .plannedNap(let nap, let style): DayReason.planText(nap, style, mark, zone)
    case .napChange(let change, let wanted): DayReason.changeText(change, wanted)
    case .movedBedtime(let bedtime): "The plan moves bedtime to \(bedtime.clock(zone)), so that the naps fit."
    case .noPlan(let reason): "The day has no plan. \(reason)"
    case .earlierBedtime(let range):
      "Bed may be earlier, between \(range.text(in: zone)): until bedtime the baby would be awake for too long."
    case .dreamFeed(let due): "The dream feed was set for \(due.clock(zone)) and is still to come."
    case .feeding(let minutes): "Nursing for \(minutes.duration)."
    case .neverFed: "No feed has been logged yet."
    case .fed(let minutes): "The last feed began \(minutes.duration) ago."
    case .feedInterval(let interval, let isByAge):
      "Feeds are \(interval.text) apart (\(isByAge ? "usual at this age" : "as configured"))."
    }
  }

  private static func planText(
    _ nap: InstantRange, _ style: ScheduleStyle, _ mark: String, _ zone: ZoneWindow
  ) -> String {
    "The day's plan (\(style.title)) has the next nap from \(mark)\(nap.earliest.clock(zone)) to "
      + "\(mark)\(nap.latest.clock(zone))."
  }

  private static func wakeByText(
    _ wakeBy: Outlook.WakeBy, _ mark: String, _ zone: ZoneWindow
  ) -> String {
    let (start, latest) = (mark + wakeBy.start.clock(zone), mark + wakeBy.latest.clock(zone))
    if wakeBy.isShort {
      return "The nap began at \(start), too late for a whole one: a short nap ends at \(latest)."
    }
    switch wakeBy.bound {
    case .nap(let number): return "After \(latest) nap \(number) would no longer fit before bedtime."
    case .bedtime: return "After \(latest) the rest of the day would no longer keep its limits."
    case .length: return "At \(latest) the nap is as long as any nap is planned."
    case .cutoff: return "After \(latest) the last wake window would no longer fit before bedtime."
    }
  }

  private static func changeText(_ change: Outlook.NapChange, _ wanted: Int) -> String {
    let change =
      switch change {
      case .oneMore: "one nap more"
      case .oneFewer: "one nap fewer"
      case .other(let count): count.count("nap")
      }
    return "With \(wanted.count("nap")) no plan keeps every limit: the plan has \(change)."
  }

  private static func wakeText(
    _ wake: Instant, _ naps: Int, _ hours: MinuteRange, _ zone: ZoneWindow
  ) -> String {
    "\(hours.lower) to \(hours.upper) h of sleep a day are usual; after \(naps.duration) of naps the night "
      + "may last until about \(wake.clock(zone))."
  }

  private static func cutoffText(
    _ at: Instant, _ bedtime: Instant, _ upper: Int, _ zone: ZoneWindow
  ) -> String {
    "Bedtime \(bedtime.clock(zone)) less the last wake window of \(upper.duration): "
      + "the last nap should be over by \(at.clock(zone))."
  }

  private static func dayText(
    _ date: CivilDate, _ began: Instant?, _ isAssumed: Bool, _ zone: ZoneWindow
  ) -> String {
    let day = ISO8601.text(date)
    guard let began else { return "The day is \(day); it has not begun." }
    if isAssumed { return "The day is \(day); it began at ~\(began.clock(zone)), with its first entry." }
    return "The day is \(day); it began at \(began.clock(zone))."
  }

  private static func nightText(
    _ since: Instant, _ bedtime: Instant, _ lead: Int, _ zone: ZoneWindow
  ) -> String {
    let bed = bedtime.clock(zone)
    return since < bedtime.adding(minutes: -lead)
      ? "Still asleep at bedtime \(bed): the nap has become the night's sleep."
      : "Fell asleep within \(lead.duration) of bedtime \(bed) or later: it is the night's sleep."
  }

  private static func bedtimeText(_ minutes: Int, _ bedtime: Instant, _ zone: ZoneWindow) -> String {
    minutes > 0
      ? "Bedtime \(bedtime.clock(zone)) is \(minutes.duration) away."
      : "Bedtime \(bedtime.clock(zone)) has come."
  }
}

extension DayWish {
  /// Each part of the wish in words: `asleep 12:30 to 14:00`, `1 nap`, `bed 18:45`.
  public var words: [String] { Part.allCases.compactMap(words) }

  /// A part of the wish in words; nil if it is not set.
  public func words(_ part: Part) -> String? {
    switch part {
    case .asleep: Self.stretch(asleep).map { "asleep " + $0 }
    case .awake: Self.stretch(awake).map { "awake " + $0 }
    case .naps: naps?.count("nap")
    case .bed: bedtime.map { "bed " + $0.text }
    }
  }

  private static func stretch(_ window: ClockWindow?) -> String? {
    guard let start = window?.start, let end = window?.end else { return nil }
    return WallTime(minutesAfterMidnight: start).text + " to " + WallTime(minutesAfterMidnight: end).text
  }

  /// The words, each with the phone that wished it.
  fileprivate var signedWords: [String] {
    Part.allCases.compactMap { part in words(part).map { $0 + (by[part].map { " by " + $0 } ?? "") } }
  }
}

extension Instant {
  /// The time of day on a zone's clocks.
  fileprivate func clock(_ zone: ZoneWindow) -> String { zone.civil(self).time.text }
}

extension InstantRange {
  fileprivate func text(in zone: ZoneWindow, _ mark: String = "") -> String {
    "\(mark)\(earliest.clock(zone)) and \(mark)\(latest.clock(zone))"
  }
}

extension DaySnapshot.WindowSource {
  /// The source of a window in words.
  fileprivate func text(_ bracket: String) -> String {
    switch self {
    case .age: bracket
    case .learned: "learned"
    case .household: "as configured"
    }
  }
}

extension MinuteRange {
  /// `2 h to 2 h 30 min`, or one duration if both ends are the same.
  fileprivate var text: String {
    lower == upper ? lower.duration : "\(lower.duration) to \(upper.duration)"
  }
}

extension Int {
  /// Minutes as `45 min`, `2 h` or `2 h 05 min`.
  fileprivate var duration: String {
    guard self >= 60 else { return "\(self) min" }
    return self % 60 == 0 ? "\(self / 60) h" : "\(self / 60) h \(Digits.two(self % 60)) min"
  }

  /// `no nap`, `1 nap`, `2 naps`.
  fileprivate func count(_ noun: String) -> String { self == 0 ? "no \(noun)" : counted(noun) }

  /// For a noun whose plural ends in s: `0 naps`, `1 nap`, `2 naps`.
  public func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
