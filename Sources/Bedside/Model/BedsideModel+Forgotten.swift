import Nursery

/// When something that no press ended seems to have ended, by feeds and usual lengths.
extension BedsideModel {
  /// When the running sleep seems to have ended, once the box asks about it; a press that agrees ends it there. The box
  /// asks about a night two hours after the usual wake-up, or after a feed from then on. It asks about a nap that has
  /// lasted twice as long as the longest usual one, or once as long with a feed after its beginning, and keeps asking even
  /// in the night, until a press answers. It asks at once about a nap that a feed contradicts, if the press that began it
  /// offered that the baby was awake.
  func askedSleepEnd(of day: DaySnapshot, at moment: Moment) -> Instant? {
    guard let sleep = day.sleeps.last, sleep.span.end == nil, let plan = resident?.plan else { return nil }
    let (start, now) = (sleep.span.start, care.clocks.instant(at: moment.boot))
    let isNight = self.isNight(sleep, of: day, plan)
    guard care.clocks.isSynced(boot: moment.boot.boot) else {
      let longest = plan.longestSleepMinutes(isNight: isNight, day.bracket)
      let fed = feedsByPress(since: start.adding(minutes: longest), at: moment).first
      let end = start.adding(minutes: 2 * longest)
      return min(end, fed ?? end) <= now ? min(end, fed ?? end) : nil
    }
    guard isNight else {
      if let doubted = doubtedNap(at: moment) { return care.clocks.resolve(doubted.instead.time).instant }
      let nap = likelyNap(sleep, of: day, plan, at: moment)
      return nap.askedAt <= now ? nap.end : nil
    }
    let morning = morning(after: day, plan, at: moment)
    let doubted = morning <= now ? doubtedPress(in: day, before: morning, at: moment) : nil
    let fed = doubted ?? morningFeed(of: day, plan, since: start, at: moment)
    return fed != nil || morning.adding(minutes: Self.lateMinutes) <= now ? fed ?? max(morning, start) : nil
  }

  /// The offer, that the baby was awake instead, of a press that answered no question and began the running nap, if a feed
  /// soon after that press says so, too.
  func doubtedNap(at moment: Moment) -> Answer? {
    guard let answer = buttons.answer, answer.saysAwake, buttons.history.done.contains(answer.action),
      let sleep = running(.sleep, in: projection(of: care.chosenBaby), at: moment),
      sleep.id == answer.action.events.last?.id, sleep.care.start == answer.action.time,
      answer.action.events.count == 1
    else { return nil }
    let began = care.clocks.resolve(sleep.care.start).instant
    // Not a short feed with which the baby was just being put down.
    let asleep = began.adding(minutes: DayRules.leastNapMinutes)
    let fed = feedsByPress(since: began, lastingTo: asleep, at: moment).first
    return fed.map { began.minutes(until: $0) <= Self.contradictingMinutes.usual } ?? false ? answer : nil
  }

  /// The feed in a running nap at which the baby may have woken up; nil if there is none.
  func feedInNap(at moment: Moment) -> Int? {
    guard let day = screen.lastDay, let plan = resident?.plan, let sleep = day.sleeps.last,
      sleep.span.end == nil, !isNight(sleep, of: day, plan), care.clocks.isSynced(boot: moment.boot.boot)
    else { return nil }
    let nap = likelyNap(sleep, of: day, plan, at: moment)
    return nap.isFed ? onBoot(nap.end, at: moment) : nil
  }

  /// When a running nap seems to have ended if it is half an hour longer than the longest usual one, on the boot clock.
  func overdueNapEnd(at moment: Moment) -> Int? {
    guard let day = screen.lastDay, let plan = resident?.plan, let sleep = day.sleeps.last,
      sleep.span.end == nil, !isNight(sleep, of: day, plan), care.clocks.isSynced(boot: moment.boot.boot)
    else { return nil }
    let longest = plan.longestSleepMinutes(isNight: false, day.bracket)
    let isOverdue =
      sleep.span.start.minutes(until: care.clocks.instant(at: moment.boot)) >= longest + Self.overdueMinutes
    return isOverdue ? onBoot(sleep.span.start.adding(minutes: longest), at: moment) : nil
  }

