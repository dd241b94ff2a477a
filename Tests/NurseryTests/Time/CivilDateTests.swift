import Nursery
import Testing

@Suite struct CivilDateTests {
  @Test("Every day of four centuries comes back and follows the last")
  func everyDayOfFourCenturiesComesBackAndFollowsTheLast() throws {
    var date = day("1800-01-01")
    let last = day("2200-01-01")
    var number = date.daysSinceEpoch
    #expect(number == -62_091)
    while date < last {
      let next = date.adding(days: 1)
      let isSameMonth = next.month == date.month && next.day == date.day + 1
      let isNewMonth = next.day == 1 && date.day == CivilDate.days(inMonth: date.month, year: date.year)
      try #require(isSameMonth || isNewMonth, "\(date)")
      try #require(next.daysSinceEpoch == number + 1)
      try #require(CivilDate(daysSinceEpoch: number) == date)
      (date, number) = (next, number + 1)
    }
    #expect(number + 62_091 == 146_097)
  }

  @Test(
    "Known days have their numbers",
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (2026, 2, 11, 20_495),
      (1, 1, 1, -719_162), (9999, 12, 31, 2_932_896),
    ])
  func knownDaysHaveTheirNumbers(year: Int, month: Int, day: Int, number: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.daysSinceEpoch == number)
    #expect(CivilDate(daysSinceEpoch: number) == date)
  }

  @Test(
    "An impossible date is none",
    arguments: [
      (2026, 2, 29), (1900, 2, 29), (2100, 2, 29), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
      (0, 1, 1), (10_000, 1, 1),
    ])
  func anImpossibleDateIsNone(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test("Leap years have a day more", arguments: [(2024, 29), (2000, 29), (1900, 28), (2023, 28)])
  func leapYearsHaveADayMore(year: Int, days: Int) {
    #expect(CivilDate.days(inMonth: 2, year: year) == days)
  }

  @Test(
    "Wall times wrap around midnight",
    arguments: [(-1, "23:59"), (0, "00:00"), (1439, "23:59"), (1440, "00:00"), (-1441, "23:59")])
  func wallTimesWrapAroundMidnight(minutes: Int, text: String) {
    #expect(WallTime(minutesAfterMidnight: minutes).text == text)
  }
}
