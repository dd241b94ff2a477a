import CribMotion
import Nursery

/// What is kept of nights.
struct NightModel: Sendable {
  /// The nights of each baby, with what a person said about them.
  var stores: [BabyID: SleepStore]
  /// The nights that were last handed over to be kept; nil if the content of the card is not known.
  var handedOver: [BabyID: SleepStore]?
  /// What the nights were last gathered from.
  var mark: NightsMark?

  /// Begins with the kept nights.
  init(_ kept: [BabyID: SleepStore]) {
    stores = kept
    handedOver = kept
  }
}

/// What a person or another program says about a night.
public struct NightRemark: Hashable, Sendable {
  /// What is said about it.
  public enum Word: Hashable, Sendable {
    /// A rating of 1…5 stars; nil removes the rating.
    case rating(Int?)
    /// The steps of the day before it.
    case steps(Int)
  }

  /// The date of the night's evening.
  public var evening: CivilDate
  /// What is said about it.
  public var word: Word

  /// A remark about a night.
  public init(evening: CivilDate, word: Word) {
    self.evening = evening
    self.word = word
  }
}

/// Nights: what the last ones were like, and the cues for the next one.
extension BedsideModel {
  /// For how many days the log is read, for a week of nights and the week before it.
  private static let nightDays = 2 * SleepAnalyzer.weekNights + 4

  /// The last night of a baby that is over, with its week; nil while the clock does not tell which night that is.
  public func nightReview(of baby: BabyID, at moment: Moment) -> NightReview? {
    guard let log = nightLog(of: baby, at: moment) else { return nil }
    return NightReview(evening: lastEvening(of: baby, from: log), store: nightStore(of: baby, from: log))
  }

  /// The sleeps of a baby's last night that no one logged; see `NightLog`.
  public func estimatedSleeps(of baby: BabyID, at moment: Moment) -> [SleepSpan] {
    guard let log = nightLog(of: baby, at: moment), let night = nightReview(of: baby, at: moment)?.night
    else { return [] }
    return log.estimatedSleeps(of: night)
  }

  /// Every known night of a baby: the kept ones, updated from the log.
  public func nightStore(of baby: BabyID, from log: NightLog) -> SleepStore {
    var store = nights.stores[baby] ?? SleepStore()
    for night in log.nights(SleepAnalyzer.weekNights, alarm: care.settings.alarm).nights
    where night.hasData || store.night(of: night.date) != nil {
      // A night that only motion knows is in no log.
      if !night.hasData, store.night(of: night.date)?.source == .found { continue }
      store.keep(night)
    }
    return store
  }

  /// Updates the nights if the log or the night has changed, and hands them over if they differ from the kept ones.
  mutating func gatherNights(at moment: Moment) {
    guard care.clocks.isSynced(boot: moment.boot.boot), !care.box.isSafe else { return }
    let now = care.clocks.instant(at: moment.boot)
    let mark = NightsMark(
      evening: NightWindow(containing: now, zone: care.settings.zone).evening, logLines: care.box.logLines)
    // If the card refuses, the next change tries again, and not every turn.
    guard mark != nights.mark, unsavedCount == 0 else { return }
    nights.mark = mark
    for resident in care.settings.residents {
      guard let log = nightLog(of: resident.id, at: moment) else { continue }
      nights.stores[resident.id] = nightStore(of: resident.id, from: log)
    }
    handOverNights(token: nil)
  }

  mutating func handOverNights(token: Int?) {
    guard token != nil || nights.handedOver != nights.stores else { return }
    nights.handedOver = nights.stores
    effects.append(.keep(.nights(nights.stores), token: token))
  }

  /// Applies remarks about nights. Those about nights that are not kept are ignored; the caller checks that they are
  /// kept.
  mutating func receive(_ remarks: [NightRemark], of baby: BabyID, token: Int, at moment: Moment) {
    // The night of the remark may have ended since the nights were gathered.
    if let log = nightLog(of: baby, at: moment) { nights.stores[baby] = nightStore(of: baby, from: log) }
    for remark in remarks {
      switch remark.word {
      case .rating(let stars): _ = nights.stores[baby]?.rate(remark.evening, stars)
      case .steps(let steps): _ = nights.stores[baby]?.setSteps(remark.evening, steps)
      }
    }
    handOverNights(token: token)
  }

