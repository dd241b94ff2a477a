/// When the loop tells systemd's watchdog that it turns. A turn that happens anyway does, once a third of the interval is
/// over; for want of one the loop wakes up after two thirds, which leaves it a third to be late in.
package struct WatchdogAnswer: Hashable, Sendable {
  private let intervalMilliseconds: Int
  private var lastMilliseconds: Int?

  /// Answers for a watchdog that waits so long; the first turn is reported.
  package init(intervalMilliseconds: Int) {
    self.intervalMilliseconds = intervalMilliseconds
  }

  /// When the loop has to turn for it at the latest, on the boot clock.
  package var dueMilliseconds: Int { lastMilliseconds.map { $0 + intervalMilliseconds * 2 / 3 } ?? 0 }

  /// A full turn is done: whether to report it.
  package mutating func isWorthTelling(at milliseconds: Int) -> Bool {
    if let last = lastMilliseconds, milliseconds - last < intervalMilliseconds / 3 { return false }
    lastMilliseconds = milliseconds
    return true
  }
}
