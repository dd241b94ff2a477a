import CribMotion
import Nursery

/// What the Now page asks beside the crib's own question: whether what runs still runs, and when the day began.
extension BedsideModel {
  /// A nursing this long is asked about, in minutes.
  private static let longFeedMinutes = 60
  /// For how long after the usual wake-up the morning is asked about, in minutes.
  private static let morningMinutes = 240

  /// What a press of NAP answers besides logging; a press answers what can be read, and nothing else.
  struct Asked: Hashable, Sendable {
    /// Since when the baby has rested, on the boot clock.
    var sleep: Int?
    /// Since when the baby has been up, on the boot clock.
    var waking: Int?
    /// The night that motion saw and no one logged.
    var night: FoundNight?
    /// The usual wake-up of a morning without a logged night.
    var morning: Instant?
  }

  /// What stands on the panel now. A notice, also NOT SAVED, stands in a question's place.
  func asked(at moment: Moment) -> Asked {
    guard page == .now, !isDark, notice == nil, unsavedCount == 0, crib.revertible == nil else {
      return Asked()
    }
    let sleep = suggestedSleep(at: moment)
    let waking = sleep == nil ? suggestedWaking(at: moment) : nil
    guard sleep == nil, waking == nil else { return Asked(sleep: sleep, waking: waking) }
    if let night = offeredNight(of: lastDay, at: moment) { return Asked(night: night) }
    return Asked(morning: suggestedMorning(of: lastDay, at: moment))
  }

  /// What the foot of the Now page asks at a moment, or says of motion, if anything.
  func remark(of day: DaySnapshot, at moment: Moment) -> MotionRemark? {
    if let remark = motionRemark(at: moment) { return remark }
    if let since = suggestedWaking(at: moment) {
      return .asksWaking(
        since: clocks.instant(at: BootTime(boot: moment.boot.boot, milliseconds: since)))
    }
    if let night = offeredNight(of: day, at: moment), let start = night.start, let end = night.end {
      return .asksNight(InstantRange(earliest: start, latest: end))
    }
    if let morning = suggestedMorning(of: day, at: moment) { return .asksMorning(morning) }
    if asksAsleep(of: day, at: moment) { return .asksAsleep }
    if case .feedingNow(let minutes) = day.feed, minutes >= Self.longFeedMinutes { return .asksFeeding }
    return nil
  }

  /// Whether a sleep runs for longer than twice the longest usual one. A nap that was asked about is still asked about in
  /// the night, until a press answers.
  private func asksAsleep(of day: DaySnapshot, at moment: Moment) -> Bool {
    guard let sleep = day.sleeps.last, sleep.span.end == nil, let plan = resident?.plan else { return false }
    let start = sleep.span.start
    if sleep.isNight, plan.isForgottenNap(from: start, before: day.bedtime, day.bracket) { return true }
    let longest = plan.longestSleepMinutes(isNight: sleep.isNight, day.bracket)
    return start.minutes(until: clocks.instant(at: moment.boot)) >= 2 * longest
  }

  /// Since when the baby may be up although a sleep runs, on the boot clock; nil when there is nothing to ask. A baby who
  /// was not seen at rest since the sleep began may sleep elsewhere, and is not asked about.
  private func suggestedWaking(at moment: Moment) -> Int? {
    guard settings.motion.mode != .off, chosenBaby == motionBaby, let since = crib.upSince,
      moment.boot.milliseconds - since >= Self.wakingMilliseconds, since != crib.spentAwakeSince,
      let rest = crib.restSeenMilliseconds,
      let sleep = running(.sleep, in: projection(of: motionBaby), at: moment),
      clocks.instant(at: BootTime(boot: moment.boot.boot, milliseconds: rest))
        >= clocks.resolve(sleep.care.start).instant
    else { return nil }
    return since
  }

  /// The usual wake-up, on a morning of whose night nothing was logged.
  private func suggestedMorning(of day: DaySnapshot?, at moment: Moment) -> Instant? {
    guard day?.state == .notStarted, let usual = learnedDay(at: moment)?.usualWakeUp else { return nil }
    let now = clocks.instant(at: moment.boot)
    let morning = settings.zone.instant(settings.zone.civil(now).date, usual)
    return (0...Self.morningMinutes).contains(morning.minutes(until: now)) && morning <= now ? morning : nil
  }
}