  private static let overdueMinutes = 30

  /// When the running nap, which no press ended, seems to have ended.
  func likelyNap(
    _ sleep: DaySnapshot.ClassifiedSleep, of day: DaySnapshot, _ plan: PlanSettings, at moment: Moment
  ) -> LikelyNap {
    likelyNap(from: sleep.span.start, before: day.napCutoff, plan, day.bracket, at: moment)
  }

  /// A nap that no press ended.
  struct LikelyNap {
    var end: Instant
    /// From when on it counts as over: its end, or its end without a feed if that is earlier.
    var over: Instant
    /// Whether a feed in it says so.
    var isFed: Bool
    /// From when on the box asks about it.
    var askedAt: Instant
  }

  /// When a nap that no press ended seems to have ended: at the last feed within the longest usual length, or else after
  /// that length, but not after the time by which it had to end before bedtime. Later feeds do not move it, so that the
  /// panel does not ask about another time, nor does a feed an hour after that time.
  func likelyNap(
    from start: Instant, before cutoff: Instant, _ plan: PlanSettings, _ bracket: AgeTable.Bracket,
    at moment: Moment
  ) -> LikelyNap {
    let longest = plan.longestSleepMinutes(isNight: false, bracket)
    let least = start.adding(minutes: PlanSettings.shortestNapMinutes)
    let (usual, long) = (start.adding(minutes: longest), start.adding(minutes: 2 * longest))
    let unfed = max(least, min(usual, cutoff))
    // An earlier feed rather put the baby to sleep, or back to sleep.
    let feeds = feedsByPress(since: least, at: moment).filter { $0 > lastRest ?? start }
    let fed = feeds.last { $0 <= usual && $0 < unfed.adding(minutes: Self.forgottenMinutes) }
    let askedAt = fed == nil ? feeds.first.map { min($0, long) } ?? long : usual
    return LikelyNap(
      end: fed ?? unfed, over: min(fed ?? unfed, unfed), isFed: fed != nil, askedAt: askedAt)
  }

  /// When motion last saw the chosen baby at rest: a feed before that did not end its sleep.
  private var lastRest: Instant? {
    guard care.settings.motion.mode != .off, care.chosenBaby == motionBaby,
      let rest = motion.restSeenMilliseconds
    else { return nil }
    return Instant(milliseconds: rest + screen.minuteOffset)
  }

  /// When the baby woke up for a feed of a running night, on the boot clock: while the feed runs, and for some time after
  /// it, NAP means that the baby sleeps again. In the first minutes of the feed and in a feed of hours, after a dream feed,
  /// and from shortly before the usual wake-up on, it means that the baby is awake.
  func wakingForFeed(of day: DaySnapshot?, at moment: Moment) -> Int? {
    guard let day, let resident, let sleep = day.sleeps.last,
      sleep.span.end == nil, isNight(sleep, of: day, resident.plan),
      care.clocks.isSynced(boot: moment.boot.boot)
    else { return nil }
    let now = care.clocks.instant(at: moment.boot)
    let ahead = now.minutes(until: morning(after: day, resident.plan, at: moment))
    // Within an hour of the usual wake-up a feed of an hour is rather the morning's.
    let longest = Self.longFeedMinutes + (ahead < DayRules.earlyMinutes ? 0 : Self.nextFeedMinutes)
    guard ahead >= Self.earlyFeedMinutes, let start = feedInSleep(of: day, at: moment),
      start.minutes(until: now) < longest, !wokeAfterDreamFeed(start, of: day, at: now),
      !hasJustBegun(day.feed)
    else { return nil }
    let fed = onBoot(start, at: moment)
    return suggestedWaking(at: moment).flatMap { waking in fed.map { min($0, waking) } } ?? fed
  }

