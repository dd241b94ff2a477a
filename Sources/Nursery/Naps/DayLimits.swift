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
