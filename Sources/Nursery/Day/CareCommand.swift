/// A wish. `CareLog.decide` turns it into a fact, or refuses it.
public enum CareCommand: Hashable, Sendable {
  /// Fall asleep.
  case startSleep(at: EventTime)
  /// End the sleep that runs.
  case endSleep(at: EventTime)
  /// Start nursing on a side.
  case startNursing(NursingSide, at: EventTime)
  /// End the nursing that runs.
  case endNursing(at: EventTime)
  /// Log a bottle.
  case logBottle(at: EventTime)
  /// Add an event late, whole.
  case add(Care)
  /// Change fields of an event; of a deleted one: bring it back, changed.
  case amend(EventID, CarePatch)
  /// Put fields of an event back to what they were: that was granted then, also where a clock was ahead.
  case putBack(EventID, CarePatch)
  /// Take an event back.
  case delete(EventID)
}
