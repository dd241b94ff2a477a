/// How far the wall clock may be believed.
public enum ClockTrust: Hashable, Sendable {
  /// Nothing set it in this boot: it may say 1970.
  case none
  /// It was restored from the last shutdown: never ahead of the truth by much, but behind by the time without power.
  case saved
  /// It was set from the network or by a battery clock.
  case synced
}

/// Now, as handed to the core by whoever owns the clocks. The core has no clock of its own.
public struct Moment: Hashable, Sendable {
  /// The clock that never jumps; every duration and deadline is measured with it.
  public var boot: BootTime
  /// What the wall clock says, or nil when it says nothing worth recording.
  public var wall: Instant?
  /// Whether `wall` may be shown to a person.
  public var trust: ClockTrust

  /// A moment read from both clocks at once.
  public init(boot: BootTime, wall: Instant?, trust: ClockTrust) {
    self.boot = boot
    self.wall = wall
    self.trust = trust
  }
}

/// When something happened, in the clock that was at hand when it was recorded.
public enum EventTime: Hashable, Sendable {
  /// A button, a sensor: stamped by the boot clock, resolved to wall time through `ClockHistory`.
  case boot(BootTime)
  /// A person said so ("14:30 yesterday"): already wall time.
  case wall(Instant)
  /// Wall time that is only bounded: it came from a log whose clock was not known then, or from a table that says so.
  case about(Instant)

  /// The same time, no longer claimed to be exact; the boot clock's stays, since its boot tells how exact it is.
  public var roughly: EventTime {
    guard case .wall(let instant) = self else { return self }
    return .about(instant)
  }

  /// The same time moved by whole minutes; negative moves it earlier.
  public func adding(minutes: Int) -> EventTime {
    switch self {
    case .boot(let time): .boot(time.adding(milliseconds: WholeMinutes.milliseconds(minutes)))
    case .wall(let instant): .wall(instant.adding(minutes: minutes))
    case .about(let instant): .about(instant.adding(minutes: minutes))
    }
  }
}
