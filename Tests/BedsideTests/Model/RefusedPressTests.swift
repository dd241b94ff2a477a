import Nursery
import Testing

@testable import Bedside

/// What the foot says about a press that the card refuses, whatever it said before.
@Suite struct RefusedPressTests {
  private func hasTick(_ box: MiasBox) -> Bool {
    if case .saved? = box.model.shownNotice { true } else { false }
  }

  @Test("An earlier tick goes when a press is refused, and stays when it is saved", arguments: [true, false])
  func tick(isRefused: Bool) {
    var box = MiasBox()
    box.ask(for: .bottle, at: 60)
    box.save(at: 61)
    #expect(hasTick(box))
    box.press(.feed, at: 62)
    #expect(box.model.waitingEvents.count == 1)
    let saved = isRefused ? [] : box.model.waitingEvents.map(\.id)
    box.handle(.saved(saved, isHolding: isRefused), at: 62)
    #expect(hasTick(box) != isRefused)
    #expect(box.model.unsavedEvents == (isRefused ? 1 : 0))
  }

  @Test("What the card saves of the rest is still confirmed")
  func whatTheCardSavesOfTheRestIsStillConfirmed() {
    var box = MiasBox()
    box.ask(for: .bottle, at: 60)
    box.press(.feed, at: 61)
    box.handle(.saved([], isHolding: true), at: 62)
    #expect(!hasTick(box) && box.model.unsavedEvents == 2)
    box.handle(.saved([box.model.waitingEvents[0].id], isHolding: true), at: 70)
    #expect(hasTick(box) && box.model.unsavedEvents == 1)
  }
}
