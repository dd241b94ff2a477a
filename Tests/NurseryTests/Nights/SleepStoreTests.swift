import Nursery
import Testing

extension SleepStore {
  /// The newest night.
  fileprivate var last: NightRecord? { nights.last }
}

/// The recent nights and the archive.
@Suite struct SleepStoreTests {
  private static let first = day("2026-02-01")

  private static func night(_ offset: Int, minutes: Int = 720, bedtime: Int = 19 * 60) -> NightRecord {
    var night = NightRecord(
      date: first.adding(days: offset), goal: NightGoal(bedtime: clock("19:00"), alarm: clock("07:00")))
    night.asleepMilliseconds = minutes * 60_000
    night.bedtimes = [WallTime(minutesAfterMidnight: bedtime)]
    night.segmentCount = 1
    return night
  }

  @Test("The store keeps seven and ninety nights in order")
  func theStoreKeepsSevenAndNinetyNightsInOrder() {
    var store = SleepStore()
    for offset in [5, 3, 120, 4] + Array(6..<120) { store.keep(Self.night(offset)) }
    #expect(store.nights.map { $0.date } == (24...120).map { Self.first.adding(days: $0) })
    #expect(store.nights.count == SleepStore.keptNights)
    #expect(store.last?.date == Self.first.adding(days: 120))
    store.keep(Self.night(23))
    #expect(store.nights.count == SleepStore.keptNights)
  }

  @Test("A night of another century forgets no word")
  func aNightOfAnotherCenturyForgetsNoWord() {
    var store = SleepStore((0..<30).map { Self.night($0) })
    let isRated = store.rate(Self.first, 5)
    for offset in [30 * 365, -30 * 365] { store.keep(Self.night(offset)) }
    #expect(isRated && store.night(of: Self.first)?.rating == 5)
    #expect(store.nights.count == 32)
  }

  @Test("A rating stays until it is removed")
  func aRatingStaysUntilItIsRemoved() {
    var store = SleepStore([Self.night(0, minutes: 400)])
    #expect(store.last?.shownStars == 3)
    let isRated = store.rate(Self.first, 5)
    #expect(isRated)
    #expect(store.last?.shownStars == 5)
    #expect(store.last?.score?.stars == 3)
    // The rating stays when the night is computed again.
    store.keep(Self.night(0, minutes: 100))
    #expect(store.last?.rating == 5)
    #expect(store.last?.score?.stars == 3)
    let isStepped = store.setSteps(Self.first, 10)
    #expect(isStepped)
    #expect(store.last?.shownStars == 5)
    #expect(store.last?.score?.stars == 2)
    // A new record without steps keeps the earlier ones.
    store.keep(Self.night(0))
    #expect(store.last?.score?.deductions == [.fewSteps(10)])
    let isTakenBack = store.rate(Self.first, nil)
    #expect(isTakenBack)
    #expect(store.last?.shownStars == 4)
  }

  @Test("A rating out of range changes nothing", arguments: [0, 6, -1])
  func aRatingOutOfRangeChangesNothing(stars: Int) {
    var store = SleepStore([Self.night(0)])
    let stranger = Self.first.adding(days: 1)
    let taken = [store.rate(Self.first, stars), store.rate(stranger, 3), store.setSteps(stranger, 3)]
    #expect(taken == [false, false, false])
    #expect(store == SleepStore([Self.night(0)]))
  }

  @Test("The goal is stored with the night")
  func theGoalIsStoredWithTheNight() {
    var store = SleepStore([Self.night(0)])
    var again = Self.night(0, minutes: 480)
    again.goalMinutes = 480
    again.targetBedtime = clock("22:00")
    store.keep(again)
    #expect(store.last?.goalMinutes == 720)
    #expect(store.last?.score?.deductions == [.farTooShort])
  }

  @Test("A late night scores the week after it again")
  func aLateNightScoresTheWeekAfterItAgain() {
    var store = SleepStore([Self.night(1), Self.night(2), Self.night(8), Self.night(9)])
    #expect(store.nights.map { $0.score?.stars } == [5, 5, 5, 5])
    // Night 1 is found to differ from all others. It is within seven days of nights 2 and 8, but not of night 9.
    store.keep(Self.night(1, bedtime: 9 * 60))
    let irregular = store.nights.map { night in
      night.score?.deductions.contains { if case .irregularBedtimes = $0 { true } else { false } }
    }
    #expect(irregular == [false, false, true, false])
  }
}
