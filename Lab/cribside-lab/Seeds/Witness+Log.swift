import Bedside
import BoxRuntime
import CareJournal
import Nursery
import SimulatedBoard

/// Checks of the log: what a reader finds after one more power cut, and the times in it.
extension Witness {
  func lookAtRecovery() {
    let disk = SimulatedDisk(copying: world.storage)
    disk.powerCut(seed: UInt64(world.clock.worldMilliseconds))
    lookAtQuietFiles(on: disk)
    do throws(JournalFault) {
      try lookAtEvents(on: disk)
      try lookAtReplay(of: disk)
      let report = try JournalVerifier.verify(disk)
      expect(isWhole(report), .logIsWhole, "\(report.gaps) \(report.findings.filter { $0.kind.isLoss })")
    } catch {
      expect(false, .logIsWhole, error.text)
    }
  }

  /// Whether nothing is missing but what a cut may spoil: what was being written, and the numbers that are left out
  /// for it. A spoilt piece before good lines is a line with a missing number, or one that was written again.
  private func isWhole(_ report: JournalReport) -> Bool {
    let copied = Set(report.findings.filter { $0.kind == .repeated }.map(\.path))
    let damaged = report.findings.count { $0.kind == .damaged && !copied.contains($0.path) }
    let missing = report.gaps.reduce(0) { $0 + $1.missing.count }
    let isOrdinary = report.findings.allSatisfy { $0.kind != .cutShort && $0.kind != .headless }
    return damaged <= missing && missing <= Self.leftOut && isOrdinary && report.unreadable.isEmpty
      && report.vanished == nil && report.strays.isEmpty && !report.lacksMark
  }

  /// The most numbers that the cuts of a day spoil. 512 are left out for a segment whose end is gone.
  private static var leftOut: Int { 2_000 }

  private func lookAtEvents(on disk: SimulatedDisk) throws(JournalFault) {
    var recovered: [EventID: CareEvent] = [:]
    try Journal.replay(disk) { line in
      if case .care(let event) = line.entry { recovered[event.id] = event }
    }
    let ledger = world.ledger
    let lost = ledger.shown.union(ledger.acknowledged).filter { recovered[$0] == nil }
    expect(
      lost.isEmpty, .acknowledgedIsRecovered, "\(lost.count) lost, first \(lost.map(\.text).min() ?? "")")
    let strange = recovered.values.filter { ledger.offered[$0.id] != $0 }
    expect(strange.isEmpty, .recoveredWasOffered, "\(strange.count), as \(strange.first?.id.text ?? "")")
    expect(
      Set(ledger.acknowledged).count == ledger.acknowledged.count, .acknowledgedOnce,
      "\(ledger.acknowledged.count) acknowledgements of \(Set(ledger.acknowledged).count) events")
  }

  private func lookAtReplay(of disk: SimulatedDisk) throws(JournalFault) {
    guard let model = station?.model else { return }
    let fold = try LogFold(of: disk)
    for baby in model.babies {
      let (live, replayed) = (model.log(of: baby)?.allRecords ?? [], fold.logs[baby]?.allRecords ?? [])
      // A start holds the last two months by its own clock, and a clock may step by years.
      let ids = Set(live.map(\.id))
      let held = replayed.filter { ids.contains($0.id) }
      expect(
        live == held, .replayIsTheState, "baby \(baby.number): \(live.count) and \(held.count) events"
      )
      let isSameTime = zip(live, held).allSatisfy { one, other in
        instants(of: one, model.clockHistory) == instants(of: other, fold.clocks)
      }
      expect(isSameTime, .replayIsTheState, "baby \(baby.number): other times")
    }
  }

  private func instants(of record: CareRecord, _ clocks: ClockHistory) -> [Instant] {
    [record.care.start, record.care.end].compactMap { $0 }.map { clocks.resolve($0).instant }
  }

  // MARK: Durations

