extension NightWindow {
  /// Of the sleeps, what lies between bedtime and morning, in order; a sleep that began before is cut there, and
  /// what is left of it must still last 20 min. Both are times of this night; without them it is noon to noon.
  public func segments(
    of sleeps: [SleepSegment], bedtime: Instant? = nil, morning: Instant? = nil
  ) -> [SleepSegment] {
    let (from, to) = (max(bedtime ?? start, start), min(morning ?? end, end))
    return sleeps.compactMap { sleep in
      let (lower, upper) = (max(sleep.start, from), min(sleep.end, to))
      let isLong = upper.milliseconds - lower.milliseconds >= NightWindow.leastMilliseconds
      return isLong ? SleepSegment(start: lower, end: upper) : nil
    }
  }

  private static let leastMilliseconds = 20 * 60_000
}
