/// One day to be planned: everything that the plan depends on.
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
  /// When the baby must be awake.
  public var awake: ClockWindow?
  /// What one nap, or the night, must cover.
  public var asleep: ClockWindow?
  /// The naps that really happened.
  public var actualNaps: [ActualNap]
  /// Whether one nap fewer or one more may be planned when the number that is wanted leaves no plan that keeps every rule.
  public var isNapCountFree = false

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

/// The nap lengths of each nap count, kept apart: a two-nap day has longer naps than a three-nap day.
public struct NapLengths: Hashable, Sendable {
  /// The lengths by nap count, in minutes, first nap first; nil: the usual ones. Two naps may name a third length,
  /// which is ignored.
  public var one: [Int]?
  /// Two naps.
  public var two: [Int]?
  /// Three naps.
  public var three: [Int]?
  /// Four naps.
  public var four: [Int]?
  /// Five naps.
  public var five: [Int]?

  /// Lengths in minutes; what is left out has the usual ones.
  public init(
    one: [Int]? = nil, two: [Int]? = nil, three: [Int]? = nil, four: [Int]? = nil, five: [Int]? = nil
  ) {
    self.one = one
    self.two = two
    self.three = three
    self.four = four
    self.five = five
  }
}

/// How long a baby may be awake at a stretch, in minutes. Limits are biology: no plan changes them.
/// nil stands for a field that was left empty.
public struct WakeWindowLimits: Hashable, Sendable {
  /// The shortest wake window.
  public var minimum: Int?
  /// The longest wake window.
  public var maximum: Int?
  /// The wake window before bed.
  public var last: Int?
  /// The longest first wake window of the day.
  public var maximumFirst: Int?

  /// No limit of the household's: all of them follow from the age.
  public static let unset = WakeWindowLimits(minimum: nil, maximum: nil, last: nil, maximumFirst: nil)

  /// Limits in minutes.
  public init(minimum: Int? = 135, maximum: Int? = 210, last: Int? = 210, maximumFirst: Int? = 180) {
    self.minimum = minimum
    self.maximum = maximum
    self.last = last
    self.maximumFirst = maximumFirst
  }
}

/// Lengthens the naps of a day in proportion, so that they reach a total. It never shortens them.
public struct PowerSleep: Hashable, Sendable {
  /// Whether it is on.
  public var isEnabled: Bool
  /// The total wanted, in minutes; 0 means 180.
  public var targetMinutes: Int

  /// Power sleep with a total.
  public init(isEnabled: Bool = false, targetMinutes: Int = 180) {
    self.isEnabled = isEnabled
    self.targetMinutes = targetMinutes
  }
}

/// A stretch between two times of day, as a person sets it. It counts only when both ends are set; an end at or
/// before the start is after midnight.
public struct ClockWindow: Hashable, Sendable {
  /// Minutes after midnight, 0…1439; nil: not set.
  public var start: Int?
  /// Minutes after midnight, 0…1439; nil: not set.
  public var end: Int?

  /// A stretch from `start` to `end`.
  public init(start: Int?, end: Int?) {
    self.start = start
    self.end = end
  }
}

/// A nap that really happened. It counts only when both ends are known.
public struct ActualNap: Hashable, Sendable {
  /// Which nap of the day it was, 1…5.
  public var nap: Int
  /// When it began, in minutes since the wake day's midnight; nil: not recorded.
  public var start: Int?
  /// When it ended, in minutes since the wake day's midnight; nil: not recorded.
  public var end: Int?

  /// A nap from `start` to `end`.
  public init(nap: Int, start: Int?, end: Int?) {
    self.nap = nap
    self.start = start
    self.end = end
  }
}

extension ActualNap {
  /// The nap's times in minutes after the wake day's midnight, or nil while one of them is not known.
  ///
  /// People write the time on the clock. A start more than 12 h before the wake time is after the next
  /// midnight, and so is an end before its start.
  func unrolled(wake: Int) -> (start: Int, end: Int)? {
    guard var start, var end else { return nil }
    if start < wake - 720 {
      start += 1440
      end += 1440
    }
    return (start, end < start ? end + 1440 : end)
  }
}
