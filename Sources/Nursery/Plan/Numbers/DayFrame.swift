/// What every plan of a day has in common: when it begins, when it should end, its limits and constraints.
/// Minutes since the wake day's midnight.
struct DayFrame: Hashable, Sendable {
  let wake: Int
  /// The bedtime wanted, after the wake time.
  let bedtime: Int
  let limits: DayLimits
  let constraints: DayConstraints

  /// The frame of a request. Throws the first setting that contradicts another.
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

/// The limits of wake windows, all set and in order, in minutes.
struct DayLimits: Hashable, Sendable {
  let minimum: Int
  let maximum: Int
  let last: Int
  let maximumFirst: Int

  /// The limits, or the first thing that contradicts.
  init(_ limits: WakeWindowLimits) throws(ScheduleSettingFault) {
    minimum = limits.minimum ?? 0
    maximum = limits.maximum ?? 0
    last = limits.last ?? 0
    maximumFirst = limits.maximumFirst ?? 0
    if minimum <= 0 { throw .minimumNotPositive }
    if maximum <= 0 { throw .maximumNotPositive }
    if maximum < minimum { throw .maximumBelowMinimum }
    if last <= 0 { throw .lastNotPositive }
    if last < minimum || last > maximum { throw .lastOutside(minimum: minimum, maximum: maximum) }
    if maximumFirst <= 0 { throw .maximumFirstNotPositive }
    if maximumFirst < minimum { throw .maximumFirstBelowMinimum }
  }
}

extension DayLimits {
  /// The limits as a request has them.
  var asSet: WakeWindowLimits {
    WakeWindowLimits(minimum: minimum, maximum: maximum, last: last, maximumFirst: maximumFirst)
  }
}
