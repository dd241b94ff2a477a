/// Everything that the plan of one day depends on.
///
/// Times are minutes since midnight at the beginning of the wake day. Wake time and bedtime are 0…1439. A recorded
/// nap may lie beyond 1440 when it is known to be after midnight.
public struct ScheduleRequest: Hashable, Sendable {
  /// When the day begins; nil: not set, and the engine refuses the request.
  public var wakeTime: Int?
  /// The bedtime wanted. At or before the wake time it is on the next day. nil: not set, and the engine refuses the
  /// request.
  public var bedTime: Int?
  /// How many naps are wanted, 1…5.
  public var preferredNaps: Int
  /// The nap lengths for each number of naps.
  public var napLengths: NapLengths
  /// The limits of wake windows, which no plan changes.
  public var wakeWindows: WakeWindowLimits
  /// Whether naps are lengthened to a total.
  public var powerSleep: PowerSleep
  /// When the baby must be awake; nil: no such constraint.
  public var awake: ClockWindow?
  /// What one nap, or the night, must cover; nil: no such constraint.
  public var asleep: ClockWindow?
  /// The naps that happened.
  public var actualNaps: [ActualNap]
  /// Whether the engine may plan another number of naps when the wanted number leaves no plan that keeps every rule.
  public var isNapCountFree = false

  /// A day with 3 naps and no constraint unless stated otherwise.
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

/// The nap lengths for each number of naps, since naps are longer on a day with fewer.
public struct NapLengths: Hashable, Sendable {
  /// The lengths on a day with one nap, in minutes, first nap first; nil: the usual ones. Lengths beyond the number
  /// of naps are ignored.
  public var one: [Int]?
  /// The lengths on a day with two naps.
  public var two: [Int]?
  /// The lengths on a day with three naps.
  public var three: [Int]?
  /// The lengths on a day with four naps.
  public var four: [Int]?
  /// The lengths on a day with five naps.
  public var five: [Int]?

  /// Lengths in minutes; nil: the usual ones.
  public init(
    one: [Int]? = nil, two: [Int]? = nil, three: [Int]? = nil, four: [Int]? = nil, five: [Int]? = nil
  ) {
    (self.one, self.two, self.three, self.four, self.five) = (one, two, three, four, five)
  }
}

/// How long a baby may be awake at a stretch, in minutes. No plan changes these limits. nil: not set.
public struct WakeWindowLimits: Hashable, Sendable {
  /// The shortest wake window.
  public var minimum: Int?
  /// The longest wake window.
  public var maximum: Int?
  /// The wake window before bed.
  public var last: Int?
  /// The longest first wake window of the day.
  public var maximumFirst: Int?

  /// No limit is set; all follow from the age.
  public static let unset = WakeWindowLimits(minimum: nil, maximum: nil, last: nil, maximumFirst: nil)

  /// Limits in minutes.
  public init(minimum: Int? = 135, maximum: Int? = 210, last: Int? = 210, maximumFirst: Int? = 180) {
    (self.minimum, self.maximum, self.last, self.maximumFirst) = (minimum, maximum, last, maximumFirst)
  }
}

/// Lengthens the naps of a day in proportion until they reach a total. It never shortens them.
public struct PowerSleep: Hashable, Sendable {
  /// Whether naps are lengthened.
  public var isEnabled: Bool
  /// The total wanted, in minutes; 0 means 180.
  public var targetMinutes: Int

  /// Power sleep with a target in minutes.
  public init(isEnabled: Bool = false, targetMinutes: Int = 180) {
    (self.isEnabled, self.targetMinutes) = (isEnabled, targetMinutes)
  }
}

/// A stretch between two times of day. It counts only when both ends are set. An end at or before the start is on the
/// next day.
public struct ClockWindow: Hashable, Sendable {
  /// Minutes after midnight, 0…1439; nil: not set.
  public var start: Int?
  /// Minutes after midnight, 0…1439; nil: not set.
  public var end: Int?

  /// A stretch from `start` to `end`.
  public init(start: Int?, end: Int?) { (self.start, self.end) = (start, end) }
}

/// A nap that happened. It counts only when both ends are known.
public struct ActualNap: Hashable, Sendable {
  /// Which nap of the day it was, 1…5.
  public var nap: Int
  /// When it began, in minutes since the wake day's midnight; nil: not recorded.
  public var start: Int?
  /// When it ended, in minutes since the wake day's midnight; nil: not recorded.
  public var end: Int?

  /// A nap from `start` to `end`.
  public init(nap: Int, start: Int?, end: Int?) { (self.nap, self.start, self.end) = (nap, start, end) }
}

extension ActualNap {
  /// The nap's times, in minutes since midnight of the wake day; nil unless both are known.
  ///
  /// People enter times of day. A start more than 12 h before the wake time is after the next midnight, and so is an
  /// end before its start.
  func unrolled(wake: Int) -> (number: Int, start: Int, end: Int)? {
    guard var start, var end else { return nil }
    if start < wake - 720 {
      start += 1440
      end += 1440
    }
    return (nap, start, end < start ? end + 1440 : end)
  }
}
