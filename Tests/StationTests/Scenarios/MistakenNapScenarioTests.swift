import Testing

@testable import Rehearsal

/// Presses of NAP that were meant to say awake, or were a slip: what the panel offers and asks, so that the day is not
/// upside down.
@Suite struct MistakenNapScenarioTests {
  private static let morning = #"""
    2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]

    """#
  /// A waking and a feed long before the usual wake-up, and the press for the morning.
  private static let dawn =
    Scenario.night + #"""
      2026-02-11T04:40:00-05:00 "press":"nap"
      2026-02-11T04:42:00-05:00 "press":"feed"
      2026-02-11T04:54:00-05:00 "press":"feed"
      2026-02-11T07:10:10-05:00 "press":"nap"

      """#

  private func asks(_ recording: Recording, _ name: String) throws -> Bool {
    try recording.shot(name).texts.contains { $0.contains("? NAP: ") }
  }

  // MARK: The first waking

  @Test("On the first morning NAP offers that the baby is awake, and the second press begins the day")
  func firstMorning() throws {
    let recording = try Scenario.play(
      #"""
      06:45:00 "press":"nap"
      06:45:02 "shot":"said"
      06:45:05 "press":"nap"
      06:45:07 "shot":"awake"
      06:50:10 "shot":"up"
      08:45:00 "press":"nap"
      """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Nap 06:45 ✓") && said.contains("or NAP: woke 06:45"), "\(said)")
    #expect(try recording.shot("awake").texts.contains("Woke 06:45 ✓"), "\(recording.words("awake"))")
    #expect(try recording.shot("up").texts.contains("Awake 5 m"), "\(recording.words("up"))")
    #expect(try !asks(recording, "up"), "a new box asks about no night: \(recording.words("up"))")
    #expect(try recording.events() == ["wake 06:45:00", "sleep 08:45:00–"])
  }

  @Test("A baby that sleeps as NAP says on the first morning has a nap; in the afternoon nothing is offered")
  func firstNap() throws {
    let recording = try Scenario.play(
      #"""
      06:45:00 "press":"nap"
      08:10:00 "press":"nap"
      """#)
    #expect(try recording.events() == ["sleep 06:45:00–08:10:00"])
    let late = try Scenario.play(
      #"""
      13:00:00 "press":"nap"
      13:00:02 "shot":"said"
      """#)
    #expect(try late.shot("said").texts.allSatisfy { !$0.hasPrefix("or NAP") }, "\(late.words("said"))")
  }

  @Test("After a day without a press the old sleep says nothing about the morning, and gets no end")
  func afterAPause() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-12T06:44:00-05:00 "shot":"hello"
        2026-02-12T06:45:00-05:00 "press":"nap"
        2026-02-12T06:45:02-05:00 "shot":"said"
        2026-02-12T06:45:05-05:00 "press":"nap"
        2026-02-12T06:50:10-05:00 "shot":"up"
        2026-02-12T08:45:00-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("hello").state == "notStarted", "\(recording.words("hello"))")
    #expect(try !asks(recording, "hello"), "\(recording.words("hello"))")
    let said = try recording.shot("said").texts
    #expect(said.contains("or NAP: woke 06:45"), "\(said)")
    #expect(try recording.shot("up").texts.contains("Awake 5 m"), "\(recording.words("up"))")
    let events = try recording.events()
    #expect(events.suffix(3) == ["sleep 18:40:00–", "wake 06:45:00", "sleep 08:45:00–"], "\(events)")
  }

  @Test(
    "After days away a nursing that was left running is not shown, and NAP and FEED begin afresh on the other side"
  )
  func afterAPauseInANursing() throws {
    let away =
      Scenario.night + #"""
        2026-02-10T23:20:00-05:00 "press":"feed"
        2026-02-11T14:00:00-05:00 "shot":"afternoon"
        2026-02-12T06:44:00-05:00 "shot":"hello"

        """#
    let napped = try Scenario.play(
      away + #"""
        2026-02-12T06:45:00-05:00 "press":"nap"
        2026-02-12T06:45:02-05:00 "shot":"said"
        """#)
    #expect(
      try napped.shot("afternoon").texts.contains { $0.hasPrefix("Feeding") },
      "\(napped.words("afternoon"))")
    #expect(try napped.shot("hello").state == "notStarted", "\(napped.words("hello"))")
    #expect(
      try napped.shot("hello").texts.allSatisfy { !$0.hasPrefix("Feeding") }, "\(napped.words("hello"))")
    let said = try napped.shot("said").texts
    #expect(said.contains("Nap 06:45 ✓") && said.contains("or NAP: woke 06:45"), "\(said)")
    let fed = try Scenario.play(
      away + #"""
        2026-02-12T06:45:00-05:00 "press":"feed"
        2026-02-12T06:57:00-05:00 "press":"feed"
        """#)
    let feeds = try fed.events().filter { $0.hasPrefix("nursing") }
    #expect(feeds.last == "nursing 06:45:00–06:57:00 right", "\(feeds)")
    #expect(feeds.contains { $0.hasPrefix("nursing 23:20:00– ") }, "it gets no end: \(feeds)")
  }

  @Test("The lists do not show the old sleep as running")
  func listsAfterAPause() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T22:30:00-05:00 "command":["log","list","--days","7"]
        2026-02-12T06:44:00-05:00 "command":["log","list","--days","7"]
        """#)
    let rows = recording.transcript.flatMap { $0.split(separator: "\n") }.filter { $0.contains("18:40") }
    #expect(rows.count == 2 && rows[0].contains("now") && !rows[1].contains("now"), "\(rows)")
    #expect(rows.last?.contains("not ended") == true, "\(rows)")
  }

  @Test("The old sleep hides no rest in the crib")
  func motionAfterAPause() throws {
    var scenario = Scenario(
      #"""
      2026-02-08T19:00:00-05:00 "press":"nap"
      2026-02-08T19:05:00-05:00 "crib":"empty"
      2026-02-10T18:30:00-05:00 "crib":"awake"
      2026-02-10T19:00:00-05:00 "crib":"asleep"
      2026-02-10T19:30:00-05:00 "shot":"evening"
      """#)
    scenario.motion = #"{"mode":"suggest"}"#
    let recording = try scenario.play()
    let evening = try recording.shot("evening").texts
    #expect(evening.contains { $0.hasPrefix("Asleep ") && $0.hasSuffix("? NAP: yes") }, "\(evening)")
  }

  @Test("The press for the next night can still say when the last one ended, and the question says so")
  func nextNight() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T18:44:00-05:00 "shot":"asked"
        2026-02-11T18:45:00-05:00 "press":"nap"
        """#)
    let asked = try recording.shot("asked").texts
    #expect(asked.contains { $0.hasSuffix("? NAP: bed") }, "\(asked)")
    let events = try recording.events()
    #expect(
      events.suffix(2).first?.hasPrefix("sleep 18:40:00–06:") == true && events.last == "sleep 18:45:00–",
      "\(events)")
  }

  @Test(
    "Back in the night after days away, NAP offers that the baby is awake; a press at bedtime offers nothing")
  func backInTheNight() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-13T02:05:00-05:00 "press":"nap"
        2026-02-13T02:05:02-05:00 "shot":"said"
        2026-02-13T02:05:05-05:00 "press":"nap"
        2026-02-13T02:05:07-05:00 "shot":"awake"
        2026-02-13T02:30:00-05:00 "press":"nap"
        2026-02-13T06:45:00-05:00 "press":"nap"
        """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Night 02:05 ✓") && said.contains("or NAP: woke 02:05"), "\(said)")
    #expect(try recording.shot("awake").texts.contains("Woke 02:05 ✓"), "\(recording.words("awake"))")
    let events = try recording.events()
    #expect(events.suffix(2) == ["wake 02:05:00", "sleep 02:30:00–06:45:00"], "\(events)")
    let evening = try Scenario.play(
      Scenario.night + #"""
        2026-02-12T18:50:00-05:00 "press":"nap"
        2026-02-12T18:50:02-05:00 "shot":"said"
        """#)
    let bed = try evening.shot("said").texts
    #expect(bed.contains("Night 18:50 ✓") && bed.allSatisfy { !$0.hasPrefix("or NAP") }, "\(bed)")
  }

  // MARK: A feed that contradicts the press

  @Test("A feed soon after such a press brings the offer back as a question, and the answer can be replaced")
  func fedSoonAfter() throws {
    let fed =
      #"""
      06:45:00 "press":"nap"
      06:52:00 "press":"feed"
      07:05:00 "press":"feed"
      07:05:50 "shot":"asked"
      07:06:10 "press":"nap"
      07:06:12 "shot":"said"

      """#
    let recording = try Scenario.play(fed)
    #expect(
      try recording.shot("asked").texts.contains("Woke 06:45? NAP: yes"), "\(recording.words("asked"))")
    let said = try recording.shot("said").texts
    #expect(said.contains("Woke 06:45 ✓") && said.contains("or NAP: awake 07:06"), "\(said)")
    #expect(try recording.events() == ["nursing 06:52:00–07:05:00 left", "wake 06:45:00"])
    let slept = try Scenario.play(fed + #"07:06:15 "press":"nap""#)
    #expect(
      try slept.events() == ["sleep 06:45:00–07:06:10", "nursing 06:52:00–07:05:00 left"],
      "a baby that was fed in its sleep")
  }

  @Test("A nap that answered the question about the night is not doubted")
  func answered() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T09:00:00-05:00 "shot":"asked"
        2026-02-11T09:01:00-05:00 "press":"nap"
        2026-02-11T09:06:00-05:00 "press":"feed"
        2026-02-11T09:21:00-05:00 "press":"feed"
        2026-02-11T10:30:00-05:00 "shot":"later"
        2026-02-11T10:31:00-05:00 "press":"nap"
        """#)
    #expect(try asks(recording, "asked") && !asks(recording, "later"), "\(recording.words("later"))")
    #expect(try recording.events().contains("sleep 09:01:00–10:31:00"))
  }

  @Test("Without such a feed the box asks nothing", arguments: [("06:46", "06:54"), ("07:40", "07:50")])
  func notFedThen(feed: (start: String, end: String)) throws {
    let recording = try Scenario.play(
      #"""
      06:45:00 "press":"nap"
      \#(feed.start):00 "press":"feed"
      \#(feed.end):00 "press":"feed"
      07:55:00 "shot":"later"
      """#)
    #expect(try !asks(recording, "later"), "\(recording.words("later"))")
  }

  @Test("The answer after an early waking logs that the baby slept on until the press")
  func sleptOn() throws {
    let recording = try Scenario.play(
      Self.dawn + #"""
        2026-02-11T07:16:00-05:00 "shot":"before"
        2026-02-11T07:18:00-05:00 "press":"feed"
        2026-02-11T07:30:00-05:00 "press":"feed"
        2026-02-11T07:31:00-05:00 "shot":"asked"
        2026-02-11T07:31:10-05:00 "press":"nap"
        2026-02-11T07:31:12-05:00 "shot":"said"
        """#)
    #expect(try !asks(recording, "before"), "\(recording.words("before"))")
    #expect(
      try recording.shot("asked").texts.contains("Woke 07:10? NAP: yes"), "\(recording.words("asked"))")
    #expect(try recording.shot("said").texts.contains("Night 04:54–07:10 ✓"), "\(recording.words("said"))")
    let events = try recording.events()
    #expect(
      events.contains("sleep 04:54:00–07:10:10") && !events.contains { $0.hasPrefix("sleep 07:10") },
      "\(events)")
  }

  @Test("A feed half an hour into a nap is asked about once the nap is too long, and an earlier one is not")
  func shortNap() throws {
    for (start, end, isAsked) in [
      ("12:02", "12:11", true), ("11:50", "12:01", false), ("11:36", "11:46", false),
    ] {
      let recording = try Scenario.play(
        Self.morning + #"""
          2026-02-10T11:30:00-05:00 "press":"nap"
          2026-02-10T\#(start):00-05:00 "press":"feed"
          2026-02-10T\#(end):00-05:00 "press":"feed"
          2026-02-10T12:30:00-05:00 "shot":"early"
          2026-02-10T13:32:00-05:00 "shot":"late"
          2026-02-10T13:32:10-05:00 "press":"nap"
          """#)
      #expect(try !asks(recording, "early"), "\(recording.words("early"))")
      let late = try recording.shot("late").texts
      #expect(late.contains { $0.contains(" \(start)? NAP: ") } == isAsked, "\(late)")
      #expect(
        try recording.events().contains("sleep 11:30:00–\(isAsked ? start + ":00" : "13:32:10")"), "\(late)")
    }
  }
}
