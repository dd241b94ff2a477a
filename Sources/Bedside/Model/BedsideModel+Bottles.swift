import Nursery

/// A bottle's amount: logged as configured, and changed by MENU while its notice stands.
extension BedsideModel {
  /// A bottle as the household usually gives it.
  func bottle(at time: EventTime) -> CareCommand {
    .add(Care(kind: .bottle, start: time, detail: care.settings.feeds.bottle))
  }

  /// The bottle whose amount MENU changes now: the one that the notice is about.
  var adjustableBottle: EventID? {
    guard case .saved(let confirmation)? = screen.notice?.notice, case .bottle(_?) = confirmation.deed else {
      return nil
    }
    return buttons.lastBottle
  }

  /// Says how much a bottle holds, once that is saved.
  mutating func confirmBottle(_ action: Action, bottle: EventID) {
    buttons.lastBottle = bottle
    guard let care = record(bottle)?.care, let amount = care.detail.amountMilliliters else { return }
    let shown = BottleAmount(milliliters: amount, usesOunces: self.care.settings.feeds.usesOunces)
    confirm(action, as: .bottle(shown), at: care.start)
  }

  /// Makes a bottle one step larger or smaller. The change belongs to the bottle: undoing the bottle takes both back.
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
