import CribMotion
import Nursery

/// What is kept of nights.
struct NightModel: Sendable {
  /// By baby, with what a person said of them.
  var stores: [BabyID: SleepStore]
  /// What was handed over to be kept last; nil: what the flash has is not known.
  var handedOver: [BabyID: SleepStore]?
  /// What the nights were gathered from last.
  var mark: NightsMark?

  /// The nights that were kept.
  init(_ kept: [BabyID: SleepStore]) {
    stores = kept
    handedOver = kept
  }
}

/// What a person says of a night, or what came from outside about it.
public struct NightRemark: Hashable, Sendable {
  /// What is said.
  public enum Word: Hashable, Sendable {
    /// A rating of 1…5 stars; nil takes it back.
    case rating(Int?)
    /// The steps of the day before it.
    case steps(Int)
  }

  /// The night's evening.
  public var evening: CivilDate
  /// What is said.
  public var word: Word

  /// A word about a night.
  public init(evening: CivilDate, word: Word) {
    self.evening = evening
    self.word = word
  }
}

/// Nights: how the last ones were, and what there is to remember for the next.
extension BedsideModel {
  /// How far back the log is read for a week of nights and the week before it, in days.
  private static let nightDays = 2 * SleepAnalyzer.weekNights + 4

  /// The last night of a baby that is over, and its week; nil while the clock does not tell which night that is.
  public func nightReview(of baby: BabyID, at moment: Moment) -> NightReview? {
    guard let log = nightLog(of: baby, at: moment) else { return nil }
    return NightReview(evening: lastEvening(of: baby, from: log), store: nightStore(of: baby, from: log))
  }

  /// The stretches of a baby's last night that no one logged, see `NightLog`.
  public func estimatedSleeps(of baby: BabyID, at moment: Moment) -> [SleepSpan] {
    guard let log = nightLog(of: baby, at: moment), let night = nightReview(of: baby, at: moment)?.night
    else { return [] }
    return log.estimatedSleeps(of: night)
  }

  /// Every night of a baby that is known of: what is kept, brought up to what the log has.
  public func nightStore(of baby: BabyID, from log: NightLog) -> SleepStore {
    var store = nights.stores[baby] ?? SleepStore()
    for night in log.nights(SleepAnalyzer.weekNights, alarm: care.settings.alarm).nights
    where night.hasData || store.night(of: night.date) != nil {
      // What motion alone knows of is in no log.
      if !night.hasData, store.night(of: night.date)?.source == .found { continue }
      store.keep(night)
    }
    return store
  }

  /// Brings what is kept up to the log when the log or the night has changed, and hands it over when it differs.
  mutating func gatherNights(at moment: Moment) {
    guard care.clocks.isSynced(boot: moment.boot.boot), !care.box.isSafe else { return }
    let now = care.clocks.instant(at: moment.boot)
    let mark = NightsMark(
      evening: NightWindow(containing: now, zone: care.settings.zone).evening, logLines: care.box.logLines)
    // A card that refuses is asked again with the next change, and not in each turn.
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
    effects.append(.keepNights(nights.stores, token: token))
  }

  /// Words about nights that are not kept are left out; who asks checks that they are.
  mutating func receive(_ remarks: [NightRemark], of baby: BabyID, token: Int, at moment: Moment) {
    // The night that is spoken of may have ended by time alone since they were gathered.
    if let log = nightLog(of: baby, at: moment) { nights.stores[baby] = nightStore(of: baby, from: log) }
    for remark in remarks {
      switch remark.word {
      case .rating(let stars): _ = nights.stores[baby]?.rate(remark.evening, stars)
      case .steps(let steps): _ = nights.stores[baby]?.setSteps(remark.evening, steps)
      }
    }
    handOverNights(token: token)
  }

  /// The baby's nights as the log has them; nil while the clock does not tell which night was last.
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

  /// How much sleep a night in a log is meant to bring, as configured now.
  public func goal(of evening: CivilDate, in log: NightLog) -> NightGoal {
    log.goal(of: evening, alarm: care.settings.alarm)
  }

  /// A cue counts as shown once it is on the Now page of a lit panel, and only by a clock that is known.
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
    // Caffeine is no matter of a baby's night.
    let due = all.filter { $0.cue != .noMoreCaffeine || care.settings.showsCaffeineCue }
    reminders.cue = reminders.cues.look(at: now, milliseconds: moment.boot.milliseconds, cues: due)
  }
}

/// What the nights were gathered from: as long as it is the same, so are they.
struct NightsMark: Hashable, Sendable {
  var evening: CivilDate
  var logLines: Int
}

extension BedsideModel {
  /// What was said of nights meanwhile stands beside what was kept; the nights are gathered from the log again.
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

/// A night that no one logged, as the crib's motion has it. It is shown and offered as an entry; where a button spoke of
/// the night, motion says nothing.
extension BedsideModel {
  /// How often it is looked for, in milliseconds.
  private static let lookMilliseconds = 300_000
  /// So long after the last rest a night is found if there was one, in milliseconds.
  static let nightIsKnownMilliseconds = overMinutes * 60_000 + lookMilliseconds
  /// Less sleep than this is no night, in minutes.
  private static let leastMinutes = 300
  /// A sleep is over once it has been for this long, in minutes.
  private static let overMinutes = 10
  /// The night may begin this long before bedtime, in minutes.
  private static let leadMinutes = 90
  /// For how long after its end it is offered, in minutes.
  private static let offeredMinutes = 240