  /// The baby's nights by the log; nil while the clock does not tell which night was last.
  public func nightLog(of baby: BabyID, at moment: Moment) -> NightLog? {
    guard care.clocks.isSynced(boot: moment.boot.boot), !care.box.isSafe,
      let resident = care.settings.residents.first(where: { $0.id == baby })
    else { return nil }
    let log = projection(of: baby, memoryOnly: true)
    let now = care.clocks.instant(at: moment.boot)
    let since = now.adding(minutes: -Self.nightDays * 1440)
    let pages = pages(of: baby)
    let learned = pages.learnedDay(at: moment)
    return NightLog(
      baby: resident.baby, sleeps: log.sourcedSleeps(clock: care.clocks, since: since, now: now),
      wakes: log.wakes(clock: care.clocks, since: since, now: now),
      feeds: log.feeds(clock: care.clocks, since: since, now: now), plan: resident.plan,
      usualWakeUp: pages.usualMorning(by: learned, at: moment), now: now, zone: care.settings.zone)
  }

  /// How much sleep a night should have, as configured now.
  public func goal(of evening: CivilDate, in log: NightLog) -> NightGoal {
    log.goal(of: evening, alarm: care.settings.alarm)
  }

  /// Finds the cue to show. A cue counts as shown once it is on the Now page of a lit panel, and only while the clock
  /// is known.
  mutating func lookForCue(at moment: Moment) {
    guard care.settings.showsCues, !care.box.isSafe, screen.page == .now, !screen.isDark, !isShielded,
      care.clocks.isSynced(boot: moment.boot.boot),
      let baby = resident?.baby
    else {
      reminders.cue = nil
      return
    }
    let now = care.clocks.instant(at: moment.boot)
    let all = DueCue.cues(
      around: now, bedtime: screen.lastDay.map { baby.bedtime(on: $0.day) } ?? baby.bedtime,
      dayStart: baby.dayStart,
      alarm: care.settings.alarm, zone: care.settings.zone)
    // Caffeine does not matter for a baby's night.
    let due = all.filter { $0.cue != .noMoreCaffeine || care.settings.showsCaffeineCue }
    reminders.cue = reminders.cues.look(at: now, milliseconds: moment.boot.milliseconds, cues: due)
  }
}

/// What the nights were gathered from. While it is the same, so are they.
struct NightsMark: Hashable, Sendable {
  var evening: CivilDate
  var logLines: Int
}

extension BedsideModel {
  /// Adds the kept nights to what was said about nights meanwhile, and lets them be gathered from the log again.
  mutating func receiveKept(_ kept: [BabyID: SleepStore]) {
    let said = nights.stores
    nights.stores = kept
    nights.handedOver = kept
    nights.mark = nil
    for (baby, store) in said {
      for night in store.nights where night.rating != nil || night.steps != nil {
        nights.stores[baby, default: SleepStore()].keep(night)
      }
    }
  }
}

/// A night that no one logged, but the crib's motion saw. It is shown and offered as an entry, unless a button logged
/// something of that night.
extension BedsideModel {
  /// How often to look for it, in milliseconds.
  private static let lookMilliseconds = 300_000
  /// The shortest sleep that is a night, in minutes.
  private static let leastMinutes = 300
  /// A sleep is over this long after its end, in minutes.
  private static let overMinutes = 10
  /// How long before bedtime the night may begin, in minutes.
  private static let leadMinutes = 90
  /// How long motion must have seen the crib before the night and after it, in minutes.
  private static let watchedMinutes = (before: 30, after: 60)
  /// How long after its end the night is offered, in minutes.
  private static let offeredMinutes = 240

  /// Looks for the last night in the crib's motion every few minutes of a morning, and stores it.
  mutating func lookForNight(at moment: Moment) {
    guard care.settings.motion.mode != .off, !care.box.isSafe, care.clocks.isSynced(boot: moment.boot.boot)
    else { return }
    askForKeptMotion(at: moment)
    guard moment.boot.milliseconds >= motion.nightDueMilliseconds else { return }
    motion.nightDueMilliseconds = moment.boot.milliseconds + Self.lookMilliseconds
    motion.night = night(at: moment)
    guard let found = motion.night, let log = nightLog(of: motionBaby, at: moment) else { return }
    let goal = log.goal(of: found.evening, alarm: care.settings.alarm)
    var store = nightStore(of: motionBaby, from: log)
    var record = NightRecord(
      date: found.evening, segments: found.sleeps, feeds: found.feeds, goal: goal, source: .found,
      zone: care.settings.zone)
    record.isJudged = log.isExpected(found.evening)
    store.keep(record)
    nights.stores[motionBaby] = store
    handOverNights(token: nil)
  }

