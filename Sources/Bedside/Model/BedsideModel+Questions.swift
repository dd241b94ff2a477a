import CribMotion
import Nursery

/// What the Now page asks besides what motion asks: whether a running event still runs, and when the day began.
extension BedsideModel {
  /// The box asks about a nursing that has lasted this long, in minutes.
  static let longFeedMinutes = 60

  /// The box asks about a night that runs this long past the usual wake-up, that has not begun this long after bedtime,
  /// or that was not resumed this long after a waking, in minutes.
  static let lateMinutes = 120

  /// A feed this long before the usual wake-up or later may be the morning's, in minutes.
  static let earlyFeedMinutes = DayRules.fedOpenMinutes

  /// For how long the box asks when the day began, once the first nap may be due, in minutes.
  private static let firstNapMinutes = 180

  /// How long after that the next one may have begun, in minutes.
  static let nextFeedMinutes = 60

  /// Whether a nursing has lasted so long that the box asks about it.
  var asksFeeding: Bool { longFeed(of: screen.lastDay) != nil }

  /// The start of a nursing that has lasted so long that the box asks about it. It starts again after a pause or a change
  /// of sides.
  func longFeed(of day: DaySnapshot?) -> Instant? {
    guard let day, case .feedingNow(let minutes) = day.feed,
      let feed = day.feeds.last(where: { $0.end == nil }), let start = feed.stretches.last?.start,
      minutes - feed.start.minutes(until: start) >= Self.longFeedMinutes, !isRough(.nursing, since: start)
    else { return nil }
    return start
  }

  /// The questions that a press answers besides logging. A press answers only what the panel shows.
  struct Asked: Hashable, Sendable {
    /// Since when the baby has rested, on the boot clock.
    var sleep: Int?
    /// Since when the baby has been up, on the boot clock.
    var waking: Int?
    /// The night that motion saw and no one logged.
    var night: FoundNight?
    /// The usual wake-up of a morning without a logged night, on the boot clock.
    var morning: Int?
    /// The bedtime of an evening without a logged night, or the time since which a night may have continued, on the
    /// boot clock.
    var bedtime: Int?
    /// Whether the next sleep follows the one that ended at `asleepUntil`, and the next nursing the one that ended at `fedUntil`.
    var beginsSleep = false
    var beginsNursing = false
    /// When the sleep, or the nursing, in question seems to have ended, on the boot clock.
    var asleepUntil: Int?
    var fedUntil: Int?
  }

  /// The questions that a press now answers. They are those of the picture that was drawn last: no one has read a
  /// question that is only due now. A notice, including NOT SAVED, is shown instead of a question.
  func asked(at moment: Moment) -> Asked {
    guard screen.page == .now, !screen.isDark, !isShielded, screen.notice == nil, unsavedCount == 0,
      motion.revertible == nil, care.box.panel == .works, screen.isSeen,
      let question = screen.drawn?.scene.remark,
      let day = screen.lastDay
    else {
      return Asked()
    }
    return answers(to: question, of: day, at: moment)
  }

