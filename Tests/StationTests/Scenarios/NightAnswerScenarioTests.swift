import CareJournal
import Foundation
import Nursery
import Testing

@testable import Rehearsal

/// Nights in which no press said that the baby slept again: what NAP means at the next waking.
@Suite struct NightAnswerScenarioTests {
  private func sleeps(_ recording: Recording) throws -> [String] {
    try recording.events().filter { $0.hasPrefix("sleep") }.suffix(2)
  }

  @Test("A parent for whom the answer to `Night 00:30?` was wrong says awake with a second NAP")
  func awakeAfterTheAnswer() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T03:00:00-05:00 "shot":"asked"
        2026-02-11T03:00:10-05:00 "press":"nap"
        2026-02-11T03:00:12-05:00 "shot":"said"
        2026-02-11T03:00:15-05:00 "press":"nap"
        2026-02-11T03:00:17-05:00 "shot":"awake"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Night 00:30? NAP: yes"), "\(recording.words("asked"))")
    #expect(
      try recording.shot("said").texts.contains("or NAP: awake 03:00"), "\(recording.words("said"))")
    #expect(try recording.shot("awake").texts.contains("Awake 03:00 ✓"), "\(recording.words("awake"))")
    #expect(try sleeps(recording) == ["sleep 18:40:00–00:30:00", "sleep 00:30:00–03:00:10"])
  }

  @Test("After a restart MENU takes back what a second NAP logged, and not nothing")
  func undoAfterARestart() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T03:00:10-05:00 "press":"nap"
        2026-02-11T03:00:15-05:00 "press":"nap"
        2026-02-11T03:01:00-05:00 "power":"cut"
        2026-02-11T03:02:00-05:00 "power":"on"
        2026-02-11T03:03:00-05:00 "hold":"menu","seconds":2
        2026-02-11T03:03:03-05:00 "shot":"undone"
        """#)
    #expect(
      try recording.shot("undone").texts.contains { $0.hasPrefix("Undone") }, "\(recording.words("undone"))")
    #expect(try sleeps(recording).last == "sleep 18:40:00–00:30:00")
  }

  @Test(
    "A second NAP writes its own meaning before it takes back the first")
  func cutBetweenTwoLines() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T03:00:10-05:00 "press":"nap"
        2026-02-11T03:00:15-05:00 "press":"nap"
        2026-02-11T03:00:17-05:00 "shot":"awake"
        """#)
    var events: [CareEvent] = []
    try Journal.replay(recording.play.world.storage) { line in
      if case .care(let event) = line.entry { events.append(event) }
    }
    let second = events.filter { $0.moment == events.last?.moment }
    #expect(second.count == 2)
    guard case .added? = second.first?.change, case .deleted? = second.last?.change else {
      Issue.record("\(second.map(\.change))")
      return
    }
  }

  @Test(
    "Before the box asks, too, a second NAP says awake, and the next question is about the waking after that")
  func awakeBeforeTheQuestion() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T01:40:00-05:00 "press":"nap"
        2026-02-11T01:40:02-05:00 "shot":"said"
        2026-02-11T01:40:05-05:00 "press":"nap"
        2026-02-11T01:41:20-05:00 "shot":"awake"
        2026-02-11T03:45:00-05:00 "shot":"asked"
        """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Night 01:40 ✓") && said.contains("or NAP: awake 01:40"), "\(said)")
    #expect(try recording.shot("awake").texts.contains("Awake 1 m"), "\(recording.words("awake"))")
    #expect(
      try recording.shot("asked").texts.contains("Night 01:40? NAP: yes"), "\(recording.words("asked"))")
    #expect(try sleeps(recording) == ["sleep 18:40:00–00:30:00", "sleep 00:30:00–01:40:00"])
  }

  @Test(
    "After a feed long after the last waking, a second NAP also says that the baby slept before the feed",
    arguments: ["feed", "bottle", "unended"])
  func sleptBeforeAFeed(_ feed: String) throws {
    let fed =
      switch feed {
      case "feed":
        #"""
        2026-02-11T03:10:00-05:00 "press":"feed"
        2026-02-11T03:30:00-05:00 "press":"feed"
        """#
      case "bottle": #"2026-02-11T03:10:00-05:00 "doublePress":"feed""#
      default: #"2026-02-11T03:10:00-05:00 "press":"feed""#
      }
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T00:30:00-05:00 "press":"nap"
        \#(fed)
        2026-02-11T03:35:00-05:00 "press":"nap"
        2026-02-11T03:35:02-05:00 "shot":"said"
        2026-02-11T03:35:05-05:00 "press":"nap"
        2026-02-11T03:35:07-05:00 "shot":"slept"
        2026-02-11T03:36:20-05:00 "shot":"after"
        """#)
    #expect(
      try recording.shot("said").texts.contains("or NAP: slept to 03:10"), "\(recording.words("said"))")
    #expect(try recording.shot("slept").texts.contains("Slept to 03:10 ✓"), "\(recording.words("slept"))")
    #expect(try recording.shot("after").texts.contains("Asleep 1 m"), "\(recording.words("after"))")
    #expect(try sleeps(recording) == ["sleep 00:30:00–03:10:00", "sleep 03:35:00–"])
  }

  @Test(
    "A feed within an hour of the waking is no sign of another sleep, and what was taken back is not offered again"
  )
  func noSleepBeforeAFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T01:25:00-05:00 "press":"feed"
        2026-02-11T01:40:00-05:00 "press":"nap"
        2026-02-11T01:40:02-05:00 "shot":"soon"
        2026-02-11T02:30:00-05:00 "press":"nap"
        2026-02-11T04:10:00-05:00 "press":"feed"
        2026-02-11T04:30:00-05:00 "press":"nap"
        2026-02-11T04:30:05-05:00 "press":"nap"
        2026-02-11T04:30:15-05:00 "hold":"menu","seconds":2.5
        2026-02-11T04:32:00-05:00 "press":"nap"
        2026-02-11T04:32:02-05:00 "shot":"again"
        """#)
    for shot in ["soon", "again"] {
      #expect(
        try recording.shot(shot).texts.allSatisfy { !$0.hasPrefix("or NAP: slept") },
        "\(recording.words(shot))")
    }
  }

  private static let evening = #"""
    2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
    2026-02-10T09:00:00-05:00 "press":"nap"
    2026-02-10T10:00:00-05:00 "press":"nap"
    2026-02-10T13:00:00-05:00 "press":"nap"
    2026-02-10T14:00:00-05:00 "press":"nap"

    """#

  @Test("In a night that no press began, NAP at the first waking offers awake", arguments: ["", "18:15"])
  func firstWaking(fed: String) throws {
    let feed = fed.isEmpty ? "" : "2026-02-10T\(fed):00-05:00 \"press\":\"feed\""
    let recording = try Scenario.play(
      Self.evening + #"""
        \#(feed)
        2026-02-10T22:11:00-05:00 "press":"nap"
        2026-02-10T22:11:02-05:00 "shot":"said"
        2026-02-10T22:11:12-05:00 "press":"nap"
        2026-02-10T22:11:14-05:00 "shot":"awake"
        """#)
    #expect(
      try recording.shot("said").texts.contains("or NAP: awake 22:11"), "\(recording.words("said"))")
    #expect(try recording.shot("awake").texts.contains("Awake 22:11 ✓"), "\(recording.words("awake"))")
    let start = fed.isEmpty ? "18:40:00" : "19:15:00"
    #expect(try sleeps(recording).last == "sleep \(start)–22:11:00")
  }

  @Test(
    "After a dream feed in a night that no press began, the NAP after the next feed still offers that night")
  func nightBeforeTheSecondFeed() throws {
    let recording = try Scenario.play(
      Self.evening + #"""
        2026-02-10T23:01:00-05:00 "doublePress":"feed"
        2026-02-11T02:21:00-05:00 "press":"feed"
        2026-02-11T02:45:00-05:00 "press":"nap"
        2026-02-11T02:45:02-05:00 "shot":"said"
        2026-02-11T02:45:15-05:00 "press":"nap"
        2026-02-11T02:45:17-05:00 "shot":"night"
        """#)
    #expect(
      try recording.shot("said").texts.contains("or NAP: night 18:40"), "\(recording.words("said"))")
    #expect(try recording.shot("night").texts.contains("Night 18:40 ✓"), "\(recording.words("night"))")
    #expect(try sleeps(recording) == ["sleep 18:40:00–02:21:00", "sleep 02:45:00–"])
  }

  @Test(
    "NAP within two hours of a waking, before the usual wake-up, is the night", arguments: ["05:50", "06:25"])
  func longWaking(asleep: String) throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T04:40:00-05:00 "press":"nap"
        2026-02-11T\#(asleep):00-05:00 "press":"nap"
        2026-02-11T\#(asleep):02-05:00 "shot":"said"
        """#)
    #expect(try recording.shot("said").texts.contains("Night \(asleep) ✓"), "\(recording.words("said"))")
  }

  @Test("The rest of a night after a feed that nothing ended belongs to the night on every page")
  func restOfTheNight() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T04:31:00-05:00 "press":"nap"
        2026-02-11T04:33:00-05:00 "press":"feed"
        2026-02-11T06:31:00-05:00 "press":"nap"
        2026-02-11T06:31:12-05:00 "press":"nap"
        2026-02-11T06:31:14-05:00 "shot":"said"
        2026-02-11T06:32:00-05:00 "command":["explain"]
        """#)
    #expect(
      try recording.shot("said").texts.contains("Night 05:33–06:31 ✓"), "\(recording.words("said"))")
    #expect(recording.transcript.joined().contains("it began at 06:31."), "\(recording.transcript)")
  }

  @Test("One to two hours after a feed of the night that nothing ended, NAP offers awake")
  func awakeAfterAFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T01:10:00-05:00 "press":"nap"
        2026-02-11T01:12:00-05:00 "press":"feed"
        2026-02-11T02:57:00-05:00 "press":"nap"
        2026-02-11T02:57:02-05:00 "shot":"said"
        2026-02-11T02:57:12-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("said").texts.contains("or NAP: awake 02:57"), "\(recording.words("said"))")
    #expect(try sleeps(recording).last == "sleep 02:12:00–02:57:00")
  }

  @Test(
    "A bottle or a feed before the first NAP of the morning leaves the offer that the baby slept on, until that feed",
    arguments: ["bottle", "feed", "ended"])
  func feedBeforeTheMorningsPress(_ feed: String) throws {
    let fed =
      switch feed {
      case "bottle": #"2026-02-11T06:31:00-05:00 "doublePress":"feed""#
      case "feed": #"2026-02-11T06:31:00-05:00 "press":"feed""#
      default:
        #"""
        2026-02-11T06:31:00-05:00 "press":"feed"
        2026-02-11T06:45:00-05:00 "press":"feed"
        """#
      }
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T05:10:00-05:00 "press":"nap"
        \#(fed)
        2026-02-11T06:46:00-05:00 "press":"nap"
        2026-02-11T06:46:02-05:00 "shot":"said"
        2026-02-11T06:46:12-05:00 "press":"nap"
        2026-02-11T06:46:14-05:00 "shot":"slept"
        """#)
    #expect(
      try recording.shot("said").texts.contains("or NAP: slept to 06:31"), "\(recording.words("said"))")
    let slept = try recording.shot("slept").texts
    #expect(slept.contains("Night 05:10–06:31 ✓") && slept.contains { $0.hasPrefix("Awake") }, "\(slept)")
    #expect(try sleeps(recording).last == "sleep 05:10:00–06:31:00")
  }

  @Test(
    "In a night that seems to be over, a feed without an end does not hide the question about the morning")
  func morningBeforeTheFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T06:42:00-05:00 "press":"feed"
        2026-02-11T08:15:00-05:00 "shot":"asked"
        2026-02-11T08:15:05-05:00 "press":"nap"
        2026-02-11T08:15:07-05:00 "shot":"said"
        2026-02-11T08:15:15-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Woke 06:42? NAP: yes"), "\(recording.words("asked"))")
    let said = try recording.shot("said").texts
    #expect(said.contains("Awake 06:42 ✓") && said.contains("or NAP: nap 08:15"), "\(said)")
    #expect(try sleeps(recording) == ["sleep 18:40:00–06:42:00", "sleep 08:15:05–"])
  }

  @Test("After a feed around the usual wake-up that ended, NAP offers the first nap before the box asks")
  func napAfterAMorningFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T06:20:00-05:00 "press":"feed"
        2026-02-11T06:35:00-05:00 "press":"feed"
        2026-02-11T07:45:00-05:00 "press":"nap"
        2026-02-11T07:45:02-05:00 "shot":"said"
        2026-02-11T07:45:15-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("said").texts.contains("or NAP: nap 07:45"), "\(recording.words("said"))")
    #expect(try sleeps(recording) == ["sleep 18:40:00–06:20:00", "sleep 07:45:00–"])
  }

  /// A waking at 02:00 after which the baby sleeps without a press, and a feed at 05:20. The press at 05:40 is the
  /// morning's, but the box takes it to say asleep.
  private func guess(then more: String) throws -> Recording {
    try Scenario.play(
      Scenario.night + #"""
        2026-02-11T02:00:00-05:00 "press":"nap"
        2026-02-11T05:20:00-05:00 "press":"feed"
        2026-02-11T05:30:00-05:00 "press":"feed"
        2026-02-11T05:40:00-05:00 "press":"nap"
        2026-02-11T05:40:02-05:00 "shot":"guess"

        """# + more)
  }

  @Test("Shortly after the usual wake-up the box only asks whether the baby woke up then")
  func answerBeforeTheNap() throws {
    var scenario = Scenario(
      Scenario.night + #"""
        2026-02-11T02:00:00-05:00 "press":"nap"
        2026-02-11T05:00:00-05:00 "press":"nap"
        2026-02-11T05:15:00-05:00 "doublePress":"feed"
        2026-02-11T06:42:00-05:00 "shot":"yes"
        2026-02-11T07:10:00-05:00 "shot":"nap"
        """#)
    scenario.baby = #"{"name":"Mia","birthdate":"2025-10-25","bedtime":"18:40"}"#
    let recording = try scenario.play()
    for word in ["yes", "nap"] {
      #expect(
        try recording.shot(word).texts.contains("Woke 05:00? NAP: \(word)"), "\(recording.words(word))")
    }
  }

  @Test("A feed soon after NAP, shortly before the usual wake-up, makes the box ask about that press")
  func feedAfterAGuess() throws {
    let recording = try guess(
      then: #"""
        2026-02-11T05:50:00-05:00 "press":"feed"
        2026-02-11T06:05:00-05:00 "press":"feed"
        2026-02-11T06:15:00-05:00 "shot":"before"
        2026-02-11T07:00:00-05:00 "shot":"asked"
        2026-02-11T07:50:00-05:00 "press":"nap"
        2026-02-11T07:50:02-05:00 "shot":"nap"
        """#)
    #expect(try recording.shot("guess").texts.contains("Night 05:40 ✓"), "\(recording.words("guess"))")
    let before = try recording.shot("before").texts
    #expect(before.allSatisfy { !$0.contains("?") }, "\(before)")
    #expect(try recording.shot("asked").texts.contains("Woke 05:40? NAP: yes"), "\(recording.words("asked"))")
    let nap = try recording.shot("nap").texts
    #expect(nap.contains("Nap 07:50 ✓") && nap.contains("or NAP: awake 07:50"), "\(nap)")
    #expect(try sleeps(recording) == ["sleep 18:40:00–02:00:00", "sleep 07:50:00–"])
  }

  @Test("The answer ends a sleep that the press said to have run since the last waking")
  func sleptSinceTheLastWaking() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T02:00:00-05:00 "press":"nap"
        2026-02-11T05:10:00-05:00 "press":"nap"
        2026-02-11T05:10:02-05:00 "shot":"guess"
        2026-02-11T05:30:00-05:00 "doublePress":"feed"
        2026-02-11T06:35:00-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("guess").texts.contains("Night 02:00 ✓"), "\(recording.words("guess"))")
    let slept = try recording.events().filter { $0.hasPrefix("sleep") }
    #expect(slept.suffix(2) == ["sleep 18:40:00–02:00:00", "sleep 02:00:00–05:10:00"], "\(slept)")
  }

  @Test("If the sleep began with that press, the answer says that the baby woke up then")
  func wokeAtTheGuess() throws {
    let recording = try guess(
      then: #"""
        2026-02-11T05:50:00-05:00 "press":"feed"
        2026-02-11T06:05:00-05:00 "press":"feed"
        2026-02-11T07:00:00-05:00 "press":"nap"
        2026-02-11T07:00:02-05:00 "shot":"said"
        2026-02-11T07:00:20-05:00 "shot":"awake"
        """#)
    #expect(try recording.shot("said").texts.contains("Woke 05:40 ✓"), "\(recording.words("said"))")
    #expect(try recording.shot("awake").texts.contains("Awake 1 h 20"), "\(recording.words("awake"))")
    let events = try recording.events()
    #expect(events.last == "wake 05:40:00", "\(events)")
  }

  @Test(
    "A feed soon after NAP contradicts nothing if a press said just before that the baby was awake",
    arguments: [("05:25", false), ("05:05", true)])
  func putDownAfterAWaking(woke: String, isAsked: Bool) throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T\#(woke):00-05:00 "press":"nap"
        2026-02-11T05:40:00-05:00 "press":"nap"
        2026-02-11T05:50:00-05:00 "doublePress":"feed"
        2026-02-11T07:00:00-05:00 "shot":"asked"
        2026-02-11T07:10:00-05:00 "press":"nap"
        2026-02-11T07:10:02-05:00 "shot":"said"
        """#)
    let (asked, said) = (try recording.shot("asked").texts, try recording.shot("said").texts)
    #expect(asked.contains("Woke 05:40? NAP: yes") == isAsked, "\(asked)")
    #expect(!said.contains { $0.contains("nap 07:10") }, "\(said)")
  }

  @Test(
    "A bottle logged just after the baby was put down, or long after, contradicts nothing",
    arguments: ["05:42", "06:01", "06:27"])
  func feedBesideAGuess(fed: String) throws {
    let recording = try guess(
      then: #"""
        2026-02-11T\#(fed):00-05:00 "doublePress":"feed"
        2026-02-11T06:55:00-05:00 "shot":"asked"
        """#)
    let asked = try recording.shot("asked").texts
    #expect(asked.allSatisfy { !$0.hasPrefix("Woke 05:40?") }, "\(asked)")
  }

  @Test(
    "Without a feed after it, NAP offers the first nap, but not soon after the usual wake-up",
    arguments: [("07:10", false), ("07:40", true)])
  func napAfterAGuess(time: String, isOffered: Bool) throws {
    var scenario = Scenario(
      Scenario.night + #"""
        2026-02-11T02:00:00-05:00 "press":"nap"
        2026-02-11T05:40:00-05:00 "press":"nap"
        2026-02-11T\#(time):00-05:00 "press":"nap"
        2026-02-11T\#(time):02-05:00 "shot":"said"
        """#)
    scenario.baby = #"{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:45"}"#
    let said = try scenario.play().shot("said").texts
    #expect(said.contains("Awake \(time) ✓"), "\(said)")
    #expect(said.contains("or NAP: nap \(time)") == isOffered, "\(said)")
  }

  @Test("Soon after a waking NAP only says that the baby sleeps again")
  func soonAsleep() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T00:55:00-05:00 "press":"nap"
        2026-02-11T00:55:02-05:00 "shot":"said"
        """#)
    #expect(
      try recording.shot("said").texts.allSatisfy { !$0.hasPrefix("or NAP") }, "\(recording.words("said"))")
  }

  @Test("Two presses within a minute are no sleep and change nothing in the night")
  func slip() throws {
    let recording = try Scenario.play(
      Scenario.night.replacingOccurrences(of: "18:40:00", with: "18:30:00") + #"""
        2026-02-10T18:30:05-05:00 "press":"nap"
        2026-02-10T18:30:20-05:00 "shot":"evening"
        2026-02-10T18:45:00-05:00 "press":"nap"
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T00:50:00-05:00 "press":"nap"
        2026-02-11T00:50:20-05:00 "press":"nap"
        2026-02-11T00:50:40-05:00 "shot":"night"
        2026-02-11T00:58:00-05:00 "press":"nap"
        2026-02-11T06:25:00-05:00 "press":"nap"
        2026-02-11T06:26:00-05:00 "command":["nights"]
        """#)
    let evening = try recording.shot("evening").texts
    #expect(evening.contains("Awake 4 h 30") && evening.contains("bed 18:40"), "\(evening)")
    #expect(try recording.shot("night").texts.contains("Awake 20 m"), "\(recording.words("night"))")
    #expect(recording.says("  11:12  "), "\(recording.transcript)")
  }

  @Test("Two hours into a feed of the night that nothing ended, a second NAP says awake")
  func awakeAfterAFeedWithoutAnEnd() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T00:20:00-05:00 "press":"nap"
        2026-02-11T00:25:00-05:00 "press":"feed"
        2026-02-11T03:15:00-05:00 "press":"nap"
        2026-02-11T03:15:02-05:00 "shot":"said"
        2026-02-11T03:15:05-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("said").texts.contains("or NAP: awake 03:15"), "\(recording.words("said"))")
    #expect(try sleeps(recording) == ["sleep 18:40:00–00:20:00", "sleep 01:25:00–03:15:00"])
    #expect(try recording.events().contains("nursing 00:25:00–01:25:00 left"))
  }

  @Test(
    "The rest of a night begins after the last feed of a waking",
    arguments: [
      #""03:28:00","doublePress":"feed""#,
      #""03:22:00","press":"feed";"03:25:00","press":"feed";"03:28:00","doublePress":"feed""#,
    ])
  func restAfterABottle(feeds: String) throws {
    let lines = feeds.split(separator: ";").map { feed in
      let halves = feed.split(separator: ",", maxSplits: 1)
      return "2026-02-11T\(halves[0].dropFirst().dropLast())-05:00 \(halves[1])"
    }
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T03:20:00-05:00 "press":"nap"
        \#(lines.joined(separator: "\n"))
        2026-02-11T06:45:00-05:00 "press":"nap"
        2026-02-11T06:46:00-05:00 "shot":"asked"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Night 03:28? NAP: yes"), "\(recording.words("asked"))")
  }

  @Test("A night that no press began starts after the feed that lasted past bedtime")
  func feedAcrossBedtime() throws {
    let recording = try Scenario.play(
      Scenario.night.replacingOccurrences(
        of: #"18:40:00-05:00 "press":"nap""#, with: #"18:30:00-05:00 "press":"feed""#)
          + #"""
          2026-02-10T18:55:00-05:00 "press":"feed"
          2026-02-11T06:30:00-05:00 "press":"nap"
          2026-02-11T06:31:00-05:00 "shot":"asked"
          2026-02-11T06:31:10-05:00 "press":"nap"
          """#)
    #expect(
      try recording.shot("asked").texts.contains { $0.hasPrefix("Night 18:") }, "\(recording.words("asked"))")
    let sleeps = try sleeps(recording)
    #expect(
      sleeps.first == "sleep 13:00:00–14:00:00" && sleeps.last?.hasPrefix("sleep 18:55:00–06:") == true,
      "\(sleeps)")
  }

  @Test("What NAP offers to log instead of a waking is never what it has just logged")
  func noRiddle() throws {
    let recording = try Scenario.play(
      #"""
      2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
      2026-02-10T09:00:00-05:00 "press":"nap"
      2026-02-10T09:50:05-05:00 "doublePress":"feed"
      2026-02-10T09:50:40-05:00 "press":"nap"
      2026-02-10T09:50:42-05:00 "shot":"same"
      2026-02-10T12:00:00-05:00 "press":"nap"
      2026-02-10T12:50:05-05:00 "doublePress":"feed"
      2026-02-10T12:58:00-05:00 "press":"nap"
      2026-02-10T12:58:02-05:00 "shot":"other"
      """#)
    let same = try recording.shot("same").texts
    #expect(same.contains("Awake 09:50 ✓") && !same.contains { $0.hasPrefix("or NAP") }, "\(same)")
    #expect(
      try recording.shot("other").texts.contains("or NAP: awake 12:50"), "\(recording.words("other"))")
  }

  @Test("After a waking shortly before the usual one, NAP offers that the baby has slept on")
  func sleptOnAfterALateWaking() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T05:45:00-05:00 "press":"nap"
        2026-02-11T06:24:00-05:00 "press":"nap"
        2026-02-11T06:24:02-05:00 "shot":"said"
        2026-02-11T06:24:05-05:00 "press":"nap"
        2026-02-11T06:24:07-05:00 "shot":"awake"
        """#)
    #expect(
      try recording.shot("said").texts.contains("or NAP: slept to 06:24"), "\(recording.words("said"))")
    #expect(try sleeps(recording) == ["sleep 18:40:00–05:45:00", "sleep 05:45:00–06:24:00"])
    #expect(try recording.shot("awake").texts.contains("Awake 0 m"), "\(recording.words("awake"))")
  }

  @Test(
    "After a feed of hours that nothing ended, around the usual wake-up, NAP offers that the baby has slept on"
  )
  func sleptOnAfterALongFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T04:21:00-05:00 "press":"nap"
        2026-02-11T04:24:00-05:00 "press":"feed"
        2026-02-11T06:24:30-05:00 "press":"nap"
        2026-02-11T06:24:32-05:00 "shot":"said"
        2026-02-11T06:24:35-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("said").texts.contains("or NAP: slept to 06:24"), "\(recording.words("said"))")
    let events = try recording.events().suffix(2)
    #expect(events == ["nursing 04:24:00–05:24:00 left", "sleep 05:24:00–06:24:30"], "\(events)")
  }

  @Test("After a feed around the usual wake-up that nothing ended, NAP offers that the baby has slept on")
  func sleptOnAfterAFeed() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T05:41:00-05:00 "press":"feed"
        2026-02-11T06:10:00-05:00 "press":"nap"
        2026-02-11T07:01:00-05:00 "press":"nap"
        2026-02-11T07:01:02-05:00 "shot":"said"
        2026-02-11T07:01:05-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("said").texts.contains("or NAP: slept to 07:01"), "\(recording.words("said"))")
    let events = try recording.events().suffix(3)
    #expect(
      events == ["sleep 18:40:00–06:10:00", "nursing 05:41:00–06:10:00 left", "sleep 06:10:00–07:01:00"],
      "\(events)")
  }
}
