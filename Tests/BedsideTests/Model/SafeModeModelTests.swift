import Nursery
import Testing

@testable import Bedside

/// Safe mode on the model: buttons, log and panel work, and nothing is computed beyond the day.
@Suite struct SafeModeModelTests {
  private static let mia = BabyID(number: 1)
  private static let until = 8 * 3_600_000

  /// A synced box in a UTC household whose boot clock started at midnight. Safe mode lasts until 08:00.
  private static func model() -> BedsideModel {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_495 - 150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    var box = BoxCondition()
    box.safeUntilMilliseconds = until
    let resident = BedsideSettings.Resident(id: mia, name: "Mia", baby: baby)
    return BedsideModel(
      settings: BedsideSettings(residents: [resident], zone: .utc), logs: [:], clocks: ClockHistory(),
      idSeed: 1,
      box: box)
  }

  private static func moment(_ hour: Int, _ minute: Int, milliseconds: Int = 0) -> Moment {
    let milliseconds = (hour * 60 + minute) * 60_000 + milliseconds
    return Moment(
      boot: BootTime(boot: 1, milliseconds: milliseconds),
      wall: Instant(milliseconds: 20_495 * 86_400_000 + milliseconds), trust: .synced)
  }

  /// A press of NAP that the card saves.
  private static func pressNap(_ model: inout BedsideModel, at moment: Moment) -> [EventID] {
    let edge = ButtonEdge(button: .nap, isPressed: true, milliseconds: moment.boot.milliseconds)
    let ids = model.handle(.edge(edge), at: moment).flatMap { effect -> [EventID] in
      if case .append(let writes) = effect { writes.map(\.id) } else { [] }
    }
    _ = model.handle(.saved(ids), at: moment)
    return ids
  }

  @Test("A press is logged and nothing is computed")
  func aPressIsLoggedAndNothingIsComputed() {
    var model = Self.model()
    _ = model.handle(.tick, at: Self.moment(7, 0))
    #expect(!Self.pressNap(&model, at: Self.moment(7, 5)).isEmpty)
    let effects = model.handle(.tick, at: Self.moment(7, 6))
    #expect(model.day(at: Self.moment(7, 6))?.state != nil)
    #expect(model.plan(at: Self.moment(7, 6)) == nil)
    #expect(model.nightReview(of: Self.mia, at: Self.moment(7, 6)) == nil)
    #expect(!effects.contains { if case .keep(.nights, _) = $0 { true } else { false } })
    #expect(model.condition(at: Self.moment(7, 6)).wantsAttention)
  }

  @Test("After its hour it is over without a new start")
  func afterItsHourItIsOverWithoutANewStart() {
    var model = Self.model()
    _ = model.handle(.tick, at: Self.moment(7, 0))
    _ = Self.pressNap(&model, at: Self.moment(7, 5))
    #expect(model.nextDeadline.map { $0 <= Self.until } == true)
    let before = model.handle(.tick, at: Self.moment(7, 59, milliseconds: 59_999))
    #expect(!before.contains(.announce(.safeMode(isOn: false))))
    let after = model.handle(.tick, at: Self.moment(8, 0))
    #expect(after.contains(.announce(.safeMode(isOn: false))))
    #expect(!model.condition(at: Self.moment(8, 0)).isSafe)
    #expect(model.nightReview(of: Self.mia, at: Self.moment(8, 0)) != nil)
    #expect(after.contains { if case .keep(.nights, _) = $0 { true } else { false } })
  }
}
