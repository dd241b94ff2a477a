/// A quiet session. Its remaining time counts from a mark that every process can read.
public struct QuietSession: Hashable, Sendable {
  /// The remaining time at a moment of the clock that never jumps.
  public struct Mark: Hashable, Sendable {
    /// The kernel's name for its boot.
    public var kernelBoot: String
    /// `CLOCK_BOOTTIME` in milliseconds.
    public var milliseconds: Int
    /// The remaining time then, in milliseconds, 0 or more.
    public var remainingMilliseconds: Int

    /// A mark.
    public init(kernelBoot: String, milliseconds: Int, remainingMilliseconds: Int) {
      self.kernelBoot = kernelBoot
      self.milliseconds = milliseconds
      self.remainingMilliseconds = max(0, remainingMilliseconds)
    }
  }

  /// Its id.
  public let id: EventID
  /// How it was started.
  public let mode: SessionMode
  /// Whether it can be cancelled.
  public let strictness: StrictnessMode
  /// Its whole length, in milliseconds.
  public let lengthMilliseconds: Int
  /// When it ends on the wall clock; nil if no clock has been known since it started. Never nil for a recurring
  /// session.
  public var endsAt: Instant?
  /// The latest mark.
  public var mark: Mark
  /// Whether the board was without power for a time that stays unknown until the wall clock is known.
  public var awaitsClock: Bool
  /// When its cancel ends it, in milliseconds of the mark's boot; nil if it is not being cancelled.
  public var cancelMilliseconds: Int?

  /// A session from all its parts, as in a file.
  public init(
    id: EventID, mode: SessionMode, strictness: StrictnessMode, lengthMilliseconds: Int, endsAt: Instant?,
    mark: Mark, awaitsClock: Bool = false, cancelMilliseconds: Int? = nil
  ) {
    self.id = id
    self.mode = mode
    self.strictness = strictness
    self.lengthMilliseconds = lengthMilliseconds
    self.endsAt = endsAt
    self.mark = mark
    self.awaitsClock = awaitsClock
    self.cancelMilliseconds = cancelMilliseconds
  }

  /// When it started on the wall clock; nil if none was known.
  public var startedAt: Instant? {
    endsAt.map { Instant(milliseconds: $0.milliseconds - lengthMilliseconds) }
  }

  /// The remaining time in milliseconds, never negative. In a boot after the mark's, the time without power does not
  /// count yet.
  public func remainingMilliseconds(at now: QuietMoment) -> Int {
    let since = now.kernelBoot == mark.kernelBoot ? mark.milliseconds : 0
    return max(0, mark.remainingMilliseconds - max(0, now.milliseconds - since))
  }

  /// Whether its time is up.
  public func isExpired(at now: QuietMoment) -> Bool { remainingMilliseconds(at: now) == 0 }

  /// Whether its time is not up yet.
  public func isActive(at now: QuietMoment) -> Bool { !isExpired(at: now) }

  /// When it ends, in milliseconds of the mark's boot.
  public var endMilliseconds: Int { mark.milliseconds + mark.remainingMilliseconds }

  /// The remaining delay of its cancel, in milliseconds; nil if it is not being cancelled.
  public func cancelRemainingMilliseconds(at now: QuietMoment) -> Int? {
    guard now.kernelBoot == mark.kernelBoot else { return nil }
    return cancelMilliseconds.map { max(0, $0 - now.milliseconds) }
  }

  /// Its whole length as text: `2h`, `30m`, `1h 30m`.
  public var durationText: String { QuietText.duration(minutes: lengthMilliseconds / 60_000) }
}

/// How a quiet session was started.
public enum SessionMode: Hashable, Sendable {
  /// A person started it, for this many minutes.
  case manual(durationMinutes: Int)
  /// The schedule started it, with local wall times. An end at or before the start is on the next day.
  case recurring(startHour: Int, startMinute: Int, endHour: Int, endMinute: Int)

  /// The durations on the box's page, in minutes.
  public static let offeredMinutes = [30, 60, 120, 240, 360, 480]
  /// The duration offered first, in minutes.
  public static let defaultMinutes = 60
  /// The durations that a command may request, in minutes.
  public static let allowedMinutes = 1...1440
}

/// The remaining time, on clocks that may be unknown, set, or stopped without power.
extension QuietSession {
  /// How much two clocks read one after the other may differ, in milliseconds.
  private static let toleranceMilliseconds = 2_000

