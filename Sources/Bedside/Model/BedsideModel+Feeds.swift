import Nursery

/// What a scene says of feeds, of the last 24 hours, and of an action that was undone.
extension BedsideModel {
  func addFeeds(to scene: inout Scene, at moment: Moment) {
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    let now = care.clocks.instant(at: moment.boot)
    let since = now.adding(minutes: -2 * RecentDay.minutes)
    let feeds = log.feeds(clock: care.clocks, since: since, now: now)
    scene.nextSide = log.lastNursingSide?.offered
    let running = feeds.last { $0.end == nil }
    scene.lastFeed = running.flatMap(Self.stretchBefore) ?? feeds.last { $0.end != nil }
    scene.feedAgeIsLeast = isLeast(feeds.last { $0.end != nil }?.start, scene, log, at: moment)
    let begin = running?.stretches.last?.start ?? scene.day.runningSleep?.start ?? scene.day.wakeReference
    scene.stateAgeIsLeast = isLeast(begin, scene, log, at: moment)
    scene.stateIsGuessed = isGuessed(begin, log)
    if scene.page == .plan { scene.guessedMinutes = guessedMinutes(log, since: CareLog.pagesSince(now)) }
    if let session = quiet.course.session {
      scene.quietLock = QuietLock(end: session.endsAt, strictness: session.strictness)
    }
    guard scene.page == .today else { return }
    var recent = RecentDay(
      sleeps: log.sleeps(clock: care.clocks, since: since, now: now), feeds: feeds, now: now)
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

  /// Whether the time at which an entry began or ended is only bounded. The newest entries are looked at first.
  func isGuessed(_ instant: Instant?, _ log: CareLog) -> Bool {
    guard let instant else { return false }
    for record in log.allRecords.reversed() where !record.isDeleted {
      for time in [record.care.start, record.care.end] {
        guard case .boot? = time, let resolved = time.map(care.clocks.resolve), resolved.instant == instant
        else { continue }
        return !resolved.isExact
      }
    }
    return false
  }

  /// Whether more time may have passed since an entry began or ended than is known: the clock is not, and the clock that
  /// never jumps did not count all of it.
  private func isLeast(_ since: Instant?, _ scene: Scene, _ log: CareLog, at moment: Moment) -> Bool {
    guard scene.isApproximate, let since else { return false }
    return !log.allRecords.contains { record in
      guard !record.isDeleted else { return false }
      return [record.care.start, record.care.end].contains { time in
        guard case .boot(let time)? = time, time.box == nil else { return false }
        return care.clocks.shareClock(time.boot, moment.boot.boot) && care.clocks.instant(at: time) == since
      }
    }
  }

  /// The minutes at which something began or ended, as far as they are only bounded.
  private func guessedMinutes(_ log: CareLog, since: Instant) -> Set<Int> {
    let times = log.allRecords.filter { !$0.isDeleted }.flatMap { [$0.care.start, $0.care.end] }
    let guessed = times.compactMap { $0 }.map { care.clocks.resolve($0) }.filter { !$0.isExact }
    return Set(guessed.map { $0.instant }.filter { $0 >= since }.map { $0.minute })
  }

  /// The stretch before the one that runs, as a feed of its own.
  private static func stretchBefore(_ feed: FeedSpan) -> FeedSpan? {
    guard feed.end == nil, let before = feed.earlier.last else { return nil }
    return FeedSpan(isNursing: true, start: before.start, end: before.end, side: before.side)
  }

  /// A switch this early corrects the side that the feed began on, in minutes.
  private static let correctsSideMinutes = 2

  /// MENU while nursing: the stretch ends and one on the next side begins, unless it has hardly begun.
  mutating func switchSide(of running: CareRecord, at moment: Moment) {
    let side = running.care.side ?? .left
    let (now, time) = (care.clocks.instant(at: moment.boot), EventTime.boot(moment.boot))
    let minutes = care.clocks.resolve(running.care.start).instant.minutes(until: now)
    let corrects = minutes < Self.correctsSideMinutes
    // After one side comes the other; both are only ever chosen by hand.
    let next = corrects ? side.next : side.offered
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

  /// How long the feed of a nursing that runs has lasted, over all its sides, in minutes.
  func minutesFed(_ nursing: CareRecord, in log: CareLog, at moment: Moment) -> Int {
    let now = care.clocks.instant(at: moment.boot)
    let feeds = log.feeds(clock: care.clocks, since: CareLog.pagesSince(now), now: now)
    let start = feeds.last { $0.end == nil }?.start ?? care.clocks.resolve(nursing.care.start).instant
    return max(0, start.minutes(until: now))
  }

  /// What an action did, in the words of the notice that confirmed it; nil where that is not known.
  func confirmation(of action: Action) -> Confirmation? {
    if case .added(let care)? = action.events.last?.change, care.kind == .nursing, action.events.count > 1 {
      return said(.sideSwitched(care.side ?? .left), care.start)
    }
    // A button adds a sleep with its end only where it logs a night that motion saw.
    if case .added(let first)? = action.events.first?.change, first.kind == .sleep,
      case .added(let last)? = action.events.last?.change, let end = last.end,
      action.events.first?.source == .button
    {
      return said(.nightSlept(from: care.clocks.resolve(first.start).instant), end)
    }
    return action.events.last.flatMap { confirmation(of: $0.change) }
  }

  /// What a change did; nil where the panel has no word for it.
  func confirmation(of change: CareEvent.Change) -> Confirmation? {
    switch change {
    case .added(let care): return began(care).map { said($0, care.start) }
    case .amended(let id, let patch):
      guard let care = record(id)?.care else { return nil }
      if let side = patch.side { return said(.sideSwitched(side), care.start) }
      if case .some(.some(let end)) = patch.end { return ended(care).map { said($0, end) } }
      return began(care).map { said($0, patch.start ?? care.start) }
    case .deleted: return nil
    }
  }

  /// What the panel says of an action that came by command: an entry that was added is named, like one by button.
  func announcement(of action: Action, at moment: Moment) -> Confirmation {
    guard case .added(let care)? = action.events.last?.change, let confirmation = confirmation(of: action)
    else {
      return said(.corrected, .boot(moment.boot))
    }
    guard let amount = care.detail.amountMilliliters, care.kind == .bottle else { return confirmation }
    return said(
      .bottle(BottleAmount(milliliters: amount, usesOunces: self.care.settings.feeds.usesOunces)), care.start)
  }

  private func said(_ deed: Confirmation.Deed, _ time: EventTime) -> Confirmation {
    Confirmation(deed: deed, at: care.clocks.resolve(time).instant)
  }

  private func began(_ care: Care) -> Confirmation.Deed? {
    switch care.kind {
    case .sleep: .sleepStarted(isNight: false)
    case .nursing: .nursingStarted(care.side ?? .left)
    case .bottle: .bottle()
    case .wake: .wokeUp
    case .nappy: .nappy
    case .medicine: .medicine
    case .dreamFeedDismissed: .dreamFeedDismissed
    }
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
  /// The side that the next nursing begins with: the other one. Both is only ever chosen by hand.
  var offered: NursingSide { self == .left ? .right : .left }
}
