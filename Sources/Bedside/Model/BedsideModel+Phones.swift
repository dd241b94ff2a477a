import Nursery

/// The pairing of phones, as the panel shows it.
extension BedsideModel {
  /// A code is offered, or withdrawn: the Box page shows it, and is opened for it. False: nothing has changed.
  mutating func receive(_ offer: PhoneOffer?, at moment: Moment) -> Bool {
    guard care.box.phone != offer else { return false }
    care.box.phone = offer
    screen.leaveMilliseconds = moment.boot.milliseconds + Self.pageRestMilliseconds
    if offer != nil {
      closeEdits()
      (quiet.menu, buttons.menuPress, screen.choiceDeadline) = (nil, nil, nil)
      (screen.page, screen.showsBoxDetails) = (.box, false)
      wake(at: moment)
    }
    return true
  }

  /// The menu's row was chosen: the phones' book is asked for a code.
  mutating func askForPhoneCode() {
    quiet.menu = nil
    screen.page = .box
    effects.append(.offerPhone)
  }
}
