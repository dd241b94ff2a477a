/// The pauses between attempts at a part that does not answer: a quarter of a second at first, twice as long
/// each time, and never above five seconds, so that a part that comes back is taken back soon.
struct RetryDelay {
  private static let firstMilliseconds = 250
  private static let longestMilliseconds = 5_000

  private var pauseMilliseconds = RetryDelay.firstMilliseconds

  /// The pause after one more failure.
  mutating func next() -> Int {
    let pause = pauseMilliseconds
    pauseMilliseconds = min(2 * pause, RetryDelay.longestMilliseconds)
    return pause
  }

  /// The part answered: the next failure is a first one.
  mutating func reset() {
    pauseMilliseconds = RetryDelay.firstMilliseconds
  }
}
