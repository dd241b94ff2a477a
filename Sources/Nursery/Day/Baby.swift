/// Which of the household's babies: the number in the configuration and on every line of the log, from 1.
public struct BabyID: Hashable, Comparable, Sendable {
  /// The number, 1…9.
  public let number: Int

  /// Baby number `number`.
  public init(number: Int) {
    self.number = number
  }

  /// Orders babies by number.
  public static func < (one: BabyID, other: BabyID) -> Bool { one.number < other.number }
}

/// What a day is computed from: the configuration, and what is wished of single days.
public struct Baby: Hashable, Sendable {
  /// The calendar date of birth.
  public var birthdate: CivilDate
  /// "Put down at this time": the one fixed anchor of the day.
  public var bedtime: WallTime
  /// 0: by age; else both ends of the feed interval, in minutes.
  public var feedIntervalMinutes: Int
  /// When to remind of a dream feed during the night's sleep; nil: never.
  public var dreamFeed: WallTime?
  /// From when on waking counts as morning, and events as the new day's.
  public var dayStart: WallTime
  /// What is wished of single days; at most one wish for a date.
  public var wishes: [DayWish] = []

  /// A baby with the defaults of a fresh configuration: feed interval by age, no dream feed, day from 04:00.
  public init(
    birthdate: CivilDate, bedtime: WallTime, feedIntervalMinutes: Int = 0, dreamFeed: WallTime? = nil,
    dayStart: WallTime = WallTime(minutesAfterMidnight: 240)
  ) {
    self.birthdate = birthdate
    self.bedtime = bedtime
    self.feedIntervalMinutes = feedIntervalMinutes
    self.dreamFeed = dreamFeed
    self.dayStart = dayStart
  }
}
