/// What the user wants. `CareLog.decide` turns it into an event, or refuses it.
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
  /// Delete an event.
  case delete(EventID)
}

/// Why the rules refuse a command. Every case names the field that was wrong; the log stays as it was.
public enum Refusal: Error, Hashable, Sendable {
  /// The end lies before the start.
  case endBeforeStart
  /// It overlaps another sleep, named.
  case overlapsSleep(EventID)
  /// It overlaps another nursing, named.
  case overlapsNursing(EventID)
  /// A sleep is running already.
  case alreadyAsleep(EventID)
  /// A nursing is running already.
  case alreadyNursing(EventID)
  /// There is no sleep to end.
  case notAsleep
  /// There is no nursing to end.
  case notNursing
  /// The named field lies in the future by more than the two minutes that clocks may differ.
  case inTheFuture(field: Field)
  /// The event is not held: it is older than what the box holds, or there is none.
  case unknownEvent(EventID)
  /// The event was deleted before.
  case alreadyDeleted(EventID)
  /// An instant kind was given an end, or a kind without sides a side.
  case doesNotApply(field: Field)
  /// The amendment changes nothing.
  case nothingToChange
  /// As many events wait for the flash as may.
  case tooManyWait

  /// A field of an event, by the name it has on the command line and in the log.
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
