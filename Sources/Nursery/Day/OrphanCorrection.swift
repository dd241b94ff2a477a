/// What a correction does to its event.
public enum Correction: Hashable, Sendable {
  /// Changes fields of it, and brings it back when it was deleted.
  case amend(CarePatch)
  /// Takes it back.
  case delete
}

/// A correction that came before its event.
public struct OrphanCorrection: Hashable, Sendable {
  /// The correction's own line.
  public let line: EventID
  /// The event it waits for.
  public let target: EventID
  /// What it does once the event comes.
  public let correction: Correction

  /// A correction that waits for its event.
  public init(line: EventID, target: EventID, correction: Correction) {
    self.line = line
    self.target = target
    self.correction = correction
  }
}
