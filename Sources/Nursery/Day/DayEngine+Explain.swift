extension DayEngine {
  /// Why a snapshot says what it says. `baby` and `now` are the ones it was made with; `plan` is the day's, when
  /// it has one.
  public static func explain(
    _ snapshot: DaySnapshot, baby: Baby, now: Instant, plan: WakingDayPlan? = nil
  ) -> DayExplanation {
    let place: [DayReason] = [
      .age(days: snapshot.ageDays, bracket: snapshot.bracket.name),
      .day(snapshot.day, began: snapshot.morning),
    ]
    return DayExplanation(
      reasons: place + dayReasons(snapshot, now) + learnedReasons(snapshot) + outlookReasons(snapshot, plan)
        + feedReasons(snapshot, baby))
  }

  private static func dayReasons(_ snapshot: DaySnapshot, _ now: Instant) -> [DayReason] {
    switch snapshot.state {
    case .notStarted: [.nothingYet]
    case .nightSleep(let minutes, let wake): nightReasons(snapshot, minutes, wake, now)
    case .sleepingMustEnd(let minutes, _), .sleepingApproachingCutoff(let minutes, _),
      .sleepingNoPressure(let minutes, _):
      asleepReasons(snapshot, minutes) + [cutoffReason(snapshot)]
    case .bedtimeWindow(let minutes):
      awakeReasons(snapshot, now) + [.bedtimeNear(minutes: minutes, bedtime: snapshot.bedtime)]
    case .napWindowClosed: awakeReasons(snapshot, now) + [cutoffReason(snapshot)]
    case .awakeEarly, .awakeApproaching, .awakeBeyond:
      awakeReasons(snapshot, now) + [
        cutoffReason(snapshot),
        .window(
          snapshot.window, napsDone: snapshot.completedNaps,
          bracket: snapshot.learned?.isUsed == true ? "learned" : snapshot.bracket.name),
      ]
    }
  }

  private static func learnedReasons(_ snapshot: DaySnapshot) -> [DayReason] {
    guard var remark = snapshot.learned else { return [] }
    if snapshot.nextNap == nil { remark.next = nil }
    return [.learned(remark)]
  }

  private static func nightReasons(
    _ snapshot: DaySnapshot, _ minutes: Int, _ wake: Instant, _ now: Instant
  ) -> [DayReason] {
    let since = snapshot.runningSleep?.start ?? now
    let rule = DayReason.nightRule(
      asleepSince: since, bedtime: snapshot.bedtime, leadMinutes: DayInput.nightLeadMinutes)
    let hours = snapshot.bracket.dailySleepHours
    let napped = snapshot.totalNapMinutes(at: now)
    return asleepReasons(snapshot, minutes)
      + [rule, .expectedWake(wake, napMinutes: napped, dailySleepHours: hours)]
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

  private static func planReasons(_ plan: WakingDayPlan?) -> [DayReason] {
    guard let plan, !plan.isOver else { return [] }
    guard let style = plan.scenario?.style else {
      let failure = plan.result?.failure?.text
      return [.noPlan(failure ?? "It had more than \(WakingDayPlan.mostNaps) naps.")]
    }
    return plan.nextNap.map { [.plannedNap($0, style: style)] } ?? []
  }

  private static func outlookReasons(_ snapshot: DaySnapshot, _ plan: WakingDayPlan?) -> [DayReason] {
    var reasons: [DayReason] = []
    if let nap = snapshot.nextNap { reasons.append(.nextNap(nap)) }
    reasons += planReasons(plan)
    if let bed = snapshot.earlierBedtime {
      reasons.append(.earlierBedtime(bed, window: snapshot.bracket.lastWindow))
    }
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
