import Nursery
import Testing

@testable import Bedside

/// A card refuses lines until memory is full: further events are refused, and accepted ones are kept.
@Suite struct FullMemoryTests {
  /// A box with room for one more event.
  private static func nearlyFullBox() -> MiasBox {
    var box = MiasBox()
    let moment = MiasBox.moment(1)
    for number in 1..<BedsideModel.pendingLimit {
      let event = CareEvent(
        id: EventID(high: 1, low: UInt64(number)), baby: MiasBox.mia, moment: moment, source: .button,
        change: .added(Care(kind: .bottle, start: .boot(moment.boot))))
      box.model.care.pending.append(PendingEvent(event: event, since: 1_000))
    }
    return box
  }

  private func answers(_ effects: [Effect]) -> [CareAnswer] {
    effects.compactMap { if case .answer(_, let answer) = $0 { answer } else { nil } }
  }

  @Test("What does not fit is refused until the card takes lines again")
  func whatDoesNotFitIsRefusedUntilTheCardTakesLinesAgain() {
    var box = Self.nearlyFullBox()
    #expect(answers(box.ask(for: .bottle, at: 60)).isEmpty, "one fits")
    let refused = box.ask(for: .bottle, at: 61)
    #expect(answers(refused) == [.refused(.tooManyWait)])
    #expect(!refused.contains { if case .append = $0 { true } else { false } })
    box.handle(.saved([], isHolding: true), at: 62)
    box.press(.nap, at: 63)
    #expect(box.model.shownNotice == .refused(.tooManyWait))
    #expect(box.model.unsavedEvents == BedsideModel.pendingLimit)
    box.save(at: 64)
    #expect(box.model.unsavedEvents == 0)
    #expect(answers(box.ask(for: .bottle, at: 65)).isEmpty)
    #expect(box.model.waitingEvents.count == 1)
  }
}
