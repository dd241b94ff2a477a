import Nursery

/// The plans of the babies' days, and what they are made from.
struct PlanModel: Sendable {
  /// What each plan was made from last, by baby.
  var planners: [BabyID: DayPlanner] = [:]
  /// The styles that MENU chose since the start, by baby.
  var styles: [BabyID: ScheduleStyle] = [:]
  /// What the babies that are not shown need.
  var calls: [BabyCall] = []
  /// What was learned, by baby.
  var learned: [BabyID: LearnedMemory] = [:]
}
