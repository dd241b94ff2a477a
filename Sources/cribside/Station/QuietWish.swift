import Nursery

/// What `cribside quiet` asks of a box.
struct QuietWish: Hashable, Sendable {
  /// What to do.
  enum Deed: Hashable, Sendable {
    /// Nothing: only tell.
    case tell
    /// A wish as the rules take it.
    case input(QuietInput)
    /// Change the schedule that is set.
    case schedule(ScheduleWish)
  }

  var deed: Deed
  var isJSON: Bool

  /// What the rules are asked, with the schedule that is set now; nil when it would end as it starts.
  func input(schedule: RecurringSchedule) -> QuietInput? {
    switch deed {
    case .tell: .tick
    case .input(let input): input
    case .schedule(let wish): wish.applied(to: schedule).map { .schedule($0) }
    }
  }

  /// The answer to a schedule that would end as it starts.
  static let sameTimes = BoxAnswer.failure(.data, "the schedule would end as it starts")
}

/// What to change about the schedule; nil: it stays as it is.
struct ScheduleWish: Hashable, Sendable {
  var isEnabled: Bool?
  var start: WallTime?
  var end: WallTime?
  var strictness: StrictnessMode?

  /// The schedule with the change; nil when it would end as it starts.
  func applied(to schedule: RecurringSchedule) -> RecurringSchedule? {
    RecurringSchedule(
      isEnabled: isEnabled ?? schedule.isEnabled, start: start ?? schedule.start, end: end ?? schedule.end,
      strictness: strictness ?? schedule.strictness)
  }
}
