/// An hour of motion as it is kept.
public struct ActivityHour: Hashable, Sendable {
  /// How long it lasts.
  public static let milliseconds = 3_600_000
  /// How many epochs it has.
  public static let epochs = milliseconds / Epoch.milliseconds

  /// When it began, in milliseconds of the boot clock.
  public let startMilliseconds: Int
  /// Its epochs, one after the other; nil where readings are missing.
  public let marks: [ActivityMark?]

  /// Nil unless there is one mark for each epoch.
  public init?(startMilliseconds: Int, marks: [ActivityMark?]) {
    guard marks.count == ActivityHour.epochs else { return nil }
    self.startMilliseconds = startMilliseconds
    self.marks = marks
  }
}
