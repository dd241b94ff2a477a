import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// What a hold has shown is kept, whatever other presses come meanwhile.
@Suite struct HoldScenarioTests {
  @Test("MENU held takes back the press of the last minute, also if a phone logged something since")
  func undoesThePress() throws {
    let recording = try Scenario.play(
      #"""
      10:00:20 "press":"nap"
      10:00:40 "command":["log","add","bottle","--amount","90ml"]
      10:00:48 "hold":"menu","seconds":2
      10:00:52 "shot":"undone"
      """#)
    #expect(
      try recording.shot("undone").texts.contains("Undone: nap 10:00"), "\(recording.words("undone"))")
    let events = try recording.events()
    #expect(events.count == 1 && events[0].hasPrefix("bottle 10:00:40"), "\(events)")
  }

  @Test("Another button during a hold does not lose what the hold showed")
  func otherButton() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "hold":"nap","seconds":3
      13:00:01.500 "press":"feed"
      13:00:05 "shot":"end"
      13:00:10 "shot":"later"
      """#)
    #expect(try recording.events() == ["sleep 12:40:00–", "nursing 13:00:01– left"])
    #expect(try !recording.shot("later").texts.contains { $0.contains("(-") })
  }

  @Test("A stalled card does not hide what a hold shows")
  func stalledCard() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "fault":"disk-stall","seconds":10
      13:00:01 "hold":"nap","seconds":3
      13:00:03 "shot":"held"
      """#)
    #expect(try recording.shot("held").texts.contains { $0.contains("12:50") }, "\(recording.words("held"))")
  }

  @Test("Of two stuck buttons, freeing one still names the other")
  func twoStuck() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "hold":"menu","seconds":60
      13:00:05 "hold":"feed","seconds":14
      13:00:25 "command":["status"]
      """#)
    #expect(recording.says("stuck     MENU"))
  }

  @Test("A second undo undoes the previous action, and not the first undo")
  func twoUndos() throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "press":"nap"
      12:10:00 "press":"nap"
      12:20:00 "hold":"menu","seconds":2
      12:20:03 "hold":"menu","seconds":2
      12:20:10 "shot":"end"
      """#)
    #expect(try recording.events() == [])
  }
}
