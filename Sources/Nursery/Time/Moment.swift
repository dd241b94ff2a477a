/// How far the wall clock can be trusted, the least first.
public enum ClockTrust: Int, Hashable, Comparable, Sendable {
  /// Nothing set it in this boot: it may say 1970.
  case none
  /// It was restored from the last shutdown: never far ahead of the truth, but behind by the time without power.
  case saved
  /// A person told the box what time it is. The system's clock never has this; a line of the log may.
  case hand
  /// A paired phone told the box what time it is, by its own clock. The same holds for it.
  case phone
  /// It was set by a battery clock at the start.
  case battery
  /// It was set from the network.
  case synced

  /// Orders by how far the clock can be trusted.
  public static func < (one: ClockTrust, other: ClockTrust) -> Bool { one.rawValue < other.rawValue }

  /// Whether a machine vouches for it.
  public var isSet: Bool { self == .battery || self == .synced }

  /// Whether a person or a phone said so: it may be wrong by days.
  public var isTold: Bool { self == .hand || self == .phone }
}

/// Now, as passed to the core by the owner of the clocks. The core has no clock of its own.
public struct Moment: Hashable, Sendable {
  /// The clock that never jumps; every duration and deadline is measured with it.
  public var boot: BootTime
  /// The time on the wall clock; nil when it is not worth recording.
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

/// When something happened, by the clock that was available when it was recorded.
public enum EventTime: Hashable, Sendable {
  /// A button, a sensor: stamped by the boot clock, resolved to wall time through `ClockHistory`.
  case boot(BootTime)
  /// A person entered it ("14:30 yesterday"): already wall time.
  case wall(Instant)
  /// Wall time that is only bounded: it came from a log whose clock was not known then, or from a table that says so.
  case about(Instant)

  /// The same time, no longer claimed to be exact; a time by the boot clock stays as it is, since its boot determines
  /// how exact it is.
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

/// A reading of the clock that never jumps: which boot of which box, and how long that boot had lasted.
public struct BootTime: Hashable, Comparable, Sendable {
  /// The boot's ordinal in its box's log, from 1; 0 while the log has not been opened yet.
  public var boot: Int
  /// `CLOCK_BOOTTIME` in milliseconds. Negative for an event moved to before the boot.
  public let milliseconds: Int
  /// Whose clock it is: the box's name; nil: the box in whose log it is read.
  public var box: String?

  /// Three thousand years either way: whatever a log may say, sums with an instant do not overflow.
  private static let limits = -100_000_000_000_000...100_000_000_000_000

  /// The reading `milliseconds` into boot number `boot`; absurd ones are held to ±3,000 years.
  public init(boot: Int, milliseconds: Int, box: String? = nil) {
    self.boot = boot
    self.milliseconds = BootTime.limits.clamped(milliseconds)
    self.box = box
  }

  /// Orders readings by boot, then by time within it.
  public static func < (one: BootTime, other: BootTime) -> Bool {
    (one.boot, one.milliseconds) < (other.boot, other.milliseconds)
  }

  /// This reading moved within its boot.
  public func adding(milliseconds delta: Int) -> BootTime {
    BootTime(boot: boot, milliseconds: milliseconds + BootTime.limits.clamped(delta), box: box)
  }
}

/// Gives a boot its number late: while the log cannot be read the number is unknown, and 0 stands for it.
extension EventTime {
  /// The same time, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> EventTime {
    guard case .boot(let time) = self, time.box == nil, time.boot == 0 else { return self }
    return .boot(BootTime(boot: boot, milliseconds: time.milliseconds))
  }
}

extension Moment {
  /// The same moment, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> Moment {
    guard self.boot.boot == 0 else { return self }
    return Moment(boot: BootTime(boot: boot, milliseconds: self.boot.milliseconds), wall: wall, trust: trust)
  }
}

extension Care {
  /// The same care, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> Care {
    Care(kind: kind, start: start.inBoot(boot), end: end?.inBoot(boot), side: side, detail: detail)
  }
}

extension CarePatch {
  /// The same changes, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> CarePatch {
    CarePatch(
      kind: kind, start: start?.inBoot(boot), end: end.map { $0?.inBoot(boot) }, side: side, detail: detail)
  }
}

extension CareEvent {
  /// The same fact, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> CareEvent {
    var event = self
    event.moment = moment.inBoot(boot)
    switch change {
    case .added(let care): event.change = .added(care.inBoot(boot))
    case .amended(let id, let patch): event.change = .amended(id, patch.inBoot(boot))
    case .deleted: break
    }
    return event
  }
}

/// Turns many event times into civil instants, most of them of the same boot as the one before: that boot's offset is
/// kept and not looked up each time.
public struct InstantReader {
  private let clock: ClockHistory
  private var boot: Int?
  private var box: String?
  private var offset = 0

  /// A reader of times as a history knows them now.
  public init(_ clock: ClockHistory) {
    self.clock = clock
  }

  /// The same instant as `ClockHistory.resolve` gives.
  public mutating func instant(_ time: EventTime) -> Instant {
    switch time {
    case .wall(let instant), .about(let instant): return instant
    case .boot(let reading):
      if reading.boot != boot || reading.box != box {
        (boot, box) = (reading.boot, reading.box)
        offset = clock.history(of: reading.box).offset(ofBoot: reading.boot)
      }
      return Instant(milliseconds: offset + reading.milliseconds)
    }
  }
}

/// What a clock history has noted of one boot, as data: from these and the starts that share a boot it can be
/// made again.
public struct BootClock: Hashable, Sendable {
  /// The boot's ordinal.
  public var boot: Int
  /// The earliest reading seen of its clock.
  public var firstMilliseconds: Int
  /// The latest reading seen of its clock.
  public var lastMilliseconds: Int
  /// Wall minus boot clock, in milliseconds, once synced.
  public var syncedOffset: Int?
  /// The least offset that a wall clock saved at the last shutdown allows, in milliseconds.
  public var savedOffset: Int?
  /// Who vouches for the synced offset.
  public var trust: ClockTrust

  /// What was noted of a boot.
  public init(
    boot: Int, firstMilliseconds: Int, lastMilliseconds: Int, syncedOffset: Int?, savedOffset: Int?,
    trust: ClockTrust = .synced
  ) {
    self.boot = boot
    self.firstMilliseconds = firstMilliseconds
    self.lastMilliseconds = lastMilliseconds
    self.syncedOffset = syncedOffset
    self.savedOffset = savedOffset
    self.trust = trust
  }
}
