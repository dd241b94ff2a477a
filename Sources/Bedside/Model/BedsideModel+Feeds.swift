import Nursery

/// What a scene shows of feeds, of the last 24 hours, and of an action that was undone.
extension BedsideModel {
  func addFeeds(to scene: inout Scene, at moment: Moment) {
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    let now = care.clocks.instant(at: moment.boot)
    let since = now.adding(minutes: -2 * RecentDay.minutes)
    let feeds = log.feeds(clock: care.clocks, since: since, now: now)
    scene.nextSide = offeredSide(log)
    let running = feeds.last { $0.end == nil }
    scene.lastFeed = running.flatMap(Self.stretchBefore) ?? feeds.last { $0.end != nil }
    scene.feedAgeIsLeast = isLeast(feeds.last { $0.end != nil }?.start, scene, log, at: moment)
    let begin = running?.stretches.last?.start ?? scene.day.runningSleep?.start ?? scene.day.wakeReference
    scene.stateAgeIsLeast = isLeast(begin, scene, log, at: moment)
    let beginsDay =
      begin != nil && begin == scene.day.morning && scene.day.runningSleep == nil && running == nil
    scene.stateIsGuessed =
      isGuessed(begin, log) || (beginsDay && scene.day.morningIsAssumed)
      || (running == nil && scene.outlook.isGuessed)
    if scene.page != .now {
      scene.guessedTimes = guessedTimes(log, since: CareLog.pagesSince(now))
      if scene.isApproximate { scene.leastTimes = leastTimes(log, now: now, at: moment) }
    }
    scene.feedIsGuessed = isGuessed(scene.lastFeed?.start, log)
    scene.stretchIsGuessed = isGuessed(scene.lastFeed?.stretches.last?.start, log)
    if let session = quiet.course.session {
      scene.quietLock = QuietLock(end: session.endsAt, strictness: session.strictness)
    }
    guard scene.page == .today else { return }
    var recent = RecentDay(
      sleeps: log.daySleeps(clock: care.clocks, since: since, now: now),
      estimates: estimatedSleeps(of: care.chosenBaby, at: moment), feeds: feeds, now: now)
    let yesterday = now.adding(minutes: -RecentDay.minutes)
    recent.intake = log.bottleMilliliters(clock: care.clocks, since: yesterday, now: now).map {
      BottleAmount(milliliters: $0, usesOunces: care.settings.feeds.usesOunces)
    }
    recent.lastMedicine = log.medicines(clock: care.clocks, since: yesterday).last { $0.at <= now }?.at
    recent.nappies = log.nappies(clock: care.clocks, since: yesterday).count { $0 <= now }
    recent.nursed = [NursingSide.left, .right, .both].map { side in
      recent.feeds.reduce(0) { $0 + $1.minutes(on: side, at: now) }
    }
    scene.recent = recent
  }

  /// Whether an entry began or ended at this instant, and that time is only bounded. The newest entries are checked
  /// first.
  public func isGuessed(_ instant: Instant?, _ log: CareLog) -> Bool {
    guard let instant else { return false }
    for record in log.allRecords.reversed() where !record.isDeleted {
      for time in [record.care.start, record.care.end] {
        guard let resolved = time.map(care.clocks.resolve), resolved.instant == instant else { continue }
        return !resolved.isExact
      }
    }
    return false
  }

  /// Whether more time may have passed since an entry began or ended than is shown: the wall clock is not known, and
  /// the boot clock did not count all of that time. This is false if the entry's own time is only bounded, because less
  /// time may have passed as well.
  private func isLeast(_ since: Instant?, _ scene: Scene, _ log: CareLog, at moment: Moment) -> Bool {
    guard scene.isApproximate, let since else { return false }
    return log.allRecords.allSatisfy { record in
      [record.care.start, record.care.end].allSatisfy { time in
        guard !record.isDeleted, let time, care.clocks.resolve(time).instant == since else { return true }
        return isLeast(time, shown: scene.now.milliseconds - since.milliseconds, at: moment)
      }
    }
  }

