/// How the awake time of a day is spread over its wake windows.
public enum ScheduleStyle: Hashable, Sendable, CaseIterable {
  /// Short windows first, and much longer ones towards the evening.
  case buildLater
  /// Short windows first, growing slowly.
  case gentle
  /// Windows as equal as whole minutes allow.
  case balanced
  /// The one plan that is left when no style of its own works.
  case `default`
}
