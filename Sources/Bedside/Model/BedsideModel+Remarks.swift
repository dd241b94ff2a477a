import CribMotion
import Nursery

/// What the Now page asks, or says of motion. One press answers, and no press changes nothing.
public enum MotionRemark: Hashable, Sendable {
  /// The baby has been still for so long and no press said so: one press of NAP logs it from then on.
  case asks(minutes: Int)
  /// Motion wrote into the log: one press of NAP takes that back.
  case wrote
  /// A sleep runs, and the crib has been empty or the baby awake in it since then: one press of NAP ends the sleep there.
  case asksWaking(since: Instant)
  /// Nothing was logged of the night: one press of NAP logs the usual wake-up.
  case asksMorning(Instant)
  /// Whether the night was as motion saw it, from its begin to its end; one press logs it.
  case asksNight(InstantRange)
  /// The baby may be asleep since then, or may have slept from then until the waking that was just logged, though no press
  /// said so: one press of NAP logs the night from then on.
  case asksBedtime(Instant)
  /// A sleep runs for longer than twice the longest usual one, or a night past its morning.
  case asksAsleep
  /// A sleep runs so far past its end that the next one may be due: one press of NAP ends it there, and begins the next.
  case asksNext(sinceWaking: Instant, NextSleep)
  /// A nursing runs for an hour.
  case asksFeeding
  /// A nursing runs for so long that the next one may be due: one press of FEED ends it after so many minutes, and begins
  /// the next.
  case asksNextFeed(after: Int)

  /// The sleep that may be due.
  public enum NextSleep: Hashable, Sendable {
    /// The first nap, after a night.
    case firstNap
    /// A nap after a nap.
    case nap
    /// The night, after a nap.
    case night
  }

  /// False where it only says what motion wrote.
  var isQuestion: Bool { self != .wrote }
}

/// What the Now page asks beside the crib's own question: whether what runs still runs, and when the day began.
extension BedsideModel {
  /// A nursing this long is asked about, in minutes.
  private static let longFeedMinutes = 60

  /// A night that runs this long past the usual wake-up is asked about, and so is one that has not begun so long after bedtime,
  /// or that was not resumed so long after a waking, in minutes.
  private static let lateMinutes = 120

  /// So long after that the next one may have begun, in minutes.
  private static let nextFeedMinutes = 60

  /// Whether a nursing runs for so long that it is asked about.
  var asksFeeding: Bool { longFeed(of: screen.lastDay) != nil }

  /// When a nursing began that runs for so long that it is asked about. After a pause, or a change of sides, it has begun
  /// again.
  private func longFeed(of day: DaySnapshot?) -> Instant? {
    guard let day, case .feedingNow(let minutes) = day.feed,
      let feed = day.feeds.last(where: { $0.end == nil }), let start = feed.stretches.last?.start,
      minutes - feed.start.minutes(until: start) >= Self.longFeedMinutes
    else { return nil }
    return start
  }

  /// What a press of NAP answers besides logging; a press answers what can be read, and nothing else.
  struct Asked: Hashable, Sendable {
    /// Since when the baby has rested, on the boot clock.
    var sleep: Int?
    /// Since when the baby has been up, on the boot clock.
    var waking: Int?
    /// The night that motion saw and no one logged.
    var night: FoundNight?
    /// The usual wake-up of a morning without a logged night, on the boot clock.
    var morning: Int?
    /// The bedtime of an evening without a logged night, or since when a night may have been resumed, on the boot clock.
    var bedtime: Int?
    /// Whether the next sleep follows the one that ended at `asleepUntil`, and the next nursing the one that ended at `fedUntil`.
    var beginsSleep = false
    var beginsNursing = false
    /// When what runs made the box ask whether it still does, on the boot clock: a sleep, and a nursing.
    var asleepUntil: Int?
    var fedUntil: Int?
  }

