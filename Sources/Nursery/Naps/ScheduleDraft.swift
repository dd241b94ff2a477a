/// A plan on its way into the answer: what it was made of, and what was done for it.
struct ScheduleDraft: Hashable, Sendable {
  var style: ScheduleStyle
  var mode: NapMode
  var plan: DayPlan
  /// Whether it was made to fit.
  var isAutoAdjusted = false
  /// Whether it was changed for a constraint.
  var isConstraintAdjusted = false
}
