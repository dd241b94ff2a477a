/// Turns many event times into civil instants, most of them of the same boot as the one before: that boot's
/// offset is kept at hand instead of being looked up each time.
public struct InstantReader {
  private let clock: ClockHistory
  private var boot: Int?
  private var offset = 0

  /// A reader of times as a history knows them now.
  public init(_ clock: ClockHistory) {
    self.clock = clock
  }

  /// The same instant as `ClockHistory.resolve` gives.
  public mutating func instant(_ time: EventTime) -> Instant {
    switch time {
    case .wall(let instant), .about(let instant): return instant
    case .boot(let reading):
      if reading.boot != boot {
        boot = reading.boot
        offset = clock.offset(ofBoot: reading.boot)
      }
      return Instant(milliseconds: offset + reading.milliseconds)
    }
  }
}
