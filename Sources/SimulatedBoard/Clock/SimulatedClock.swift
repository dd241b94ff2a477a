/// The clocks of a board without a battery, moved by their owner.
///
/// The world's time only increases. The board's monotonic clocks begin at 0 in each boot, and its wall clock is right
/// only after a sync.
public final class SimulatedClock {
  /// How far the board can believe its wall clock.
  public enum WallState: String, Hashable, Sendable, CaseIterable {
    /// The time is unknown.
    case unsynced
    /// The clock continues from the last saved time, which is in the past.
    case saved
    /// A time server has answered in this boot.
    case synced
  }

  /// How long the simulation has run, in nanoseconds.
  public private(set) var worldNanoseconds: UInt64 = 0
  /// The number of the boot, from 1.
  public private(set) var boot = 1
  /// How far the board may believe its wall clock.
  public private(set) var wallState = WallState.unsynced
  /// How often the wall clock was set to another time in this boot. Timers that are cancelled on such changes watch
  /// this.
  public private(set) var wallSteps = 0

  private let worldStart: Int
  private var bootWorldNanoseconds: UInt64 = 0
  private var suspendedNanoseconds: UInt64 = 0
  /// Wall time at boot clock 0 in nanoseconds since 1970, so that nothing is rounded.
  private var wallAtBoot = 0
  private var savedWall: Int?

  /// A board that boots when the world's clock shows `worldMilliseconds` since 1970-01-01T00:00:00Z. The board does
  /// not know that time.
  public init(worldMilliseconds: Int) {
    worldStart = worldMilliseconds * 1_000_000
  }

  // MARK: Readings

  /// The true time, in milliseconds since 1970.
  public var worldMilliseconds: Int { Self.milliseconds(world) }

  /// `CLOCK_BOOTTIME`: the time since boot, with sleep.
  public var boottimeNanoseconds: UInt64 { worldNanoseconds - bootWorldNanoseconds }

  /// `CLOCK_MONOTONIC`: the time since boot, without sleep.
  public var monotonicNanoseconds: UInt64 { boottimeNanoseconds - suspendedNanoseconds }

  /// `CLOCK_REALTIME`: the board's time, in milliseconds since 1970.
  public var wallMilliseconds: Int { Self.milliseconds(wall) }

  private var world: Int { worldStart + Int(worldNanoseconds) }
  private var wall: Int { wallAtBoot + Int(boottimeNanoseconds) }

  private static func milliseconds(_ nanoseconds: Int) -> Int {
    let quotient = nanoseconds / 1_000_000
    return nanoseconds % 1_000_000 < 0 ? quotient - 1 : quotient
  }

  // MARK: Time passing

  /// Lets time pass while the board is awake.
  public func advance(byNanoseconds nanoseconds: UInt64) {
    worldNanoseconds += nanoseconds
  }

  /// Lets time pass until the simulation has run for that long, which must not be in the past.
  public func advance(toWorldNanoseconds nanoseconds: UInt64) {
    precondition(nanoseconds >= worldNanoseconds, "time does not go back")
    worldNanoseconds = nanoseconds
  }

  /// Lets time pass while the board sleeps. Only the monotonic clock stops.
  public func suspend(forNanoseconds nanoseconds: UInt64) {
    worldNanoseconds += nanoseconds
    suspendedNanoseconds += nanoseconds
  }

  // MARK: The wall clock

  /// A time server answers, and the wall clock is right.
  public func synchronize() {
    moveWall(byNanoseconds: world - wall)
    wallState = .synced
  }

  /// The time server is gone. The wall clock continues but is no longer believed.
  public func loseSynchronization() {
    wallState = .unsynced
  }

  /// Moves the wall clock, back if `seconds` is negative, as a user would. Its state stays the same.
  @discardableResult
  public func step(seconds: Int) -> Bool {
    let (milliseconds, isTooMuch) = seconds.multipliedReportingOverflow(by: 1000)
    return !isTooMuch && step(milliseconds: milliseconds)
  }

  /// Moves the wall clock by milliseconds.
  ///
  /// - Returns: false if the kernel does not allow that time. The clock then stays as it is.
  @discardableResult
  public func step(milliseconds: Int) -> Bool {
    let (change, isTooMuch) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (time, overflows) = wall.addingReportingOverflow(change)
    guard !isTooMuch, !overflows, Self.settable.contains(time) else { return false }
    moveWall(byNanoseconds: change)
    return true
  }

  /// Linux refuses times from 2232 on (TIME_SETTOD_SEC_MAX in include/linux/time64.h, 30 years before its nanoseconds
  /// end) and before 1970. A simulated clock may show as much before 1970 as the kernel allows after it.
  private static let settable = -8_277_291_036_000_000_000...8_277_291_036_000_000_000

  /// Saves the wall clock's time on the card, as timesyncd does from time to time.
  public func saveWall() {
    savedWall = wall
  }

  private func moveWall(byNanoseconds change: Int) {
    guard change != 0 else { return }
    wallAtBoot += change
    wallSteps += 1
  }

  // MARK: Power

  /// Cuts the power and restores it after a while. The monotonic clocks begin at 0. The wall clock continues from the
  /// last saved time, or from 1970 without one.
  public func powerCycle(offNanoseconds: UInt64) {
    worldNanoseconds += offNanoseconds
    bootWorldNanoseconds = worldNanoseconds
    suspendedNanoseconds = 0
    boot += 1
    wallSteps = 0
    wallAtBoot = savedWall ?? 0
    wallState = savedWall == nil ? .unsynced : .saved
  }
}
