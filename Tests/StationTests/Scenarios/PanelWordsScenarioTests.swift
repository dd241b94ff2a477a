import Bedside
import Testing

@testable import Rehearsal

/// What the panel says about the log, as scripts of the whole box.
@Suite struct PanelWordsScenarioTests {
  @Test(
    "Without a clock a sleep from before a power cut has a lower bound, and the plan marks its times"
  )
  func beforeTheCut() throws {
    let recording = try Scenario.play(
      #"""
      07:00:00 "clock":"unsynced"
      07:00:01 "power":"cut"
      07:00:05 "power":"on"
      07:05:00 "press":"feed"
      07:15:00 "press":"feed"
      08:30:00 "press":"nap"
      08:50:00 "press":"feed"
      08:52:00 "press":"feed"
      08:53:00 "power":"cut"
      09:20:00 "power":"on"
      09:21:00 "shot":"asleep"
      09:30:00 "press":"nap"
      09:31:00 "shot":"awake"
      09:40:00 "clock":"synced"
      09:41:00 "press":"menu"
      09:41:02 "shot":"plan"
      """#)
    let asleep = try recording.shot("asleep").texts
    #expect(asleep.contains("Asleep at least") && asleep.contains { $0.hasPrefix("2") }, "\(asleep)")
    #expect(try recording.shot("awake").texts.contains("Awake"), "\(recording.words("awake"))")
    let plan = try recording.shot("plan").texts
    #expect(plan.contains { $0.hasPrefix("✓ ~") }, "\(plan)")
  }

  @Test("A bottle during a nursing does not replace the last side")
  func bottleWhileNursing() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "command":["log","add","wake","--start","09:40"]
      10:31:00 "press":"feed"
      10:45:00 "press":"menu"
      10:50:00 "command":["log","add","bottle"]
      10:55:30 "shot":"right"
      """#)
    #expect(
      try recording.shot("right").texts.contains("L 14 m, 24 m in all"), "\(recording.words("right"))")
  }

  @Test("The need of one twin is on the other's page until it is met")
  func twins() throws {
    var scenario = Scenario(
      #"""
      12:00:00 "command":["log","add","wake","--start","11:00","--baby","Ada"]
      12:00:10 "command":["log","add","wake","--start","06:30","--baby","Max"]
      12:00:20 "shot":"needed"
      12:01:00 "command":["log","add","sleep","--baby","Max"]
      12:01:20 "shot":"done"
      """#)
    scenario.baby = #"{"name":"Ada","birthdate":"2025-09-14","bedtime":"18:40"}"#
    scenario.config = #"{"babies":[{"name":"Max","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let recording = try scenario.play()
    #expect(try recording.shot("needed").texts.contains("Max: nap now"), "\(recording.words("needed"))")
    #expect(
      try recording.shot("done").texts.allSatisfy { $0 != "Max: nap now" }, "\(recording.words("done"))")
  }

  @Test("A card that recovers after several entries is reported to have them all")
  func allSaved() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "fault":"disk-error","seconds":8
      13:00:01 "press":"nap"
      13:00:05 "press":"feed"
      13:00:07 "shot":"failing"
      13:00:17 "shot":"back"
      """#)
    #expect(
      try recording.shot("failing").texts.contains("NOT SAVED: 2 entries"), "\(recording.words("failing"))")
    #expect(try recording.shot("back").texts.contains("All saved ✓"), "\(recording.words("back"))")
  }

  @Test("Dismissing a dream feed's reminder is confirmed")
  func dreamFeed() throws {
    var scenario = Scenario(
      #"""
      18:40:00 "command":["log","add","wake","--start","06:40"]
      18:45:00 "press":"nap"
      22:40:00 "shot":"due"
      22:40:10 "hold":"menu","seconds":1.7
      22:40:13 "shot":"away"
      """#)
    scenario.baby = #"{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40","dreamFeed":"22:30"}"#
    let recording = try scenario.play()
    #expect(try recording.shot("due").texts.contains("dream feed"), "\(recording.words("due"))")
    #expect(try recording.shot("away").texts.contains("No dream feed ✓"), "\(recording.words("away"))")
  }
}