  /// The night that has ended by the witness's segments; nil before the morning, and if a person logged any part of it.
  private func night(at moment: Moment) -> FoundNight? {
    guard let resident = care.settings.residents.first(where: { $0.id == motionBaby }) else { return nil }
    let (now, zone) = (care.clocks.instant(at: moment.boot), care.settings.zone)
    let window = NightWindow(containing: now, zone: zone)
    let morning = zone.instant(window.evening.adding(days: 1), resident.baby.dayStart)
    let bedtime = zone.instant(window.evening, resident.baby.bedtime)
    guard now >= morning, isUnlogged(since: bedtime, until: now),
      let seen = motion.witness?.sleeps(from: window.start, until: now, at: moment.boot)
    else { return nil }
    let sleeps = window.segments(of: seen, bedtime: bedtime.adding(minutes: -Self.leadMinutes)).map {
      InstantRange(earliest: $0.start, latest: $0.end)
    }
    guard let first = sleeps.first, let last = sleeps.last,
      last.latest.adding(minutes: Self.overMinutes) <= now,
      sleeps.reduce(0, { $0 + $1.milliseconds }) >= Self.leastMinutes * 60_000,
      isUnlogged(since: first.earliest, until: now),
      isWatched(InstantRange(earliest: first.earliest, latest: last.latest), since: bedtime, at: moment)
    else { return nil }
    let feeds = projection(of: motionBaby).feeds(clock: care.clocks, since: first.earliest, now: now)
    return FoundNight(
      evening: window.evening, sleeps: sleeps, feeds: feeds,
      aheadMilliseconds: now.milliseconds - moment.boot.milliseconds)
  }

  /// Whether motion has seen a whole night: there are readings from the half hour before the first sleep on, or, if that
  /// came late in the evening, from bedtime on, until an hour after the last one. Where more is missing than a sleep
  /// continues over, such as while the box was off, the baby may have slept before, been awake, or slept on.
  private func isWatched(_ night: InstantRange, since bedtime: Instant, at moment: Moment) -> Bool {
    guard let witness = motion.witness else { return false }
    let late = bedtime.minutes(until: night.earliest)
    let before = night.earliest.adding(minutes: late < Self.lateMinutes ? -Self.watchedMinutes.before : -late)
    let now = care.clocks.instant(at: moment.boot)
    let ahead = now.milliseconds - moment.boot.milliseconds
    return witness.longestGapMilliseconds(
      from: before.milliseconds - ahead,
      until: min(now, night.latest.adding(minutes: Self.watchedMinutes.after)).milliseconds - ahead)
      <= MotionSummary.bridgedGapMilliseconds
  }

  /// Whether no sleep and no wake-up was logged in a span of time, for the baby whose crib has the accelerometer.
  private func isUnlogged(since: Instant, until now: Instant) -> Bool {
    let log = projection(of: motionBaby)
    return log.daySleeps(clock: care.clocks, since: since, now: now).isEmpty
      && log.wakes(clock: care.clocks, since: since, now: now).isEmpty
  }

  /// The night that the Now page offers as an entry: only on the page of its baby, and before the day has begun.
  func offeredNight(of day: DaySnapshot?, at moment: Moment) -> FoundNight? {
    let now = care.clocks.instant(at: moment.boot)
    guard care.chosenBaby == motionBaby, day?.state == .notStarted, let found = motion.night,
      let end = found.end,
      (0...Self.offeredMinutes).contains(end.minutes(until: now)), let start = found.start,
      isUnlogged(since: start, until: now)
    else { return nil }
    return found
  }

  /// The night before the waking that a press has just logged, or the rest of it, if no press logged when it began: from
  /// bedtime or the last waking on, without its nursings. If the sleep that the press ended began as a nap, that nap ended
  /// before the night.
  func unloggedNight(of day: DaySnapshot, at moment: Moment) -> FoundNight? {
    guard let resident, !day.bracket.feedsAtNight, let press = wakingPress(at: moment),
      let record = record(press.event)
    else { return nil }
    let woke = care.clocks.resolve(record.care.end ?? record.care.start).instant
    let evening = care.settings.zone.civil(woke).date.adding(days: -1)
    let bedtime = care.settings.zone.instant(evening, resident.baby.bedtime(on: evening))
    let nap = record.care.kind == .sleep ? forgottenNap(record, before: bedtime, day, at: moment) : nil
    let log = projection(of: care.chosenBaby)
    // A box that is new, or was off, asks about no night either.
    guard
      nap != nil
        || record.care.kind == .wake && askedMorning(from: log, learnedDay(at: moment), at: moment) != nil
    else { return nil }
    let lead = bedtime.adding(minutes: -Self.leadMinutes)
    let feeds = log.feeds(clock: care.clocks, since: bedtime, now: woke)
    let naps = log.daySleeps(clock: care.clocks, since: lead, now: woke)
    guard nap == nil ? naps.allSatisfy({ $0.end != nil }) : !hidesSleep(record, in: log) else { return nil }
    var sleeps: [InstantRange] = []
    var awake = nap == nil ? naps.compactMap { $0.end }.reduce(bedtime) { max($0, $1) } : bedtime
    let least = awake == bedtime ? Self.leastMinutes : Self.lateMinutes
    for feed in feeds + [FeedSpan(isNursing: true, start: woke, end: woke)] {
      guard let end = feed.end else { continue }
      // Until half an hour after the last waking, or the feed for which the baby was awake, it has not slept again.
      let isStillAwake = awake > bedtime && awake.minutes(until: feed.start) < Self.sleepsAgainMinutes
      guard feed.isNursing || isStillAwake else { continue }
      if !isStillAwake, awake < feed.start {
        sleeps.append(InstantRange(earliest: awake, latest: feed.start))
      }
      awake = max(awake, end)
    }
    guard sleeps.reduce(0, { $0 + $1.milliseconds }) >= least * 60_000 else { return nil }
    let ahead = care.clocks.instant(at: moment.boot).milliseconds - moment.boot.milliseconds
    return FoundNight(
      evening: evening, sleeps: sleeps, feeds: feeds, aheadMilliseconds: ahead,
      nap: nap.map { FoundNight.Nap(event: press.event, end: $0.milliseconds - ahead) })
  }

