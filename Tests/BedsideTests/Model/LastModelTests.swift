import Nursery
import Testing

@testable import Bedside

@Suite("The last entries, behind the Today page")
struct LastModelTests {
  /// A box at 10:00 with a nap 08:40–09:40 and a nursing on the left at 09:50–10:00, its Last page open.
  private static func opened() -> MiasBox {
    var box = MiasBox()
    for (button, second) in [(Button.nap, 31_200), (.nap, 34_800), (.feed, 35_400), (.feed, 36_000)] {
      box.press(button, at: second)
      box.save(at: second + 1)
    }
    open(&box, at: 36_010)
    return box
  }

  /// Presses MENU until Today is shown, then twice to open the entries.
  private static func open(_ box: inout MiasBox, at second: Int) {
    box.press(.menu, at: second)
    box.press(.menu, at: second + 1)
    box.press(.menu, at: second + 2, times: 2)
    box.handle(.tick, at: second + 3)
  }

  private static func scene(_ box: MiasBox, at second: Int) throws -> LastScene {
    let scene = try #require(box.model.scene(at: MiasBox.moment(second)))
    return try #require(scene.last)
  }

  private static func walk(_ box: inout MiasBox, to field: LastScene.Field, from second: Int) throws {
    for step in 0..<10 where try scene(box, at: second).field != field {
      box.press(.menu, at: second + step)
    }
    #expect(try scene(box, at: second).field == field)
  }

  @Test("MENU twice on Today lists the entries, newest first, and changes nothing")
  func list() throws {
    let box = Self.opened()
    let scene = try Self.scene(box, at: 36_013)
    #expect(scene.field == nil)
    #expect(scene.entries.map(\.kind) == [.nursing, .sleep])
    #expect(box.model.currentPage == .today)
  }

  @Test("NAP and FEED log from the list as from any page")
  func logsFromList() throws {
    var box = Self.opened()
    box.press(.nap, at: 36_020)
    box.save(at: 36_021)
    #expect(box.model.log(of: MiasBox.mia)?.runningSleep != nil)
  }

