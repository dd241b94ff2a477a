/// The clocks of a board without a battery, moved by their owner.
///
/// The world's time only increases. The board's monotonic clocks begin at 0 in each boot, and its wall clock is right
/// only after a sync.
public final class SimulatedClock {
  /// How long the simulation has run, in nanoseconds.
  public private(set) var worldNanoseconds: UInt64 = 0
  /// The number of the boot, from 1.
  public private(set) var boot = 1
  /// Whether the board may believe its wall clock: a time server has answered in this boot.
  public private(set) var isSynchronized = false
  /// How often the wall clock was set to another time in this boot. Timers that are cancelled on such changes watch
  /// this.
  public private(set) var wallSteps = 0

  private let worldStart: Int
  private var bootWorldNanoseconds: UInt64 = 0
  /// Wall time at boot clock 0 in nanoseconds since 1970, so that nothing is rounded.
  private var wallAtBoot = 0

  /// A board that boots when the world's clock shows `worldMilliseconds` since 1970-01-01T00:00:00Z. The board does
  /// not know that time.
  public init(worldMilliseconds: Int) { worldStart = worldMilliseconds * 1_000_000 }

  // MARK: Readings

  /// The true time, in milliseconds since 1970.
  public var worldMilliseconds: Int { Self.milliseconds(world) }

  /// `CLOCK_BOOTTIME` and `CLOCK_MONOTONIC`: the time since boot. The board never sleeps.
  public var boottimeNanoseconds: UInt64 { worldNanoseconds - bootWorldNanoseconds }

  /// `CLOCK_REALTIME`: the board's time, in milliseconds since 1970.
  public var wallMilliseconds: Int { Self.milliseconds(wall) }

  private var world: Int { worldStart + Int(worldNanoseconds) }
  private var wall: Int { wallAtBoot + Int(boottimeNanoseconds) }

  private static func milliseconds(_ nanoseconds: Int) -> Int {
    let quotient = nanoseconds / 1_000_000
    return nanoseconds % 1_000_000 < 0 ? quotient - 1 : quotient
  }

  // MARK: Time passing

  /// Lets time pass until the simulation has run for that long, which must not be in the past.
  public func advance(toWorldNanoseconds nanoseconds: UInt64) {
    precondition(nanoseconds >= worldNanoseconds, "time does not go back")
    worldNanoseconds = nanoseconds
  }

  // MARK: The wall clock

  /// A time server answers, and the wall clock is right.
  public func synchronize() {
    moveWall(byNanoseconds: world - wall)
    isSynchronized = true
  }

  /// The time server is gone. The wall clock continues but is no longer believed.
  public func loseSynchronization() { isSynchronized = false }

  /// Moves the wall clock, back if `milliseconds` is negative, as a user would. Its state stays the same.
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

  private func moveWall(byNanoseconds change: Int) {
    guard change != 0 else { return }
    wallAtBoot += change
    wallSteps += 1
  }

  // MARK: Power

  /// Cuts the power and restores it. The monotonic clocks begin at 0, and the wall clock in 1970.
  public func powerCycle() {
    bootWorldNanoseconds = worldNanoseconds
    boot += 1
    wallSteps = 0
    wallAtBoot = 0
    isSynchronized = false
  }
}
