import Nursery

/// The time of day by hand, and what the system's reports of the clock come to.
struct ClockModel: Sendable {
  var judge = ClockJudge()
  /// The clock page, while a person sets the time.
  var byHand: ClockByHand?
  /// Lines of a person's time on their way to the flash, oldest first.
  var waiting: [WaitingClock] = []
}
