import Nursery

/// What a press may do besides logging: keep or take back the entry of a stuck button, rate a night, dismiss a
/// reminder.
extension BedsideModel {
  /// How long the box asks whether to keep the entry of a button that was stuck.
  private static let offerMilliseconds = 15_000

  /// Asks whether to keep the entry of a button that was stuck. Without an answer it is kept.
  mutating func offer(_ action: Action?, at moment: Moment) {
    // In an edit NAP and MENU mean something else.
    guard let action, buttons.history.done.contains(action), let deed = confirmation(of: action),
      screen.last?.edit == nil,
      clock.byHand == nil
    else { return }
    buttons.offered = action
    show(.keepOrUndo(deed), for: Self.offerMilliseconds, at: moment)
  }

  /// The action that the panel offers to keep or take back.
  var offeredAction: Action? {
    guard case .keepOrUndo? = screen.notice?.notice, !screen.isDark else { return nil }
    return buttons.offered
  }

  /// Keeps what is offered with a press of NAP. Returns true if it did; the press then does nothing else.
  mutating func keepsOffered(at moment: Moment) -> Bool {
    guard let offered = offeredAction else { return false }
    wake(at: moment)
    (screen.notice, buttons.offered) = (nil, nil)
    if let kept = confirmation(of: offered) { confirmAgain(offered, kept, at: moment) }
    buttons.presses[.nap] = CorrectablePress(milliseconds: moment.boot.milliseconds, isSwallowed: true)
    return true
  }

  /// Confirms an action that was kept, once it is on the card.
  private mutating func confirmAgain(_ action: Action, _ confirmation: Confirmation, at moment: Moment) {
    let ids = action.events.map { $0.id }
    guard !care.pending.contains(where: { ids.contains($0.event.id) }) else {
      return say(.saved(confirmation), whenSaved: action)
    }
    show(.saved(confirmation), for: Self.noticeMilliseconds, at: moment)
    screen.notice?.event = action.events.last?.id
    screen.notice?.baby = action.baby
  }

  /// Removes the notice of an action that was taken back, whether it is shown or waits.
  mutating func withdrawNotice(of action: Action) {
    let ids = action.events.map { $0.id }
    for index in care.pending.indices where ids.contains(care.pending[index].event.id) {
      care.pending[index].noticeWhenSaved = nil
    }
    if let event = screen.notice?.event, ids.contains(event) { screen.notice = nil }
  }

  /// Rates the last night of the chosen baby one star higher, or with none after five. A rating by a person is kept.
  mutating func changeRating(at moment: Moment) {
    guard let log = nightLog(of: care.chosenBaby, at: moment) else { return }
    var store = nightStore(of: care.chosenBaby, from: log)
    let evening = lastEvening(of: care.chosenBaby, from: log)
    guard let night = store.night(of: evening) else { return }
    let stars = night.rating.map { $0 < NightScore.best ? $0 + 1 : nil } ?? NightScore.least
    guard store.rate(evening, stars) else { return }
    nights.stores[care.chosenBaby] = store
    show(.rated(stars), for: Self.noticeMilliseconds, at: moment)
    handOverNights(token: nil)
  }

  /// Dismisses the reminder of a dream feed. Returns false if the panel does not show one.
  mutating func dismissDreamFeed(at moment: Moment) -> Bool {
    guard screen.page == .now, !screen.isDark, screen.lastDay?.dreamFeedDue != nil else { return false }
    let care = Care(kind: .dreamFeedDismissed, start: .boot(moment.boot))
    do {
      let action = try carryOut([.add(care)], for: self.care.chosenBaby, at: moment)
      buttons.history.record(action)
      buttons.menuPress?.action = action
      confirm(action, as: .dreamFeedDismissed, at: care.start)
      return true
    } catch {
      return false
    }
  }
}

/// The last press before a start, which only the log knows.
extension BedsideModel {
  private static let lookBackMinutes = 720

  /// With the first gesture after a start, the newest line of each baby's log becomes the oldest action that can be
  /// undone, unless there is a newer action for that baby.
  mutating func rememberActionBeforeStart(at moment: Moment) {
    guard buttons.history.looksBack else { return }
    buttons.history.looksBack = false
    let done = buttons.history.done
    buttons.history.done += babies.filter { baby in done.allSatisfy { $0.baby != baby } }
      .compactMap { actionBeforeStart(of: $0, at: moment) }
  }

  /// What the newest press for a baby did, if it was entered on this box in the last twelve hours.
  private func actionBeforeStart(of baby: BabyID, at moment: Moment) -> Action? {
    let log = projection(of: baby)
    // Long before any press of this start: see `ActionHistory.lastPress`.
    let before = Moment(boot: BootTime(boot: moment.boot.boot, milliseconds: .min), wall: nil, trust: .none)
    func action(_ lines: [CareLog.NewestLine]) -> Action {
      let events = lines.reversed().map { line in
        CareEvent(id: line.line, baby: baby, moment: before, source: .button, change: line.change)
      }
      return Action(baby: baby, events: Array(events), inverses: lines.map { $0.inverse })
    }
    var newest = log.newestLines.map { line in Self.wholeBottle(line, in: log) ?? line }
    // A second press that replaced what the first one logged deleted that with its last line.
    if newest.count == 2, case .deleted(let id) = newest[0].change, newest[0].stamp.follows(newest[1].stamp),
      action([newest[1]]).events.last?.about != id
    {
      newest.removeFirst()
    }
    guard !newest.isEmpty else { return nil }
    let first = action(Array(newest.prefix(1)))
    // A press that ended one event and began another wrote two lines with the same time.
    let isOnePress =
      newest.count == 2 && newest[0].stamp.follows(newest[1].stamp)
      && action([newest[1]]).time == first.time
    let action = isOnePress ? action(newest) : first
    guard case .boot(let time)? = action.time, time.box == nil,
      care.clocks.instant(at: time).minutes(until: care.clocks.instant(at: moment.boot))
        <= Self.lookBackMinutes
    else { return nil }
    return action
  }

  /// The line of the bottle whose amount a line changed. As before the start, undoing takes both back.
  private static func wholeBottle(_ line: CareLog.NewestLine, in log: CareLog) -> CareLog.NewestLine? {
    guard case .amended(let id, let patch) = line.change, let bottle = log.record(id)?.care,
      bottle.kind == .bottle, patch == CarePatch(detail: patch.detail)
    else { return nil }
    return (line.line, .added(bottle), .delete(id), line.stamp)
  }
}
