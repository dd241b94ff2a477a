extension ScheduleRequestFault {
  /// The field, what it holds and what was expected.
  public var message: String {
    switch self {
    case .outOfRange(let field, let value, let allowed) where field.isTimeOfDay:
      "\(field.name): \(value / 60) h \(value % 60) min is no time of day; expected 00:00 to "
        + "\(ClockText.time(allowed.upperBound))"
    case .outOfRange(let field, let value, let allowed):
      "\(field.name): \(value) is out of range; expected \(allowed.lowerBound) to \(allowed.upperBound)"
    case .repeatedNap(let field, let nap):
      "\(field.name): nap \(nap) is recorded already; expected each nap once"
    case .overlap(let field, let start, let nap, let end):
      "\(field.name): \(ClockText.time(start)) lies before the end of nap \(nap); expected "
        + "\(ClockText.time(end)) or later"
    }
  }
}

extension ScheduleField {
  /// Whether the field is a time on the clock, as the wake time is. A recorded nap may lie after midnight.
  fileprivate var isTimeOfDay: Bool {
    switch self {
    case .wakeTime, .bedTime, .awakeStart, .awakeEnd, .asleepStart, .asleepEnd: true
    default: false
    }
  }
}
