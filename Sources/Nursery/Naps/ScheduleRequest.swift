/// One day to be planned: everything the plan is reckoned from.
///
/// Times are minutes since the midnight that the wake day began with. Wake and bed time are 0…1439; a recorded
/// nap may lie beyond 1440 when it is known to be after midnight.
public struct ScheduleRequest: Hashable, Sendable {
  /// When the day begins; nil: not set.
  public var wakeTime: Int?
  /// The target bedtime; at or before the wake time it is the next day's. nil: not set.
  public var bedTime: Int?
  /// How many naps are wanted, 1…5.
  public var preferredNaps: Int
  /// How long the naps of each nap count are.
  public var napLengths: NapLengths
  /// What no plan may touch.
  public var wakeWindows: WakeWindowLimits
  /// Whether naps are lengthened to a total.
  public var powerSleep: PowerSleep
  /// When nobody may nap.
  public var awake: ClockWindow?
  /// What one nap, or the night, must cover.
  public var asleep: ClockWindow?
  /// The naps that really happened.
  public var actualNaps: [ActualNap]

  /// A day from its parts; what is left out has the defaults of 3 naps and no constraint.
  public init(
    wakeTime: Int? = 7 * 60, bedTime: Int? = 20 * 60 + 30, preferredNaps: Int = 3,
    napLengths: NapLengths = NapLengths(), wakeWindows: WakeWindowLimits = WakeWindowLimits(),
    powerSleep: PowerSleep = PowerSleep(), awake: ClockWindow? = nil, asleep: ClockWindow? = nil,
    actualNaps: [ActualNap] = []
  ) {
    self.wakeTime = wakeTime
    self.bedTime = bedTime
    self.preferredNaps = preferredNaps
    self.napLengths = napLengths
    self.wakeWindows = wakeWindows
    self.powerSleep = powerSleep
    self.awake = awake
    self.asleep = asleep
    self.actualNaps = actualNaps
  }
}
