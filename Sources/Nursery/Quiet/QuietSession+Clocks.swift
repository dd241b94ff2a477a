/// What remains, by clocks that may be unknown, set, or have stood still without power.
extension QuietSession {
  /// Two clocks read one after the other differ by less.
  private static let toleranceMilliseconds = 2_000

  /// A session that somebody starts now.
  init(manualMinutes minutes: Int, _ strictness: StrictnessMode, at now: QuietMoment) {
    let length = minutes * 60_000
    self.init(
      id: EventID(quietSessionAt: now), mode: .manual(durationMinutes: minutes), strictness: strictness,
      lengthMilliseconds: length, endsAt: now.wall.map { Instant(milliseconds: $0.milliseconds + length) },
      mark: Mark(
        kernelBoot: now.kernelBoot, milliseconds: now.milliseconds, remainingMilliseconds: length))
  }

  /// The session of a window that has begun. Every process makes the same of it.
  init(_ window: RecurringSchedule.Window, of schedule: RecurringSchedule, wall: Instant, at now: QuietMoment)
  {
    self.init(
      id: EventID(
        milliseconds: window.start.milliseconds, random: (0, UInt64(schedule.end.minutesAfterMidnight))),
      mode: schedule.mode, strictness: schedule.strictness,
      lengthMilliseconds: window.end.milliseconds - window.start.milliseconds, endsAt: window.end,
      mark: Mark(
        kernelBoot: now.kernelBoot, milliseconds: now.milliseconds,
        remainingMilliseconds: window.end.milliseconds - wall.milliseconds))
  }

  /// The board was alive at a time: what had elapsed until the power went has elapsed.
  mutating func noteAlive(_ time: KernelTime, at now: QuietMoment) {
    guard time.kernelBoot == mark.kernelBoot, time.kernelBoot != now.kernelBoot else { return }
    renewMark(at: QuietMoment(kernelBoot: time.kernelBoot, milliseconds: time.milliseconds, wall: nil))
  }

  /// Brings mark and end up to the clocks.
  mutating func reckon(at now: QuietMoment) {
    if mark.kernelBoot != now.kernelBoot { enterBoot(now.kernelBoot) }
    guard let wall = now.wall else { return }
    switch mode {
    case .recurring: followWall(wall, at: now)
    case .manual: followElapsed(wall, at: now)
    }
    awaitsClock = false
  }

  /// The board was without power. What remained remains from the boot's beginning on, until the clock is known. A
  /// cancel was a matter of seconds, and nobody knows how many are over: the session is kept.
  private mutating func enterBoot(_ kernelBoot: String) {
    mark = Mark(
      kernelBoot: kernelBoot, milliseconds: 0, remainingMilliseconds: mark.remainingMilliseconds)
    awaitsClock = true
    cancelMilliseconds = nil
  }

  /// A recurring session ends when the wall clock says so, however often it is set; but a clock that is set back to
  /// before its start makes it no longer than it is, and brings its end forward.
  private mutating func followWall(_ wall: Instant, at now: QuietMoment) {
    guard let last = endsAt else { return }
    let end = min(last, Instant(milliseconds: wall.milliseconds + lengthMilliseconds))
    endsAt = end
    // Over is over: a new mark each time would put off for ever what another process ends some time later.
    let remaining = max(0, end.milliseconds - wall.milliseconds)
    let known = max(0, endMilliseconds - now.milliseconds)
    guard awaitsClock || abs(remaining - known) > Self.toleranceMilliseconds else { return }
    setMark(remaining, at: now)
  }

  /// A manual session ends when its time has elapsed: the wall clock counts only the time without power, and says
  /// otherwise when the end will be. Powered off, no time can be gained.
  private mutating func followElapsed(_ wall: Instant, at now: QuietMoment) {
    if awaitsClock, let endsAt {
      setMark(min(remainingMilliseconds(at: now), endsAt.milliseconds - wall.milliseconds), at: now)
    }
    let end = Instant(milliseconds: wall.milliseconds + endMilliseconds - now.milliseconds)
    let moved = endsAt.map { abs($0.milliseconds - end.milliseconds) > Self.toleranceMilliseconds } ?? true
    if moved { endsAt = end }
  }

  /// Makes a mark now of one that is older than that many milliseconds.
  mutating func renewMark(olderThan age: Int = 0, at now: QuietMoment) {
    guard now.milliseconds - mark.milliseconds >= age else { return }
    setMark(remainingMilliseconds(at: now), at: now)
  }

  private mutating func setMark(_ remaining: Int, at now: QuietMoment) {
    mark = Mark(
      kernelBoot: now.kernelBoot, milliseconds: now.milliseconds, remainingMilliseconds: remaining)
  }
}

extension EventID {
  /// The id of a session that is started at a moment; one board starts one at a time.
  fileprivate init(quietSessionAt now: QuietMoment) {
    let hash = FNV1a.hash(now.kernelBoot.utf8)
    self.init(
      milliseconds: now.wall?.milliseconds ?? 0,
      random: (hash >> 48, hash ^ UInt64(truncatingIfNeeded: now.milliseconds)))
  }
}
