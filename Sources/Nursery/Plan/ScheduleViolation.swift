/// A rule that a plan breaks.
public enum ScheduleViolation: Hashable, Sendable {
  /// A nap lies in the time that must be awake.
  case awakeWindow(nap: Int)
  /// No nap covers the time that must be asleep.
  case sleepWindow
  /// A planned wake window is outside its limits. The window before nap `number`; the one before bed has the
  /// number after the last nap's.
  case limit(window: Int, minutes: Int, limit: Int)
}

extension ScheduleViolation {
  /// Which rule, and where it is broken.
  public var message: String {
    switch self {
    case .awakeWindow(let nap): "Nap \(nap) lies in the time that should be awake"
    case .sleepWindow: "No nap covers the time that should be asleep"
    case .limit(let window, let minutes, let limit) where minutes > limit:
      "Wake window \(window) is \(minutes) min, above \(limit) min"
    case .limit(let window, let minutes, let limit):
      "Wake window \(window) is \(minutes) min, below \(limit) min"
    }
  }

  /// What a parent may try.
  public var suggestion: String {
    switch self {
    case .awakeWindow: "Move the time to be awake, or change nap lengths, the number of naps or bedtime"
    case .sleepWindow: "Move or shorten the time to be asleep, or lengthen a nap"
    case .limit(_, let minutes, let limit) where minutes > limit:
      "Offer a nap more, or an earlier bedtime"
    case .limit: "Skip a nap, or choose a later bedtime"
    }
  }
}
