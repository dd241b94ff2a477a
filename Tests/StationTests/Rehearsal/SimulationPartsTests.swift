import Bedside
import Nursery
import Testing

@testable import BoxRuntime
@testable import Rehearsal

/// Parts of the simulation: what is planned, and what is recorded.
@Suite struct SimulationPartsTests {
  @Test("The agenda keeps time and order")
  func theAgendaKeepsTimeAndOrder() {
    var agenda = Agenda<String>()
    agenda.plan("c", at: 20)
    agenda.plan("a", at: 10)
    agenda.plan("b", at: 10)
    agenda.plan("x", at: 15)
    #expect(agenda.next == 10)
    #expect(agenda.removeNext(due: 9) == nil)
    agenda.remove { $0 == "x" }
    #expect(
      [agenda.removeNext(due: 30), agenda.removeNext(due: 30), agenda.removeNext(due: 30)] == ["a", "b", "c"])
    #expect(agenda.removeNext(due: 30) == nil)
    #expect(agenda.next == nil)
  }

  @Test("A script can step the clock by fractions of a second", arguments: [0.4, -0.25, 2.5, -3600])
  func step(seconds: Double) throws {
    let clock = try Scenario.play(#"13:05:00 "clock":"step","seconds":\#(seconds)"#).play.world.clock
    #expect(clock.wallMilliseconds - clock.worldMilliseconds == Int((seconds * 1000).rounded()))
  }

  @Test("A script names an event by its place, counted from the last one")
  func namedByPlace() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "press":"feed"
      13:20:00 "press":"feed"
      13:30:00 "press":"nap"
      13:50:00 "press":"nap"
      14:00:00 "command":["log","edit","@1","--start","13:25"]
      14:01:00 "command":["log","delete","@2"]
      14:02:00 "command":["log","delete","@3"]
      """#)
    #expect(try recording.events() == ["sleep 13:25:00–13:50:00"])
    #expect(recording.says("<event>: expected an id"), "\(recording.transcript)")
  }

  private func press(_ number: UInt64, by source: Source = .button) -> CareEvent {
    CareEvent(
      id: EventID(high: 0, low: number), baby: BabyID(number: 1),
      moment: Moment(boot: BootTime(boot: 1, milliseconds: Int(number)), wall: nil, trust: .none),
      source: source,
      change: .deleted(EventID(high: 1, low: 1)))
  }

  private func job(_ generation: Int) -> PanelJob {
    PanelJob(generation: generation, frame: Frame(), light: .on, milliseconds: 0)
  }

  private func report(_ generation: Int, isShown: Bool) -> PanelReport {
    PanelReport(generation: generation, isShown: isShown, nextServiceMilliseconds: nil)
  }

  @Test("A press is shown in the first picture after it was saved")
  func ledger() {
    var ledger = Ledger()
    ledger.note([.care(press(100)), .care(press(101, by: .command))]) { UInt64($0) }
    ledger.note(job(1))
    ledger.note(
      .stored(
        StorageReceipt(saved: [press(100).id, press(101).id, EventID(high: 9, low: 9)])), at: 140)
    #expect(ledger.acknowledged == [press(100).id, press(101).id])
    #expect(ledger.pressToSaved == [40])
    ledger.note(report(1, isShown: true), at: 150)
    #expect(ledger.pressToPixel == [], "that picture was older than the news")
    ledger.note(job(2))
    ledger.note(report(2, isShown: false), at: 160)
    ledger.note(job(3))
    ledger.note(report(3, isShown: true), at: 190)
    #expect(ledger.pressToPixel == [90])
  }

  @Test("Unsaved events of a killed process are forgotten")
  func unsavedEventsOfAKilledProcessAreForgotten() {
    var ledger = Ledger()
    ledger.note([.care(press(100))]) { UInt64($0) }
    ledger.forgetUnsaved()
    ledger.note(.stored(StorageReceipt(saved: [press(100).id])), at: 140)
    #expect(ledger.pressToSaved == [])
  }
}
