import Nursery

extension QuietNews {
  /// One line for the system's journal.
  package var text: String {
    switch self {
    case .started(let session): "quiet session: \(session.name) began"
    case .restored(let session): "quiet session: \(session.name) continues"
    case .cancelling: "quiet session: cancelling in 30 s"
    case .kept: "quiet session: kept"
    case .ended(let reason): "quiet session: \(reason.text)"
    case .keptLonger(let session):
      "quiet session: the schedule's time has come; \(session.name) ends later and continues"
    case .replaced(let session):
      "quiet session: \(session.name) ends later and takes the place of the one that ran"
    }
  }
}

extension QuietSession {
  /// How it came about, its length and its strictness.
  fileprivate var name: String { "\(mode.name), \(durationText), \(strictness.word)," }
}

extension QuietEnd {
  fileprivate var text: String {
    switch self {
    case .timeUp: "time is up"
    case .cancelled: "cancelled"
    case .reset: "reset"
    case .damaged: "a damaged file was set aside; the session is over, the panel lit"
    case .elsewhere: "ended by another process"
    }
  }
}
