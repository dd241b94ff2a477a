/// When the state is written for the watchers: after each change, four times a second at most, and every 15 s.
struct WatchSchedule {
  /// The least time between two documents.
  static let leastMilliseconds = 250

  /// Whether someone watches who was sent nothing yet.
  private(set) var hasNewWatcher = false
  private var isDirty = false
  private var isUnderWay = false
  /// When a document was sent last, and when one was asked for last, on the boot clock.
  private var sentMilliseconds = -WatchSchedule.leastMilliseconds
  private var askedMilliseconds = 0

  /// Something happened that may have changed the state.
  mutating func noteChange() { isDirty = true }

  /// Someone new watches.
  mutating func noteWatcher() { hasNewWatcher = true }

  /// A document is written, and whether it was worth sending.
  mutating func noteWritten(wasSent: Bool, at milliseconds: Int) {
    isUnderWay = false
    if wasSent { sentMilliseconds = milliseconds }
  }

  /// When the next document is due, on the boot clock; nil while one is being written.
  var nextDeadline: Int? {
    guard !isUnderWay else { return nil }
    let wait = isDirty || hasNewWatcher ? sentMilliseconds + Self.leastMilliseconds : Int.max
    return min(wait, askedMilliseconds + StateWriter.beatMilliseconds)
  }

  /// Begins a document: what happens from now on is not in it. One that could not be begun is tried again later.
  mutating func begin(at milliseconds: Int, isTaken: Bool) {
    askedMilliseconds = milliseconds
    guard isTaken else {
      sentMilliseconds = milliseconds
      return
    }
    (isDirty, hasNewWatcher, isUnderWay) = (false, false, true)
  }
}
