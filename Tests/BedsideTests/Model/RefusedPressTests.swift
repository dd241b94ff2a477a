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

  @Test("When several entries are on the card after all, the panel stays lit for 20 s and says so")
  func allSaved() {
    var box = MiasBox()
    box.model.care.settings.darkAfterMinutes = 1
    box.ask(for: .bottle, at: 36_000)
    box.press(.feed, at: 36_010)
    box.handle(.saved([], isHolding: true), at: 36_012)
    box.handle(.tick, at: 36_300)
    box.save(at: 36_300)
    for (second, notice) in [(36_301, Notice.allSaved), (36_319, .allSaved), (36_321, nil)] {
      box.handle(.tick, at: second)
      #expect(box.model.shownNotice == notice && !box.model.screen.isDark, "\(second)")
    }
    box.handle(.tick, at: 36_361)
    #expect(box.model.screen.isDark)
  }

  @Test("`All saved` goes when the card refuses the next press")
  func allSavedAndThenNot() {
    var box = MiasBox()
    box.ask(for: .bottle, at: 36_000)
    box.press(.feed, at: 36_010)
    box.handle(.saved([], isHolding: true), at: 36_012)
    box.save(at: 36_300)
    #expect(box.model.shownNotice == .allSaved)
    box.press(.nap, at: 36_305)
    box.handle(.saved([], isHolding: true), at: 36_306)
    #expect(box.model.shownNotice != .allSaved)
  }

  /// As for what motion logs: no one waits for its confirmation.
  @Test("A late save of an entry without a confirmation does not end the notice of a stuck button")
  func stuckWhileSaving() {
    var box = MiasBox()
    box.ask(for: .bottle, at: 36_000)
    box.model.care.pending[0].noticeWhenSaved = nil
    box.handle(.saved([], isHolding: true), at: 36_002)
    let edge = ButtonEdge(button: .menu, isPressed: true, milliseconds: 36_010_000)
    box.handle(.edge(edge), at: 36_010)
    for second in [36_012, 36_021] { box.handle(.levels([.menu: true]), at: second) }
    #expect(box.model.shownNotice == .stuck(.menu))
    box.save(at: 36_022)
    box.handle(.tick, at: 36_060)
    #expect(box.model.shownNotice == .stuck(.menu))
  }

  @Test("MENU is offered to bring back what was undone only while it does so", arguments: [false, true])
  func lateUndo(isLate: Bool) throws {
    var box = MiasBox()
    box.press(.nap, at: 36_000)
    box.save(at: 36_001)
    for (isPressed, second) in [(true, 36_100), (false, 36_103)] {
      let edge = ButtonEdge(button: .menu, isPressed: isPressed, milliseconds: second * 1_000)
      box.handle(.edge(edge), at: second)
      box.handle(.levels([.menu: isPressed]), at: second + 1)
    }
    if isLate { box.handle(.saved([], isHolding: true), at: 36_105) }
    box.save(at: isLate ? 36_160 : 36_104)
    let scene = try #require(box.model.scene(at: MiasBox.moment(isLate ? 36_161 : 36_105)))
    guard case .undone? = scene.notice else {
      Issue.record("\(String(describing: scene.notice))")
      return
    }
    #expect(scene.menuRedoes != isLate)
  }

  @Test(
    "The panel counts what is not saved as entries: a feed with its end is one, and so is one that was taken back"
  )
  func entries() throws {
    var box = MiasBox()
    func refuse(_ change: (inout MiasBox) -> Void, at second: Int) throws -> Int {
      change(&box)
      box.handle(.saved([], isHolding: true), at: second + 5)
      return try #require(box.model.scene(at: MiasBox.moment(second + 6))).unsavedCount
    }
    #expect(try refuse({ $0.press(.feed, at: 36_000) }, at: 36_000) == 1)
    #expect(try refuse({ $0.press(.feed, at: 36_600) }, at: 36_600) == 1)
    #expect(try refuse({ $0.press(.nap, at: 37_200, times: 2) }, at: 37_200) == 2)
    #expect(box.model.unsavedEvents == 4, "the lines of the log")
  }
}
