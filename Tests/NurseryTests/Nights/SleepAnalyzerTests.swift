import Nursery
import Testing

/// Stars and debt: a table for each rule, and every combination of them.
@Suite struct SleepAnalyzerTests {
  private static let date = day("2026-02-10")

  /// A night with so many minutes of sleep, in so many pieces from 19:00 on.
  private static func night(
    _ date: CivilDate = date, minutes: Int? = 720, bedtime: String = "19:00", segments: Int = 1,
    goal: Int = 720, target: String? = nil, steps: Int? = nil
  ) -> NightRecord {
    var night = NightRecord(date: date)
    night.goalMinutes = goal
    night.targetBedtime = target.map(clock)
    night.steps = steps
    guard let minutes else { return night }
    night.asleepMilliseconds = minutes * 60_000
    night.bedtimes = [clock(bedtime)]
    night.segmentCount = segments
    night.wakings = segments - 1
    return night
  }

  private static func earlier(_ bedtimes: [String?]) -> [NightRecord] {
    bedtimes.enumerated().map { index, bedtime in
      let date = date.adding(days: index - bedtimes.count)
      return night(date, minutes: bedtime == nil ? nil : 720, bedtime: bedtime ?? "00:00")
    }
  }

  private static func stars(_ night: NightRecord, _ others: [NightRecord] = []) -> Int? {
    SleepAnalyzer.score(night, among: others)?.stars
  }

  @Test(
    "Sleep short of the goal costs stars",
    arguments: [
      (720, 720, nil), (721, 720, nil), (719, 720, NightDeduction.tooShort), (576, 720, .tooShort),
      (575, 720, .farTooShort), (0, 720, .farTooShort), (480, 480, nil), (479, 480, .tooShort),
      (384, 480, .tooShort), (383, 480, .farTooShort),
    ] as [(Int, Int, NightDeduction?)])
  func hours(minutes: Int, goal: Int, deduction: NightDeduction?) {
    let score = SleepAnalyzer.score(Self.night(minutes: minutes, goal: goal), among: [])
    #expect(score?.deductions == [deduction].compactMap { $0 })
    #expect(score?.stars == 5 - (deduction?.stars ?? 0))
  }

  @Test(
    "Each further piece of a night costs a star, up to two",
    arguments: [(1, 5), (2, 4), (3, 3), (4, 3), (9, 3)])
  func pieces(segments: Int, stars: Int) {
    #expect(Self.stars(Self.night(segments: segments)) == stars)
  }