  private func isLeast(_ time: EventTime, shown: Int, at moment: Moment) -> Bool {
    guard case .boot(let reading) = time, reading.box == nil else { return care.clocks.resolve(time).isExact }
    guard !care.clocks.shareClock(reading.boot, moment.boot.boot) else { return false }
    return care.clocks.resolve(time).isExact
      || shown <= care.clocks.countedMilliseconds(from: reading, to: moment.boot)
  }

  /// The begins and ends of entries whose time is only bounded.
  private func guessedTimes(_ log: CareLog, since: Instant) -> Set<Instant> {
    var guessed: Set<Instant> = []
    func note(_ time: EventTime) {
      let resolved = care.clocks.resolve(time)
      if !resolved.isExact, resolved.instant >= since { guessed.insert(resolved.instant) }
    }
    // This makes no list of the times, because a household of many boxes has tens of thousands.
    for record in log.allRecords where !record.isDeleted {
      note(record.care.start)
      if let end = record.care.end { note(end) }
    }
    return guessed
  }

  /// The begins and ends of entries that may be longer ago than the clock has counted.
  private func leastTimes(_ log: CareLog, now: Instant, at moment: Moment) -> Set<Instant> {
    let times = log.allRecords.filter { !$0.isDeleted }.flatMap { [$0.care.start, $0.care.end] }.compactMap {
      $0
    }
    let least = times.filter { time in
      let ago = now.milliseconds - care.clocks.resolve(time).instant.milliseconds
      return isLeast(time, shown: ago, at: moment)
    }
    return Set(least.map { care.clocks.resolve($0).instant })
  }

  /// The part of a feed before the running one, as a feed of its own.
  private static func stretchBefore(_ feed: FeedSpan) -> FeedSpan? {
    guard feed.end == nil, let before = feed.earlier.last else { return nil }
    return FeedSpan(isNursing: true, start: before.start, end: before.end, side: before.side)
  }

  /// Within this time a switch corrects the side on which the feed began, in minutes.
  private static let correctsSideMinutes = 2

  /// MENU while nursing: this side ends and the other one begins, unless this side has just begun. Then its side is
  /// corrected.
  mutating func switchSide(of running: CareRecord, at moment: Moment) {
    let side = running.care.side ?? .left
    let (now, time) = (care.clocks.instant(at: moment.boot), EventTime.boot(moment.boot))
    let minutes = care.clocks.resolve(running.care.start).instant.minutes(until: now)
    // If a side began before a power cut, the time since then does not say how long it has lasted.
    let isTimed: Bool
    if case .boot(let start) = running.care.start, start.box == nil {
      isTimed = care.clocks.shareClock(start.boot, moment.boot.boot)
    } else {
      isTimed = false
    }
    let isKnown =
      isTimed
      || (care.clocks.resolve(running.care.start).isExact && care.clocks.resolve(time).isExact)
    let corrects = isKnown && minutes < Self.correctsSideMinutes
    // The other side follows. "Both" is only ever chosen by hand.
    let next = corrects ? corrected(side, of: running) : side.offered
    let commands: [CareCommand] =
      corrects
      ? [.amend(running.id, CarePatch(side: next))] : [.endNursing(at: time), .startNursing(next, at: time)]
    guard let action = attempt(commands, for: care.chosenBaby, at: moment) else { return }
    confirm(
      action, as: corrects ? .sideSwitched(next) : .sideFollows(next, after: side, minutes: minutes), at: time
    )
    buttons.history.record(action)
    buttons.menuPress?.action = action
  }

  /// The side that a press of MENU corrects another one to: the other one, and then both.
  private func corrected(_ side: NursingSide, of nursing: CareRecord) -> NursingSide {
    guard let last = buttons.history.done.last, last.events.count == 1,
      case .amended(nursing.id, _)? = last.events.first?.change,
      case .putBack(_, let old)? = last.inverses.first, let before = old.side
    else { return side.offered }
    return [.left, .right, .both].first { $0 != side && $0 != before } ?? side.offered
  }