  /// A session that a person starts now.
  init(manualMinutes minutes: Int, _ strictness: StrictnessMode, at now: QuietMoment) {
    let length = minutes * 60_000
    self.init(
      id: EventID(quietSessionAt: now), mode: .manual(durationMinutes: minutes), strictness: strictness,
      lengthMilliseconds: length, endsAt: now.wall.map { Instant(milliseconds: $0.milliseconds + length) },
      mark: Mark(
        kernelBoot: now.kernelBoot, milliseconds: now.milliseconds, remainingMilliseconds: length))
  }

  /// The session of a window that has begun, the same in every process.
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

  /// Records that the board was alive at a time, so that the time until then has elapsed.
  mutating func noteAlive(_ time: KernelTime, at now: QuietMoment) {
    guard time.kernelBoot == mark.kernelBoot, time.kernelBoot != now.kernelBoot else { return }
    renewMark(at: QuietMoment(kernelBoot: time.kernelBoot, milliseconds: time.milliseconds, wall: nil))
  }

  /// Updates the mark and the end from the clocks.
  mutating func compute(at now: QuietMoment) {
    if mark.kernelBoot != now.kernelBoot { enterBoot(now.kernelBoot) }
    guard let wall = now.wall else { return }
    switch mode {
    case .recurring: followWall(wall, at: now)
    case .manual: followElapsed(wall, at: now)
    }
    awaitsClock = false
  }

  /// Enters a boot after a time without power. Until the clock is known, the remaining time counts from the beginning
  /// of this boot. It is unknown how much of a cancel's delay has passed, so the session is kept.
  private mutating func enterBoot(_ kernelBoot: String) {
    mark = Mark(
      kernelBoot: kernelBoot, milliseconds: 0, remainingMilliseconds: mark.remainingMilliseconds)
    awaitsClock = true
    cancelMilliseconds = nil
  }

  /// A recurring session ends by the wall clock. If that is set back to before the start, the end moves with it, so
  /// that the session does not become longer.
  private mutating func followWall(_ wall: Instant, at now: QuietMoment) {
    guard let last = endsAt else { return }
    let end = min(last, Instant(milliseconds: wall.milliseconds + lengthMilliseconds))
    endsAt = end
    // A session that is over gets no new mark. A new mark would postpone the end for a process that acts a little
    // later, endlessly.
    let remaining = max(0, end.milliseconds - wall.milliseconds)
    let known = max(0, endMilliseconds - now.milliseconds)
    guard awaitsClock || abs(remaining - known) > Self.toleranceMilliseconds else { return }
    setMark(remaining, at: now)
  }

  /// A manual session ends after its time has elapsed. The wall clock only gives the time without power and the
  /// instant of the end.
  private mutating func followElapsed(_ wall: Instant, at now: QuietMoment) {
    if awaitsClock, let endsAt {
      setMark(min(remainingMilliseconds(at: now), endsAt.milliseconds - wall.milliseconds), at: now)
    }
    let end = Instant(milliseconds: wall.milliseconds + endMilliseconds - now.milliseconds)
    let moved = endsAt.map { abs($0.milliseconds - end.milliseconds) > Self.toleranceMilliseconds } ?? true
    if moved { endsAt = end }
  }

  /// Replaces a mark that is at least that many milliseconds old.
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
  /// The id of a session started at a moment; one board starts one session at a time.
  fileprivate init(quietSessionAt now: QuietMoment) {
    let hash = FNV1a.hash(now.kernelBoot.utf8)
    self.init(
      milliseconds: now.wall?.milliseconds ?? 0,
      random: (hash >> 48, hash ^ UInt64(truncatingIfNeeded: now.milliseconds)))
  }
}

/// Durations of quiet sessions as text.
public enum QuietText {
  /// Whole minutes as `2h`, `30m`, `1h 30m`; `0m` for none.
  public static func duration(minutes: Int) -> String {
    let (hours, rest) = max(0, minutes).quotientAndRemainder(dividingBy: 60)
    if hours == 0 { return "\(rest)m" }
    return rest == 0 ? "\(hours)h" : "\(hours)h \(rest)m"
  }

  /// The remaining time as `H:MM:SS`, under an hour as `MM:SS`. A second that has begun counts, so that `00:00`
  /// appears only at the end.
  public static func remaining(milliseconds: Int) -> String {
    let seconds = (max(0, milliseconds) + 999) / 1000
    let tail = Digits.two(seconds / 60 % 60) + ":" + Digits.two(seconds % 60)
    return seconds < 3600 ? tail : "\(seconds / 3600):" + tail
  }
}
