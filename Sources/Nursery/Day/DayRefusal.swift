/// Why no snapshot can be given.
public enum DayRefusal: Error, Hashable, Sendable {
  /// The birth date lies after today: there is no age, and so no row of the table.
  case birthDateInTheFuture(birthdate: CivilDate, today: CivilDate)
}