  /// A duration on one boot clock never changes with the wall clock. One across a power cut is never negative, unless
  /// the script moved the clock.
  func lookAtDurations() {
    guard let model = station?.model else { return }
    for baby in model.babies {
      for record in model.log(of: baby)?.allRecords ?? [] { lookAtDuration(of: record, model.clockHistory) }
    }
  }

  private func lookAtDuration(of record: CareRecord, _ clocks: ClockHistory) {
    guard !record.isDeleted, case .boot(let start) = record.care.start, case .boot(let end)? = record.care.end
    else { return }
    let resolved = clocks.instant(at: end).milliseconds - clocks.instant(at: start).milliseconds
    if kernelBoots[start.boot] != nil, kernelBoots[start.boot] == kernelBoots[end.boot] {
      let measured = end.milliseconds - start.milliseconds
      expect(
        resolved == measured && measured >= 0, .durationsStay, "\(resolved) ms, measured as \(measured) ms")
    } else if !clockWasMoved {
      expect(resolved >= 0, .durationsStay, "\(resolved) ms over a power cut")
    }
  }
}

/// Checks of quiet sessions: the allowed buttons, the panel and the files.
extension Witness {
  /// The quiet sessions of the running box; nil while it does not run.
  var course: QuietCourse? { station?.model?.quietCourse }

  // MARK: A session's end

  /// How long after a session's end the panel must be lit, in nanoseconds. The card and the bus need time.
  private static let lightReturnsAfter: UInt64 = 3_000_000_000

  /// Notices the end of a session. Called before each turn, since a session may end in any of them.
  func followShield() {
    guard let course else { return }
    let wasShielded = isShielded
    isShielded = course.shield != nil
    guard wasShielded, !isShielded else { return }
    let boots = play.rehearsal.boots
    world.plan(afterNanoseconds: Self.lightReturnsAfter) { [weak self] _ in
      self?.lookAtReturnedLight(boots: boots)
    }
  }

  private func lookAtReturnedLight(boots: Int) {
    guard let course, course.shield == nil, play.rehearsal.boots == boots else { return }
    guard let job = station?.panel.desired else { return expect(false, .lightReturns, "no picture is made") }
    expect(job.light != .off, .lightReturns, "the box wants it off")
    expect(now < panelIsExcusedUntil || world.oled.isVisible, .lightReturns, "the panel shows nothing")
  }

  // MARK: Under a shield

  func lookAtShield() {
    guard let course else { return }
    expect(
      course.shield?.session == course.session?.id, .shieldHasSession,
      "shield of \(course.shield?.session.text ?? "none"), session \(course.session?.id.text ?? "none")")
    guard course.shield != nil, !showsSomething(in: course) else { return }
    let light = station?.panel.desired?.light ?? .off
    expect(light == .off && !world.oled.isVisible, .shieldIsDark, "light \(light.name), \(notice)")
  }

  /// Whether the panel may be lit under a shield: a button was just pressed, a cancel is running, or there is
  /// something to report.
  private func showsSomething(in course: QuietCourse) -> Bool {
    now < max(panelIsExcusedUntil, stirUntil) || course.session?.cancelMilliseconds != nil
      || station?.model?.shownNotice != nil || (station?.model?.unsavedEvents ?? 0) > 0
  }

  /// Whether a press must be logged, also under a shield. It need not be if it may answer a question.
  func isLetThrough(_ button: Button) -> Bool {
    guard let shield = course?.shield else { return true }
    return station?.model?.isLetThrough(button, by: shield) == true && now >= questionUntil
  }

  // MARK: The files

  /// Checks the files after one more power cut, minutes after everything has ended.
  func lookAtQuietFiles(on disk: SimulatedDisk) {
    let found = QuietShelf.finding(in: disk).state
    expect(
      found.shield?.session == found.session?.id, .shieldHasSession,
      "the files: shield of \(found.shield?.session.text ?? "none"), session \(found.session?.id.text ?? "none")"
    )
    guard let course else { return }
    expect(
      found.session?.id == course.session?.id, .shieldHasSession,
      "the files' session is \(found.session?.id.text ?? "none"), the box's \(course.session?.id.text ?? "none")"
    )
  }
}