  @Test(
    "Irregular earlier bedtimes cost a star",
    arguments: [
      ("", nil), ("10:00", nil), ("18:00 20:00", nil), ("17:59 20:00", 61),
      ("19:00 - 19:00", nil), ("- 17:00 - 21:00 -", 120),
      // Bedtimes before and after midnight are near each other.
      ("23:30 00:30", nil), ("22:30 01:00", 75),
      // Opposite times have no mean, and are as irregular as possible.
      ("06:00 18:00", 360),
      // The bedtime of eight nights ago does not count.
      ("07:00 19:00 19:00 19:00 19:00 19:00 19:00 19:00", nil),
      ("07:00 19:00 19:00 19:00 19:00 19:00 19:00", 103),
    ] as [(String, Int?)])
  func regularity(bedtimes: String, deviation: Int?) {
    let bedtimes = bedtimes.split(separator: " ").map { $0 == "-" ? nil : String($0) }
    let score = SleepAnalyzer.score(Self.night(), among: Self.earlier(bedtimes))
    let found: [NightDeduction] = score?.deductions ?? []
    guard let deviation else { return #expect(found.isEmpty) }
    guard case .irregularBedtimes(let minutes)? = found.first, found.count == 1 else {
      Issue.record("\(found)")
      return
    }
    #expect(minutes == deviation)
  }

  @Test("A night is not its own earlier one")
  func aNightIsNotItsOwnEarlierOne() {
    let night = Self.night(bedtime: "23:00")
    let others = Self.earlier(["19:00"]) + [night, Self.night(Self.date.adding(days: 1), bedtime: "03:00")]
    #expect(Self.stars(night, others) == 5)
  }

  @Test(
    "A bedtime more than an hour from the target costs a star",
    arguments: [
      ("19:00", nil, nil), ("20:00", "19:00", nil), ("20:01", "19:00", 61), ("18:00", "19:00", nil),
      ("17:59", "19:00", -61), ("23:30", "00:00", nil), ("01:00", "00:00", nil), ("01:01", "00:00", 61),
      ("22:59", "00:00", -61), ("00:10", "23:30", nil), ("11:00", "23:00", 720),
    ] as [(String, String?, Int?)])
  func target(bedtime: String, target: String?, minutes: Int?) {
    let score = SleepAnalyzer.score(Self.night(bedtime: bedtime, target: target), among: [])
    #expect(score?.deductions == [minutes.map { .awayFromTarget(minutes: $0) }].compactMap { $0 })
  }

  @Test(
    "Fewer than 3000 steps cost a star",
    arguments: [(nil, 5), (0, 4), (2999, 4), (3000, 5), (12_000, 5)] as [(Int?, Int)])
  func steps(steps: Int?, stars: Int) {
    #expect(Self.stars(Self.night(steps: steps)) == stars)
  }

  @Test("Every combination loses the sum and never less than one star")
  func everyCombinationLosesTheSumAndNeverLessThanOneStar() {
    let irregular = Self.earlier(["17:00", "21:00"])
    for (minutes, short) in [(720, 0), (700, 1), (400, 2)] {
      for (segments, pieces) in [(1, 0), (2, 1), (3, 2), (4, 2)] {
        for (others, unevenness) in [([], 0), (irregular, 1)] {
          for (target, distance) in [(nil, 0), ("19:30", 0), ("21:00", 1)] {
            for (steps, idle) in [(nil, 0), (3000, 0), (10, 1)] {
              let night = Self.night(
                minutes: minutes, segments: segments, target: target, steps: steps)
              let score = SleepAnalyzer.score(night, among: others)
              let lost = short + pieces + unevenness + distance + idle
              #expect(score?.stars == max(1, 5 - lost))
              #expect(score?.deductions.reduce(0) { $0 + $1.stars } == lost)
            }
          }
        }
      }
    }
  }

  @Test("Nothing known means no score")
  func nothingKnownMeansNoScore() {
    #expect(SleepAnalyzer.score(Self.night(minutes: nil, steps: 10), among: []) == nil)
  }

  @Test(
    "The goal lasts from bedtime to the alarm, across midnight",
    arguments: [
      (nil, nil, 480), ("19:00", nil, 480), (nil, "07:00", 480), ("19:00", "07:00", 720),
      ("00:00", "08:00", 480), ("00:00", "07:30", 450), ("23:59", "00:00", 1), ("01:00", "07:00", 360),
      ("22:00", "00:00", 120), ("07:00", "07:00", 1440),
    ] as [(String?, String?, Int)])
  func goals(bedtime: String?, alarm: String?, minutes: Int) {
    #expect(NightGoal(bedtime: bedtime.map(clock), alarm: alarm.map(clock)).minutes == minutes)
  }

  @Test(
    "The debt counts seven calendar nights, without those that are unknown",
    arguments: [
      ("", 0), ("720", 0), ("700", 20), ("900 700", 20), ("- 700 - 600", 140),
      ("0 720 720 720 720 720 720 720", 0), ("0 720 720 720 720 720 720", 720),
      ("- - - - - - -", 0),
    ] as [(String, Int)])
  func debt(nights: String, minutes: Int) {
    let nights = nights.split(separator: " ").map { Int($0) }
    let records = nights.enumerated().map { index, asleep in
      Self.night(Self.date.adding(days: index + 1 - nights.count), minutes: asleep)
    }
    let store = SleepStore(records)
    #expect(store.debtMinutes(through: Self.date) == minutes)
    let week = store.week(through: Self.date)
    #expect(week.count == 7)
    let known = Array(nights.suffix(7))
    #expect(week.suffix(known.count).map { $0?.asleepMinutes } == known)
  }
}
