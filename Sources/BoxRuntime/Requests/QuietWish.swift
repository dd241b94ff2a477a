import Nursery

/// What `cribside quiet` asks of a box.
package struct QuietWish: Hashable, Sendable {
  /// What to do.
  package enum Deed: Hashable, Sendable {
    /// Nothing: only tell.
    case tell
    /// A wish as the rules take it.
    case input(QuietInput)
    /// Change the schedule that is set.
    case schedule(ScheduleWish)
  }

  package var deed: Deed
  package var isJSON: Bool

  /// What the rules are asked, with the schedule that is set now; nil when it would end as it starts.
  package func input(schedule: RecurringSchedule) -> QuietInput? {
    switch deed {
    case .tell: .tick
    case .input(let input): input
    case .schedule(let wish): wish.applied(to: schedule).map { .schedule($0) }
    }
  }

  /// The answer to a schedule that would end as it starts.
  package static let sameTimes = BoxAnswer.failure(.data, "the schedule would end as it starts")

  package init(deed: Deed, isJSON: Bool) {
    self.deed = deed
    self.isJSON = isJSON
  }
}

/// What to change about the schedule; nil: it stays as it is.
package struct ScheduleWish: Hashable, Sendable {
  package var isEnabled: Bool?
  package var start: WallTime?
  package var end: WallTime?
  package var strictness: StrictnessMode?

  package init(
    isEnabled: Bool? = nil, start: WallTime? = nil, end: WallTime? = nil, strictness: StrictnessMode? = nil
  ) {
    self.isEnabled = isEnabled
    self.start = start
    self.end = end
    self.strictness = strictness
  }

  /// The schedule with the change; nil when it would end as it starts.
  func applied(to schedule: RecurringSchedule) -> RecurringSchedule? {
    RecurringSchedule(
      isEnabled: isEnabled ?? schedule.isEnabled, start: start ?? schedule.start, end: end ?? schedule.end,
      strictness: strictness ?? schedule.strictness)
  }
}
