import Nursery

/// Nights: how the last ones were, and what there is to remember for the next.
extension BedsideModel {
  /// How far back the log is read for a week of nights and the week before it, in days.
  private static let nightDays = 2 * SleepAnalyzer.weekNights + 4

  /// The last night of a baby that is over, and its week; nil while the clock does not tell which night that is.
  public func nightReview(of baby: BabyID, at moment: Moment) -> NightReview? {
    guard let log = nightLog(of: baby, at: moment) else { return nil }
    return NightReview(evening: lastEvening(of: baby, from: log), store: nightStore(of: baby, from: log))
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
    return NightLog(
      baby: resident.baby, sleeps: log.sourcedSleeps(clock: care.clocks, since: since, now: now),
      wakes: log.wakes(clock: care.clocks, since: since, now: now),
      feeds: log.feeds(clock: care.clocks, since: since, now: now), plan: resident.plan,
      usualWakeUp: pages(of: baby).learnedDay(at: moment)?.usualWakeUp, now: now, zone: care.settings.zone)
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