  /// How long the feed with the running nursing had lasted at a time, over all its sides, in minutes.
  func minutesFed(_ nursing: CareRecord, in log: CareLog, until time: EventTime) -> Int {
    let now = care.clocks.resolve(time).instant
    let feeds = log.feeds(clock: care.clocks, since: CareLog.pagesSince(now), now: now)
    let start = feeds.last { $0.end == nil }?.start ?? care.clocks.resolve(nursing.care.start).instant
    return max(0, start.minutes(until: now))
  }

  /// What an action did, as the notice that confirmed it said; nil if that is not known.
  func confirmation(of action: Action) -> Confirmation? {
    if let corrected = correction(action) { return corrected }
    if case .added(let care)? = action.events.last?.change, care.kind == .nursing, action.events.count > 1,
      case .amended(_, let patch)? = action.events.first?.change, patch.end == .some(care.start)
    {
      return said(.sideSwitched(care.side ?? .left), care.start)
    }
    if case .amended(let id, _)? = action.events.last?.change, let care = record(id)?.care,
      care.kind == .nursing,
      action.events.dropLast().contains(where: { $0.about != id && record($0.about)?.care.kind == .nursing })
    {
      return said(.sideSwitched(care.side ?? .left), care.start)
    }
    // A button adds a sleep with an end only if it logs a night that motion saw.
    if case .added(let first)? = action.events.first?.change, first.kind == .sleep,
      case .added(let last)? = action.events.last?.change, let end = last.end,
      action.events.first?.source == .button
    {
      return said(.nightSlept(from: care.clocks.resolve(first.start).instant), end)
    }
    if case .deleted(let id)? = action.events.last?.change {
      return record(id).map { said(.deleted($0.care.kind), $0.care.start) }
    }
    return action.events.last.flatMap { confirmation(of: asItStands($0)) }
  }

  /// The words for a correction of an event with a start and an end; nil for any other action.
  private func correction(_ action: Action) -> Confirmation? {
    guard action.events.count == 1, case .amended(let id, let patch)? = action.events.first?.change,
      case .putBack(_, let old)? = action.inverses.first, patch.side == nil, old.end != .some(nil),
      !isBottleInstead(patch)
    else { return nil }
    return record(id).map { said(.corrected, $0.care.start) }
  }

  /// Whether a change is what a double press of FEED makes of a nursing: it has every value of the bottle.
  private func isBottleInstead(_ patch: CarePatch) -> Bool { patch.kind == .bottle && patch.start != nil }

  /// What an event did, with the time to which a hold has moved it since.
  private func asItStands(_ event: CareEvent) -> CareEvent.Change {
    switch event.change {
    case .added: return record(event.id).map { .added($0.care) } ?? event.change
    case .amended(let id, var patch) where patch.end != nil:
      guard let end = record(id)?.care.end else { return event.change }
      patch.end = .some(end)
      return .amended(id, patch)
    case .amended, .deleted: return event.change
    }
  }

  /// What a change did; nil if the panel has no word for it.
  func confirmation(of change: CareEvent.Change) -> Confirmation? {
    switch change {
    case .added(let care): return began(care).map { said($0, care.start) }
    case .amended(let id, let patch):
      guard let care = record(id)?.care else { return nil }
      if patch.kind != nil, !isBottleInstead(patch) {
        return said(.corrected, patch.start ?? care.start)
      }
      if let side = patch.side { return said(.sideSwitched(side), care.start) }
      if case .some(.some(let end)) = patch.end { return ended(care).map { said($0, end) } }
      return began(care).map { said($0, patch.start ?? care.start) }
    case .deleted: return nil
    }
  }

  /// What the panel says about an action that a command made: an entry that was added or ended is named as if a button
  /// had done it.
  func announcement(of action: Action, at moment: Moment) -> Confirmation {
    guard let confirmation = confirmation(of: action), case .added(let care)? = action.events.last?.change
    else {
      return ending(of: action, at: moment) ?? said(.corrected, .boot(moment.boot))
    }
    if care.kind == .wake, action.baby == self.care.chosenBaby {
      return Confirmation(deed: confirmedDeed(.wokeUp, care.start, at: moment), at: confirmation.at)
    }
    if care.kind == .sleep { return announcement(of: care, for: action.baby, at: moment) }
    guard let amount = care.detail.amountMilliliters, care.kind == .bottle else { return confirmation }
    return said(
      .bottle(BottleAmount(milliliters: amount, usesOunces: self.care.settings.feeds.usesOunces)), care.start)
  }