  /// Looks for the last night in the crib's motion, every few minutes of a morning, and keeps what is found.
  mutating func lookForNight(at moment: Moment) {
    guard care.settings.motion.mode != .off, !care.box.isSafe, care.clocks.isSynced(boot: moment.boot.boot),
      moment.boot.milliseconds >= motion.nightDueMilliseconds
    else { return }
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

  /// The night that is over by the witness's own segments; nil before the morning, and where a person logged any of it.
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
      isUnlogged(since: first.earliest, until: now)
    else { return nil }
    let feeds = projection(of: motionBaby).feeds(clock: care.clocks, since: first.earliest, now: now)
    return FoundNight(
      evening: window.evening, sleeps: sleeps, feeds: feeds,
      aheadMilliseconds: now.milliseconds - moment.boot.milliseconds)
  }

  /// Whether no sleep and no wake-up of the motion's baby was logged for a stretch of time.
  private func isUnlogged(since: Instant, until now: Instant) -> Bool {
    let log = projection(of: motionBaby)
    return log.sleeps(clock: care.clocks, since: since, now: now).isEmpty
      && log.wakes(clock: care.clocks, since: since, now: now).isEmpty
  }

  /// The night that the Now page offers as an entry; only for the baby that it is about, before the day has begun.
  func offeredNight(of day: DaySnapshot?, at moment: Moment) -> FoundNight? {
    let now = care.clocks.instant(at: moment.boot)
    guard care.chosenBaby == motionBaby, day?.state == .notStarted, let found = motion.night,
      let end = found.end,
      (0...Self.offeredMinutes).contains(end.minutes(until: now)), let start = found.start,
      isUnlogged(since: start, until: now)
    else { return nil }
    return found
  }

  /// For so long after the press that said when a night was over the box asks whether it began at bedtime, in milliseconds.
  private static let askedAfterWakingMilliseconds = 600_000

  /// The night before the waking that a press has just logged, if no press spoke of it: from bedtime on, but for its nursings.
  func unloggedNight(of day: DaySnapshot, at moment: Moment) -> FoundNight? {
    guard let resident, !day.bracket.feedsAtNight, let woke = wakingJustLogged(at: moment) else { return nil }
    let evening = care.settings.zone.civil(woke).date.adding(days: -1)
    let bedtime = care.settings.zone.instant(evening, resident.baby.bedtime(on: evening))
    let log = projection(of: care.chosenBaby)
    let lead = bedtime.adding(minutes: -Self.leadMinutes)
    let feeds = log.feeds(clock: care.clocks, since: bedtime, now: woke)
    guard log.sleeps(clock: care.clocks, since: lead, now: woke).isEmpty else { return nil }
    var sleeps: [InstantRange] = []
    var awake = bedtime
    for feed in feeds + [FeedSpan(isNursing: true, start: woke, end: woke)] {
      guard let end = feed.end, feed.isNursing else { continue }
      if awake < feed.start { sleeps.append(InstantRange(earliest: awake, latest: feed.start)) }
      awake = max(awake, end)
    }
    guard sleeps.reduce(0, { $0 + $1.milliseconds }) >= Self.leastMinutes * 60_000 else { return nil }
    let ahead = care.clocks.instant(at: moment.boot).milliseconds - moment.boot.milliseconds
    return FoundNight(evening: evening, sleeps: sleeps, feeds: feeds, aheadMilliseconds: ahead)
  }

  /// The waking that answered the morning's question a moment ago, as it stands.
  private func wakingJustLogged(at moment: Moment) -> Instant? {
    guard let press = buttons.presses[.nap], let action = press.action, action.baby == care.chosenBaby,
      moment.boot.milliseconds - press.milliseconds < Self.askedAfterWakingMilliseconds,
      let movable = press.movable, movable.deed == .wokeUp, buttons.history.done.contains(action)
    else { return nil }
    return record(movable.event).map { care.clocks.resolve($0.care.start).instant }
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
  /// What was fed meanwhile.
  var feeds: [FeedSpan]
  /// By how much the wall clock was ahead of the boot clock, which motion is measured with.
  var aheadMilliseconds: Int

  /// When it began.
  var start: Instant? { sleeps.first?.earliest }
  /// When it was over.
  var end: Instant? { sleeps.last?.latest }
  /// Its stretches of sleep on the boot clock: what a press logs of it moves with all other presses when the wall clock is
  /// corrected.
  var onBoot: [(start: Int, end: Int)] {
    sleeps.map { ($0.earliest.milliseconds - aheadMilliseconds, $0.latest.milliseconds - aheadMilliseconds) }
  }
}

extension MotionWitness {
  /// The sleeps between an instant and now, which the boot clock says as `boot`, as far as it knows them.
  fileprivate func sleeps(from: Instant, until now: Instant, at boot: BootTime) -> [SleepSegment] {
    let begin = max(0, boot.milliseconds - (now.milliseconds - from.milliseconds))
    let start = Instant(milliseconds: now.milliseconds - (boot.milliseconds - begin))
    return summary(from: begin, until: boot.milliseconds, startingAt: start).segments
  }
}
