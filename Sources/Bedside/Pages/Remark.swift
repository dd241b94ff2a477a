import Nursery

/// What the Now page asks, or says about motion. One press answers. Without a press nothing changes.
public enum Remark: Hashable, Sendable {
  /// The baby has been still for this long without a press: one press of NAP logs a sleep from then on.
  case asks(minutes: Int)
  /// Motion wrote an entry: one press of NAP takes it back.
  case wrote
  /// A sleep runs, but since then the crib has been empty or the baby awake: one press of NAP ends the sleep there.
  case asksWaking(since: Instant)
  /// No night was logged: one press of NAP logs the usual wake-up.
  case asksMorning(Instant)
  /// Motion saw a night that no one logged, from its begin to its end: one press of NAP logs it.
  case asksNight(InstantRange)
  /// The baby may be asleep since then, or may have slept from then until the waking that was just logged, without a
  /// press: one press of NAP logs the night from then on.
  case asksBedtime(Instant)
  /// A sleep has lasted twice as long as the longest usual one, or a night has passed its morning: one press of NAP ends
  /// it at that time.
  case asksAsleep(until: Instant)
  /// A sleep has run so far past its end that the next one may be due: one press of NAP ends it there and begins the
  /// next.
  case asksNext(sinceWaking: Instant, NextSleep)
  /// A nursing has lasted an hour: one press of FEED ends it after this many minutes.
  case asksFeeding(after: Int)
  /// A nursing has lasted so long that the next one may be due: one press of FEED ends it after this many minutes and
  /// begins the next.
  case asksNextFeed(after: Int)

  /// The sleep that may be due.
  public enum NextSleep: Hashable, Sendable {
    /// The first nap, after a night.
    case firstNap
    /// A nap after a nap.
    case nap
    /// The night, after a nap.
    case night
  }

  /// Whether it asks; false if it only says what motion wrote.
  var isQuestion: Bool { self != .wrote }
}
