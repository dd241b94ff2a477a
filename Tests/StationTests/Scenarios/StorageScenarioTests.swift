import CareJournal
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal
@testable import cribside_lab

/// "Saved" is true: what the panel says about the card, as scripts.
@Suite struct StorageScenarioTests {
  @Test(
    "With a stalled card saving… is shown after 100 ms, the check mark only after the sync, and presses keep their order"
  )
  func stall() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"disk-stall","seconds":5
      13:05:01 "press":"nap"
      13:05:01.080 "shot":"early"
      13:05:01.200 "shot":"saving"
      13:05:02 "press":"feed"
      13:05:03 "doublePress":"nap"
      13:05:04.950 "shot":"still"
      13:05:05.500 "shot":"saved"
      """#)
    for name in ["early", "saving", "still"] {
      let texts = try recording.shot(name).texts
      #expect(!texts.contains { $0.contains("✓") }, "\(name): \(texts)")
    }
    #expect(try !recording.shot("early").texts.contains("saving…"))
    #expect(try recording.shot("saving").texts.contains("saving…"), "\(recording.words("saving"))")
    #expect(try recording.shot("still").texts.contains("saving…"), "\(recording.words("still"))")
    #expect(try recording.shot("saving").state == "notStarted")
    #expect(try recording.shot("saved").texts.contains("Undone: awake 13:05"), "\(recording.words("saved"))")
    #expect(try recording.events() == ["sleep 13:05:01–", "nursing 13:05:02– left"])
    #expect(recording.acknowledged == (try recording.careIDs()))
  }

  @Test("Presses that arrive while the card is busy share the next sync")
  func sharedSync() throws {
    let quiet = try Scenario.play(#"13:05:00 "press":"nap""#)
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"disk-stall","seconds":5
      13:05:01 "press":"nap"
      13:05:02 "press":"feed"
      13:05:03 "press":"feed"
      13:05:06 "shot":"end"
      """#)
    #expect(recording.acknowledged.count == 3)
    #expect(recording.play.world.storage.syncs == quiet.play.world.storage.syncs + 1)
  }

  @Test("A press that the stalled card has not synced is not shown as saved, and a power cut loses it")
  func cutDuringStall() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"disk-stall","seconds":60
      13:05:01 "press":"nap"
      13:05:30 "power":"cut"
      """#)
    #expect(recording.acknowledged == [])
  }

  /// The status counts every good line and every segment on the card, after a start, presses and a failing card.
  @Test(
    "The status counts what is on the card, and says why the rest is not",
    arguments: [(#""press":"nap""#, ""), (#""fault":"disk-error","seconds":30"#, "Input/output")])
  func counts(deed: String, why: String) throws {
    let recording = try Scenario.play(
      #"""
      13:04:00 "press":"feed"
      13:05:00 \#(deed)
      13:05:01 "press":"nap"
      13:05:10 "command":["status"]
      13:06:00 "command":["status"]
      """#)
    let log = try JournalVerifier.verify(recording.play.world.storage)
    let told = recording.transcript.filter { $0.contains("storage   ") }
    #expect(
      told.last?.contains("storage   \(log.lines) lines, 0 damaged") == true,
      "\(told) \(log) \(recording.play.world.storage.files.keys)")
    #expect(recording.says("          \(log.segments) segment"))
    #expect(told.first?.contains("NOT SAVED (") == !why.isEmpty, "\(told)")
  }

  @Test("An ordinary card never shows saving…", arguments: [1, 8, 80])
  func ordinaryCard(milliseconds: Int) throws {
    var scenario = Scenario(
      #"""
      13:05:00 "press":"nap"
      13:05:00.\#(milliseconds < 50 ? "060" : "095") "shot":"end"
      13:05:01 "shot":"later"
      """#)
    scenario.config = #"{"simulation":{"syncMilliseconds":\#(milliseconds)}}"#
    let recording = try scenario.play()
    #expect(try !recording.shot("end").texts.contains("saving…"))
    #expect(try recording.shot("later").texts.contains("Nap 13:05 ✓"), "\(recording.words("later"))")
  }

  @Test(
    "A card that refuses is shown as NOT SAVED within a second; events are kept, retried and saved")
  func refusingCard() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"disk-error","seconds":25
      13:05:01 "press":"nap"
      13:05:02 "shot":"one"
      13:05:03 "press":"feed"
      13:05:04 "shot":"two"
      13:05:24 "shot":"still"
      13:05:36 "shot":"saved"
      """#)
    #expect(try recording.shot("one").texts.contains("NOT SAVED: 1 entry"), "\(recording.words("one"))")
    #expect(try recording.shot("two").texts.contains("NOT SAVED: 2 entries"), "\(recording.words("two"))")
    #expect(try recording.shot("still").texts.contains("NOT SAVED: 2 entries"), "\(recording.words("still"))")
    for name in ["one", "two", "still"] {
      #expect(try !recording.shot(name).texts.contains { $0.contains("✓") }, "\(name)")
    }
    // An event in memory only is part of the state too: a second press must end the nap, not begin another.
    #expect(try recording.shot("one").texts.contains("Nap 0 m"), "\(recording.words("one"))")
    #expect(try !recording.shot("saved").texts.contains { $0.contains("NOT SAVED") })
    #expect(try recording.events() == ["sleep 13:05:01–", "nursing 13:05:03– left"])
    #expect(recording.says("NOT SAVED: 1 line in memory only; the card is tried again (create log/seg-"))
    #expect(recording.says(".jsonl.new: the medium failed or is read-only)"))
    #expect(recording.says("everything is saved again"))
  }

  @Test("A box that stops reports lost events last", arguments: [true, false])
  func stoppedUnsaved(isHealed: Bool) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"disk-error","seconds":\#(isHealed ? 8 : 600)
      13:05:01 "press":"nap"
      13:05:02 "press":"feed"
      13:05:09 "shot":"end"
      """#)
    recording.play.world.plan(.stop)
    recording.goOn(forSeconds: 4)
    #expect(recording.says("LOST: 2 events that were never saved (") == !isHealed)
    #expect(try recording.events().count == (isHealed ? 2 : 0))
    #expect(recording.acknowledged.count == (isHealed ? 2 : 0))
  }

  @Test("A full card still accepts presses, because a segment has its room from the start")
  func fullCard() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"disk-full","seconds":600
      13:05:01 "press":"nap"
      13:05:02 "shot":"end"
      """#)
    #expect(try recording.shot("end").texts.contains("Nap 13:05 ✓"), "\(recording.words("end"))")
    #expect(try recording.events() == ["sleep 13:05:01–"])
  }

  @Test("The card is tried again after ten seconds, and then after twice the time")
  func retries() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"disk-error","seconds":12
      13:05:01 "press":"nap"
      13:05:11.500 "shot":"second"
      13:05:30.500 "shot":"before"
      13:05:31.500 "shot":"third"
      """#)
    #expect(try recording.shot("second").texts.contains("NOT SAVED: 1 entry"), "\(recording.words("second"))")
    #expect(try recording.shot("before").texts.contains("NOT SAVED: 1 entry"), "\(recording.words("before"))")
    #expect(try recording.shot("third").texts.allSatisfy { !$0.hasPrefix("NOT SAVED") })
    #expect(try recording.events() == ["sleep 13:05:01–"])
  }

  @Test("A card that refuses at the start is tried again before the first press")
  func refusedStart() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "process":"kill"
      13:05:01 "fault":"disk-full","seconds":15
      13:05:02 "process":"start"
      13:05:10 "shot":"failing"
      13:05:30 "press":"nap"
      13:05:31 "shot":"end"
      """#)
    #expect(recording.says("NOT WRITABLE"))
    #expect(try recording.shot("failing").texts.contains("Card fails"), "\(recording.words("failing"))")
    #expect(try recording.shot("end").texts.contains("Nap 13:05 ✓"), "\(recording.words("end"))")
    #expect(try recording.events() == ["sleep 13:05:30–"])
  }

  @Test("A card that is dead from the start is never reported as working")
  func deadCard() throws {
    let recording = try Scenario.play(
      #"""
      13:04:00 "process":"kill"
      13:04:01 "fault":"disk-error","seconds":170
      13:04:02 "process":"start"
      13:04:50 "command":["status"]
      13:05:40 "press":"nap"
      13:06:41 "command":["status","--json"]
      13:06:45 "shot":"pressed"
      """#)
    #expect(
      try recording.shot("pressed").texts.contains("NOT SAVED: 1 entry"), "\(recording.words("pressed"))")
    #expect(recording.says("NOT WRITABLE: nothing can be saved; the card is tried again within 10 min"))
    #expect(recording.says(#""works":false"#))
    #expect(!recording.says("everything is saved again"), "\(recording.transcript)")
    recording.goOn(forSeconds: 30)
    #expect(recording.transcript.count { $0.contains("everything is saved again") } == 1)
    #expect(try recording.events() == ["sleep 13:05:40–"])
  }

  @Test(
    "A failing panel costs no press",
    arguments: ["oled-nack", "oled-stuck", "oled-reset"])
  func failingPanel(fault: String) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "press":"nap"
      13:05:30 "fault":"\#(fault)","seconds":30
      13:05:30.010 "press":"feed"
      13:05:40 "press":"nap"
      13:05:45 "press":"feed"
      13:05:50 "press":"nap"
      13:06:00 "press":"menu"
      13:06:10 "shot":"end"
      """#)
    #expect(recording.acknowledged.count == 5)
    #expect(recording.acknowledged == (try recording.careIDs()))
    #expect(recording.play.world.ledger.pressToSaved.allSatisfy { $0 <= 100_000_000 })
    #expect(try recording.shot("end").pixels == recording.wanted)
    #expect(recording.play.world.oled.violations == [])
    if fault != "oled-reset" { #expect(recording.says("the OLED does not answer")) }
  }

  @Test("An unnoticed brown-out of the panel is repaired with the next minute")
  func unnoticedReset() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "press":"nap"
      13:05:30 "fault":"oled-reset"
      13:05:31 "shot":"dark"
      13:07:01 "shot":"end"
      """#)
    #expect(try recording.shot("dark").light == .off)
    #expect(try recording.shot("end").pixels == recording.wanted)
  }
}
