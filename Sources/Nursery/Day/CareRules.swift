/// The rules that a command is checked against, with the log and the clocks that they use.
struct CareRules {
  /// How far an event may be ahead of the box's clock, in milliseconds, since correct clocks may differ.
  private static let clockToleranceMilliseconds = DayInput.clockToleranceMinutes * 60_000

  let log: CareLog
  let now: Moment
  let clock: ClockHistory

  /// The change that fulfils a command, if every rule allows it.
  func change(for command: CareCommand) throws(Refusal) -> CareEvent.Change {
    switch command {
    case .startSleep(let time): return try begun(Care(kind: .sleep, start: time))
    case .endSleep(let time):
      guard let running = running(.sleep) else { throw .notAsleep }
      return try ended(running, at: time)
    case .startNursing(let side, let time):
      return try begun(Care(kind: .nursing, start: time, side: side))
    case .endNursing(let time):
      guard let running = running(.nursing) else { throw .notNursing }
      return try ended(running, at: time)
    case .add(let care):
      // A waking ends the running sleep.
      if care.kind == .wake, let sleep = running(.sleep),
        clock.resolve(sleep.care.start).instant <= clock.resolve(care.start).instant
      {
        try checkFields(CarePatch(care), of: care.kind)
        try checkFuture(start: care.start, end: nil)
        return try ended(sleep, at: care.start)
      }
      return try added(care)
    case .amend(let id, let patch): return try amended(id, patch)
    case .putBack(let id, let patch): return try amended(id, patch, wasGranted: true)
    case .delete(let id): return try deleted(id)
    }
  }

  /// Beginning something now is never refused while nothing of its kind runs.
  private func begun(_ care: Care) throws(Refusal) -> CareEvent.Change {
    if let running = running(care.kind) {
      throw care.kind == .sleep ? .alreadyAsleep(running.id) : .alreadyNursing(running.id)
    }
    guard isNow(care.start) else { return try added(care) }
    return .added(Care(kind: care.kind, start: endAhead(of: care.kind) ?? care.start, side: care.side))
  }

  /// The end of the last event of a kind, if it is ahead of this clock by no more than correct clocks may differ. An
  /// event that begins now then begins there, roughly: no clock has shown this time for it.
  private func endAhead(of kind: CareKind) -> EventTime? {
    guard let last = log.believedForPages(kind, clock: clock, now: instantNow).last, let end = last.span.end,
      end > instantNow
    else { return nil }
    guard clock.trust(ofBoot: now.boot.boot)?.isSet != true else { return .about(end) }
    // The wall time is only bounded, or a person told it. On the boot clock the time stays correct once it is corrected.
    return .boot(now.boot.adding(milliseconds: end.milliseconds - instantNow.milliseconds))
  }

  /// Ending something in progress is never refused.
  private func ended(_ running: CareRecord, at time: EventTime) throws(Refusal) -> CareEvent.Change {
    let patch = CarePatch(end: .some(end(time, of: running)))
    return isNow(time) ? .amended(running.id, patch) : try amended(running.id, patch)
  }

  /// If the start came from a clock that was ahead, the event ends when it starts. If another box's clock was, that
  /// clock may be corrected, and the end stays where it is.
  private func end(_ time: EventTime, of running: CareRecord) -> EventTime {
    let start = running.care.start
    let begin = clock.resolve(start).instant
    guard isNow(time), instantNow < begin else { return time }
    return if case .boot(let reading) = start, reading.box != nil { .about(begin) } else { start }
  }

  private func running(_ kind: CareKind) -> CareRecord? { log.running(kind, clock: clock, now: instantNow) }

  private func isNow(_ time: EventTime) -> Bool { time == .boot(now.boot) }

  private var instantNow: Instant { clock.instant(at: now.boot) }

  private func added(_ care: Care) throws(Refusal) -> CareEvent.Change {
    try checkFields(CarePatch(care), of: care.kind)
    try checkFuture(start: care.start, end: care.end)
    try check(care)
    return .added(care)
  }

