/// A sleep or a nursing as the clocks have it, and where its record stands in the log.
struct PlacedSpan {
  /// The record's place, in the order in which the log grew.
  let place: Int
  let span: SleepSpan
  /// Whether it began when it was logged, by the boot clock, and not as somebody told later.
  let isWitnessed: Bool

  /// Whether this one, already logged, was still to come when the other began: then a clock was ahead, and what was
  /// seen holds.
  func yields(to other: PlacedSpan) -> Bool {
    other.isWitnessed && place < other.place && span.start > other.span.start
  }
}
