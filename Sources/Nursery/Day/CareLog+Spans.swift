extension CareLog {
  /// How far before the asked stretch contradictions are looked for, in minutes: nothing lasts two days.
  private static let lookBackMinutes = 2 * 1440

  /// The sleeps that had not ended before an instant, in order of time. Contradictory ones are left out (see
  /// `skippedCount`), and so is what a copied log tells of the future, beside which a sleep that runs would be one.
  public func sleeps(clock: ClockHistory, since: Instant, now: Instant? = nil) -> [SleepSpan] {
    consistent(.sleep, clock: clock, since: since, now: now).kept.map { $0.span }
  }

  /// The same sleeps, each with who reported it.
  public func sourcedSleeps(clock: ClockHistory, since: Instant, now: Instant? = nil) -> [SourcedSleep] {
    consistent(.sleep, clock: clock, since: since, now: now).kept.map {
      SourcedSleep(span: $0.span, source: $0.source)
    }
  }

  /// The feeds that had not ended before an instant, in order of their start, without nursings of the future.
  public func feeds(clock: ClockHistory, since: Instant, now: Instant? = nil) -> [FeedSpan] {
    let nursings = consistent(.nursing, clock: clock, since: since, now: now).kept.map {
      FeedSpan(isNursing: true, start: $0.span.start, end: $0.span.end, side: $0.side)
    }
    let bottles = instants(of: .bottle, clock: clock, since: since).map {
      FeedSpan(isNursing: false, start: $0, end: $0)
    }
    return (nursings + bottles).sorted { $0.start < $1.start }
  }

  /// The logged morning wake-ups from an instant on, in order of time, without those of the future.
  public func wakes(clock: ClockHistory, since: Instant, now: Instant? = nil) -> [Instant] {
    let wakes = instants(of: .wake, clock: clock, since: since)
    return Self.horizon(now).map { horizon in wakes.filter { $0 <= horizon } } ?? wakes
  }

  /// When the dream feed's reminder was waved away, from an instant on, in order of time.
  public func dreamFeedDismissals(clock: ClockHistory, since: Instant) -> [Instant] {
    instants(of: .dreamFeedDismissed, clock: clock, since: since)
  }

  /// How many events contradict themselves or an earlier one, so that the queries leave them out: they end
  /// before they start, overlap another of their kind, or never ended though another followed.
  public func skippedCount(clock: ClockHistory) -> Int {
    consistent(.sleep, clock: clock, since: nil).skipped
      + consistent(.nursing, clock: clock, since: nil).skipped
  }

  /// The latest start or end of any event; nil when there are none.
  public func newest(clock: ClockHistory) -> Instant? {
    var reader = InstantReader(clock)
    return records.map { packed in
      let care = packed.care
      return reader.instant(care.end ?? care.start)
    }.max()
  }

  private func instants(of kind: CareKind, clock: ClockHistory, since: Instant) -> [Instant] {
    spans(of: kind, clock: clock, since: since).map { $0.span.start }.sorted()
  }

  /// How late something may begin, as far as two honest clocks differ, to have begun by now.
  private static func horizon(_ now: Instant?) -> Instant? {
    now?.adding(minutes: DayInput.clockToleranceMinutes)
  }

  private typealias SidedSpan = (span: SleepSpan, side: NursingSide?, source: Source)

  private func consistent(
    _ kind: CareKind, clock: ClockHistory, since: Instant?, now: Instant? = nil
  ) -> (kept: [SidedSpan], skipped: Int) {
    let near = since?.adding(minutes: -CareLog.lookBackMinutes)
    let horizon = Self.horizon(now)
    let begun = spans(of: kind, clock: clock, since: near).filter { item in
      horizon.map { item.span.start <= $0 } ?? true
    }
    let result = SleepSpan.consistent(begun) { $0.span }
    guard let since else { return result }
    return (result.kept.filter { $0.span.end.map { $0 >= since } ?? true }, result.skipped)
  }

  private func spans(of kind: CareKind, clock: ClockHistory, since: Instant?) -> [SidedSpan] {
    var reader = InstantReader(clock)
    var spans: [SidedSpan] = []
    for packed in records where packed.kind == kind && !packed.isDeleted {
      let care = packed.care
      let end = care.end.map { reader.instant($0) }
      if let since, let end, end < since { continue }
      let start = reader.instant(care.start)
      if let since, !kind.lasts, start < since { continue }
      spans.append((SleepSpan(start: start, end: end), care.side, packed.source))
    }
    return spans
  }
}
