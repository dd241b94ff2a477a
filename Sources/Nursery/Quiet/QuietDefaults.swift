/// What holds unless somebody chose otherwise on the box or by command.
public struct QuietDefaults: Hashable, Sendable {
  /// Of sessions.
  public var strictness = StrictnessMode.flexible
  /// What a shield lets through.
  public var allowed = QuietAction.usual
  /// The nightly session.
  public var schedule = RecurringSchedule.usual

  /// Flexible; nap and feed; no schedule.
  public init() {}
}
