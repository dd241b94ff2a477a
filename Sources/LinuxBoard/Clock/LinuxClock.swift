import Glibc
import Nursery

/// The machine's clocks. Durations and deadlines use the boot clock, which counts through suspend and never jumps.
public struct LinuxClock: Sendable {
  /// How it is known that the wall clock is right.
  public let syncSign: SyncSign

  /// Clocks whose wall time is believed by a sign.
  public init(syncSign: SyncSign = .timesyncd) {
    self.syncSign = syncSign
  }

  /// `CLOCK_BOOTTIME` in milliseconds, rounded down.
  public var bootMilliseconds: Int { Int(LinuxClock.nanoseconds(CLOCK_BOOTTIME) / 1_000_000) }

  /// `CLOCK_MONOTONIC` in nanoseconds: the clock of line events.
  public var monotonicNanoseconds: UInt64 { LinuxClock.nanoseconds(CLOCK_MONOTONIC) }

  /// `CLOCK_REALTIME` in milliseconds since 1970, rounded down.
  public var wallMilliseconds: Int { Int(LinuxClock.nanoseconds(CLOCK_REALTIME) / 1_000_000) }

  /// How far the wall clock may be believed now.
  public var trust: ClockTrust {
    syncSign.trust(wallMilliseconds: wallMilliseconds)
  }

  /// Both clocks now, for boot number `boot`. The wall clock is left out while nothing has set it.
  public func moment(boot: Int) -> Moment {
    let trust = trust
    return Moment(
      boot: BootTime(boot: boot, milliseconds: bootMilliseconds),
      wall: trust == .none ? nil : Instant(milliseconds: wallMilliseconds), trust: trust)
  }

  /// A pair of readings that turns times of line events into times of the boot clock.
  public func pair() -> ClockPair {
    let before = monotonicNanoseconds
    let boot = LinuxClock.nanoseconds(CLOCK_BOOTTIME)
    let after = monotonicNanoseconds
    return ClockPair(monotonicNanoseconds: before + (after - before) / 2, bootNanoseconds: boot)
  }

  /// clock_gettime(2) cannot fail for these clocks, which every kernel since 2.6.39 has.
  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    let status = clock_gettime(clock, &time)
    precondition(status == 0, "the kernel has no such clock")
    return UInt64(max(0, time.tv_sec)) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
