import Glibc
import Synchronization

/// The progress of a long command, as one line on the standard error that is overwritten again and again. It is only
/// written to a terminal, and in the first two seconds only by `begin`.
public final class ProgressLine: Sendable {
  private let state: Mutex<Progress>
  private let isShown: Bool

  /// A line about a number of steps of something, such as `seeds`.
  public init(_ what: String, of total: Int) {
    state = Mutex(Progress(what: what, total: total, startNanoseconds: LinuxClock().monotonicNanoseconds))
    isShown = isatty(STDERR_FILENO) != 0
  }

  /// Shows at once that a step begins, for a command whose steps take long; an empty name shows only the count.
  public func begin(_ step: String = "") {
    write(state.withLock { $0.begin(step, at: LinuxClock().monotonicNanoseconds) })
  }

  /// Counts further steps.
  public func advance(by steps: Int) {
    let text = state.withLock { $0.advance(by: steps, at: LinuxClock().monotonicNanoseconds) }
    if let text { write(text) }
  }

  /// Clears the line, so that the answer begins in its place.
  public func end() {
    if state.withLock({ $0.isWritten }) { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    if isShown { OutputStream(STDERR_FILENO, named: "the standard error").write(text) }
  }
}

/// The text of a line of progress, and when it is written again.
struct Progress: Sendable {
  let what: String
  let total: Int
  /// Nothing is written before this time has passed, and then not more often than `pauseNanoseconds`.
  static let patienceNanoseconds: UInt64 = 2_000_000_000
  static let pauseNanoseconds: UInt64 = 250_000_000
  private(set) var done = 0
  private(set) var isWritten = false
  private var nextNanoseconds: UInt64

  init(what: String, total: Int, startNanoseconds: UInt64) {
    (self.what, self.total) = (what, total)
    nextNanoseconds = startNanoseconds + Self.patienceNanoseconds
  }

  /// The line to write when a step begins.
  mutating func begin(_ step: String, at nanoseconds: UInt64) -> String {
    written(step.isEmpty ? "" : ": \(step)", at: nanoseconds)
  }

  /// The line to write at a reading of the monotonic clock; nil for none.
  mutating func advance(by steps: Int, at nanoseconds: UInt64) -> String? {
    done += steps
    return nanoseconds >= nextNanoseconds ? written(at: nanoseconds) : nil
  }

  /// The line, with the total at most: some bytes of a file may be read once more than was expected.
  private mutating func written(_ rest: String = "", at nanoseconds: UInt64) -> String {
    (nextNanoseconds, isWritten) = (nanoseconds + Self.pauseNanoseconds, true)
    return "\r\(min(done, total)) of \(total) \(what)\(rest)\u{1B}[K"
  }
}
