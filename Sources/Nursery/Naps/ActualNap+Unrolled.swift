extension ActualNap {
  /// The nap's times in minutes after the wake day's midnight, or nil while one of them is not known.
  ///
  /// People write the time on the clock. A start more than 12 h before the wake time is after the next
  /// midnight, and so is an end before its start.
  func unrolled(wake: Int) -> (start: Int, end: Int)? {
    guard var start, var end else { return nil }
    if start < wake - 720 {
      start += 1440
      end += 1440
    }
    return (start, end < start ? end + 1440 : end)
  }
}
