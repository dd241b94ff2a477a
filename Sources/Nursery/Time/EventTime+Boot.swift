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
