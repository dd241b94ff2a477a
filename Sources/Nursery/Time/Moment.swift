/// How far the wall clock can be trusted, the least trusted first.
public enum ClockTrust: Int, Hashable, Comparable, Sendable {
  /// Nothing has set the clock in this boot: it may show 1970.
  case none
  /// It was restored from the last shutdown. It is never far ahead, but behind by the time without power.
  case saved
  /// A person entered the time. The system's clock never has this trust; a line of the log may.
  case hand
  /// A paired phone sent its time. The system's clock never has this trust; a line of the log may.
  case phone
  /// A battery clock set it at the start.
  case battery
  /// The network set it.
  case synced

  /// Orders by how far the clock can be trusted.
  public static func < (one: ClockTrust, other: ClockTrust) -> Bool { one.rawValue < other.rawValue }

  /// Whether a battery clock or the network set it.
  public var isSet: Bool { self == .battery || self == .synced }

  /// Whether a person or a phone set it. It may then be wrong by days.
  public var isByPerson: Bool { self == .hand || self == .phone }
}

/// The present moment, as the owner of the clocks passes it in.
public struct Moment: Hashable, Sendable {
  /// The clock that never jumps; every duration and deadline is measured with it.
  public var boot: BootTime
  /// The time on the wall clock; nil if it is not worth recording.
  public var wall: Instant?
  /// How far `wall` can be trusted.
  public var trust: ClockTrust

  /// A moment read from both clocks at once.
  public init(boot: BootTime, wall: Instant?, trust: ClockTrust) {
    (self.boot, self.wall, self.trust) = (boot, wall, trust)
  }

  /// The same reading of both clocks at another time of this boot, such as that of a press that is handled late.
  public func moved(toBootMilliseconds milliseconds: Int) -> Moment {
    let delta = milliseconds - boot.milliseconds
    return Moment(
      boot: boot.adding(milliseconds: delta),
      wall: wall.map { Instant(milliseconds: $0.milliseconds + delta) }, trust: trust)
  }
}

/// When something happened, on the clock that was available when it was recorded.
public enum EventTime: Hashable, Sendable {
  /// A time on the boot clock, from a button or a sensor. `ClockHistory` resolves it.
  case boot(BootTime)
  /// A time on the wall clock that a person entered, such as "14:30 yesterday".
  case wall(Instant)
  /// A wall time that is only bounded: the log's clock was unknown then, or an imported table says so.
  case about(Instant)

  /// The same time, no longer exact. A time on the boot clock stays, since its boot determines how exact it is.
  public var roughly: EventTime {
    guard case .wall(let instant) = self else { return self }
    return .about(instant)
  }

  /// How close it is to what was known when it was logged: a reading of a clock, an entered time, a bound.
  var closeness: Int {
    switch self {
    case .boot: 2
    case .wall: 1
    case .about: 0
    }
  }

  /// Milliseconds of its clock, whichever that is.
  var milliseconds: Int {
    switch self {
    case .boot(let time): time.milliseconds
    case .wall(let instant), .about(let instant): instant.milliseconds
    }
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

/// A reading of the clock that never jumps, in a boot of a box.
public struct BootTime: Hashable, Comparable, Sendable {
  /// The boot's ordinal in its box's log, from 1; 0 until the log is open.
  public var boot: Int
  /// `CLOCK_BOOTTIME` in milliseconds. Negative for an event moved to before the boot.
  public let milliseconds: Int
  /// The name of the box whose clock it is; nil: the box whose log is read.
  public var box: String?

  /// Three thousand years in either direction, so that sums with an instant do not overflow whatever a log says.
  private static let limits = -100_000_000_000_000...100_000_000_000_000

  /// The reading `milliseconds` into boot number `boot`, held to ±3,000 years.
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

/// Numbers a boot later: its number is 0 until the log is open.
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

/// Resolves many event times. Most are in the same boot as the one before, so that boot's offset is kept.
public struct InstantReader {
  private let clock: ClockHistory
  private var boot: Int?
  private var box: String?
  private var offset = 0

  /// A reader with the current state of a history.
  public init(_ clock: ClockHistory) { self.clock = clock }

  /// The same instant as `ClockHistory.resolve` returns.
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

/// What a clock history knows of one boot, as data. From these and the starts that share a boot it can be restored.
public struct BootClock: Hashable, Sendable {
  /// The boot's ordinal.
  public var boot: Int
  /// The earliest known reading of its clock.
  public var firstMilliseconds: Int
  /// The latest known reading of its clock.
  public var lastMilliseconds: Int
  /// Wall minus boot clock, in milliseconds, once synced.
  public var syncedOffset: Int?
  /// The least offset that a wall clock saved at the last shutdown allows, in milliseconds.
  public var savedOffset: Int?
  /// The source of the synced offset.
  public var trust: ClockTrust

  /// The data of a boot from all its parts.
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

/// A stretch of time between two instants.
public struct InstantRange: Hashable, Sendable {
  /// The earliest instant.
  public let earliest: Instant
  /// The latest instant.
  public let latest: Instant

  /// The stretch from `earliest` to `latest`.
  public init(earliest: Instant, latest: Instant) { (self.earliest, self.latest) = (earliest, latest) }
}
