import Nursery
import Testing

@Suite struct BackTestTests {
  @Test("The goals hold on a real child")
  func theGoalsHoldOnARealChild() throws {
    let trials = BackTest(try ChildA.history()).trials
    #expect(trials.count == 1172)
    #expect(trials.meanError { $0.byAge } == 3694)
    #expect(trials.meanError { $0.median7 } == 2362)
    #expect(trials.meanError { $0.learned.minutes } <= 2150)
    #expect((770...850).contains(trials.covered))
  }

  @Test("Cutting the future changes nothing", arguments: [40, 200, 777, 1500])
  func cuttingTheFutureChangesNothing(kept: Int) throws {
    let sleeps = try ChildA.sleeps()
    let whole = BackTest(try ChildA.history()).trials
    let windows = WakeWindow.windows(between: Array(sleeps.prefix(kept)), zone: .utc)
    let cut = BackTest(WindowHistory(windows, birthdate: ChildA.birthdate)).trials
    #expect(!cut.isEmpty)
    #expect(cut == Array(whole.prefix(cut.count)))
  }

  @Test("The order of the sleeps changes nothing")
  func theOrderOfTheSleepsChangesNothing() throws {
    let sleeps = Array(try ChildA.sleeps().prefix(300))
    let forwards = WakeWindow.windows(between: sleeps, zone: .utc)
    #expect(WakeWindow.windows(between: sleeps.reversed(), zone: .utc) == forwards)
  }

  @Test("Sleeps less than ten minutes apart are one")
  func sleepsLessThanTenMinutesApartAreOne() {
    let scene = DayScene(sleeps: [
      "-1 19:00..06:00", "08:00..08:40", "08:49..09:10", "11:00..12:00", "18:30..18:50",
    ])
    let windows = WakeWindow.windows(between: scene.sleeps.map(scene.span), zone: .utc)
    #expect(windows.map { $0.minutes } == [120, 110])
    #expect(windows.map { $0.waking.napsDone } == [0, 1])
    #expect(windows.map { $0.waking.lastSleepMinutes } == [660, 70])
  }

  @Test("The first days of a real child's log teach more than the table")
  func theFirstDaysOfARealChildsLogTeachMoreThanTheTable() throws {
    let windows = try ChildA.history().windows
    let trials = stride(from: 20, to: 340, by: 5).flatMap { age in
      let first = ChildA.birthdate.daysSinceEpoch + age
      let known = windows.filter { (first..<first + 12).contains($0.waking.day) }
      return BackTest(WindowHistory(known, birthdate: ChildA.birthdate)).trials
    }
    // By age the error is 37.4 minutes; it would be 23.5 if early days had the weight of later ones.
    #expect(trials.meanError { $0.learned.minutes } <= 2300)
  }

  /// Five factors and six seeds for each habit make 240 families.
  @Test(
    "Learning helps where the family differs and harms nowhere", arguments: MadeUpFamily.Habit.allCases,
    [70, 85, 100, 115, 130])
  func learningHelpsWhereTheFamilyDiffersAndHarmsNowhere(habit: MadeUpFamily.Habit, factor: Int) {
    for seed in 1...6 as ClosedRange<UInt64> {
      let family = MadeUpFamily(habit: habit, seed: seed, factor: factor)
      let trials = BackTest(family.history).trials
      let byAge = trials.meanError { $0.byAge }
      let learned = trials.meanError { $0.learned.minutes }
      let bias = abs(trials.reduce(0) { $0 + $1.byAge - $1.window.minutes }) / trials.count
      #expect(learned * 100 <= byAge * 105, "\(habit) \(factor) \(seed): \(byAge) \(learned)")
      guard bias > 15 else { continue }
      // The learned error is a quarter below the table's, except in two kinds of family. See `docs/learning.md`.
      let most = [.illness: 81, .dropsANap: 77][habit] ?? 75
      #expect(learned * 100 <= byAge * most, "\(habit) \(factor) \(seed): \(byAge) \(learned)")
    }
  }
}
