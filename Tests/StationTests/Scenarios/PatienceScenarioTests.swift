import Bedside
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal
@testable import cribside_lab

/// The loop never spins: a deadline that is due is handled, whatever fails at that time.
@Suite struct PatienceScenarioTests {
  /// More turns than any presses and any fault can cause in a simulated minute.
  private static let turnsPerMinute = 400

  @Test("A press while the card fails and then stalls costs no busy loop")
  func failingThenStalling() throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "fault":"disk-error","seconds":60
      12:00:01 "press":"nap"
      12:00:05 "fault":"disk-stall","seconds":5
      12:00:06 "press":"feed"
      12:02:00 "shot":"end"
      """#)
    #expect(recording.play.rehearsal.turns < 3 * Self.turnsPerMinute)
    #expect(try recording.events().count == 2)
  }

  @Test("The panel's timeout while the card fails costs no busy loop, and NOT SAVED lights the panel")
  func darkWhileFailing() throws {
    var scenario = Scenario(
      #"""
      12:00:00 "shot":"begin"
      12:05:00 "shot":"dark"
      12:05:01 "fault":"disk-error","seconds":600
      12:05:02 "command":["log","add","bottle","--start","11:00"]
      12:05:03 "shot":"lit"
      12:05:05 "fault":"disk-stall","seconds":300
      12:09:00 "shot":"stalled"
      12:14:00 "shot":"still"
      """#)
    scenario.config = #"{"display":{"darkAfterMinutes":1}}"#
    let recording = try scenario.play()
    #expect(try recording.shot("dark").light == .off, "no one has pressed anything for five minutes")
    #expect(try recording.shot("lit").texts.contains("NOT SAVED: 1 entry"), "\(recording.words("lit"))")
    #expect(
      try recording.shot("stalled").texts.contains("NOT SAVED: 1 entry"), "no retry has come back to light it"
    )
    #expect(try recording.shot("still").texts.contains("NOT SAVED: 1 entry"), "\(recording.words("still"))")
    #expect(recording.play.rehearsal.turns < 15 * Self.turnsPerMinute)
  }

  @Test("A clock step of more than a day waits for a second report that is no echo")
  func heldStep() throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "press":"nap"
      12:10:00 "clock":"step","seconds":90000
      12:10:05 "shot":"end"
      """#)
    #expect(recording.says("waits for a second report"))
    #expect(!recording.says("was moved by"))
  }

  @Test("Without a clock no time of day is shown or accepted")
  func withoutClock() throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "clock":"unsynced"
      12:00:01 "power":"cut"
      12:00:02 "power":"on"
      12:00:05 "press":"nap"
      12:00:10 "command":["log","add","bottle","--start","11:00"]
      12:00:11 "command":["explain"]
      """#)
    #expect(recording.says("refused (exit 65): the clock is not set"))
    #expect(recording.says("Asleep for 0 min."))
    #expect(!recording.says("Asleep since"))
  }

  @Test("A script without an end still saves its last press")
  func noEnd() throws {
    let recording = try Recording(
      script: #"""
        {"baby":{"name":"M","birthdate":"2025-09-14","bedtime":"18:40"},"timeZone":"America/New_York"}
        {"at":"2026-02-11T12:00:00-05:00","press":"nap"}
        """#, rests: false)
    #expect(try recording.events() == ["sleep 12:00:00–"])
  }
}