  /// Whether a nursing began only minutes ago. No baby falls asleep so soon: NAP says that it woke up for the feed.
  private func hasJustBegun(_ feed: FeedState) -> Bool {
    if case .feedingNow(let minutes) = feed { minutes < Self.wakefulMinutes } else { false }
  }

  /// Whether a feed was the dream feed, in which the baby sleeps on, and NAP comes too late to say that it was laid down: it
  /// says that the baby woke up.
  private func wokeAfterDreamFeed(_ start: Instant, of day: DaySnapshot, at now: Instant) -> Bool {
    guard let time = resident?.baby.dreamFeed, let feed = day.feeds.last, let end = feed.end,
      end.minutes(until: now) > (feed.isNursing ? Self.laidDownMinutes.nursed : Self.laidDownMinutes.bottle)
    else { return false }
    let date = time.hour < 12 ? day.day.adding(days: 1) : day.day
    let late = care.settings.zone.instant(date, time).minutes(until: start)
    return (-Self.dreamFeedMinutes...Self.dreamFeedMinutes).contains(late)
  }

  /// How long after a dream feed a baby is laid down, in minutes.
  private static let laidDownMinutes = (nursed: 5, bottle: 15)

  /// How far from its time a dream feed may be, in minutes.
  private static let dreamFeedMinutes = 60

  /// When the baby woke up for a feed of the night, on the boot clock, if NAP means that it is awake: it may sleep again.
  /// That is so around the usual wake-up, after a dream feed, and some time after any feed.
  func maySleepOn(at moment: Moment) -> Int? {
    guard let day = screen.lastDay, let resident, let sleep = day.sleeps.last, sleep.span.end == nil,
      isNight(sleep, of: day, resident.plan), care.clocks.isSynced(boot: moment.boot.boot),
      let start = feedInSleep(of: day, within: Self.sleepsLaterMinutes, at: moment), longFeed(of: day) == nil,
      morning(after: day, resident.plan, at: moment).minutes(until: care.clocks.instant(at: moment.boot))
        < DayRules.earlyMinutes
    else { return nil }
    return onBoot(start, at: moment)
  }

  /// When the running feed, or the feeds just past, began during the running sleep. The day joins feeds and sleeps
  /// that follow each other within minutes.
  ///
  /// - Parameter limit: for how many minutes after its end a feed counts; nil for what its kind allows.
  private func feedInSleep(
    of day: DaySnapshot, within limit: Int? = nil, at moment: Moment
  ) -> Instant? {
    guard let sleep = running(.sleep, in: projection(of: care.chosenBaby), at: moment) else { return nil }
    let asleep = care.clocks.resolve(sleep.care.start).instant
    let now = care.clocks.instant(at: moment.boot)
    if case .feedingNow = day.feed {
      return day.feeds.last { $0.end == nil }?.stretches.first { $0.start > asleep }?.start
    }
    guard let fed = lastFeeds(of: day, since: asleep, until: now), let end = fed.end,
      end.minutes(until: now)
        <= limit ?? (day.feeds.last?.isNursing == true ? Self.nursedMinutes : Self.bottleMinutes),
      suggestedWaking(at: moment).map({ $0 <= onBoot(end, at: moment) ?? $0 }) ?? true
    else { return nil }
    return fed.start
  }

  /// For how long a baby that woke up for a nursing stays awake at least, in minutes.
  private static let wakefulMinutes = 2

  /// Within this many minutes of the end of a nursing at night, a press says that the baby sleeps again. Later it may
  /// have slept without a press and woken up again.
  private static let nursedMinutes = 30

  /// The same after a bottle, which is often logged when it begins.
  private static let bottleMinutes = 45

  /// Until this many minutes after any feed, it may have taken so long to fall asleep.
  static let sleepsLaterMinutes = 75

  /// Feeds with a longer pause between them do not belong to one waking, in minutes.
  private static let feedPauseMinutes = 30

