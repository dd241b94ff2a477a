/// A baby of the household, by its number in the configuration and on every line of the log.
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

/// What a day is computed from: the configuration, and the wishes for single days.
public struct Baby: Hashable, Sendable {
  /// The calendar date of birth.
  public var birthdate: CivilDate
  /// When the baby is to be put down: the one fixed time of the day.
  public var bedtime: WallTime
  /// The interval between feeds in minutes; 0 means by age.
  public var feedIntervalMinutes: Int
  /// When to remind of a dream feed during the night's sleep; nil means never.
  public var dreamFeed: WallTime?
  /// The time from which waking counts as morning, and events belong to the new day.
  public var dayStart: WallTime
  /// The wishes for single days; at most one for each date.
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

extension Baby {
  /// The age on a date, in calendar days; 0 for a waking day that began before the birth.
  func ageDays(on date: CivilDate) -> Int { max(0, date.daysSinceEpoch - birthdate.daysSinceEpoch) }

  /// The row of the age table for a date.
  func bracket(on date: CivilDate) -> AgeTable.Bracket { AgeTable.bracket(ageDays: ageDays(on: date)) }

  /// The date of the waking day that an instant belongs to.
  public func day(of instant: Instant, in zone: ZoneWindow) -> CivilDate {
    DayPlace(baby: self, zone: zone).date(of: instant)
  }
}
