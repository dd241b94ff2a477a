import Nursery

/// What a scene says of feeds, of the last 24 hours, and of an action that was undone.
extension BedsideModel {
  func addFeeds(to scene: inout Scene, at moment: Moment) {
    let log = projection(of: chosenBaby, memoryOnly: true)
    let now = clocks.instant(at: moment.boot)
    let since = now.adding(minutes: -2 * RecentDay.minutes)
    let feeds = log.feeds(clock: clocks, since: since, now: now)
    scene.nextSide = log.lastNursingSide?.offered
    scene.lastFeed = feeds.last { $0.end != nil }
    if let session = quiet.course.session {
      scene.quietLock = QuietLock(end: session.endsAt, strictness: session.strictness)
    }
    guard scene.page == .today else { return }
    scene.recent = RecentDay(
      sleeps: log.sleeps(clock: clocks, since: since, now: now), feeds: feeds, now: now)
  }

  /// What an action did, in the words of the notice that confirmed it; nil where that is not known.
  func confirmation(of action: Action) -> Confirmation? {
    switch action.events.last?.change {
    case .added(let care): return began(care).map { said($0, care.start) }
    case .amended(let id, let patch):
      guard let care = record(id)?.care else { return nil }
      if let side = patch.side { return said(.sideSwitched(side), care.start) }
      if case .some(.some(let end)) = patch.end { return ended(care).map { said($0, end) } }
      return began(care).map { said($0, patch.start ?? care.start) }
    case .deleted, nil: return nil
    }
  }

  private func said(_ deed: Confirmation.Deed, _ time: EventTime) -> Confirmation {
    Confirmation(deed: deed, at: clocks.resolve(time).instant)
  }

  private func began(_ care: Care) -> Confirmation.Deed? {
    switch care.kind {
    case .sleep: .sleepStarted(isNight: false)
    case .nursing: .nursingStarted(care.side ?? .left)
    case .bottle: .bottle()
    case .wake: .wokeUp
    default: nil
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