  /// The last feeds that began after an instant, from the first to the last of one waking; their end is nil while one
  /// runs.
  func lastFeeds(
    of day: DaySnapshot, since begin: Instant, until now: Instant
  ) -> (start: Instant, end: Instant?)? {
    let feeds = day.feeds.compactMap { feed -> (start: Instant, end: Instant?)? in
      let start = feed.start > begin ? feed.start : feed.stretches.first { $0.start > begin }?.start
      return start.flatMap { $0 <= now ? ($0, feed.end) : nil }
    }
    guard var waking = feeds.last else { return nil }
    for feed in feeds.dropLast().reversed() {
      guard (feed.end ?? feed.start).minutes(until: waking.start) <= Self.feedPauseMinutes else { break }
      waking.start = feed.start
    }
    return waking
  }

  /// The first feed of the morning, while the night still runs.
  func morningFeed(
    of day: DaySnapshot, _ plan: PlanSettings, since start: Instant, at moment: Moment
  ) -> Instant? {
    feedsByPress(since: max(start, morning(after: day, plan, at: moment)), at: moment).first
  }

  /// For how long after bedtime the box takes a nap that began within two hours of it for a nap, in minutes.
  private static let earlyNightMinutes = 45

  /// A nap that should have ended so long ago, in minutes, was not ended by a press if bedtime has come.
  private static let forgottenMinutes = 60

  /// When a nap seems to have ended that still runs around bedtime, so that NAP begins the night. Before bedtime only a
  /// feed says so, or a nap that should have ended long ago, since the press of a parent who has just woken the baby says
  /// awake; while a feed runs, only such a nap does. Later in the night a press means a waking, and a nap that began
  /// within an hour of bedtime is the night.
  func forgottenNapEnd(
    of day: DaySnapshot, _ sleep: DaySnapshot.ClassifiedSleep, _ plan: PlanSettings, at moment: Moment
  ) -> Instant? {
    let now = care.clocks.instant(at: moment.boot)
    guard let nap = lastNap(sleep, of: day, plan, at: moment) else { return nil }
    let isLongOver = nap.over.minutes(until: now) >= Self.forgottenMinutes
    if now < day.bedtime {
      if case .feedingNow = day.feed { return isLongOver ? nap.end : nil }
      return nap.askedAt <= now && (nap.isFed || isLongOver) ? nap.end : nil
    }
    let isAsked = nap.askedAt <= now && (nap.isFed || !isNight(sleep, of: day, plan))
    return isAsked || isLongOver ? nap.end : nil
  }

  /// A nap that still runs around bedtime.
  private func lastNap(
    _ sleep: DaySnapshot.ClassifiedSleep, of day: DaySnapshot, _ plan: PlanSettings, at moment: Moment
  ) -> LikelyNap? {
    let now = care.clocks.instant(at: moment.boot)
    let lead = sleep.span.start.minutes(until: day.bedtime)
    // A nap that began late may as well be an early night.
    let late = lead < Self.lateMinutes ? Self.earlyNightMinutes : Self.lateMinutes
    guard care.clocks.isSynced(boot: moment.boot.boot), lead > DayRules.earliestBedMinutes,
      (-DayRules.nightLeadMinutes..<late).contains(day.bedtime.minutes(until: now))
    else { return nil }
    return likelyNap(sleep, of: day, plan, at: moment)
  }

  /// Whether NAP means the night: it is past bedtime, and motion saw that the baby woke up from its last nap before that.
  func isBedtime(of day: DaySnapshot, afterNapUntil waking: Instant, at moment: Moment) -> Bool {
    guard let plan = resident?.plan, let sleep = day.sleeps.last, sleep.span.end == nil,
      lastNap(sleep, of: day, plan, at: moment) != nil, waking < day.bedtime
    else { return false }
    return day.bedtime <= care.clocks.instant(at: moment.boot)
  }