  /// What a press now answers: the question of the picture that was drawn last, since one that is due only now was not read.
  /// A notice, also NOT SAVED, stands in a question's place.
  func asked(at moment: Moment) -> Asked {
    guard screen.page == .now, !screen.isDark, !isShielded, screen.notice == nil, unsavedCount == 0,
      motion.revertible == nil, care.box.panel == .works, screen.isSeen,
      let question = screen.drawn?.scene.motion,
      let day = screen.lastDay
    else {
      return Asked()
    }
    switch question {
    case .asks: return Asked(sleep: suggestedSleep(at: moment))
    case .asksWaking: return Asked(waking: suggestedWaking(at: moment))
    case .asksNight: return Asked(night: offeredNight(of: day, at: moment))
    case .asksMorning: return Asked(morning: onBoot(suggestedMorning(of: day, at: moment), at: moment))
    case .asksBedtime:
      guard let night = unloggedNight(of: day, at: moment) else {
        return Asked(bedtime: onBoot(suggestedBedtime(of: day, at: moment), at: moment))
      }
      return Asked(night: night)
    case .asksNext(let waking, _):
      return Asked(
        beginsSleep: true, asleepUntil: onBoot(waking, at: moment),
        fedUntil: onBoot(askedFeedEnd(of: day), at: moment))
    case .asksAsleep: return Asked(asleepUntil: onBoot(askedSleepEnd(of: day, at: moment), at: moment))
    case .asksFeeding: return Asked(fedUntil: onBoot(askedFeedEnd(of: day), at: moment))
    case .asksNextFeed:
      return Asked(beginsNursing: true, fedUntil: onBoot(askedFeedEnd(of: day), at: moment))
    case .wrote: return Asked()
    }
  }

  /// An instant on the boot clock: what a press logs moves with all other presses when the wall clock is corrected.
  private func onBoot(_ instant: Instant?, at moment: Moment) -> Int? {
    let ahead = care.clocks.instant(at: moment.boot).milliseconds - moment.boot.milliseconds
    return instant.map { $0.milliseconds - ahead }
  }

  /// When a nursing that runs made the box ask whether it still does; nil while it has not.
  private func askedFeedEnd(of day: DaySnapshot) -> Instant? {
    longFeed(of: day)?.adding(minutes: Self.longFeedMinutes)
  }

  /// What the foot of the Now page asks at a moment, or says of motion, if anything.
  func remark(of day: DaySnapshot, at moment: Moment) -> MotionRemark? {
    if let remark = motionRemark(at: moment) { return remark }
    if let since = suggestedWaking(at: moment) {
      return .asksWaking(
        since: care.clocks.instant(at: BootTime(boot: moment.boot.boot, milliseconds: since)))
    }
    if let night = offeredNight(of: day, at: moment), let start = night.start, let end = night.end {
      return .asksNight(InstantRange(earliest: start, latest: end))
    }
    if let morning = suggestedMorning(of: day, at: moment) { return .asksMorning(morning) }
    let sleep = askedSleep(of: day, at: moment)
    if case .asksNext? = sleep { return sleep }
    if let question = askedFeed(of: day, at: moment) { return question }
    let bedtime = suggestedBedtime(of: day, at: moment) ?? unloggedNight(of: day, at: moment)?.start
    if let bedtime { return .asksBedtime(bedtime) }
    return sleep
  }

  /// What is asked of a nursing that runs for long.
  private func askedFeed(of day: DaySnapshot, at moment: Moment) -> MotionRemark? {
    guard let end = askedFeedEnd(of: day) else { return nil }
    let late = end.minutes(until: care.clocks.instant(at: moment.boot))
    return late < Self.nextFeedMinutes ? .asksFeeding : .asksNextFeed(after: Self.longFeedMinutes)
  }

  /// When a sleep that runs made the box ask whether it still does: a press that says no ends it there. It has run for twice
  /// the longest usual one, or the night has run past its morning. A nap that was asked about is still asked about in the
  /// night, until a press answers.
  private func askedSleepEnd(of day: DaySnapshot, at moment: Moment) -> Instant? {
    guard let sleep = day.sleeps.last, sleep.span.end == nil, let plan = resident?.plan else { return nil }
    let (start, now) = (sleep.span.start, care.clocks.instant(at: moment.boot))
    let isNight = self.isNight(sleep, of: day, plan)
    let longest = plan.longestSleepMinutes(isNight: isNight, day.bracket)
    var end = start.adding(minutes: 2 * longest)
    if isNight, care.clocks.isSynced(boot: moment.boot.boot) {
      end = morning(after: day, plan, at: moment).adding(minutes: Self.lateMinutes)
      if let fed = morningFeed(of: day, plan, since: start, at: moment) { end = min(end, fed) }
    } else if let fed = feedByPress(since: start.adding(minutes: longest), at: moment) {
      end = min(end, fed)
    }
    return end <= now ? end : nil
  }