  private func amended(
    _ id: EventID, _ patch: CarePatch, wasGranted: Bool = false
  ) throws(Refusal) -> CareEvent.Change {
    guard let record = log.record(id) else { throw .unknownEvent(id) }
    try checkFields(patch, of: patch.kind ?? record.care.kind)
    let care = record.care.patched(by: patch)
    guard record.isDeleted || care != record.care else { throw .nothingToChange }
    if !wasGranted { try checkFuture(of: care, after: record.care, patch) }
    try check(care, of: id)
    return .amended(id, patch)
  }

  /// A value that does not change was accepted before, perhaps from a clock that was ahead.
  private func checkFuture(of care: Care, after old: Care, _ patch: CarePatch) throws(Refusal) {
    try checkFuture(
      start: care.start == old.start ? nil : care.start,
      end: care.end == care.start ? nil : patch.end ?? nil)
  }

  private func deleted(_ id: EventID) throws(Refusal) -> CareEvent.Change {
    guard let record = log.record(id) else { throw .unknownEvent(id) }
    guard !record.isDeleted else { throw .alreadyDeleted(id) }
    return .deleted(id)
  }

  private func checkFields(_ fields: CarePatch, of kind: CareKind) throws(Refusal) {
    if let end = fields.end, end != nil, !kind.lasts { throw .doesNotApply(field: .end) }
    if fields.side != nil, kind != .nursing { throw .doesNotApply(field: .side) }
    if let field = fields.detail.misplaced(in: kind) { throw .doesNotApply(field: field) }
  }

  private func checkFuture(start: EventTime?, end: EventTime?) throws(Refusal) {
    if let start, isInTheFuture(start) { throw .inTheFuture(field: .start) }
    if let end, isInTheFuture(end) { throw .inTheFuture(field: .end) }
  }

  /// Checks the rules that every new or corrected care must keep.
  private func check(_ care: Care, of id: EventID? = nil) throws(Refusal) {
    let span = span(care)
    guard span.isForward else { throw .endBeforeStart }
    guard care.kind.lasts, let other = overlapping(span, kind: care.kind, except: id) else { return }
    let bothRun = span.end == nil && other.care.end == nil
    switch (care.kind, bothRun) {
    case (.sleep, true): throw .alreadyAsleep(other.id)
    case (.sleep, false): throw .overlapsSleep(other.id)
    case (_, true): throw .alreadyNursing(other.id)
    case (_, false): throw .overlapsNursing(other.id)
    }
  }

  /// The last event that overlaps a span, among those that the pages show now. An event hidden by the corrected one
  /// may stay hidden. Events that only touch do not overlap, and one without an end never ends.
  private func overlapping(_ span: SleepSpan, kind: CareKind, except id: EventID?) -> CareRecord? {
    let own = log.place(of: id)
    return log.believed(kind, clock: clock, now: instantNow)
      .last { $0.place != own && $0.span.overlaps(span) }
      .map { log.records[$0.place] }
  }

  private func span(_ care: Care) -> SleepSpan {
    SleepSpan(
      start: clock.resolve(care.start).instant, end: care.end.map { clock.resolve($0).instant })
  }

  /// Whether a time is in the future. A time of this boot can always be compared; any other only if its clock and
  /// this boot's are known.
  private func isInTheFuture(_ time: EventTime) -> Bool {
    if case .boot(let reading) = time, reading.box == nil, reading.boot == now.boot.boot {
      return reading.milliseconds - now.boot.milliseconds > CareRules.clockToleranceMilliseconds
    }
    let resolved = clock.resolve(time)
    guard resolved.isExact, let wall = wallNow else { return false }
    return resolved.instant.milliseconds - wall.milliseconds > CareRules.clockToleranceMilliseconds
  }

  /// The wall clock now; nil unless it is known and shows a possible time.
  private var wallNow: Instant? {
    if clock.isSynced(boot: now.boot.boot) { return instantNow }
    guard now.trust.isSet, let wall = now.wall, wall >= instantNow else { return nil }
    return wall
  }
}
