import Glibc
import Nursery

/// The machine's clocks. Durations and deadlines use the boot clock, which counts through suspend and never jumps.
public struct LinuxClock: Sendable {
  /// The sign that shows that the wall clock is right.
  public let syncSign: SyncSign

  /// Clocks whose wall time is judged by that sign.
  public init(syncSign: SyncSign = .timesyncd) { self.syncSign = syncSign }

  /// `CLOCK_BOOTTIME` in milliseconds, rounded down.
  public var bootMilliseconds: Int { Int(LinuxClock.nanoseconds(CLOCK_BOOTTIME) / 1_000_000) }

  /// `CLOCK_MONOTONIC` in nanoseconds: the clock of line events.
  public var monotonicNanoseconds: UInt64 { LinuxClock.nanoseconds(CLOCK_MONOTONIC) }

  /// `CLOCK_REALTIME` in milliseconds since 1970, rounded down.
  public var wallMilliseconds: Int { Int(LinuxClock.nanoseconds(CLOCK_REALTIME) / 1_000_000) }

  /// How far to believe the wall clock now.
  public var trust: ClockTrust { syncSign.trust(wallMilliseconds: wallMilliseconds) }

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

/// The monotonic and the boot clock, read at the same time. The two differ by the time spent in suspend, so a pair
/// holds until the next suspend; take a new one each turn of the loop.
public struct ClockPair: Hashable, Sendable {
  /// `CLOCK_MONOTONIC`.
  public let monotonicNanoseconds: UInt64
  /// `CLOCK_BOOTTIME`.
  public let bootNanoseconds: UInt64

  /// Two readings of the same instant.
  public init(monotonicNanoseconds: UInt64, bootNanoseconds: UInt64) {
    (self.monotonicNanoseconds, self.bootNanoseconds) = (monotonicNanoseconds, bootNanoseconds)
  }

  /// What to add to a time of the monotonic clock, such as a line event's, to get the time of the boot clock.
  public var bootMinusMonotonicNanoseconds: Int {
    // Both clocks start near zero, so 64 bits last for 292 years and the differences fit.
    Int(truncatingIfNeeded: bootNanoseconds &- monotonicNanoseconds)
  }
}

/// The sign that shows that the wall clock is synchronised. A service with `ProtectClock=yes` cannot ask the kernel by
/// `adjtimex`.
public enum SyncSign: Hashable, Sendable {
  /// The clock is right while a file exists. Before that, it is as right as the battery clock that set it, if there is
  /// one.
  case file(path: String, afterBatteryClock: Bool = false)
  /// The clock is always right: the board has a battery clock that its owner vouches for.
  case always

  /// systemd-timesyncd's file, made at the first answer from the network in a boot (systemd-timesyncd.service(8)).
  public static let timesyncd = SyncSign.file(
    path: "/run/systemd/timesync/synchronized", afterBatteryClock: BatteryClock.hasSetTheClock())

  /// 2024-01-01T00:00:00Z. A wall clock that shows an earlier time was never set: a Pi without a battery starts in
  /// 1970, or at the build of its system.
  public static let earliestMilliseconds = 1_704_067_200_000

  /// How far to believe a wall clock that reads `wallMilliseconds`.
  public func trust(wallMilliseconds: Int) -> ClockTrust {
    guard wallMilliseconds >= SyncSign.earliestMilliseconds else { return .none }
    guard case .file(let path, let hasBattery) = self, access(path, F_OK) != 0 else { return .synced }
    return hasBattery ? .battery : .saved
  }
}

/// A clock with a battery on the board, such as a DS3231 behind the kernel's overlay.
enum BatteryClock {
  /// The most by which the two clocks may differ: they are read one after the other, and one of them in whole
  /// seconds.
  private static let toleranceMilliseconds = 5_000

  /// Whether the kernel set the system's clock from such a clock when it started, and the two still agree: a clock
  /// without its battery starts anywhere. The kernel reports both in the clock's folder, as `hctosys` and
  /// `since_epoch` (Documentation/ABI/testing/sysfs-class-rtc).
  static func hasSetTheClock(
    wallMilliseconds: Int = LinuxClock(syncSign: .always).wallMilliseconds, folder: String = "/sys/class/rtc"
  ) -> Bool {
    // A battery clock that was never set says 1970, and so does the system's clock that was set from it.
    guard wallMilliseconds >= SyncSign.earliestMilliseconds else { return false }
    return names(in: folder).contains { name in
      let seconds = number("\(folder)/\(name)/since_epoch")
      return number("\(folder)/\(name)/hctosys") == 1
        && seconds.map { abs($0 * 1_000 - wallMilliseconds) <= toleranceMilliseconds } ?? false
    }
  }

  /// The names of the board's battery clocks; empty if it has none.
  private static func names(in folder: String) -> [String] {
    do { return try Folder.names(at: folder) } catch { return [] }
  }

  /// The number in a file of the kernel; nil if it cannot be read, as for a clock that was never set.
  private static func number(_ path: String) -> Int? {
    do {
      let text = try PlainFile.read(path)
      return Int(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)).map {
        min($0, 1 << 40)
      }
    } catch {
      return nil
    }
  }
}

/// The kernel's name for this boot.
public enum KernelBoot {
  /// Where the kernel reports it (random(4)).
  public static let path = "/proc/sys/kernel/random/boot_id"
  /// The environment variable that has it for a service from which `ProcSubset=pid` hides `/proc/sys`:
  /// `Environment=CRIBSIDE_BOOT_ID=%b` in the unit.
  public static let variable = "CRIBSIDE_BOOT_ID"

  /// This boot's identity: 32 lower-case hexadecimal digits, another one at every boot.
  public static func identity(
    path: String = KernelBoot.path,
    variable: String? = Environment.variable(KernelBoot.variable)
  ) throws(SystemFault) -> String {
    if let digits = variable.flatMap(digits) { return digits }
    do throws(ErrorNumber) {
      if let digits = digits(try TextFile.firstLine(at: path)) { return digits }
    } catch {
      throw error.fault("read", path)
    }
    throw SystemFault(operation: "read", subject: path, errno: EILSEQ)
  }

  /// The digits of a UUID, with or without its dashes.
  private static func digits(_ text: String) -> String? {
    let digits = text.lowercased().filter { $0 != "-" }
    let isHex = digits.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isHex && digits.utf8.count == 32 ? digits : nil
  }
}
