/// Why a wish about quiet sessions is refused; nothing changes then.
public enum QuietRefusal: Error, Hashable, Sendable {
  /// A duration of 0 or over 24 hours.
  case duration(minutes: Int)
  /// A session runs already.
  case running
  /// No session runs.
  case notRunning
  /// The session that runs is strict.
  case strict
  /// No cancel is under way.
  case notCancelling

  /// The refusal in words for a command line.
  public var text: String {
    switch self {
    case .duration(let minutes):
      "a quiet session lasts 1 to 1440 minutes, not \(minutes)"
    case .running: "a quiet session is running already"
    case .notRunning: "no quiet session is running"
    case .strict: "this quiet session is strict: cannot be cancelled"
    case .notCancelling: "no cancel is under way"
    }
  }
}