  /// Whether another sleep, such as one that another box logged, does not count because of a sleep.
  private func hidesSleep(_ sleep: CareRecord, in log: CareLog) -> Bool {
    let start = care.clocks.resolve(sleep.care.start).instant
    let end = sleep.care.end.map { care.clocks.resolve($0).instant } ?? start
    return log.allRecords.contains { other in
      guard other.id != sleep.id, other.care.kind == .sleep, !other.isDeleted else { return false }
      let began = care.clocks.resolve(other.care.start).instant
      return start <= began && began < end
    }
  }

  /// A sleep that began longer before bedtime was the night before, and no nap.
  private static let longestDayMinutes = 960

  /// When a sleep that lasted until the morning ended as a nap: it began so long before bedtime that it was no early night.
  private func forgottenNap(
    _ record: CareRecord, before bedtime: Instant, _ day: DaySnapshot, at moment: Moment
  ) -> Instant? {
    let start = care.clocks.resolve(record.care.start).instant
    guard let plan = resident?.plan,
      (Self.lateMinutes...Self.longestDayMinutes).contains(start.minutes(until: bedtime))
    else { return nil }
    let cutoff = bedtime.adding(minutes: -day.bracket.lastWindow.upper)
    return likelyNap(from: start, before: cutoff, plan, day.bracket, at: moment).end
  }

  /// The press that has said that the night is over, until the next one may be meant for the first nap.
  private func wakingPress(at moment: Moment) -> CorrectablePress.Movable? {
    guard let press = buttons.presses[.nap], let action = press.action, action.baby == care.chosenBaby,
      !nextMayBegin(after: press.milliseconds, at: moment), let movable = press.movable,
      buttons.history.done.contains(action)
    else { return nil }
    switch movable.deed {
    case .wokeUp, .sleepEnded(isNight: true): return movable
    default: return nil
    }
  }

  /// The evening of the last night of a baby that is over, by its log or by the crib's motion.
  public func lastEvening(of baby: BabyID, from log: NightLog) -> CivilDate {
    let evening = log.lastEvening.adding(days: 1)
    return nights.stores[baby]?.night(of: evening)?.source == .found ? evening : log.lastEvening
  }
}

/// A night that motion alone knows of.
struct FoundNight: Hashable, Sendable {
  /// The calendar date of its evening.
  var evening: CivilDate
  /// Its stretches of sleep, in order.
  var sleeps: [InstantRange]
  /// The feeds in it.
  var feeds: [FeedSpan]
  /// How much the wall clock was ahead of the boot clock, on which motion is measured.
  var aheadMilliseconds: Int
  /// The nap before it, which was taken for its beginning.
  var nap: Nap?

  /// A sleep, and when it ended as a nap, on the boot clock.
  struct Nap: Hashable, Sendable {
    var event: EventID
    var end: Int
  }

  /// When it began.
  var start: Instant? { sleeps.first?.earliest }
  /// When it ended.
  var end: Instant? { sleeps.last?.latest }
  /// Its sleeps on the boot clock. If the wall clock is corrected later, what a press logs of them moves with all other
  /// presses.
  var onBoot: [(start: Int, end: Int)] {
    sleeps.map { ($0.earliest.milliseconds - aheadMilliseconds, $0.latest.milliseconds - aheadMilliseconds) }
  }
}

extension MotionWitness {
  /// The sleeps from an instant until now, as far as the witness knows them. `boot` is now on the boot clock.
  fileprivate func sleeps(from: Instant, until now: Instant, at boot: BootTime) -> [SleepSegment] {
    let earliest = boot.milliseconds - (now.milliseconds - from.milliseconds)
    let begin = max(earliest, knownSince ?? boot.milliseconds)
    let start = Instant(milliseconds: now.milliseconds - (boot.milliseconds - begin))
    return summary(from: begin, until: boot.milliseconds, startingAt: start).segments
  }
}
