import Bedside
import Testing

@testable import Rehearsal

/// Presses that were forgotten, or made late, by scripts of the whole box: what the panel asks, and what an answer logs.
@Suite struct ForgottenPressScenarioTests {
  /// A day with two naps, up to 14:00.
  private static let day = #"""
    2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
    2026-02-10T09:00:00-05:00 "press":"nap"
    2026-02-10T10:00:00-05:00 "press":"nap"
    2026-02-10T13:00:00-05:00 "press":"nap"

    """#
  private static let dayWithNaps = day + #"2026-02-10T14:00:00-05:00 "press":"nap""# + "\n"

  @Test("A waking of the night that may have lasted until the morning leaves no made-up sleep")
  func noInventedSleep() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T03:50:00-05:00 "press":"nap"
        2026-02-11T06:52:00-05:00 "press":"nap"
        2026-02-11T06:52:10-05:00 "command":["nights"]
        """#)
    #expect(recording.says(" 9:10") && !recording.says("~"), "\(recording.transcript)")
  }

  @Test("A night that no one logged is asked about, and one press logs it from bedtime on")
  func forgottenBedtime() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T20:30:00-05:00 "shot":"early"
        2026-02-10T21:00:00-05:00 "shot":"asked"
        2026-02-11T03:00:00-05:00 "shot":"late"
        2026-02-11T03:00:10-05:00 "press":"nap"
        2026-02-11T03:00:12-05:00 "shot":"said"
        """#)
    #expect(try recording.shot("early").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
    for name in ["asked", "late"] {
      #expect(
        try recording.shot(name).texts.contains("Asleep 18:40? NAP: yes"), "\(recording.words(name))")
    }
    #expect(try recording.shot("said").texts.contains("Night 18:40 ✓"), "\(recording.words("said"))")
    #expect(try recording.events().last == "sleep 18:40:00–")
  }

  @Test("The answer is held back to when the night began, and taken back it is not asked for again")
  func heldBedtime() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T21:00:00-05:00 "hold":"nap","seconds":2.2
        2026-02-10T21:00:05-05:00 "shot":"held"
        2026-02-10T21:01:00-05:00 "hold":"menu","seconds":2
        2026-02-10T21:01:10-05:00 "shot":"undone"
        2026-02-10T21:02:00-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("held").texts.contains("Night 18:25 ✓"), "\(recording.words("held"))")
    #expect(try recording.shot("undone").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
    #expect(try recording.events().last == "sleep 21:02:00–")
  }

  @Test("A baby that woke up late from a nap is not asked about after bedtime")
  func lateNap() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T17:00:00-05:00 "press":"nap"
        2026-02-10T18:20:00-05:00 "press":"nap"
        2026-02-10T21:00:00-05:00 "shot":"awake"
        """#)
    #expect(try recording.shot("awake").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
  }

  @Test("NAP on `Still asleep?` ends a forgotten nap when it was asked about, and the night is not lost")
  func forgottenNap() throws {
    let recording = try Scenario.play(
      Self.day + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-10T18:40:02-05:00 "shot":"said"
        2026-02-10T21:00:00-05:00 "shot":"asked"
        2026-02-10T21:00:10-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("said").texts.contains("Awake 17:00 ✓"), "\(recording.words("said"))")
    #expect(try recording.shot("asked").texts.contains("Asleep 18:40? NAP: yes"))
    #expect(try recording.events().suffix(2) == ["sleep 13:00:00–17:00:00", "sleep 18:40:00–"])
  }

  @Test("FEED on `Feeding?` ends a forgotten feed after its hour")
  func forgottenFeed() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      12:30:00 "press":"feed"
      12:30:02 "shot":"said"
      """#)
    #expect(try recording.shot("said").texts.contains("Feed end 11:00 ✓"), "\(recording.words("said"))")
  }

  @Test("A feed of the morning ends the night that still ran, once NAP says that it is over")
  func fedInTheMorning() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T07:00:00-05:00 "press":"feed"
        2026-02-11T07:15:00-05:00 "press":"feed"
        2026-02-11T07:40:00-05:00 "press":"nap"
        """#)
    let events = try recording.events()
    #expect(events.contains("sleep 18:40:00–07:00:00"), "\(events)")
  }

  @Test("A hold moves no end to its begin, and stops where the feed before it ended")
  func heldFeeds() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      10:15:00 "press":"feed"
      10:16:00 "hold":"feed","seconds":4
      10:16:03 "shot":"held"
      11:00:00 "press":"feed"
      11:12:00 "press":"feed"
      11:24:00 "hold":"feed","seconds":4
      11:24:03 "shot":"stops"
      11:30:00 "press":"feed"
      """#)
    #expect(try recording.shot("held").texts.contains("Began at 10:00"), "\(recording.words("held"))")
    #expect(
      try recording.shot("stops").texts.contains("No earlier than 11:14"),
      "\(recording.words("stops"))")
    let events = try recording.events()
    #expect(
      events == [
        "nursing 10:00:00–10:05:00 left", "nursing 11:00:00–11:12:00 right", "nursing 11:14:00–11:30:00 left",
      ], "\(events)")
  }
}
