/// The rules that a wish is held against, with the log and the clocks they look at.
struct CareRules {
  /// How far an event may lie ahead of the box's clock, in milliseconds: other clocks differ that much.
  private static let clockToleranceMilliseconds = DayInput.clockToleranceMinutes * 60_000

  let log: CareLog
  let now: Moment
  let clock: ClockHistory

  /// The change that fulfils a wish, when every rule grants it.
  func change(for command: CareCommand) throws(Refusal) -> CareEvent.Change {
    switch command {
    case .startSleep(let time):
      if let running = log.runningSleep { throw .alreadyAsleep(running.id) }
      return try added(Care(kind: .sleep, start: start(time, of: .sleep)))
    case .endSleep(let time):
      guard let running = log.runningSleep else { throw .notAsleep }
      return try amended(running.id, CarePatch(end: .some(end(time, of: running))))
    case .startNursing(let side, let time):
      if let running = log.runningNursing { throw .alreadyNursing(running.id) }
      return try added(Care(kind: .nursing, start: start(time, of: .nursing), side: side))
    case .endNursing(let time):
      guard let running = log.runningNursing else { throw .notNursing }
      return try amended(running.id, CarePatch(end: .some(end(time, of: running))))
    case .logBottle(let time): return try added(Care(kind: .bottle, start: time))
    case .add(let care): return try added(care)
    case .amend(let id, let patch): return try amended(id, patch)
    case .delete(let id): return try deleted(id)
    }
  }

  /// Whoever ends something now is never refused because a clock was wrong: where the start is told by one that was
  /// ahead, it ends as it starts.
  private func end(_ time: EventTime, of running: CareRecord) -> EventTime {
    let start = running.care.start
    guard time == .boot(now.boot), clock.resolve(time).instant < clock.resolve(start).instant else {
      return time
    }
    return start
  }

  /// Whoever begins something now is not refused because the last one ends ahead of this clock, by less than two honest
  /// clocks differ: it begins where that ends.
  private func start(_ time: EventTime, of kind: CareKind) -> EventTime {
    guard time == .boot(now.boot) else { return time }
    let begun = SleepSpan(start: clock.resolve(time).instant, end: nil)
    guard let end = overlapping(begun, kind: kind, except: nil)?.care.end,
      clock.resolve(end).instant.milliseconds - begun.start.milliseconds <= Self.clockToleranceMilliseconds
    else { return time }
    return end
  }

  private func added(_ care: Care) throws(Refusal) -> CareEvent.Change {
    try checkFields(kind: care.kind, end: care.end, side: care.side)
    try checkFuture(start: care.start, end: care.end)
    try check(care, except: nil)
    return .added(care)
  }

  private func amended(_ id: EventID, _ patch: CarePatch) throws(Refusal) -> CareEvent.Change {
    guard let record = log.record(id) else { throw .unknownEvent(id) }
    try checkFields(kind: patch.kind ?? record.care.kind, end: patch.end ?? nil, side: patch.side)
    let care = record.care.patched(by: patch)
    guard record.isDeleted || care != record.care else { throw .nothingToChange }
    // What stays was granted once, maybe by a clock that was ahead.
    try checkFuture(
      start: care.start == record.care.start ? nil : care.start,
      end: care.end == care.start ? nil : patch.end ?? nil)
    try check(care, except: id, grantedAs: record.isDeleted ? nil : record.care)
    return .amended(id, patch)
  }

  private func deleted(_ id: EventID) throws(Refusal) -> CareEvent.Change {
    guard let record = log.record(id) else { throw .unknownEvent(id) }
    guard !record.isDeleted else { throw .alreadyDeleted(id) }
    return .deleted(id)
  }

  private func checkFields(kind: CareKind, end: EventTime?, side: NursingSide?) throws(Refusal) {
    if end != nil, !kind.lasts { throw .doesNotApply(field: .end) }
    if side != nil, kind != .nursing { throw .doesNotApply(field: .side) }
  }

  private func checkFuture(start: EventTime?, end: EventTime?) throws(Refusal) {
    if let start, isInTheFuture(start) { throw .inTheFuture(field: .start) }
    if let end, isInTheFuture(end) { throw .inTheFuture(field: .end) }
  }

  /// What holds for every care, new or corrected. One that only becomes shorter takes no time from another, whatever
  /// was found beside it meanwhile.
  private func check(_ care: Care, except id: EventID?, grantedAs old: Care? = nil) throws(Refusal) {
    let span = span(care)
    guard span.isForward else { throw .endBeforeStart }
    if let old, old.kind == care.kind, self.span(old).contains(span) { return }
    guard care.kind.lasts, let other = overlapping(span, kind: care.kind, except: id) else { return }
    let bothRun = span.end == nil && other.care.end == nil
    switch (care.kind, bothRun) {
    case (.sleep, true): throw .alreadyAsleep(other.id)
    case (.sleep, false): throw .overlapsSleep(other.id)
    case (_, true): throw .alreadyNursing(other.id)
    case (_, false): throw .overlapsNursing(other.id)
    }
  }

  /// Two sleeps that only touch do not overlap, and one without an end lasts for ever. What a copied log tells of the
  /// future stands in nobody's way: whoever begins something now is right.
  private func overlapping(_ span: SleepSpan, kind: CareKind, except id: EventID?) -> CareRecord? {
    log.records.last { packed in
      guard packed.kind == kind, !packed.isDeleted, packed.id != id else { return false }
      let care = packed.care
      return self.span(care).overlaps(span) && !(span.end == nil && isInTheFuture(care.start))
    }?.record
  }

  private func span(_ care: Care) -> SleepSpan {
    SleepSpan(
      start: clock.resolve(care.start).instant, end: care.end.map { clock.resolve($0).instant })
  }

  /// Only what can be compared is refused: a reading of this boot always can, any other time only when both
  /// its own clock and this boot's are known.
  private func isInTheFuture(_ time: EventTime) -> Bool {
    if case .boot(let reading) = time, reading.boot == now.boot.boot {
      return reading.milliseconds - now.boot.milliseconds > CareRules.clockToleranceMilliseconds
    }
    let resolved = clock.resolve(time)
    guard resolved.isExact, let wall = wallNow else { return false }
    return resolved.instant.milliseconds - wall.milliseconds > CareRules.clockToleranceMilliseconds
  }

  private var wallNow: Instant? {
    if clock.isSynced(boot: now.boot.boot) { return clock.instant(at: now.boot) }
    return now.trust == .synced ? now.wall : nil
  }
}
