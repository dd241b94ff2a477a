extension ScheduleSettingFault {
  /// The words that the original program has for it.
  public var text: String {
    switch self {
    case .noTimes: "Please set both wake-up time and bedtime."
    case .minimumNotPositive: "Min wake window must be greater than 0."
    case .maximumNotPositive: "Max wake window must be greater than 0."
    case .maximumBelowMinimum: "Max wake window must be greater than or equal to min wake window."
    case .lastNotPositive: "Last wake window must be greater than 0."
    case .lastOutside(let minimum, let maximum):
      "Last wake window must be between \(minimum) and \(maximum) minutes."
    case .maximumFirstNotPositive: "Max first wake window must be greater than 0."
    case .maximumFirstBelowMinimum:
      "⚠️ CONFIGURATION ERROR: Max first wake window must be at least equal to min wake window. "
        + "Please adjust these values."
    case .firstNapsNotPositive: "Nap 1 and Nap 2 lengths should be greater than 0 minutes."
    case .laterNapNotPositive(let naps):
      "\(ScheduleSettingFault.list(naps)) lengths should be greater than 0 minutes."
    }
  }

  /// `Nap 1, Nap 2 and Nap 3`.
  private static func list(_ naps: Int) -> String {
    let earlier = (1..<naps).map { "Nap \($0)" }.joined(separator: ", ")
    return earlier + " and Nap \(naps)"
  }
}