  /// When the last nap seems to have ended, shortly before bedtime, if that is so long ago that NAP may be meant for the
  /// night; on the boot clock.
  func napBeforeBed(at moment: Moment) -> Int? {
    guard let day = screen.lastDay, let plan = resident?.plan, let sleep = day.sleeps.last,
      sleep.span.end == nil,
      let nap = lastNap(sleep, of: day, plan, at: moment),
      nap.over.minutes(until: care.clocks.instant(at: moment.boot)) >= Self.forgottenMinutes
    else { return nil }
    return onBoot(nap.end, at: moment)
  }

  /// When the running night seems to have ended, if that is so long ago that the first nap may be due: at the usual
  /// wake-up, if nothing says more.
  func forgottenWaking(
    of day: DaySnapshot, _ sleep: DaySnapshot.ClassifiedSleep, at moment: Moment
  ) -> Instant? {
    guard let resident, care.clocks.isSynced(boot: moment.boot.boot) else { return nil }
    let (usual, now) = (morning(after: day, resident.plan, at: moment), care.clocks.instant(at: moment.boot))
    let likely = likelyMorning(of: day, resident.plan, at: moment)
    let isDoubted = doubtedPress(in: day, before: usual, at: moment) != nil
    guard let waking = likely ?? (sleep.span.start < usual ? usual : nil),
      now >= usual.adding(minutes: isDoubted ? Self.answerMinutes : -Self.earlyFeedMinutes)
    else { return nil }
    let lead = isDoubted ? Self.nextLeadMinutes : 0
    let asked = DayRules.askedMinutes(of: resident.baby, on: care.settings.zone.civil(now).date)
    return waking.minutes(until: now) >= asked - lead ? waking : nil
  }

  /// When the baby woke up although the night still runs: at the press that a feed contradicts, or at the first feed from
  /// shortly before the usual wake-up on.
  func likelyMorning(of day: DaySnapshot, _ plan: PlanSettings, at moment: Moment) -> Instant? {
    guard let sleep = day.sleeps.last, sleep.span.end == nil, care.clocks.isSynced(boot: moment.boot.boot)
    else {
      return nil
    }
    let usual = morning(after: day, plan, at: moment)
    let early = usual.adding(minutes: -Self.earlyFeedMinutes)
    return doubtedPress(in: day, before: usual, at: moment)
      ?? feedsByPress(since: max(sleep.span.start, early), at: moment).first
  }

  /// How long before the usual wake-up a press may have been the morning's although the box took it to say asleep, in
  /// minutes.
  private static let earlyGuessMinutes = 120

  /// For how long from the usual wake-up on the box only asks whether the baby woke up at that press, in minutes.
  private static let answerMinutes = 20

  /// Until this long after the usual wake-up NAP offers no first nap, so that a second press takes the first one back, in
  /// minutes.
  static let lateWakingMinutes = 60

  /// A feed that a baby gets within this time after it was put down contradicts that, in minutes; within the shorter one
  /// if it was awake shortly before, so that it was rather put down.
  private static let contradictingMinutes = (usual: 45, putDown: 20)

  /// A feed this soon after the baby was put down was rather logged late, or is the reason of the press, in minutes.
  private static let loggedLateMinutes = 4

  /// A younger baby may be fed again at once, and sleep on; in days.
  private static let regularDays = 90

  /// When the running sleep was logged, if that was so shortly before the usual wake-up that the press may have said that
  /// the baby was up for the day; nil otherwise.
  func guessedPress(of sleep: CareRecord, before usual: Instant) -> Instant? {
    let pressed = Instant(milliseconds: sleep.id.milliseconds)
    return (0...Self.earlyGuessMinutes).contains(pressed.minutes(until: usual)) ? pressed : nil
  }