  /// The end of what ran; nil for any other action.
  private func ending(of action: Action, at moment: Moment) -> Confirmation? {
    guard action.events.count == 1, case .amended(_, let patch)? = action.events.first?.change,
      case .putBack(_, let old)? = action.inverses.first, old.end == .some(nil), patch.kind == nil,
      let end = patch.end ?? nil, var confirmation = confirmation(of: action)
    else { return nil }
    if action.baby == care.chosenBaby {
      confirmation.deed = confirmedDeed(confirmation.deed, end, at: moment)
    }
    return confirmation
  }

  /// A sleep that a command added. A night that has ended is shown from its beginning to its end.
  private func announcement(of sleep: Care, for baby: BabyID, at moment: Moment) -> Confirmation {
    let start = care.clocks.resolve(sleep.start).instant
    let day = pages(of: baby).day(of: projection(of: baby), at: moment)
    let shown = day?.sleeps.first { $0.span.start == start }
    guard let end = sleep.end else {
      return said(.sleepStarted(isNight: shown?.isNight ?? false), sleep.start)
    }
    let isNight =
      shown?.isNight ?? isOfNight(from: start, until: care.clocks.resolve(end).instant, of: baby)
    return isNight ? said(.nightSlept(from: start), end) : said(.sleepStarted(isNight: false), sleep.start)
  }

  /// Whether a sleep that ended before the day that is shown was of a night, by its bedtime.
  func isOfNight(from start: Instant, until end: Instant, of baby: BabyID) -> Bool {
    let zone = care.settings.zone
    guard let baby = care.settings.residents.first(where: { $0.id == baby })?.baby else { return false }
    let evening = NightWindow(containing: start, zone: zone).evening
    let bedtime = zone.instant(evening, baby.bedtime(on: evening))
    let morning = zone.instant(evening.adding(days: 1), baby.dayStart)
    // A sleep that began well before bedtime was of the night if it lasted past it.
    let isEarly = start < bedtime.adding(minutes: -DayRules.earliestBedMinutes)
    let isNear = bedtime.adding(minutes: -Self.lateMinutes) < start && start < morning
    return isNear && (!isEarly || end > bedtime)
  }

  private func said(_ deed: Confirmation.Deed, _ time: EventTime) -> Confirmation {
    Confirmation(deed: deed, at: care.clocks.resolve(time).instant)
  }

  private func began(_ care: Care) -> Confirmation.Deed? {
    switch care.kind {
    case .sleep: .sleepStarted(isNight: isNight(self.care.clocks.resolve(care.start).instant))
    case .nursing: .nursingStarted(care.side ?? .left)
    case .bottle: .bottle()
    case .wake: .wokeUp
    case .nappy: .nappy
    case .medicine: .medicine
    case .dreamFeedDismissed: .dreamFeedDismissed
    }
  }

  /// Whether a sleep that began then belongs to the night, by the day that was drawn last.
  private func isNight(_ start: Instant) -> Bool {
    screen.lastDay?.sleeps.contains { $0.isNight && $0.span.start == start } ?? false
  }

  private func ended(_ care: Care) -> Confirmation.Deed? {
    switch care.kind {
    case .sleep: .sleepEnded(isNight: false)
    case .nursing: .nursingEnded
    default: nil
    }
  }
}

extension NursingSide {
  /// The side with which the next nursing begins: the other one. "Both" is only ever chosen by hand.
  var offered: NursingSide { self == .left ? .right : .left }
}

/// A bottle's amount: it is logged as configured, and MENU changes it while its notice is shown.
extension BedsideModel {
  /// A bottle as the household usually gives it.
  func bottle(at time: EventTime) -> CareCommand {
    .add(Care(kind: .bottle, start: time, detail: care.settings.feeds.bottle))
  }

