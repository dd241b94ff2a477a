/// A quiet session: how long it still runs is known by elapsed time, at a mark that every process can read.
public struct QuietSession: Hashable, Sendable {
  /// What remained at a moment of the clock that never jumps.
  public struct Mark: Hashable, Sendable {
    /// The kernel's name for its boot.
    public var kernelBoot: String
    /// `CLOCK_BOOTTIME` in milliseconds.
    public var milliseconds: Int
    /// What remained then, in milliseconds, 0 or more.
    public var remainingMilliseconds: Int

    /// A mark.
    public init(kernelBoot: String, milliseconds: Int, remainingMilliseconds: Int) {
      self.kernelBoot = kernelBoot
      self.milliseconds = milliseconds
      self.remainingMilliseconds = max(0, remainingMilliseconds)
    }
  }

  /// Its own.
  public let id: EventID
  /// How it came about.
  public let mode: SessionMode
  /// Whether it can be cancelled.
  public let strictness: StrictnessMode
  /// From start to end, in milliseconds.
  public let lengthMilliseconds: Int
  /// When it ends by the wall clock; nil while no clock was known since it started. Of a recurring session never nil.
  public var endsAt: Instant?
  /// The latest reckoning of what remains.
  public var mark: Mark
  /// The board was without power since, for how long will be known with the wall clock.
  public var awaitsClock: Bool
  /// When its cancel ends it, in milliseconds of the mark's boot; nil: it is not being cancelled.
  public var cancelMilliseconds: Int?

  /// A session with all that a file says of it.
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

  /// When it started by the wall clock; nil while none was known.
  public var startedAt: Instant? {
    endsAt.map { Instant(milliseconds: $0.milliseconds - lengthMilliseconds) }
  }

  /// What remains, in milliseconds, never negative. In a boot after the mark's the power was away for a time that
  /// does not count yet.
  public func remainingMilliseconds(at now: QuietMoment) -> Int {
    let since = now.kernelBoot == mark.kernelBoot ? mark.milliseconds : 0
    return max(0, mark.remainingMilliseconds - max(0, now.milliseconds - since))
  }

  /// Whether its time is up.
  public func isExpired(at now: QuietMoment) -> Bool { remainingMilliseconds(at: now) == 0 }

  /// Whether it is in force.
  public func isActive(at now: QuietMoment) -> Bool { !isExpired(at: now) }

  /// When it ends, in milliseconds of the mark's boot.
  public var endMilliseconds: Int { mark.milliseconds + mark.remainingMilliseconds }

  /// What remains of its cancel's delay, in milliseconds; nil while it is not being cancelled.
  public func cancelRemainingMilliseconds(at now: QuietMoment) -> Int? {
    guard now.kernelBoot == mark.kernelBoot else { return nil }
    return cancelMilliseconds.map { max(0, $0 - now.milliseconds) }
  }

  /// Its whole length: `2h`, `30m`, `1h 30m`.
  public var durationText: String { QuietText.duration(minutes: lengthMilliseconds / 60_000) }
}
