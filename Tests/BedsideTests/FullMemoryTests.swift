import Nursery
import Testing

@testable import Bedside

/// A card that refuses for so long that memory is full: what is not taken is refused, and what was taken is kept.
@Suite struct FullMemoryTests {
  private static let mia = BabyID(number: 1)

  private static func moment(_ seconds: Int) -> Moment {
    Moment(
      boot: BootTime(boot: 1, milliseconds: seconds * 1_000),
      wall: Instant(milliseconds: 20_495 * 86_400_000 + seconds * 1_000), trust: .synced)
  }

  private static func wish(_ token: Int, at second: Int) -> Input {
    .request(
      CareRequest(
        token: token, baby: mia, command: .add(Care(kind: .bottle, start: .boot(moment(second).boot)))))
  }

  private static func model() -> BedsideModel {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_495 - 150), bedtime: WallTime(minutesAfterMidnight: 19 * 60))
    let resident = BedsideSettings.Resident(id: mia, name: "Mia", baby: baby)
    var model = BedsideModel(
      settings: BedsideSettings(residents: [resident], zone: .utc), logs: [:], clocks: ClockHistory(),
      idSeed: 1, box: BoxCondition())
    _ = model.handle(.tick, at: moment(0))
    for number in 1..<BedsideModel.pendingLimit {
      let event = CareEvent(
        id: EventID(high: 1, low: UInt64(number)), baby: mia, moment: moment(1), source: .button,
        change: .added(Care(kind: .bottle, start: .boot(moment(1).boot))))
      model.pending.append(PendingEvent(event: event, since: 1_000))
    }
    return model
  }

  private func answers(_ effects: [Effect]) -> [CareAnswer] {
    effects.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }
  }

  @Test func whatDoesNotFitIsRefusedUntilTheCardTakesLinesAgain() {
    var model = Self.model()
    #expect(answers(model.handle(Self.wish(1, at: 60), at: Self.moment(60))).isEmpty, "one fits")
    let refused = model.handle(Self.wish(2, at: 61), at: Self.moment(61))
    #expect(answers(refused) == [.refused(.tooManyWait)])
    #expect(!refused.contains { if case .append = $0 { true } else { false } })
    _ = model.handle(.saved([], isHolding: true), at: Self.moment(62))
    let edge = ButtonEdge(button: .nap, isPressed: true, milliseconds: 63_000)
    _ = model.handle(.edge(edge), at: Self.moment(63))
    #expect(model.shownNotice == .refused(.tooManyWait))
    #expect(model.unsavedEvents == BedsideModel.pendingLimit)
    _ = model.handle(.saved(model.waitingEvents.map(\.id)), at: Self.moment(64))
    #expect(model.unsavedEvents == 0)
    #expect(answers(model.handle(Self.wish(3, at: 65), at: Self.moment(65))).isEmpty)
    #expect(model.waitingEvents.count == 1)
  }
}