  @Test("Moving the last nap's end back by a quarter of an hour writes one line of the log")
  func earlierEnd() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    box.press(.nap, at: 36_022)
    try Self.walk(&box, to: .end, from: 36_024)
    for step in 0..<3 { box.press(.nap, at: 36_036 + step) }
    #expect(try Self.scene(box, at: 36_040).entries[0].end == MiasBox.instant(33_900))
    try Self.walk(&box, to: .done, from: 36_041)
    let lines = box.model.care.logs[MiasBox.mia]?.lineCount ?? 0
    box.press(.feed, at: 36_050)
    box.save(at: 36_051)
    let log = try #require(box.model.log(of: MiasBox.mia))
    #expect(log.lineCount == lines + 1)
    let nap = try #require(log.allRecords.first { $0.care.kind == .sleep })
    let end = try #require(nap.care.end)
    #expect(box.model.care.clocks.resolve(end).instant == MiasBox.instant(33_900))
    #expect(try Self.scene(box, at: 36_052).field == nil, "the list is back")
  }

  @Test("Holding moves the time by five minutes, then by fifteen")
  func held() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    try Self.walk(&box, to: .start, from: 36_022)
    box.handle(.edge(ButtonEdge(button: .nap, isPressed: true, milliseconds: 36_030_000)), at: 36_030)
    for tick in 36_031...36_036 { box.handle(.levels([.nap: true]), at: tick) }
    box.handle(.edge(ButtonEdge(button: .nap, isPressed: false, milliseconds: 36_036_500)), at: 36_037)
    box.handle(.levels([:]), at: 36_038)
    let start = try Self.scene(box, at: 36_038).entries[0].start
    #expect(start.minutes(until: MiasBox.instant(35_400)) == 5 + 50)
  }

  @Test("A nursing becomes the bottle that was meant, and holding MENU undoes that")
  func kind() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    try Self.walk(&box, to: .kind, from: 36_022)
    box.press(.feed, at: 36_030)
    try Self.walk(&box, to: .amount, from: 36_032)
    box.press(.feed, at: 36_040)
    try Self.walk(&box, to: .done, from: 36_042)
    box.press(.feed, at: 36_050)
    box.save(at: 36_051)
    var newest = try #require(box.model.log(of: MiasBox.mia)?.allRecords.last)
    #expect(newest.care.kind == .bottle && newest.care.detail.amountMilliliters == 130)
    box.handle(.tick, at: 36_060)
    box.handle(.edge(ButtonEdge(button: .menu, isPressed: true, milliseconds: 36_061_000)), at: 36_061)
    box.handle(.tick, at: 36_063)
    box.handle(.edge(ButtonEdge(button: .menu, isPressed: false, milliseconds: 36_063_100)), at: 36_064)
    box.save(at: 36_065)
    newest = try #require(box.model.log(of: MiasBox.mia)?.allRecords.last)
    #expect(newest.care.kind == .nursing && newest.care.side == .left && newest.care.end != nil)
  }

  @Test(
    "A bottle that was changed to a nursing and back has its amount again, and one undo reverts the whole correction"
  )
  func amountComesBack() throws {
    var box = MiasBox()
    box.press(.feed, at: 35_000, times: 2)
    box.save(at: 35_002)
    box.press(.menu, at: 35_003)  // 10 ml more
    box.handle(.levels([.menu: false]), at: 35_004)
    box.save(at: 35_005)
    box.handle(.tick, at: 35_014)
    func become(_ kind: CareKind, by button: Button, from second: Int) throws -> Care {
      Self.open(&box, at: second)
      box.press(.menu, at: second + 10, times: 2)
      try Self.walk(&box, to: .kind, from: second + 12)
      box.press(button, at: second + 24)
      try Self.walk(&box, to: .done, from: second + 26)
      box.press(.feed, at: second + 40)
      box.save(at: second + 41)
      box.handle(.tick, at: second + 80)
      let care = try #require(box.model.log(of: MiasBox.mia)?.allRecords.last).care
      #expect(care.kind == kind)
      return care
    }
    #expect(try become(.nursing, by: .nap, from: 36_000).end != nil)
    #expect(try become(.bottle, by: .feed, from: 36_200).detail.amountMilliliters == 130)
    box.handle(.edge(ButtonEdge(button: .menu, isPressed: true, milliseconds: 36_400_000)), at: 36_400)
    box.handle(.tick, at: 36_402)
    box.handle(.edge(ButtonEdge(button: .menu, isPressed: false, milliseconds: 36_402_500)), at: 36_403)
    box.save(at: 36_404)
    guard case .undone(let undone)? = box.model.shownNotice else {
      Issue.record("\(String(describing: box.model.shownNotice))")
      return
    }
    #expect(undone?.deed == .corrected)
  }

  @Test(
    "A new bottle becomes the nursing that was meant, on the offered side and ended")
  func bottleBecomesNursing() throws {
    var box = MiasBox()
    for second in [35_400, 35_700] {
      box.press(.feed, at: second)
      box.save(at: second + 1)
    }
    box.press(.feed, at: 36_000, times: 2)
    box.save(at: 36_002)
    box.handle(.tick, at: 36_011)
    Self.open(&box, at: 36_012)
    box.press(.menu, at: 36_020, times: 2)
    try Self.walk(&box, to: .kind, from: 36_022)
    box.press(.nap, at: 36_034)
    try Self.walk(&box, to: .done, from: 36_036)
    box.press(.feed, at: 36_050)
    box.save(at: 36_051)
    let fed = try #require(box.model.log(of: MiasBox.mia)?.allRecords.last { !$0.isDeleted })
    #expect(fed.care.kind == .nursing && fed.care.side == .right && fed.care.end != nil)
  }

  @Test("Stepping through the kinds and back changes nothing")
  func kindsRound() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    try Self.walk(&box, to: .kind, from: 36_022)
    for step in 0..<5 { box.press(.feed, at: 36_030 + step) }
    let entry = try Self.scene(box, at: 36_036).entries[0]
    #expect(entry.kind == .nursing && entry.side == .left && entry.end == MiasBox.instant(36_000))
    try Self.walk(&box, to: .done, from: 36_037)
    box.press(.feed, at: 36_050)
    #expect(box.model.waitingEvents.isEmpty)
  }

  @Test("A phone's code closes an edit, so that no press changes it unseen")
  func closedByCode() {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    box.handle(.phone(PhoneOffer(code: "123456", address: "box.local", picture: nil)), at: 36_025)
    box.press(.nap, at: 36_027)
    box.save(at: 36_028)
    #expect(box.model.screen.last == nil && box.model.log(of: MiasBox.mia)?.runningSleep != nil)
    box.handle(.phone(nil), at: 36_060)
    box.handle(.tick, at: 36_091)
    #expect(box.model.currentPage == .now)
  }

  @Test("Choosing delete deletes nothing until it is confirmed")
  func deletes() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    try Self.walk(&box, to: .delete, from: 36_022)
    box.press(.feed, at: 36_035)
    box.save(at: 36_036)
    #expect(box.model.log(of: MiasBox.mia)?.allRecords.last?.isDeleted == false)
    try Self.walk(&box, to: .done, from: 36_037)
    box.press(.feed, at: 36_045)
    box.save(at: 36_046)
    #expect(box.model.log(of: MiasBox.mia)?.allRecords.last?.isDeleted == true)
    let deleted = Bedside.Confirmation(deed: .deleted(.nursing), at: MiasBox.instant(35_400))
    #expect(box.model.shownNotice == .saved(deleted))
  }

  @Test("A notice names the entry that was deleted, and the one that is back")
  func deletedEntry() {
    let at = SampleScenes.at(10, 5)
    let cases: [(CareKind, Bool, String)] = [
      (.nursing, false, "Deleted feed 10:05 ✓"), (.medicine, false, "Deleted medicine ✓"),
      (.sleep, true, "Back: sleep 10:05"), (.bottle, true, "Back: bottle 10:05"),
    ]
    for (kind, isBack, text) in cases {
      let deleted = Bedside.Confirmation(deed: .deleted(kind), at: at)
      let scene = SampleScenes.awake.with { $0.notice = isBack ? .undone(deleted) : .saved(deleted) }
      #expect(Picture(of: scene).texts.contains(text), "\(Picture(of: scene).texts)")
    }
  }

  @Test("After twenty seconds without a press the edit is dropped with a notice, and the log stays as it is")
  func dropped() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    try Self.walk(&box, to: .side, from: 36_022)
    box.press(.feed, at: 36_030)
    #expect(try Self.scene(box, at: 36_031).entries[0].side == .right)
    #expect(box.model.nextDeadline.map { $0 <= 36_050_100 } == true)
    box.handle(.tick, at: 36_051)
    #expect(try Self.scene(box, at: 36_051).field == nil)
    #expect(box.model.shownNotice == .editDropped)
    #expect(box.model.waitingEvents.isEmpty)
    box.handle(.tick, at: 36_061)
    #expect(box.model.currentPage == .now)
  }

  @Test("NAP on done drops the edit")
  func dropsOnDone() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    try Self.walk(&box, to: .side, from: 36_022)
    box.press(.feed, at: 36_030)
    try Self.walk(&box, to: .done, from: 36_031)
    box.press(.nap, at: 36_045)
    #expect(try Self.scene(box, at: 36_046).field == nil && box.model.shownNotice == .editDropped)
    #expect(box.model.waitingEvents.isEmpty)
  }

  @Test("A step that the rules refuse is not made, and says why")
  func refused() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020, times: 2)
    try Self.walk(&box, to: .start, from: 36_022)
    for step in 0..<3 { box.press(.feed, at: 36_030 + step) }
    #expect(try Self.scene(box, at: 36_033).entries[0].start == MiasBox.instant(36_000))
    guard case .refused? = box.model.shownNotice else {
      Issue.record("\(String(describing: box.model.shownNotice))")
      return
    }
  }

  @Test("MENU once turns the page and closes the entries")
  func back() throws {
    var box = Self.opened()
    box.press(.menu, at: 36_020)
    box.handle(.tick, at: 36_021)
    #expect(box.model.currentPage == .night && box.model.screen.last == nil)
  }
}
