import Nursery

/// What a page behind the Box page shows.
public struct QuietMenuScene: Hashable, Sendable {
  /// The page, its rows and the marked one.
  let menu: QuietMenu
  /// Of the next session.
  let strictness: StrictnessMode
  /// What the next shield lets through.
  let allowed: Set<QuietAction>
  /// The schedule in force.
  let schedule: RecurringSchedule
}
