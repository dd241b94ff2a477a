import Nursery

/// What the lines of a log say of every boot's clock, and nothing of events.
public struct ClockFold: Sendable {
  /// What is known of the boots' wall clocks.
  public private(set) var clocks: ClockHistory
  private var starts = KernelStarts()

  /// Nothing read yet. No line was written before `floor`: see `ClockHistory`.
  public init(floor: Instant = Instant(milliseconds: 0)) {
    clocks = ClockHistory(floor: floor)
  }

  /// Receives the next line.
  public mutating func apply(_ line: JournalLine) {
    starts.note(line, in: &clocks)
  }
}
