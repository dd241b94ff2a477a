/// What the user asks for. `CareLog.decide` turns it into an event or refuses it.
public enum CareCommand: Hashable, Sendable {
  /// Begin a sleep.
  case startSleep(at: EventTime)
  /// End the running sleep.
  case endSleep(at: EventTime)
  /// Start nursing on a side.
  case startNursing(NursingSide, at: EventTime)
  /// End the running nursing.
  case endNursing(at: EventTime)
  /// Add a whole event later.
  case add(Care)
  /// Change fields of an event. A deleted event is restored and changed.
  case amend(EventID, CarePatch)
  /// Restore earlier fields of an event. They were accepted once, so a start in the future is accepted too: it is
  /// from a clock that was ahead.
  case putBack(EventID, CarePatch)
  /// Delete an event.
  case delete(EventID)
}

/// Why the rules refuse a command. Every case names the wrong field; the log is unchanged.
public enum Refusal: Error, Hashable, Sendable {
  /// The end lies before the start.
  case endBeforeStart
  /// It overlaps another sleep.
  case overlapsSleep(EventID)
  /// It overlaps another nursing.
  case overlapsNursing(EventID)
  /// A sleep is running already.
  case alreadyAsleep(EventID)
  /// A nursing is running already.
  case alreadyNursing(EventID)
  /// There is no sleep to end.
  case notAsleep
  /// There is no nursing to end.
  case notNursing
  /// The named field is in the future by more than the two minutes that clocks may differ.
  case inTheFuture(field: Field)
  /// The event does not exist, or is older than those that the box holds.
  case unknownEvent(EventID)
  /// The event is already deleted.
  case alreadyDeleted(EventID)
  /// The event has no such field.
  case doesNotApply(field: Field)
  /// The amendment changes nothing.
  case nothingToChange
  /// The largest allowed number of events waits to be saved.
  case tooManyWait

  /// A field of an event, with its name on the command line and in the log.
  public enum Field: Hashable, Sendable {
    /// When it began.
    case start
    /// When it ended.
    case end
    /// The nursing's side.
    case side
    /// How much of a bottle was drunk.
    case amount
    /// What was in the bottle.
    case milk
    /// What was in a nappy.
    case nappy
    /// The name of a medicine.
    case medicine
  }
}
