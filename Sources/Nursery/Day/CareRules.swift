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
      if care.kind == .wake, let sleep = sleepToEnd(by: clock.resolve(care.start).instant) {
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
    return isNow(care.start) ? .added(care) : try added(care)
  }

  /// Ending something in progress is never refused.
  private func ended(_ running: CareRecord, at time: EventTime) throws(Refusal) -> CareEvent.Change {
    let patch = CarePatch(end: .some(time))
    return isNow(time) ? .amended(running.id, patch) : try amended(running.id, patch)
  }

  private func running(_ kind: CareKind) -> CareRecord? { log.running(kind, clock: clock, now: instantNow) }

  /// The sleep that a waking ends: the one that runs, or one that ran then and has no end, since no one logged it.
  private func sleepToEnd(by waking: Instant) -> CareRecord? {
    if let sleep = running(.sleep), clock.resolve(sleep.care.start).instant <= waking { return sleep }
    guard let then = log.running(.sleep, clock: clock, now: waking), then.care.end == nil,
      clock.resolve(then.care.start).instant <= waking
    else { return nil }
    return then
  }

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
    let keepsTimes =
      (care.kind, care.start, care.end) == (record.care.kind, record.care.start, record.care.end)
    // Times that are kept were accepted before, even if the clocks of two boxes make them contradict each other.
    if record.isDeleted || !keepsTimes { try check(care, of: id) }
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
  /// may stay hidden. Events that only touch do not overlap. One without an end never ends, unless it was forgotten.
  private func overlapping(_ span: SleepSpan, kind: CareKind, except id: EventID?) -> CareRecord? {
    let (own, record) = (log.place(of: id), id.flatMap { log.record($0) })
    let keepsStart = record.map { clock.resolve($0.care.start).instant == span.start } ?? false
    let isRestored = record?.isDeleted ?? false
    return log.believed(kind, clock: clock, now: instantNow)
      .last { other in
        let isPostponed = keepsStart && other.span.end.map(span.isPostponed) ?? false
        let postpones = isRestored && span.end.map(other.span.isPostponed) ?? false
        // One without an end that was logged before is left out again once the later one is back.
        let hides =
          isRestored && span.end != nil && other.span.end == nil && other.span.start < span.start
          && id.map { log.records[other.place].id.milliseconds <= $0.milliseconds } ?? false
        return other.place != own && other.span.overlaps(span) && !isPostponed && !postpones && !hides
          && !log.isForgotten(other, clock, instantNow)
      }
      .map { log.records[$0.place] }
  }

  private func span(_ care: Care) -> SleepSpan {
    let (start, end) = (clock.resolve(care.start).instant, care.end.map { clock.resolve($0).instant })
    guard case .boot(let began) = care.start, case .boot(let ended)? = care.end,
      (began.box, began.boot) != (ended.box, ended.boot)
    else { return SleepSpan(start: start, end: end) }
    return SleepSpan(from: start, until: end)
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
