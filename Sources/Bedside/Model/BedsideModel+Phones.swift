import Nursery

/// The pairing of phones, as the panel shows it.
extension BedsideModel {
  /// A code is offered, or withdrawn: the Box page shows it, and is opened for it. False: nothing has changed.
  mutating func receive(_ offer: PhoneOffer?, at moment: Moment) -> Bool {
    guard box.phone != offer else { return false }
    box.phone = offer
    leaveMilliseconds = moment.boot.milliseconds + Self.pageRestMilliseconds
    if offer != nil {
      closeEdits()
      (quiet.menu, menuPress, choiceDeadline) = (nil, nil, nil)
      (page, showsBoxDetails) = (.box, false)
      wake(at: moment)
    }
    return true
  }

  /// The menu's row was chosen: the phones' book is asked for a code.
  mutating func askForPhoneCode() {
    quiet.menu = nil
    page = .box
    effects.append(.offerPhone)
  }
}
