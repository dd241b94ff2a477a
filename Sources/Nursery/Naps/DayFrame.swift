/// What every plan of a day has in common: when it begins, when it should end, its limits and constraints.
/// Minutes since the wake day's midnight.
struct DayFrame: Hashable, Sendable {
  let wake: Int
  /// The bedtime wanted, after the wake time.
  let bedtime: Int
  let limits: DayLimits
  let constraints: DayConstraints

  /// The frame of a request, or the first of its settings that contradicts another.
  init(_ request: ScheduleRequest) throws(ScheduleSettingFault) {
    guard let wake = request.wakeTime, let bed = request.bedTime else { throw .noTimes }
    self.wake = wake
    bedtime = bed <= wake ? bed + 1440 : bed
    limits = try DayLimits(request.wakeWindows)
    constraints = DayConstraints(request, wake: wake)
  }

  /// By how much bedtime may move, in the order of trying.
  static let bedtimeChanges = MinuteRow(0, -15, 15)
}
