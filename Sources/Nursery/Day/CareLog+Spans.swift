extension CareLog {
  /// How far before the requested stretch contradictions are searched, in minutes. No event lasts two days.
  private static let lookBackMinutes = 2 * 1440

  /// The sleeps that had not ended before `since`, in order of time. Contradictory ones are left out (see
  /// `contradictory`). So are sleeps in the future, as a copied log may have, since a running sleep would contradict
  /// them.
  public func sleeps(clock: ClockHistory, since: Instant, now: Instant) -> [SleepSpan] {
    believed(.sleep, clock: clock, since: since, now: now).map { $0.span }
  }

  /// The same, without a sleep that runs for longer than any sleep lasts: no press ended it, and it says nothing about
  /// today.
  public func daySleeps(clock: ClockHistory, since: Instant, now: Instant) -> [SleepSpan] {
    sourcedSleeps(clock: clock, since: since, now: now).map { $0.span }
  }

  /// Until this long after its beginning a press may still end a sleep or a nursing, in minutes. So the press for the next
  /// night can still end the last one, and the first press of a morning the nursing at bedtime.
  public static func longestMinutes(of kind: CareKind) -> Int { (kind == .nursing ? 16 : 28) * 60 }

  /// Whether no press ended a sleep or a nursing for so long. One that may have begun later than it shows is not known to
  /// be one.
  func isForgotten(_ event: PlacedSpan, _ clock: ClockHistory, _ now: Instant) -> Bool {
    event.span.end == nil && isExact(event, clock)
      && event.span.start.minutes(until: now) > Self.longestMinutes(of: records[event.place].care.kind)
  }

  /// The sleeps of `daySleeps`, each with its source.
  public func sourcedSleeps(clock: ClockHistory, since: Instant, now: Instant) -> [SourcedSleep] {
    believed(.sleep, clock: clock, since: since, now: now).filter { !isForgotten($0, clock, now) }.map {
      SourcedSleep(span: $0.span, source: records[$0.place].source)
    }
  }

  /// A shorter nursing is none, in milliseconds.
  public static let leastNursingMilliseconds = 60_000

  /// The feeds that had not ended before `since`, in order of their start, without nursings in the future. One that was
  /// forgotten ends when it starts, since the baby was fed, and no one knows for how long. A nursing that begins within ten
  /// minutes of another's end continues that feed on its next side. One of less than a minute is a slip of the hand, and no
  /// feed.
  public func feeds(clock: ClockHistory, since: Instant, now: Instant) -> [FeedSpan] {
    var nursings: [FeedSpan] = []
    for nursing in believed(.nursing, clock: clock, since: since, now: now) {
      let start = nursing.span.start
      if let end = nursing.span.end, end.milliseconds - start.milliseconds < Self.leastNursingMilliseconds {
        continue
      }
      let end = isForgotten(nursing, clock, now) ? start : nursing.span.end
      if let end, end < since { continue }
      var feed = FeedSpan(
        isNursing: true, start: start, end: end, side: records[nursing.place].care.side)
      if let last = nursings.last, last.isFollowed(by: feed) {
        nursings.removeLast()
        (feed.start, feed.earlier, feed.lastStart) = (last.start, last.stretches, feed.start)
      }
      nursings.append(feed)
    }
    let bottles = spans(of: .bottle, clock: clock, since: since).map {
      FeedSpan(
        isNursing: false, start: $0.span.start, end: $0.span.start,
        amountMilliliters: records[$0.place].care.detail.amountMilliliters)
    }
    return (nursings + bottles).sorted { $0.start < $1.start }
  }

  /// The logged morning wake-ups since an instant, in order of time, without those in the future.
  public func wakes(clock: ClockHistory, since: Instant, now: Instant) -> [Instant] {
    instants(of: .wake, clock: clock, since: since).filter { $0 <= Self.horizon(now) }
  }

  /// When the dream feed's reminder was dismissed, since an instant, in order of time.
  public func dreamFeedDismissals(clock: ClockHistory, since: Instant) -> [Instant] {
    instants(of: .dreamFeedDismissed, clock: clock, since: since)
  }

  /// The events that contradict themselves or others and are therefore left out: they end before they start, overlap
  /// another of their kind, or have no end although another followed or no press ended them for long (see `longestMinutes`).
  public func contradictory(clock: ClockHistory, now: Instant) -> Set<EventID> {
    let future = future(clock: clock, now: now)
    let begun = records.filter { $0.care.kind.lasts && !$0.isDeleted && !future.contains($0.id) }
    let kept = [CareKind.sleep, .nursing].flatMap { believed($0, clock: clock, now: now) }
      .filter { !isForgotten($0, clock, now) }
    return Set(begun.map { $0.id }).subtracting(kept.map { records[$0.place].id })
  }

  /// The events that begin in the future and are therefore left out.
  public func future(clock: ClockHistory, now: Instant) -> Set<EventID> {
    var reader = InstantReader(clock)
    let future = records.filter { !$0.isDeleted && reader.instant($0.care.start) > Self.horizon(now) }
    return Set(future.map { $0.id })
  }

  /// The latest start or end of any event; nil if there are none.
  public func newest(clock: ClockHistory) -> Instant? {
    var reader = InstantReader(clock)
    return records.map { reader.instant($0.care.end ?? $0.care.start) }.max()
  }

  /// When nappies were changed, since an instant, in order of time.
  public func nappies(clock: ClockHistory, since: Instant) -> [Instant] {
    instants(of: .nappy, clock: clock, since: since)
  }

  /// When medicines were given since an instant, whether that is exact, and their names, in order of time.
  public func medicines(
    clock: ClockHistory, since: Instant
  ) -> [(at: Instant, isExact: Bool, name: String?)] {
    records.filter { $0.care.kind == .medicine && !$0.isDeleted }
      .map { record in
        let given = clock.resolve(record.care.start)
        return (at: given.instant, isExact: given.isExact, name: record.care.detail.medicine)
      }
      .filter { $0.at >= since }.sorted { $0.at < $1.at }
  }

  /// How much milk was in the bottles that began between two instants, in millilitres; nil if no amount was logged.
  public func bottleMilliliters(clock: ClockHistory, since: Instant, now: Instant) -> Int? {
    var reader = InstantReader(clock)
    let amounts = records.compactMap { record -> Int? in
      guard !record.isDeleted, let amount = record.care.detail.amountMilliliters else { return nil }
      let start = reader.instant(record.care.start)
      return start >= since && start <= now ? amount : nil
    }
    return amounts.isEmpty ? nil : amounts.reduce(0, +)
  }

  /// The sleep or nursing that runs at an instant, as the pages show it: the last one that has begun, if it has no
  /// end or one further ahead than clocks may differ. One that no press ended for long does not run any more.
  public func running(_ kind: CareKind, clock: ClockHistory, now: Instant) -> CareRecord? {
    guard let last = believedForPages(kind, clock: clock, now: now).last,
      last.span.end.map({ $0 > Self.horizon(now) }) ?? true, !isForgotten(last, clock, now)
    else { return nil }
    return records[last.place]
  }

  /// The events that the pages of a day show.
  func believedForPages(_ kind: CareKind, clock: ClockHistory, now: Instant) -> [PlacedSpan] {
    believed(kind, clock: clock, since: Self.pagesSince(now), now: now)
  }

  /// The earliest instant that the pages of a day show: a night, the day before it, and a margin.
  public static func pagesSince(_ now: Instant) -> Instant { now.adding(minutes: -3 * 1440) }

  private func instants(of kind: CareKind, clock: ClockHistory, since: Instant) -> [Instant] {
    spans(of: kind, clock: clock, since: since).map { $0.span.start }.sorted()
  }

  /// The latest start that counts as begun: two correct clocks may differ by that much.
  private static func horizon(_ now: Instant) -> Instant {
    now.adding(minutes: DayInput.clockToleranceMinutes)
  }

  /// The events of a kind that do not contradict each other, in order of time. With `since`, only those that had not
  /// ended before it; with `now`, only those that have begun by it.
  func believed(
    _ kind: CareKind, clock: ClockHistory, since: Instant? = nil, now: Instant? = nil
  ) -> [PlacedSpan] {
    let near = since?.adding(minutes: -CareLog.lookBackMinutes)
    var begun = spans(of: kind, clock: clock, since: near)
    if let now { begun.removeAll { $0.span.start > Self.horizon(now) } }
    let kept = SleepSpan.consistent(
      begun, span: { $0.span }, yields: { $0.yields(to: $1) }, postponed: { postponed($0, after: $1, clock) },
      ended: { ended($0, before: $1) },
      counts: { isExact($0, clock) && !isExact($1, clock) })
    guard let since else { return kept }
    return kept.filter { $0.span.end.map { $0 >= since } ?? true }
  }

  /// An event from the end of another one on, if it began no earlier than the clocks of two boxes may differ: one clock was
  /// ahead, or the other behind. By its clock it began after the other one, or its box knew of the other one's end. A start
  /// that is only bounded may have been that late in any case. Nil if it began earlier, or had ended by then.
  private func postponed(_ event: PlacedSpan, after other: PlacedSpan, _ clock: ClockHistory) -> PlacedSpan? {
    guard let end = other.span.end, event.span.start < end, event.span.end.map({ $0 >= end }) ?? true
    else { return nil }
    let isKnown = endStamps(at: other.place).first < event.stamp
    let isNear = event.span.isPostponed(until: end) && (isKnown || event.span.start >= other.span.start)
    let isBounded =
      (isKnown || event.span.end != nil) && isExact(other, clock)
      && !clock.resolve(records[event.place].care.start).isExact
    guard isNear || isBounded else { return nil }
    var later = event
    later.span.start = end
    return later
  }

  /// Whether the times of an event are exact. Such an event counts before one whose times are only bounded.
  private func isExact(_ event: PlacedSpan, _ clock: ClockHistory) -> Bool {
    let care = records[event.place].care
    return clock.resolve(care.start).isExact && care.end.map { clock.resolve($0).isExact } ?? true
  }

  /// An event until the beginning of another one, if the same box logged that one as it began and after it had ended the
  /// first: the end was told on another clock, which then is ahead.
  private func ended(_ event: PlacedSpan, before other: PlacedSpan) -> PlacedSpan? {
    let told = endStamps(at: event.place).last
    guard other.isWitnessed, told.box == other.stamp.box, told < other.stamp else { return nil }
    var earlier = event
    earlier.span.end = other.span.start
    return earlier
  }

  /// The events of a kind that had not ended before `since`. An event without an end is left out if another of its kind
  /// followed and ended before `since`.
  private func spans(of kind: CareKind, clock: ClockHistory, since: Instant?) -> [PlacedSpan] {
    var reader = InstantReader(clock)
    var spans: [PlacedSpan] = []
    var lastPast: Instant?
    for (place, record) in records.enumerated() where record.care.kind == kind && !record.isDeleted {
      let care = record.care
      let end = care.end.map { reader.instant($0) }
      if let since, let end, end < since {
        lastPast = max(end, lastPast ?? end)
        continue
      }
      let start = reader.instant(care.start)
      if let since, !kind.lasts, start < since { continue }
      var isWitnessed = false
      if case .boot = care.start { isWitnessed = true }
      spans.append(
        PlacedSpan(
          place: place, stamp: stamps[place], span: SleepSpan(from: start, until: end),
          isWitnessed: isWitnessed))
    }
    // Lines of other boxes arrive late. Events that begin at the same instant are sorted in the order that all boxes
    // share.
    if zip(spans, spans.dropFirst()).contains(where: { $1.stamp < $0.stamp }) {
      spans.sort { ($0.stamp, $0.place) < ($1.stamp, $1.place) }
    }
    guard kind.lasts, let lastPast else { return spans }
    return spans.filter { $0.span.end != nil || $0.span.start >= lastPast }
  }
}

extension FeedSpan {
  /// The longest gap between the stretches of one feed, in milliseconds: enough to burp the baby.
  private static let gapMilliseconds = 600_000

  /// Whether another nursing continues this one on its next side.
  func isFollowed(by next: FeedSpan) -> Bool {
    guard let end else { return false }
    return (0...Self.gapMilliseconds).contains(next.start.milliseconds - end.milliseconds)
  }
}
