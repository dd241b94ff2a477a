import CribMotion
import Nursery

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
    store.keep(
      NightRecord(
        date: found.evening, segments: found.sleeps, feeds: found.feeds, goal: goal, source: .found,
        zone: care.settings.zone))
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
    return FoundNight(evening: window.evening, sleeps: sleeps, feeds: feeds)
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

  /// When it began.
  var start: Instant? { sleeps.first?.earliest }
  /// When it was over.
  var end: Instant? { sleeps.last?.latest }

  /// The entries that it makes.
  var commands: [CareCommand] {
    sleeps.map { .add(Care(kind: .sleep, start: .wall($0.earliest), end: .wall($0.latest))) }
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
