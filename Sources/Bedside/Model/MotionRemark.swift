import Nursery

/// What the Now page asks, or says of motion. One press answers, and no press changes nothing.
public enum MotionRemark: Hashable, Sendable {
  /// The baby has been still for so long and no press said so: one press of NAP logs it from then on.
  case asks(minutes: Int)
  /// Motion wrote into the log: one press of NAP takes that back.
  case wrote
  /// A sleep runs, and the crib has been empty or the baby awake in it since then: one press of NAP ends the sleep there.
  case asksWaking(since: Instant)
  /// Nothing was logged of the night: one press of NAP logs the usual wake-up.
  case asksMorning(Instant)
  /// Bedtime has passed, and nothing was logged since: one press of NAP logs the night's sleep from bedtime on.
  case asksBedtime(Instant)
  /// Whether the night was as motion saw it, from its begin to its end; one press logs it.
  case asksNight(InstantRange)
  /// A sleep runs for longer than twice the longest usual one, or a night past its morning.
  case asksAsleep
  /// A nursing runs for an hour.
  case asksFeeding

  /// False where it only says what motion wrote.
  var isQuestion: Bool { self != .wrote }
}
