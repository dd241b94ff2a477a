/// What is usual at an age, in minutes unless a name has another unit. Source: the project's day-state specification,
/// which completes the day model's table.
public enum AgeTable {
  /// One row of the table.
  public struct Bracket: Hashable, Sendable {
    /// The row's name: `5-7 months`.
    public let name: String
    /// The last age in days that the row applies to.
    public let lastDay: Int
    /// Naps per day.
    public let naps: MinuteRange
    /// Wake windows by the number of naps done. The last one is the window before bed and applies to every later one.
    public internal(set) var wakeWindows: [MinuteRange]
    /// Minutes between feeds, start to start.
    public let feedInterval: MinuteRange
    /// Hours of sleep per day.
    public let dailySleepHours: MinuteRange
    /// Milk per day, in tenths of a US fluid ounce.
    public let intakeTenthOunces: MinuteRange

    /// Whether feeds are due at night as by day: in the first two months.
    public var feedsAtNight: Bool { lastDay == AgeTable.brackets[0].lastDay }

    /// Milk per day, in millilitres. A US fluid ounce is 29.57 ml (NIST Handbook 44, appendix C).
    public var intakeMilliliters: MinuteRange {
      MinuteRange(intakeTenthOunces.lower * 2957 / 1000, intakeTenthOunces.upper * 2957 / 1000)
    }
  }

  /// The rows, youngest first.
  public static let brackets: [Bracket] = [
    Bracket(
      name: "0-2 months", lastDay: 59, naps: MinuteRange(4, 5),
      wakeWindows: [MinuteRange](repeating: MinuteRange(45, 60), count: 5),
      feedInterval: MinuteRange(120, 180),
      dailySleepHours: MinuteRange(14, 17), intakeTenthOunces: MinuteRange(140, 280)),
    Bracket(
      name: "3-4 months", lastDay: 119, naps: MinuteRange(3, 4),
      wakeWindows: [
        MinuteRange(75, 90), MinuteRange(90, 105), MinuteRange(90, 105), MinuteRange(105, 120),
        MinuteRange(105, 120),
      ],
      feedInterval: MinuteRange(150, 210),
      dailySleepHours: MinuteRange(14, 17), intakeTenthOunces: MinuteRange(240, 320)),
    Bracket(
      name: "5-7 months", lastDay: 209, naps: MinuteRange(2, 3),
      wakeWindows: [
        MinuteRange(105, 150), MinuteRange(120, 165), MinuteRange(135, 180), MinuteRange(150, 180),
      ],
      feedInterval: MinuteRange(180, 240),
      dailySleepHours: MinuteRange(12, 16), intakeTenthOunces: MinuteRange(240, 360)),
    Bracket(
      name: "8-10 months", lastDay: 299, naps: MinuteRange(2, 2),
      wakeWindows: [MinuteRange(150, 180), MinuteRange(180, 210), MinuteRange(180, 240)],
      feedInterval: MinuteRange(210, 270),
      dailySleepHours: MinuteRange(12, 15), intakeTenthOunces: MinuteRange(240, 320)),
    Bracket(
      name: "11-14 months", lastDay: 419, naps: MinuteRange(1, 2),
      wakeWindows: [MinuteRange(180, 240), MinuteRange(210, 270), MinuteRange(210, 270)],
      feedInterval: MinuteRange(210, 270),
      dailySleepHours: MinuteRange(12, 15), intakeTenthOunces: MinuteRange(200, 280)),
  ]

  /// The row for an age in days, 0 or more; the last row for ages beyond the table.
  public static func bracket(ageDays: Int) -> Bracket {
    brackets.first { ageDays <= $0.lastDay } ?? brackets[brackets.count - 1]
  }

  /// The row on a day since 1970, for a baby born on a date.
  static func bracket(on day: Int, born birthdate: CivilDate) -> Bracket {
    bracket(ageDays: day - birthdate.daysSinceEpoch)
  }
}
