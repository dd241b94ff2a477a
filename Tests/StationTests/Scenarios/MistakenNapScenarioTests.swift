import Testing

@testable import Rehearsal

/// Presses of NAP that were meant to say awake, or were a slip: what the panel offers and asks, so that the day is not
/// upside down.
@Suite struct MistakenNapScenarioTests {
  private static let morning = #"""
    2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]

    """#
  // MARK: A slip during a feed

  @Test("FEED within a minute of a NAP that ended a feed takes that NAP back, and the feed continues")
  func feedGoesOn() throws {
    let recording = try Scenario.play(
      Self.morning + #"""
        2026-02-10T07:00:00-05:00 "press":"feed"
        2026-02-10T07:08:00-05:00 "press":"nap"
        2026-02-10T07:08:20-05:00 "press":"feed"
        2026-02-10T07:08:22-05:00 "shot":"back"
        2026-02-10T07:15:00-05:00 "press":"feed"
        """#)
    let back = try recording.shot("back").texts
    #expect(back.contains("Feeding L") && back.contains { $0.hasPrefix("Undone: ") }, "\(back)")
    #expect(try recording.events() == ["wake 06:30:00", "nursing 07:00:00–07:15:00 left"])
  }

  @Test("FEED later than that begins another feed, and FEED twice logs a bottle after the nap began")
  func anotherFeed() throws {
    let fed =
      Self.morning + #"""
        2026-02-10T07:00:00-05:00 "press":"feed"
        2026-02-10T07:08:00-05:00 "press":"nap"

        """#
    let nap = ["wake 06:30:00", "nursing 07:00:00–07:08:00 left", "sleep 07:08:00–"]
    let later = try Scenario.play(fed + #"2026-02-10T07:09:10-05:00 "press":"feed""#)
    #expect(try later.events() == nap + ["nursing 07:09:10– right"])
    let bottle = try Scenario.play(fed + #"2026-02-10T07:08:20-05:00 "doublePress":"feed""#)
    #expect(try bottle.events() == nap + ["bottle 07:08:20"])
  }
}
