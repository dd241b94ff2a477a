import Nursery
import Testing

@testable import Bedside

/// What the foot says of a press that the card refuses, whatever it said before.
@Suite struct RefusedPressTests {
  private static let mia = BabyID(number: 1)

  private static func moment(_ seconds: Int) -> Moment {
    Moment(
      boot: BootTime(boot: 1, milliseconds: seconds * 1_000),
      wall: Instant(milliseconds: 20_495 * 86_400_000 + seconds * 1_000), trust: .synced)
  }

  private static func model() -> BedsideModel {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_495 - 150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let resident = BedsideSettings.Resident(id: mia, name: "Mia", baby: baby)
    var model = BedsideModel(
      settings: BedsideSettings(residents: [resident], zone: .utc), logs: [:], clocks: ClockHistory(),
      idSeed: 1, box: BoxCondition())
    _ = model.handle(.tick, at: moment(0))
    return model
  }

  private func add(_ kind: CareKind, at second: Int, to model: inout BedsideModel) {
    let care = Care(kind: kind, start: .boot(Self.moment(second).boot))
    let wish = CareRequest(token: second, baby: Self.mia, command: .add(care))
    _ = model.handle(.request(wish), at: Self.moment(second))
  }

  private func press(_ button: Button, at second: Int, on model: inout BedsideModel) {
    for (isPressed, late) in [(true, 0), (false, 100)] {
      let edge = ButtonEdge(button: button, isPressed: isPressed, milliseconds: second * 1_000 + late)
      _ = model.handle(.edge(edge), at: Self.moment(second))
    }
  }

  private func hasTick(_ model: BedsideModel) -> Bool {
    if case .saved? = model.shownNotice { true } else { false }
  }

  @Test("An earlier tick goes when a press is refused, and stays when it is saved", arguments: [true, false])
  func tick(isRefused: Bool) {
    var model = Self.model()
    add(.bottle, at: 60, to: &model)
    _ = model.handle(.saved(model.waitingEvents.map(\.id)), at: Self.moment(61))
    #expect(hasTick(model))
    press(.feed, at: 62, on: &model)
    #expect(model.waitingEvents.count == 1)
    let saved = isRefused ? [] : model.waitingEvents.map(\.id)
    _ = model.handle(.saved(saved, isHolding: isRefused), at: Self.moment(62))
    #expect(hasTick(model) != isRefused)
    #expect(model.unsavedEvents == (isRefused ? 1 : 0))
  }

  @Test func whatTheCardTakesOfTheRestIsStillSaid() {
    var model = Self.model()
    add(.bottle, at: 60, to: &model)
    press(.feed, at: 61, on: &model)
    _ = model.handle(.saved([], isHolding: true), at: Self.moment(62))
    #expect(!hasTick(model) && model.unsavedEvents == 2)
    _ = model.handle(.saved([model.waitingEvents[0].id], isHolding: true), at: Self.moment(70))
    #expect(hasTick(model) && model.unsavedEvents == 1)
  }
}