  /// The commands by which a second press makes a bottle of the first. If the first began a nursing, one line turns it
  /// into the bottle: of two lines, a full card or a power cut could keep only the first, and the feed would be lost.
  func bottle(at time: EventTime, insteadOf first: Action?) -> [CareCommand] {
    guard let nursing = begunNursing(first) else {
      // What answered a question had ended before the press, and stays so.
      let hadEnded =
        if case .boot(let end)? = first?.time, case .boot(let press) = time {
          press.milliseconds - end.milliseconds > CareLog.leastNursingMilliseconds
        } else { false }
      return (hadEnded ? [] : first?.inverses ?? []) + [bottle(at: time)]
    }
    let bottle = Care(kind: .bottle, start: nursing.care.start, detail: care.settings.feeds.bottle)
    var patch = CarePatch(bottle)
    if nursing.care.end != nil { patch.end = .some(nil) }
    return [.amend(nursing.id, patch)]
  }

  /// A nursing that ended this soon after its begin, in milliseconds, was a press too many before those for a bottle.
  private static let slipMilliseconds = 120_000

  /// The nursing that a press began, or that it ended just after its begin.
  private func begunNursing(_ press: Action?) -> CareRecord? {
    guard let event = press?.events.last, let nursing = record(event.about), nursing.care.kind == .nursing
    else { return nil }
    if case .added = event.change { return nursing }
    guard let end = nursing.care.end else { return nil }
    let (start, over) = (care.clocks.resolve(nursing.care.start), care.clocks.resolve(end))
    return over.instant.milliseconds - start.instant.milliseconds < Self.slipMilliseconds ? nursing : nil
  }

  /// The bottle whose amount MENU changes now: that of the notice.
  var adjustableBottle: EventID? {
    guard case .saved(let confirmation)? = screen.notice?.notice, case .bottle(_?) = confirmation.deed else {
      return nil
    }
    return buttons.lastBottle
  }

  /// Shows how much a bottle holds once that is saved.
  mutating func confirmBottle(_ action: Action, bottle: EventID) {
    buttons.lastBottle = bottle
    guard let care = record(bottle)?.care, let amount = care.detail.amountMilliliters else { return }
    let shown = BottleAmount(milliliters: amount, usesOunces: self.care.settings.feeds.usesOunces)
    confirm(action, as: .bottle(shown), at: care.start)
  }

  /// Begins to change the bottle of the notice, if a press of MENU is for it. The notice stays while the button is
  /// down. Returns false if there is no such bottle.
  mutating func beginsAdjusting(at moment: Moment) -> Bool {
    guard let bottle = adjustableBottle else { return false }
    buttons.menuPress = MenuPress(pageBefore: screen.page, lastBefore: screen.last)
    buttons.menuPress?.bottle = MenuPress.Bottle(id: bottle, pressedAt: moment.boot.milliseconds)
    screen.notice?.until = moment.boot.milliseconds + GestureTiming.stuckMilliseconds
    return true
  }

  /// Changes the bottle when MENU is released: a short press makes it larger, and a longer one, up to an undo, smaller.
  mutating func finishAdjusting(at moment: Moment) {
    guard let bottle = buttons.menuPress?.bottle else { return }
    buttons.menuPress?.bottle = nil
    let heldMilliseconds = moment.boot.milliseconds - bottle.pressedAt
    adjust(bottle.id, up: heldMilliseconds < GestureTiming.backdateMilliseconds, at: moment)
    // With several babies a second press takes the step back, since both together lead to the other baby.
    if care.settings.residents.count == 1 { buttons.menuPress = nil }
  }

  /// Makes a bottle one step larger or smaller. Undoing the bottle takes this back too.
  mutating func adjust(_ bottle: EventID, up: Bool, at moment: Moment) {
    let amount = record(bottle)?.care.detail.amountMilliliters ?? care.settings.feeds.bottleMilliliters
    let detail = CareDetail(amountMilliliters: care.settings.feeds.stepped(amount, up: up))
    let baby = screen.notice?.baby ?? care.chosenBaby
    guard let action = attempt([.amend(bottle, CarePatch(detail: detail))], for: baby, at: moment) else {
      return
    }
    buttons.menuPress?.action = action
    confirmBottle(action, bottle: bottle)
  }
}
