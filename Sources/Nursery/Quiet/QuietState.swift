/// All that is kept of quiet sessions: what `quiet.json` and `shield.json` say.
public struct QuietState: Hashable, Sendable {
  /// The strictness that was chosen for sessions; nil: the configured one.
  public var strictness: StrictnessMode?
  /// The actions that were chosen to be let through; nil: the configured ones.
  public var allowed: Set<QuietAction>?
  /// The schedule that was chosen; nil: the configured one.
  public var schedule: RecurringSchedule?
  /// The date of the last window that was started, or left to a longer session: it does not start again.
  public var lastWindow: CivilDate?
  /// Whether the window that runs by the clock is left out, as soon as that is known: a file was damaged, and what was
  /// over must not begin anew.
  public var sparesWindow = false
  /// The session that runs.
  public var session: QuietSession?
  /// The shield in force.
  public var shield: Shield?

  /// Nothing chosen, nothing running.
  public init() {}
}