  /// What a press answers to a question.
  func answers(to question: Remark, of day: DaySnapshot, at moment: Moment) -> Asked {
    switch question {
    case .asks: return Asked(sleep: suggestedSleep(at: moment))
    case .asksWaking: return Asked(waking: suggestedWaking(at: moment))
    case .asksNight: return Asked(night: offeredNight(of: day, at: moment))
    case .asksMorning:
      return Asked(
        morning: onBoot(suggestedMorning(of: day, at: moment), at: moment),
        fedUntil: onBoot(askedFeedEnd(of: day), at: moment))
    case .asksBedtime:
      guard let bedtime = suggestedBedtime(of: day, at: moment) else {
        return Asked(night: unloggedNight(of: day, at: moment))
      }
      return Asked(bedtime: onBoot(bedtime, at: moment))
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

  /// An instant on the boot clock. If the wall clock is corrected later, what a press logs moves with all other
  /// presses.
  func onBoot(_ instant: Instant?, at moment: Moment) -> Int? {
    let ahead = care.clocks.instant(at: moment.boot).milliseconds - moment.boot.milliseconds
    return instant.map { $0.milliseconds - ahead }
  }

  /// When the box began to ask whether the running nursing still runs; nil while it does not ask.
  private func askedFeedEnd(of day: DaySnapshot) -> Instant? {
    longFeed(of: day)?.adding(minutes: Self.longFeedMinutes)
  }

  /// What the bottom line of the Now page asks at a moment, or says about motion, if anything.
  func remark(of day: DaySnapshot, at moment: Moment) -> Remark? {
    if let remark = motionRemark(at: moment) { return remark }
    if let up = suggestedWaking(at: moment), wakingForFeed(of: day, at: moment) == nil {
      let since = care.clocks.instant(at: BootTime(boot: moment.boot.boot, milliseconds: up))
      return isBedtime(of: day, afterNapUntil: since, at: moment)
        ? .asksNext(sinceWaking: since, .night) : .asksWaking(since: since)
    }
    if let night = offeredNight(of: day, at: moment), let start = night.start, let end = night.end {
      return .asksNight(InstantRange(earliest: start, latest: end))
    }
    if let morning = suggestedMorning(of: day, at: moment) { return .asksMorning(morning) }
    if let waking = suggestedWakingBeforeNap(of: day, at: moment) {
      return .asksNext(sinceWaking: waking, .firstNap)
    }
    let sleep = askedSleep(of: day, at: moment)
    if case .asksNext? = sleep { return sleep }
    // Whether the night is over matters more than how long its feed was.
    if let sleep, let last = day.sleeps.last, last.span.end == nil, last.isNight { return sleep }
    if let question = askedFeed(of: day, at: moment) { return question }
    let bedtime = suggestedBedtime(of: day, at: moment) ?? unloggedNight(of: day, at: moment)?.start
    if let bedtime { return .asksBedtime(bedtime) }
    return sleep
  }

  /// When a running nursing ended, on the boot clock, if it has lasted so long that the next one may be due.
  func forgottenEnd(of nursing: CareRecord, at moment: Moment) -> Int? {
    let start = care.clocks.resolve(nursing.care.start)
    let minutes = start.instant.minutes(until: care.clocks.instant(at: moment.boot))
    guard start.isExact, minutes >= Self.longFeedMinutes + Self.nextFeedMinutes else { return nil }
    return onBoot(start.instant.adding(minutes: Self.longFeedMinutes), at: moment)
  }

  /// Whether a running event began on another box that does not know the time: it may have begun long after the time that
  /// is shown, so that its duration says nothing.
  private func isRough(_ kind: CareKind, since start: Instant) -> Bool {
    projection(of: care.chosenBaby).allRecords.contains { record in
      record.care.kind == kind && record.care.end == nil && !record.isDeleted && isRough(record)
        && abs(care.clocks.resolve(record.care.start).instant.minutes(until: start))
          <= Self.clockToleranceMinutes
    }
  }

  /// By how much the pages may let an event begin later than it was logged, in minutes.
  private static let clockToleranceMinutes = 2

  /// Whether that is so for an event, or whether an earlier boot of this box did not know the time, or it was imported with
  /// such a time.
  func isRough(_ record: CareRecord) -> Bool {
    guard !care.clocks.resolve(record.care.start).isExact else { return false }
    guard case .boot(let start) = record.care.start else { return true }
    return start.box != nil
      || care.clocks.latest.map { !care.clocks.shareClock(start.boot, $0.boot) } ?? false
  }

  /// What the box asks about a nursing that has lasted long.
  private func askedFeed(of day: DaySnapshot, at moment: Moment) -> Remark? {
    guard let end = askedFeedEnd(of: day) else { return nil }
    let late = end.minutes(until: care.clocks.instant(at: moment.boot))
    return late < Self.nextFeedMinutes
      ? .asksFeeding(after: Self.longFeedMinutes) : .asksNextFeed(after: Self.longFeedMinutes)
  }

  /// What the box asks about a sleep that has lasted long: whether it still runs, or, once the next sleep may be due,
  /// whether a press is meant for that.
  private func askedSleep(of day: DaySnapshot, at moment: Moment) -> Remark? {
    guard let resident, let sleep = day.sleeps.last, sleep.span.end == nil,
      !isRough(.sleep, since: sleep.span.start)
    else { return nil }
    if let waking = forgottenNapEnd(of: day, sleep, resident.plan, at: moment) {
      let doubted = doubtedNap(at: moment).map { care.clocks.resolve($0.instead.time).instant }
      return .asksNext(sinceWaking: doubted ?? waking, .night)
    }
    if isNight(sleep, of: day, resident.plan), let waking = forgottenWaking(of: day, sleep, at: moment) {
      let bedtime = day.bedtime.adding(minutes: 1440 - DayRules.nightLeadMinutes)
      let isEvening = care.clocks.instant(at: moment.boot) >= bedtime
      return .asksNext(sinceWaking: waking, isEvening ? .night : .firstNap)
    }
    guard let end = askedSleepEnd(of: day, at: moment) else { return nil }
    let (nap, now) = (
      likelyNap(sleep, of: day, resident.plan, at: moment), care.clocks.instant(at: moment.boot)
    )
    guard care.clocks.isSynced(boot: moment.boot.boot), !isNight(sleep, of: day, resident.plan),
      now < day.napCutoff
    else { return .asksAsleep(until: end) }
    let window = day.bracket.wakeWindows.map { $0.lower }.min() ?? 0
    let up = doubtedNap(at: moment) != nil ? end : nap.isFed ? nap.end : nap.askedAt
    let awake = up.minutes(until: now)
    return awake >= window - Self.nextLeadMinutes
      ? .asksNext(sinceWaking: end, .nap) : .asksAsleep(until: end)
  }

  /// From this many minutes before the shortest wake window on, a press is more likely meant for the next nap.
  static let nextLeadMinutes = 15

  /// Since when the baby may be asleep for the night without a press: since bedtime, or since a waking and the feeds
  /// after it. A night that was taken back is not offered again.
  private func suggestedBedtime(of day: DaySnapshot, at moment: Moment) -> Instant? {
    nightSince(of: day, afterMinutes: Self.lateMinutes, at: moment)
  }

  /// Whether the baby is awake in the night, by the panel.
  var isNightWaking: Bool {
    guard let day = screen.lastDay, case .bedtimeWindow = day.state, let waking = day.wakeReference else {
      return false
    }
    return waking >= day.bedtime
  }

  /// A baby that woke up this long ago may have slept again, in minutes.
  static let sleepsAgainMinutes = 30

  /// Since when the baby may have slept again after a waking of the night, on the boot clock, although the box does not
  /// ask about it yet.
  func sleptAgain(at moment: Moment) -> Int? {
    guard isNightWaking, let day = screen.lastDay else { return nil }
    return onBoot(nightSince(of: day, afterMinutes: Self.sleepsAgainMinutes, at: moment), at: moment)
  }

  /// A baby that woke up this long before a feed at night has slept again, in minutes: most are fed as they wake up.
  private static let sleptBeforeFeedMinutes = 60

  /// From when to when the baby may have slept without a press, since bedtime or the last waking, before the last feeds of
  /// the night, on the boot clock. Long after these feeds the baby has rather slept since them.
  func sleptBeforeFeed(at moment: Moment) -> (since: Int, until: Int)? {
    guard let day = screen.lastDay, case .bedtimeWindow = day.state, let up = day.wakeReference,
      care.clocks.isSynced(boot: moment.boot.boot)
    else { return nil }
    let (begin, now) = (max(up, day.bedtime), care.clocks.instant(at: moment.boot))
    guard let fed = lastFeeds(of: day, since: begin, until: now)?.start,
      fed.minutes(until: now) <= Self.sleptBeforeFeedMinutes || sleptAgain(at: moment) == nil
    else { return nil }
    let awake = timesAwake(since: begin, feedsCount: isNightWaking, until: fed).filter { $0 < fed }
    let least = isNightWaking ? Self.sleptBeforeFeedMinutes : Self.lateMinutes
    guard let last = awake.max(), last.minutes(until: fed) >= least, !wasTakenBack(since: begin, orAt: awake),
      let since = onBoot(last, at: moment)
    else { return nil }
    return onBoot(fed, at: moment).map { (since, $0) }
  }

  private func nightSince(of day: DaySnapshot, afterMinutes minutes: Int, at moment: Moment) -> Instant? {
    guard case .bedtimeWindow = day.state, let awakeSince = day.wakeReference,
      care.clocks.isSynced(boot: moment.boot.boot)
    else { return nil }
    if case .feedingNow = day.feed { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let isWaking = awakeSince >= day.bedtime
    let known = timesAwake(since: max(awakeSince, day.bedtime), feedsCount: isWaking, until: now)
    let since = known.reduce(awakeSince) { max($0, $1) }
    let longest = isWaking ? 0 : day.bracket.wakeWindows.map { $0.upper }.max() ?? 0
    guard since.minutes(until: now) >= minutes, awakeSince.minutes(until: now) > longest,
      !wasTakenBack(since: awakeSince, orAt: known)
    else { return nil }
    return since
  }

  /// When the baby is known to have been awake since an instant: at that instant, at the end of each sleep that is too
  /// short to count, and, if feeds count, at the end of each feed.
  private func timesAwake(since begin: Instant, feedsCount: Bool, until now: Instant) -> [Instant] {
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    let slept = log.sleeps(clock: care.clocks, since: begin, now: now).compactMap { $0.end }
    let fed = feedsCount ? log.feeds(clock: care.clocks, since: begin, now: now).compactMap { $0.end } : []
    return [begin] + slept + fed
  }

  /// Whether a sleep from the answer to the question was taken back. It began hours before its line was written, or, if
  /// the line does not say when, at one of the times in the question.
  private func wasTakenBack(since begin: Instant, orAt times: [Instant]) -> Bool {
    projection(of: care.chosenBaby).allRecords.contains { record in
      guard record.isDeleted, record.care.kind == .sleep else { return false }
      let start = care.clocks.resolve(record.care.start).instant
      let before = start.minutes(until: Instant(milliseconds: record.id.milliseconds))
      // A sleep whose line was written as it began answered nothing.
      guard !(0...1).contains(before) else { return false }
      return times.contains(start) || start >= begin && before >= Self.lateMinutes
    }
  }

  /// For how long the box asks about a waking of the night, in minutes. After that the baby may sleep elsewhere.
  private static let askedWakingMinutes = 60

  /// Since when the baby may be up although a sleep runs, on the boot clock; nil if there is nothing to ask. If motion
  /// has not seen the baby at rest since the sleep began, the baby may sleep elsewhere, and the box does not ask.
  func suggestedWaking(at moment: Moment) -> Int? {
    guard care.settings.motion.mode != .off, care.chosenBaby == motionBaby, let since = motion.upSince,
      moment.boot.milliseconds - since >= Self.wakingMilliseconds, since != motion.spentAwakeSince,
      !isNight || moment.boot.milliseconds - since <= Self.askedWakingMinutes * 60_000,
      let rest = motion.restSeenMilliseconds,
      let sleep = running(.sleep, in: projection(of: motionBaby), at: moment),
      let start = onBoot(care.clocks.resolve(sleep.care.start).instant, at: moment), rest >= start
    else { return nil }
    // Motion is judged minutes late: a press may begin a sleep after the baby had begun to move.
    return max(since, start)
  }

  /// Whether motion sees the chosen baby asleep now.
  private var sleepsInCrib: Bool {
    care.settings.motion.mode != .off && care.chosenBaby == motionBaby && motion.spoken.state == .asleep
  }

  /// The usual wake-up of a morning that no press has logged, and how many minutes ago that was; nil if the morning is
  /// not asked about.
  private func unloggedMorning(of day: DaySnapshot, at moment: Moment) -> (usual: Instant, minutesAgo: Int)? {
    guard day.state == .notStarted || day.morningIsAssumed, day.sleeps.isEmpty,
      let usual = askedMorning(
        from: projection(of: care.chosenBaby, memoryOnly: true), learnedDay(at: moment), at: moment)
    else { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let morning = care.settings.zone.instant(care.settings.zone.civil(now).date, usual)
    return (morning, morning.minutes(until: now))
  }

  /// When the baby may have woken up on a morning that no one logged: at the usual time, at an earlier feed in the
  /// morning, or now if the usual time is still ahead. The box asks from the time when the panel's night is over, so
  /// that the press of an early riser does not begin a nap.
  private func suggestedMorning(of day: DaySnapshot?, at moment: Moment) -> Instant? {
    if let day, let waking = morningAfterWaking(of: day, at: moment) { return waking }
    guard let day, day.state == .notStarted, !sleepsInCrib, let baby = resident?.baby,
      let morning = unloggedMorning(of: day, at: moment)
    else { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let asked = DayRules.askedMinutes(of: baby, on: care.settings.zone.civil(now).date)
    // While a feed of the night runs, NAP says that the baby sleeps again.
    let isFeeding = if case .feedingNow = day.feed { true } else { false }
    let early = isFeeding ? Self.earlyFeedMinutes : DayRules.earlyMinutes
    guard (-early...asked).contains(morning.minutesAgo) else { return nil }
    return min(waking(on: day, morning.usual), now)
  }

  /// When the baby may have woken up after a night whose last waking nothing ended, from shortly before the usual wake-up
  /// on. When it slept again is asked afterwards.
  private func morningAfterWaking(of day: DaySnapshot, at moment: Moment) -> Instant? {
    guard let resident, !sleepsInCrib, let waking = day.wakeReference, waking >= day.bedtime,
      suggestedBedtime(of: day, at: moment) != nil
    else { return nil }
    let (usual, now) = (morning(after: day, resident.plan, at: moment), care.clocks.instant(at: moment.boot))
    return usual.minutes(until: now) >= -Self.earlyFeedMinutes ? min(usual, now) : nil
  }

  /// The same once the first nap may be due: a press then also begins the nap.
  private func suggestedWakingBeforeNap(of day: DaySnapshot, at moment: Moment) -> Instant? {
    guard let baby = resident?.baby, let morning = unloggedMorning(of: day, at: moment) else { return nil }
    let date = care.settings.zone.civil(care.clocks.instant(at: moment.boot)).date
    let asked = DayRules.askedMinutes(of: baby, on: date)
    guard (asked + 1...asked + Self.firstNapMinutes).contains(morning.minutesAgo) else { return nil }
    return waking(on: day, morning.usual)
  }

  /// From when to when the baby may have slept on, on the boot clock, if its day began with a waking so long before the
  /// usual one, or so recently, that it may have been one of the night, and it is now about that time: since that waking,
  /// or a feed after it, until now, or until a feed around the usual wake-up that began in the last hour.
  func sleptOn(at moment: Moment) -> (since: Int, until: Int?)? {
    guard let day = screen.lastDay, let waking = day.morning, !day.morningIsAssumed, day.sleeps.isEmpty,
      day.shortSleeps.isEmpty, let baby = resident?.baby,
      let usual = askedMorning(
        from: projection(of: care.chosenBaby, memoryOnly: true), learnedDay(at: moment), at: moment)
    else { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let date = care.settings.zone.civil(now).date
    let morning = care.settings.zone.instant(date, usual)
    let asked = -DayRules.earlyMinutes...DayRules.askedMinutes(of: baby, on: date)
    let isEarly = waking < morning.adding(minutes: -DayRules.earlyMinutes)
    guard
      isEarly || wasFedBefore(waking, until: now)
        || onBoot(waking, at: moment).map({ !nextMayBegin(after: $0, at: moment) }) ?? false,
      asked.contains(morning.minutes(until: now))
    else { return nil }
    // A feed around the usual wake-up, after the waking, says that the baby was up.
    let early = max(waking, morning.adding(minutes: -Self.earlyFeedMinutes))
    let up = day.feeds.first { $0.start >= early && $0.start <= now }?.start
    if let up, up.minutes(until: now) > Self.recentFeedMinutes { return nil }
    let fed = day.feeds.compactMap { $0.end }.filter { $0 > waking && $0 < up ?? now }.max()
    let since = max(waking, fed ?? waking)
    if let up, since.minutes(until: up) < Self.sleepsAgainMinutes { return nil }
    return onBoot(since, at: moment).map { ($0, onBoot(up, at: moment)) }
  }

  /// Whether the press that logged a waking may have said that the baby sleeps again after a feed.
  private func wasFedBefore(_ waking: Instant, until now: Instant) -> Bool {
    guard waking.minutes(until: now) <= Self.sleepsLaterMinutes else { return false }
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    let since = waking.adding(minutes: -Self.sleepsLaterMinutes)
    return log.feeds(clock: care.clocks, since: since, now: waking).contains { feed in
      feed.end.map { $0 <= waking && $0.minutes(until: waking) <= Self.sleepsAgainMinutes } ?? false
    }
  }

  /// The press after the first feed of a morning comes within this time, in minutes.
  private static let recentFeedMinutes = 60

  /// The usual wake-up, or an earlier feed: a baby that was fed was awake. A feed before the morning belongs to the
  /// night.
  private func waking(on day: DaySnapshot, _ usual: Instant) -> Instant {
    let fed = day.feeds.first { $0.start >= usual.adding(minutes: -DayRules.earlyMinutes) }?.start
    return min(usual, fed ?? usual)
  }
}