  /// Such a press that a feed soon after it contradicts.
  func doubtedPress(
    in day: DaySnapshot, before usual: Instant, at moment: Moment
  ) -> Instant? {
    guard let sleep = running(.sleep, in: projection(of: care.chosenBaby), at: moment),
      let pressed = guessedPress(of: sleep, before: usual),
      day.ageDays >= Self.regularDays
    else { return nil }
    let isPutDown = wasAwake(shortlyBefore: pressed)
    let limit = isPutDown ? Self.contradictingMinutes.putDown : Self.contradictingMinutes.usual
    let isFed = feedsByPress(since: pressed, at: moment).contains { fed in
      (Self.loggedLateMinutes...limit).contains(pressed.minutes(until: fed)) && fed < usual
    }
    return isFed && !wokeUp(shortlyBefore: pressed)
      ? max(pressed, care.clocks.resolve(sleep.care.start).instant) : nil
  }

  /// A baby that was awake this shortly before a press was rather put down with it, in minutes; certainly if a press said
  /// that it woke up.
  private static let putDownMinutes = (fed: 60, woke: 30)

  /// Whether the log has a waking, or the end of a feed, shortly before a press that was taken to say asleep.
  func wasAwake(shortlyBefore pressed: Instant) -> Bool {
    !wakings(within: Self.putDownMinutes.fed, before: pressed).isEmpty
  }

  /// Whether a press said so. A waking at the beginning of a feed was guessed from that feed.
  private func wokeUp(shortlyBefore pressed: Instant) -> Bool {
    let feeds = projection(of: care.chosenBaby).allRecords.filter { $0.care.kind.isFeed && !$0.isDeleted }
    return wakings(within: Self.putDownMinutes.woke, before: pressed).contains { kind, time in
      !kind.isFeed && !feeds.contains { $0.care.start == time }
    }
  }

  /// The wakings and ends of feeds before an instant, each with the kind of its event.
  private func wakings(within minutes: Int, before pressed: Instant) -> [(CareKind, EventTime)] {
    projection(of: care.chosenBaby).allRecords.compactMap { record in
      let (kind, care) = (record.care.kind, record.care)
      guard !record.isDeleted, let time = care.end ?? (kind.lasts ? nil : care.start),
        [.sleep, .nursing, .bottle, .wake].contains(kind),
        (0...minutes).contains(self.care.clocks.resolve(time).instant.minutes(until: pressed))
      else { return nil }
      return (kind, time)
    }
  }

  /// Whether a running sleep is the night, and not a nap that was never ended.
  func isNight(_ sleep: DaySnapshot.ClassifiedSleep, of day: DaySnapshot, _ plan: PlanSettings)
    -> Bool
  {
    sleep.isNight && !plan.isForgottenNap(from: sleep.span.start, before: day.bedtime, day.bracket)
  }

  /// The usual wake-up after a day's night: this child's, or, while that is not known, the end of the longest usual
  /// night.
  func morning(after day: DaySnapshot, _ plan: PlanSettings, at moment: Moment) -> Instant {
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    guard let usual = usualMorning(after: day.day, from: log, learnedDay(at: moment), at: moment) else {
      return day.bedtime.adding(minutes: plan.longestSleepMinutes(isNight: true, day.bracket))
    }
    return care.settings.zone.instant(day.day.adding(days: 1), usual)
  }

  /// When a button logged feeds of the chosen baby since an instant, in order. A baby that is fed by day may be up. The
  /// clock of another box may be ahead; its feeds count once their time has come.
  ///
  /// - Parameter limit: only feeds that began or lasted until then or later; nil for all.
  func feedsByPress(since: Instant, lastingTo limit: Instant? = nil, at moment: Moment) -> [Instant] {
    let now = care.clocks.instant(at: moment.boot)
    return projection(of: care.chosenBaby).allRecords.compactMap { record in
      guard record.care.kind.isFeed, !record.isDeleted, record.source == .button else { return nil }
      let start = care.clocks.resolve(record.care.start).instant
      let end = record.isRunning ? now : record.care.end.map { care.clocks.resolve($0).instant } ?? start
      return start >= since && start <= now && end >= limit ?? end ? start : nil
    }.sorted()
  }
}
