/// What an input leads to: values, performed by the owner of the files and the panel.
public enum QuietEffect: Hashable, Sendable {
  /// Replace the files with this.
  case store(QuietState)
  /// Report it, on the panel and in the system's journal.
  case tell(QuietNews)
  /// The request is refused; nothing changes.
  case refuse(QuietRefusal)
}

/// What happened to a quiet session.
public enum QuietNews: Hashable, Sendable {
  /// It began.
  case started(QuietSession)
  /// It ran on over a restart, or another process began it.
  case restored(QuietSession)
  /// It will end after the delay.
  case cancelling
  /// Its cancel was called off.
  case kept
  /// It is over.
  case ended(QuietEnd)
  /// The schedule's time came while a session ran that ends later: that one continues.
  case keptLonger(QuietSession)
  /// The schedule's session ends later than the one that ran, and took its place.
  case replaced(by: QuietSession)
}

/// Why a session is over.
public enum QuietEnd: Hashable, Sendable {
  /// Its time is up.
  case timeUp
  /// It was cancelled.
  case cancelled
  /// The emergency reset.
  case reset
  /// A file was damaged.
  case damaged
  /// Another process ended it.
  case elsewhere
}

/// Why a request about quiet sessions is refused. Nothing changes then.
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
