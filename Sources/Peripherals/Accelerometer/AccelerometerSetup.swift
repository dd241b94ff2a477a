/// How a part is to be run.
public struct AccelerometerSetup: Hashable, Sendable {
  /// The largest acceleration that is measured. Gravity is in it; 2 g resolves finest.
  public var range: AccelerometerRange
  /// The clock of the bus, in hertz: decides whether an ADXL345 can be read four times as often and averaged.
  public var busHertz: Int
  /// The interrupt line, if one is wired; without it the FIFO is emptied by the clock.
  public var interrupt: AccelerometerInterrupt?

  /// A setup of all its parts.
  public init(
    range: AccelerometerRange = .two, busHertz: Int = 100_000, interrupt: AccelerometerInterrupt? = nil
  ) {
    self.range = range
    self.busHertz = busHertz
    self.interrupt = interrupt
  }
}
