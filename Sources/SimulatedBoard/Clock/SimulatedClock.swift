/// The clocks of a board without a battery, moved by hand.
///
/// The world's time always goes forward. The board's monotonic clocks begin at 0 with each boot; its wall clock
/// is right only after a sync.
public final class SimulatedClock {
  /// What the board may believe about its wall clock.
  public enum WallState: String, Hashable, Sendable, CaseIterable {
    /// Nothing is known, or nothing any more.
    case unsynced
    /// The clock continued from the last saved time, which lies in the past.
    case saved
    /// A time server has answered in this boot.
    case synced
  }

  /// How long the world has existed since the simulation began, in nanoseconds.
  public private(set) var worldNanoseconds: UInt64 = 0
  /// The number of the boot, from 1.
  public private(set) var boot = 1
  /// How far the board may believe its wall clock.
  public private(set) var wallState = WallState.unsynced
  /// How often the wall clock was set to another time in this boot; a timer that is cancelled on such changes
  /// watches this.
  public private(set) var wallSteps = 0

  private let worldStart: Int
  private var bootWorldNanoseconds: UInt64 = 0
  private var suspendedNanoseconds: UInt64 = 0
  /// Wall time at boot clock 0, in nanoseconds since 1970, so that nothing is lost to rounding.
  private var wallAtBoot = 0
  private var savedWall: Int?

  /// A board that boots when the world's clock reads `worldMilliseconds` since 1970-01-01T00:00:00Z. It knows
  /// nothing of that time yet.
  public init(worldMilliseconds: Int) {
    worldStart = worldMilliseconds * 1_000_000
  }

  // MARK: Readings

  /// The true time, in milliseconds since 1970.
  public var worldMilliseconds: Int { Self.milliseconds(world) }

  /// `CLOCK_BOOTTIME`: since boot, sleep included.
  public var boottimeNanoseconds: UInt64 { worldNanoseconds - bootWorldNanoseconds }

  /// `CLOCK_MONOTONIC`: since boot, sleep left out.
  public var monotonicNanoseconds: UInt64 { boottimeNanoseconds - suspendedNanoseconds }

  /// `CLOCK_REALTIME`: what the board believes, in milliseconds since 1970.
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

  /// Lets time pass until the world has existed for that long; time does not go back.
  public func advance(toWorldNanoseconds nanoseconds: UInt64) {
    precondition(nanoseconds >= worldNanoseconds, "time does not go back")
    worldNanoseconds = nanoseconds
  }

  /// Lets time pass while the board sleeps: only the monotonic clock stands still.
  public func suspend(forNanoseconds nanoseconds: UInt64) {
    worldNanoseconds += nanoseconds
    suspendedNanoseconds += nanoseconds
  }

  // MARK: The wall clock

  /// A time server answers: the wall clock is right from now on.
  public func synchronize() {
    moveWall(byNanoseconds: world - wall)
    wallState = .synced
  }

  /// The time server is gone; its last time stays on the clock, but is no longer believed.
  public func loseSynchronization() {
    wallState = .unsynced
  }

  /// Sets the wall clock forward, or back when `seconds` is negative, as a user would. How far the board believes it
  /// stays the same.
  @discardableResult
  public func step(seconds: Int) -> Bool {
    let (milliseconds, isTooMuch) = seconds.multipliedReportingOverflow(by: 1000)
    return !isTooMuch && step(milliseconds: milliseconds)
  }

  /// The same in milliseconds.
  ///
  /// - Returns: false if the clock would show a time that the kernel does not allow; it then stays as it is.
  @discardableResult
  public func step(milliseconds: Int) -> Bool {
    let (change, isTooMuch) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (time, overflows) = wall.addingReportingOverflow(change)
    guard !isTooMuch, !overflows, Self.settable.contains(time) else { return false }
    moveWall(byNanoseconds: change)
    return true
  }

  /// Linux refuses times from 2232 on (TIME_SETTOD_SEC_MAX in include/linux/time64.h: 30 years before its nanoseconds
  /// end). It refuses those before 1970, too; a simulated clock may show as much before as the kernel allows after.
  private static let settable = -8_277_291_036_000_000_000...8_277_291_036_000_000_000

  /// Saves the wall clock's time on the card, as timesyncd does now and then.
  public func saveWall() {
    savedWall = wall
  }

  private func moveWall(byNanoseconds change: Int) {
    guard change != 0 else { return }
    wallAtBoot += change
    wallSteps += 1
  }

  // MARK: Power

  /// The power fails, and comes back after a while. The monotonic clocks begin at 0; the wall clock continues from
  /// the last saved time, or from 1970 when none was saved.
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