  /// When the feed began that runs in a night that runs too, on the boot clock: NAP then means that the baby sleeps again. In the
  /// morning, and for a feed that is asked about, it means that the baby is awake.
  func feedOfTheNight(_ asked: Asked, at moment: Moment) -> Int? {
    guard asked == Asked(), let day = screen.lastDay, let resident, let sleep = day.sleeps.last,
      sleep.span.end == nil, isNight(sleep, of: day, resident.plan), longFeed(of: day) == nil,
      let feed = day.feeds.last(where: { $0.end == nil }), feed.start > sleep.span.start,
      care.clocks.isSynced(boot: moment.boot.boot),
      care.clocks.instant(at: moment.boot).minutes(until: morning(after: day, resident.plan, at: moment))
        >= DayRules.earlyMinutes
    else { return nil }
    return onBoot(feed.start, at: moment)
  }

  /// The first feed of the morning of a night that still runs.
  private func morningFeed(
    of day: DaySnapshot, _ plan: PlanSettings, since start: Instant, at moment: Moment
  ) -> Instant? {
    feedByPress(since: max(start, morning(after: day, plan, at: moment)), at: moment)
  }

  /// What is asked of a sleep that runs for long: whether it still does, and once the next sleep may be due, whether that is
  /// what a press is for.
  private func askedSleep(of day: DaySnapshot, at moment: Moment) -> MotionRemark? {
    guard let resident, let sleep = day.sleeps.last, sleep.span.end == nil else { return nil }
    if isNight(sleep, of: day, resident.plan), let waking = forgottenWaking(of: day, sleep, at: moment) {
      return .asksNext(sinceWaking: waking, .firstNap)
    }
    guard let end = askedSleepEnd(of: day, at: moment) else { return nil }
    guard !isNight(sleep, of: day, resident.plan) else { return .asksAsleep }
    let now = care.clocks.instant(at: moment.boot)
    let awakeMinutes = end.minutes(until: now)
    guard care.clocks.isSynced(boot: moment.boot.boot) else { return .asksAsleep }
    // Later in the night the press is for a waking: the night is asked about once the nap has ended.
    let pastBedtime = day.bedtime.minutes(until: now)
    guard pastBedtime < -DayRules.nightLeadMinutes else {
      return pastBedtime < Self.lateMinutes ? .asksNext(sinceWaking: end, .night) : .asksAsleep
    }
    let window = day.bracket.wakeWindows.map { $0.lower }.min() ?? 0
    return awakeMinutes >= window ? .asksNext(sinceWaking: end, .nap) : .asksAsleep
  }

