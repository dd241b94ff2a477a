import Nursery

/// What a press may do besides: keep or take back what a stuck button logged, rate a night, wave a reminder away.
extension BedsideModel {
  /// How long it is asked whether the press of a button that was stuck is to be kept.
  private static let offerMilliseconds = 15_000

  /// Asks whether to keep what a button logged that was stuck; without an answer it is kept.
  mutating func offer(_ action: Action?, at moment: Moment) {
    // In an edit NAP and MENU mean something else.
    guard let action, history.done.contains(action), let deed = confirmation(of: action), last?.edit == nil,
      clockByHand == nil
    else { return }
    offered = action
    show(.keepOrUndo(deed), for: Self.offerMilliseconds, at: moment)
  }

  /// What stands on the panel to be kept or taken back.
  var offeredAction: Action? {
    guard case .keepOrUndo? = notice?.notice, !isDark else { return nil }
    return offered
  }

  /// Whether a press of NAP keeps what is offered, and so does nothing else.
  mutating func keepsOffered(at moment: Moment) -> Bool {
    guard offeredAction != nil else { return false }
    wake(at: moment)
    (notice, offered) = (nil, nil)
    presses[.nap] = CorrectablePress(milliseconds: moment.boot.milliseconds, isSwallowed: true)
    return true
  }

  /// Drops the notice of an action that was taken back, whether it stands or is still to come.
  mutating func withdrawNotice(of action: Action) {
    let ids = action.events.map { $0.id }
    for index in pending.indices where ids.contains(pending[index].event.id) {
      pending[index].noticeWhenSaved = nil
    }
    if let event = notice?.event, ids.contains(event) { notice = nil }
  }

  /// One star more for the last night of the chosen baby, and after five none: a person's word, which stays.
  mutating func changeRating(at moment: Moment) {
    guard let log = nightLog(of: chosenBaby, at: moment) else { return }
    var store = nightStore(of: chosenBaby, from: log)
    let evening = lastEvening(of: chosenBaby, from: log)
    guard let night = store.night(of: evening) else { return }
    let stars = night.rating.map { $0 < NightScore.best ? $0 + 1 : nil } ?? NightScore.least
    guard store.rate(evening, stars) else { return }
    nights[chosenBaby] = store
    handOverNights(token: nil)
  }

  /// Waves the reminder of a dream feed away, when it stands on the panel; false when it does not.
  mutating func dismissDreamFeed(at moment: Moment) -> Bool {
    guard page == .now, !isDark, lastDay?.dreamFeedDue != nil else { return false }
    let care = Care(kind: .dreamFeedDismissed, start: .boot(moment.boot))
    do {
      let action = try carryOut([.add(care)], for: chosenBaby, at: moment)
      history.record(action)
      menuPress?.action = action
      confirm(action, as: .dreamFeedDismissed, at: care.start)
      return true
    } catch {
      return false
    }
  }
}
