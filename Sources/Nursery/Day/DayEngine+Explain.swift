extension DayEngine {
  /// The reasons for a snapshot and its outlook. Pass the `baby` and the `now` that they were made with.
  public static func explain(
    _ snapshot: DaySnapshot, _ outlook: Outlook, baby: Baby, now: Instant
  ) -> DayExplanation {
    let place: [DayReason] = [
      .age(days: snapshot.ageDays, bracket: snapshot.bracket.name),
      .day(snapshot.day, began: snapshot.morning, isAssumed: snapshot.morningIsAssumed),
    ]
    let wished = snapshot.wish.map { [DayReason.wished($0)] } ?? []
    return DayExplanation(
      reasons: place + wished + snapshot.shortSleeps.map { .shortSleep($0) }
        + dayReasons(snapshot, outlook, now) + learnedReasons(snapshot)
        + outlookReasons(snapshot, outlook) + feedReasons(snapshot, baby))
  }

  private static func dayReasons(
    _ snapshot: DaySnapshot, _ outlook: Outlook, _ now: Instant
  ) -> [DayReason] {
    if let night = outlook.night { return nightReasons(snapshot, outlook, night, now) }
    switch snapshot.state {
    case .notStarted: return [.nothingYet]
    case .nightSleep: return []
    case .sleepingMustEnd(let minutes, _), .sleepingApproachingCutoff(let minutes, _),
      .sleepingNoPressure(let minutes, _):
      return asleepReasons(snapshot, minutes) + [cutoffReason(snapshot)]
        + (outlook.wakeBy.map { [.wakeBy($0)] } ?? [])
    case .bedtimeWindow(let minutes):
      return awakeReasons(snapshot, now) + [.bedtimeNear(minutes: minutes, bedtime: snapshot.bedtime)]
    case .napWindowClosed: return awakeReasons(snapshot, now) + [cutoffReason(snapshot)]
    case .awakeEarly, .awakeApproaching, .awakeBeyond:
      return awakeReasons(snapshot, now) + [
        cutoffReason(snapshot),
        .window(
          snapshot.window, napsDone: snapshot.completedNaps, source: snapshot.windowSource,
          bracket: snapshot.bracket.name),
      ]
    }
  }

  private static func learnedReasons(_ snapshot: DaySnapshot) -> [DayReason] {
    guard var remark = snapshot.learned else { return [] }
    if snapshot.napWindow == nil { remark.next = nil }
    return [.learned(remark)]
  }

  private static func nightReasons(
    _ snapshot: DaySnapshot, _ outlook: Outlook, _ night: Outlook.Night, _ now: Instant
  ) -> [DayReason] {
    var reasons: [DayReason] = []
    if let since = night.awakeSince {
      reasons = [.awake(since: since, minutes: max(0, since.minutes(until: now))), .waking(night)]
    } else if let since = snapshot.runningSleep?.start {
      reasons = asleepReasons(snapshot, since.minutes(until: now))
      reasons.append(
        .nightRule(
          asleepSince: since, bedtime: snapshot.bedtime, leadMinutes: DayRules.nightLeadMinutes))
    }
    guard let usual = outlook.usualWakeUp else { return reasons }
    let napped = snapshot.totalNapMinutes(at: now)
    let hours = snapshot.bracket.dailySleepHours
    let isEstimate = usual == snapshot.expectedWake
    reasons.append(
      outlook.wakeUpIsAssumed
        ? .assumedWakeUp(usual)
        : isEstimate ? .expectedWake(usual, napMinutes: napped, dailySleepHours: hours) : .usualWakeUp(usual))
    return reasons
  }

  private static func asleepReasons(_ snapshot: DaySnapshot, _ minutes: Int) -> [DayReason] {
    snapshot.runningSleep.map { [.asleep(since: $0.start, minutes: minutes)] } ?? []
  }

  private static func awakeReasons(_ snapshot: DaySnapshot, _ now: Instant) -> [DayReason] {
    snapshot.wakeReference.map { [.awake(since: $0, minutes: max(0, $0.minutes(until: now)))] } ?? []
  }

  private static func cutoffReason(_ snapshot: DaySnapshot) -> DayReason {
    .cutoff(
      at: snapshot.napCutoff, bedtime: snapshot.bedtime,
      lastWindowUpper: snapshot.bracket.lastWindow.upper)
  }

  private static func planReasons(_ snapshot: DaySnapshot, _ outlook: Outlook) -> [DayReason] {
    guard let plan = outlook.plan, !plan.isOver else { return [] }
    guard let style = plan.scenario?.style else {
      // From the cutoff on, a day without a nap has nothing to plan.
      return plan.isClosed ? [] : plan.result?.failure.map { [.noPlan($0.text)] } ?? []
    }
    var reasons: [DayReason] = []
    if let nap = plan.nextNap { reasons.append(.plannedNap(nap, style: style)) }
    if let change = outlook.napChange { reasons.append(.napChange(change, wanted: plan.wantedNaps)) }
    if outlook.bedtime != snapshot.bedtime { reasons.append(.movedBedtime(outlook.bedtime)) }
    return reasons
  }

  private static func outlookReasons(_ snapshot: DaySnapshot, _ outlook: Outlook) -> [DayReason] {
    var reasons: [DayReason] = []
    if let nap = outlook.nextNap, nap.basis == .window {
      reasons.append(.nextNap(nap.window, isShort: nap.isShort))
    }
    reasons += planReasons(snapshot, outlook)
    if let bed = outlook.earlierBedtime { reasons.append(.earlierBedtime(bed)) }
    if let due = snapshot.dreamFeedDue { reasons.append(.dreamFeed(due: due)) }
    return reasons
  }

  private static func feedReasons(_ snapshot: DaySnapshot, _ baby: Baby) -> [DayReason] {
    let interval = DayReason.feedInterval(
      feedInterval(of: baby, bracket: snapshot.bracket), isByAge: baby.feedIntervalMinutes <= 0)
    switch snapshot.feed {
    case .feedingNow(let minutes): return [.feeding(minutes: minutes)]
    case .noFeedsYet: return [.neverFed]
    case .recentlyFed(let minutes), .approaching(let minutes, _), .ready(let minutes, _):
      return [.fed(minutesAgo: minutes), interval]
    }
  }
}