  /// When the night that runs seems to have ended, if that is so long ago that the first nap may be due: at the first feed of
  /// the morning, else at the usual wake-up.
  private func forgottenWaking(
    of day: DaySnapshot, _ sleep: DaySnapshot.ClassifiedSleep, at moment: Moment
  ) -> Instant? {
    guard let resident, care.clocks.isSynced(boot: moment.boot.boot) else { return nil }
    let fed = morningFeed(of: day, resident.plan, since: sleep.span.start, at: moment)
    let usual = morning(after: day, resident.plan, at: moment)
    guard let waking = fed ?? (sleep.span.start < usual ? usual : nil) else { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let asked = DayRules.askedMinutes(of: resident.baby, on: care.settings.zone.civil(now).date)
    return waking.minutes(until: now) >= asked ? waking : nil
  }

  /// Whether a sleep that runs is the night, and no nap that was forgotten.
  private func isNight(_ sleep: DaySnapshot.ClassifiedSleep, of day: DaySnapshot, _ plan: PlanSettings)
    -> Bool
  {
    sleep.isNight && !plan.isForgottenNap(from: sleep.span.start, before: day.bedtime, day.bracket)
  }

  /// Since when the baby may be asleep in a night without a press that says so: since bedtime, or since a waking and the feeds
  /// after it. A night that was taken back once is not offered again.
  private func suggestedBedtime(of day: DaySnapshot, at moment: Moment) -> Instant? {
    guard case .bedtimeWindow = day.state, let awakeSince = day.wakeReference,
      care.clocks.isSynced(boot: moment.boot.boot)
    else { return nil }
    if case .feedingNow = day.feed { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let isWaking = awakeSince >= day.bedtime
    let known = timesAwake(since: max(awakeSince, day.bedtime), feedsCount: isWaking, until: now)
    let since = known.reduce(awakeSince) { max($0, $1) }
    let longest = isWaking ? 0 : day.bracket.wakeWindows.map { $0.upper }.max() ?? 0
    guard since.minutes(until: now) >= Self.lateMinutes, awakeSince.minutes(until: now) > longest,
      !wasTakenBack(since: awakeSince, orAt: known)
    else { return nil }
    return since
  }

  /// When the baby is known to have been awake from an instant on: then, at the end of each sleep too short to count, and, if
  /// feeds count, at the end of each one.
  private func timesAwake(since begin: Instant, feedsCount: Bool, until now: Instant) -> [Instant] {
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    let slept = log.sleeps(clock: care.clocks, since: begin, now: now).compactMap { $0.end }
    let fed = feedsCount ? log.feeds(clock: care.clocks, since: begin, now: now).compactMap { $0.end } : []
    return [begin] + slept + fed
  }

  /// Whether a sleep that the question logged was taken back: it began hours before its line was written, or, where the
  /// line does not say when, at one of the times that are asked about.
  private func wasTakenBack(since begin: Instant, orAt times: [Instant]) -> Bool {
    projection(of: care.chosenBaby).allRecords.contains { record in
      guard record.isDeleted, record.care.kind == .sleep else { return false }
      let start = care.clocks.resolve(record.care.start).instant
      let isLate = start.minutes(until: Instant(milliseconds: record.id.milliseconds)) >= Self.lateMinutes
      return times.contains(start) || start >= begin && isLate
    }
  }

  /// The usual wake-up after a day's night: this child's, and while that is not known the end of the longest usual night.
  private func morning(after day: DaySnapshot, _ plan: PlanSettings, at moment: Moment) -> Instant {
    guard let usual = learnedDay(at: moment)?.usualWakeUp(after: day.day) else {
      return day.bedtime.adding(minutes: plan.longestSleepMinutes(isNight: true, day.bracket))
    }
    return care.settings.zone.instant(day.day.adding(days: 1), usual)
  }

  /// When a button first logged a feed of the chosen baby since an instant: a baby who is fed in the morning may be up.
  private func feedByPress(since: Instant, at moment: Moment) -> Instant? {
    guard since <= care.clocks.instant(at: moment.boot) else { return nil }
    return projection(of: care.chosenBaby).allRecords.compactMap { record in
      let isFeed = record.care.kind == .nursing || record.care.kind == .bottle
      guard isFeed, !record.isDeleted, record.source == .button else { return nil }
      let start = care.clocks.resolve(record.care.start).instant
      return start >= since ? start : nil
    }.min()
  }

  /// Since when the baby may be up although a sleep runs, on the boot clock; nil when there is nothing to ask. A baby who
  /// was not seen at rest since the sleep began may sleep elsewhere, and is not asked about.
  private func suggestedWaking(at moment: Moment) -> Int? {
    guard care.settings.motion.mode != .off, care.chosenBaby == motionBaby, let since = motion.upSince,
      moment.boot.milliseconds - since >= Self.wakingMilliseconds, since != motion.spentAwakeSince,
      let rest = motion.restSeenMilliseconds,
      let sleep = running(.sleep, in: projection(of: motionBaby), at: moment),
      care.clocks.instant(at: BootTime(boot: moment.boot.boot, milliseconds: rest))
        >= care.clocks.resolve(sleep.care.start).instant
    else { return nil }
    return since
  }

  /// Whether the crib's motion may still come to know the night: it was at rest so lately that the night is not over for
  /// certain. Its question says more than that of the usual wake-up, which would take its place.
  private func mayHaveNight(at moment: Moment) -> Bool {
    guard care.settings.motion.mode != .off, care.chosenBaby == motionBaby,
      let rest = motion.restSeenMilliseconds
    else {
      return false
    }
    return moment.boot.milliseconds - rest < Self.nightIsKnownMilliseconds
  }

  /// When the baby may have woken up, on a morning that no one logged: at the usual time, or at a feed of the morning before
  /// it, or now while that is still to come. It is asked from when the night is over for the panel, so that an early riser's waking is no nap.
  private func suggestedMorning(of day: DaySnapshot?, at moment: Moment) -> Instant? {
    guard let day, day.state == .notStarted, !mayHaveNight(at: moment), let baby = resident?.baby,
      let usual = askedMorning(
        from: projection(of: care.chosenBaby, memoryOnly: true), learnedDay(at: moment), at: moment)
    else { return nil }
    // Whether it still feeds is asked first.
    if longFeed(of: day) != nil { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let date = care.settings.zone.civil(now).date
    let morning = care.settings.zone.instant(date, usual)
    let asked = -DayRules.earlyMinutes...DayRules.askedMinutes(of: baby, on: date)
    guard asked.contains(morning.minutes(until: now)) else { return nil }
    // A baby that was fed was awake; a feed that is earlier is the night's.
    let fed = day.feeds.first { $0.start >= morning.adding(minutes: -DayRules.earlyMinutes) }?.start
    return min(morning, fed ?? now, now)
  }
}
