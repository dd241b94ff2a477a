import Bedside
import Testing

@testable import Rehearsal

/// Presses that were forgotten or made late, as scripts of the whole box: the questions on the panel, and what an
/// answer logs.
@Suite struct ForgottenPressScenarioTests {
  private static let morning = #"""
    2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
    2026-02-10T09:00:00-05:00 "press":"nap"
    2026-02-10T10:00:00-05:00 "press":"nap"

    """#
  /// A day with two naps, up to 14:00.
  private static let day = morning + #"2026-02-10T13:00:00-05:00 "press":"nap""# + "\n"
  private static let dayWithNaps = day + #"2026-02-10T14:00:00-05:00 "press":"nap""# + "\n"

  @Test("A waking that may have lasted until the morning adds no made-up sleep")
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

  @Test(
    "The panel asks about a night that was not resumed within two hours, and resumes it from the end of the feed"
  )
  func unresumedNight() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T00:40:00-05:00 "press":"feed"
        2026-02-11T00:55:00-05:00 "press":"feed"
        2026-02-11T02:54:00-05:00 "shot":"early"
        2026-02-11T03:00:00-05:00 "shot":"asked"
        2026-02-11T03:00:10-05:00 "press":"nap"
        2026-02-11T03:00:12-05:00 "shot":"said"
        2026-02-11T03:01:00-05:00 "hold":"menu","seconds":2
        2026-02-11T03:01:10-05:00 "shot":"undone"
        """#)
    #expect(try recording.shot("early").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
    #expect(
      try recording.shot("asked").texts.contains("Night 00:55? NAP: yes"), "\(recording.words("asked"))")
    #expect(try recording.shot("said").texts.contains("Night 00:55 ✓"), "\(recording.words("said"))")
    #expect(try recording.shot("undone").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
  }

  @Test("The night that is asked about begins after a sleep of some seconds, so that no press is refused")
  func slipBeforeTheQuestion() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T00:30:00-05:00 "press":"nap"
        2026-02-11T00:50:00-05:00 "press":"nap"
        2026-02-11T00:50:10-05:00 "press":"nap"
        2026-02-11T02:40:00-05:00 "shot":"early"
        2026-02-11T03:40:00-05:00 "press":"nap"
        2026-02-11T03:40:02-05:00 "shot":"said"
        """#)
    #expect(try recording.shot("early").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
    #expect(try recording.shot("said").texts.contains("Night 00:50 ✓"), "\(recording.words("said"))")
    #expect(try recording.events().last == "sleep 00:50:10–")
  }

  @Test("The panel asks about a night that was not logged, and one press logs it from bedtime on")
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
        try recording.shot(name).texts.contains("Night 18:40? NAP: yes"), "\(recording.words(name))")
    }
    #expect(try recording.shot("said").texts.contains("Night 18:40 ✓"), "\(recording.words("said"))")
    #expect(try recording.events().last == "sleep 18:40:00–")
  }

  @Test(
    "A hold moves the answer back to when the night began; once it is undone, the question does not come back"
  )
  func heldBedtime() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T21:00:00-05:00 "hold":"nap","seconds":2.2
        2026-02-10T21:00:05-05:00 "shot":"held"
        2026-02-10T21:01:00-05:00 "hold":"menu","seconds":2
        2026-02-10T21:01:03-05:00 "press":"menu"
        2026-02-10T21:01:05-05:00 "shot":"again"
        2026-02-10T21:01:07-05:00 "hold":"menu","seconds":2
        2026-02-10T21:01:20-05:00 "shot":"undone"
        2026-02-10T21:02:00-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("held").texts.contains("Night 18:25 ✓"), "\(recording.words("held"))")
    #expect(try recording.shot("again").texts.contains("Again: night 18:25"), "\(recording.words("again"))")
    #expect(try recording.shot("undone").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
    #expect(try recording.events().last == "sleep 21:02:00–")
  }

  @Test(
    "Just after the press that says when a night was over, one more press logs it from bedtime on, but for its feeds"
  )
  func unloggedNight() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-11T02:00:00-05:00 "press":"feed"
        2026-02-11T02:15:00-05:00 "press":"feed"
        2026-02-11T06:50:00-05:00 "press":"nap"
        2026-02-11T06:50:25-05:00 "shot":"asked"
        2026-02-11T06:51:00-05:00 "press":"nap"
        2026-02-11T06:51:02-05:00 "shot":"said"
        2026-02-11T06:52:00-05:00 "command":["nights"]
        2026-02-11T08:50:00-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Night 18:40? NAP: yes"), "\(recording.words("asked"))")
    #expect(try recording.shot("said").texts.contains("Night 18:40–06:30 ✓"), "\(recording.words("said"))")
    let events = try recording.events()
    #expect(
      events.suffix(5) == [
        "nursing 02:00:00–02:15:00 left", "wake 06:30:00", "sleep 18:40:00–02:00:00",
        "sleep 02:15:00–06:30:00", "sleep 08:50:00–",
      ], "\(events)")
  }

  @Test("A sleep that began up to two hours before bedtime is the night: the waking brings no question")
  func earlyNight() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T16:50:00-05:00 "press":"nap"
        2026-02-11T01:00:00-05:00 "press":"nap"
        2026-02-11T01:00:25-05:00 "shot":"woke"
        2026-02-11T01:15:00-05:00 "press":"nap"
        2026-02-11T01:15:02-05:00 "shot":"again"
        """#)
    #expect(try recording.shot("woke").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
    #expect(try recording.shot("again").texts.contains("Night 01:15 ✓"), "\(recording.words("again"))")
    #expect(try recording.events().suffix(2) == ["sleep 16:50:00–01:00:00", "sleep 01:15:00–"])
  }

  @Test("If NAP was not meant for the night in the question, another press says asleep, and keeps the nap")
  func asleepInsteadOfTheNight() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T16:00:00-05:00 "press":"nap"
        2026-02-11T01:00:00-05:00 "press":"nap"
        2026-02-11T01:00:25-05:00 "shot":"asked"
        2026-02-11T01:15:00-05:00 "press":"nap"
        2026-02-11T01:15:02-05:00 "shot":"answered"
        2026-02-11T01:15:08-05:00 "press":"nap"
        2026-02-11T01:15:10-05:00 "shot":"instead"
        2026-02-11T01:16:00-05:00 "hold":"menu","seconds":2
        2026-02-11T01:16:10-05:00 "shot":"undone"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Night 18:40? NAP: yes"), "\(recording.words("asked"))")
    let answered = try recording.shot("answered").texts
    #expect(
      answered.contains("Night 18:40–01:00 ✓") && answered.contains("or NAP: asleep 01:15"), "\(answered)")
    #expect(try recording.shot("instead").texts.contains("Asleep 01:15 ✓"), "\(recording.words("instead"))")
    // Undone, the nap is whole.
    #expect(try recording.events().last == "sleep 16:00:00–01:00:00")
    let undone = try recording.shot("undone").texts
    #expect(undone.contains { $0.hasPrefix("Awake") }, "\(undone)")
  }

  @Test("What a press offers instead at night is called the night, also while a forgotten nap runs")
  func nightIsOffered() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T14:30:00-05:00 "press":"nap"
        2026-02-11T01:00:00-05:00 "press":"feed"
        2026-02-11T01:12:00-05:00 "press":"nap"
        2026-02-11T01:12:02-05:00 "shot":"said"
        """#)
    let said = try recording.shot("said").texts
    #expect(said.contains { $0.hasSuffix("night 01:12") }, "\(said)")
  }

  @Test("In the morning one more press than the answer adds a nap, and the night stays")
  func nightAnsweredInTheMorning() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T16:00:00-05:00 "press":"nap"
        2026-02-11T06:45:00-05:00 "press":"nap"
        2026-02-11T06:46:00-05:00 "press":"nap"
        2026-02-11T06:46:02-05:00 "shot":"answered"
        2026-02-11T06:46:06-05:00 "press":"nap"
        2026-02-11T06:47:00-05:00 "hold":"menu","seconds":2
        """#)
    let answered = try recording.shot("answered").texts
    #expect(answered.contains("Night 18:40–06:45 ✓"), "\(answered)")
    #expect(answered.allSatisfy { !$0.hasPrefix("or NAP") }, "\(answered)")
    let events = try recording.events()
    #expect(events.last == "sleep 18:40:00–06:45:00", "\(events)")
  }

  @Test("What a command ended too early is no nap and no feed, as after a press")
  func tooShortByCommand() throws {
    let recording = try Scenario.play(
      Self.morning + #"""
        2026-02-10T12:00:00-05:00 "command":["log","add","nap"]
        2026-02-10T12:03:00-05:00 "command":["log","end","nap"]
        2026-02-10T12:03:02-05:00 "shot":"nap"
        2026-02-10T12:10:00-05:00 "command":["log","add","feed"]
        2026-02-10T12:10:20-05:00 "command":["log","end","feed"]
        2026-02-10T12:10:22-05:00 "shot":"feed"
        2026-02-10T12:20:00-05:00 "command":["log","add","feed"]
        2026-02-10T12:32:00-05:00 "command":["log","end","feed"]
        2026-02-10T12:32:10-05:00 "hold":"menu","seconds":2
        2026-02-10T12:32:13-05:00 "shot":"undone"
        """#)
    #expect(try recording.shot("nap").texts.contains("Slept 3 m: no nap ✓"), "\(recording.words("nap"))")
    #expect(try recording.shot("feed").texts.contains("Fed 0 m: no feed ✓"), "\(recording.words("feed"))")
    let undone = try recording.shot("undone").texts
    #expect(undone.contains("Undone: end 12:32"), "\(undone)")
  }

  @Test("A night that a command begins, ends or adds is confirmed as if a button had done it")
  func nightByCommand() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:45:00-05:00 "command":["log","add","sleep"]
        2026-02-10T18:45:02-05:00 "shot":"began"
        2026-02-10T23:00:00-05:00 "command":["log","end","sleep"]
        2026-02-10T23:00:02-05:00 "shot":"ended"
        2026-02-11T05:00:00-05:00 "command":["log","add","sleep","--start","23:30","--end","04:50"]
        2026-02-11T05:00:02-05:00 "shot":"added"
        2026-02-11T09:01:00-05:00 "command":["log","add","sleep","--start","08:00","--end","08:40"]
        2026-02-11T09:01:02-05:00 "shot":"nap"
        2026-02-11T09:02:00-05:00 "command":["log","add","sleep","--start","2026-02-09T18:30","--end","2026-02-10T06:20"]
        2026-02-11T09:02:02-05:00 "shot":"before"
        """#)
    let before = try recording.shot("before").texts
    #expect(before.contains("Night 18:30–06:20 ✓"), "\(before)")
    #expect(try recording.shot("nap").texts.contains("Nap 08:00 ✓"), "\(recording.words("nap"))")
    #expect(try recording.shot("began").texts.contains("Night 18:45 ✓"), "\(recording.words("began"))")
    #expect(try recording.shot("ended").texts.contains("Awake 23:00 ✓"), "\(recording.words("ended"))")
    #expect(try recording.shot("added").texts.contains("Night 23:30–04:50 ✓"), "\(recording.words("added"))")
  }

  @Test("A night is asked about until the first nap may be due, and not once the waking was taken back")
  func unloggedNightIsAskedAboutOnce() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-11T06:50:00-05:00 "press":"nap"
        2026-02-11T07:10:00-05:00 "press":"feed"
        2026-02-11T07:30:00-05:00 "press":"feed"
        2026-02-11T08:03:00-05:00 "shot":"still"
        2026-02-11T08:08:00-05:00 "shot":"later"
        2026-02-12T06:50:00-05:00 "press":"nap"
        2026-02-12T06:51:00-05:00 "hold":"menu","seconds":2
        2026-02-12T06:51:10-05:00 "shot":"undone"
        """#)
    #expect(
      try recording.shot("still").texts.contains("Night 18:40? NAP: yes"), "\(recording.words("still"))")
    #expect(try recording.shot("later").texts.allSatisfy { !$0.hasSuffix("NAP: yes") })
    #expect(try recording.shot("undone").texts.allSatisfy { !$0.hasPrefix("Night") })
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

  @Test("NAP on `Woke 15:00?` ends a forgotten nap after the longest usual length, and the night is not lost")
  func forgottenNap() throws {
    let recording = try Scenario.play(
      Self.day + #"""
        2026-02-10T17:20:00-05:00 "press":"nap"
        2026-02-10T17:20:02-05:00 "shot":"said"
        2026-02-10T21:00:00-05:00 "shot":"asked"
        2026-02-10T21:00:10-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("said").texts.contains("Awake 15:00 ✓"), "\(recording.words("said"))")
    #expect(try recording.shot("asked").texts.contains("Night 18:40? NAP: yes"))
    #expect(try recording.events().suffix(2) == ["sleep 13:00:00–15:00:00", "sleep 18:40:00–"])
  }

  @Test("Where a nap and a feed were both forgotten, NAP and FEED each answer their own question")
  func forgottenNapAndFeed() throws {
    let recording = try Scenario.play(
      Self.day + #"""
        2026-02-10T16:00:00-05:00 "press":"feed"
        2026-02-10T16:10:00-05:00 "press":"feed"
        2026-02-10T18:20:00-05:00 "press":"feed"
        2026-02-10T18:39:50-05:00 "shot":"asked"
        2026-02-10T18:40:00-05:00 "press":"feed"
        2026-02-10T18:40:20-05:00 "press":"nap"
        2026-02-10T18:40:22-05:00 "shot":"said"
        2026-02-10T23:00:00-05:00 "press":"feed"
        2026-02-11T01:30:00-05:00 "shot":"fed"
        2026-02-11T06:50:00-05:00 "press":"nap"
        2026-02-11T06:50:02-05:00 "shot":"woke"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Awake 15:00? NAP: bed"), "\(recording.words("asked"))")
    #expect(try recording.shot("said").texts.contains("Night 18:40 ✓"), "\(recording.words("said"))")
    #expect(try recording.shot("fed").texts.contains("Fed 1 h 00? FEED: new"), "\(recording.words("fed"))")
    #expect(try recording.shot("woke").texts.contains("Awake 06:50 ✓"), "\(recording.words("woke"))")
    let events = try recording.events()
    #expect(
      events.contains("sleep 13:00:00–15:00:00") && events.contains("sleep 18:40:20–06:50:00"),
      "\(events)")
  }

  @Test(
    "NAP during a feed of the night says that the baby sleeps again, also where the waking was not logged")
  func asleepAgain() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T02:45:00-05:00 "press":"feed"
        2026-02-11T03:10:00-05:00 "press":"nap"
        2026-02-11T03:10:02-05:00 "shot":"said"
        2026-02-11T05:40:00-05:00 "press":"feed"
        2026-02-11T05:50:00-05:00 "press":"nap"
        2026-02-11T05:50:02-05:00 "shot":"again"
        2026-02-11T05:50:05-05:00 "press":"nap"
        2026-02-11T05:50:07-05:00 "shot":"woke"
        """#)
    for (name, fed, woke) in [("said", 25, "02:45"), ("again", 10, "05:40")] {
      let texts = try recording.shot(name).texts
      #expect(texts.contains("Fed \(fed) m, night ✓") && texts.contains("or NAP: awake \(woke)"), "\(texts)")
    }
    #expect(try recording.shot("woke").texts.contains("Awake 05:40 ✓"), "\(recording.words("woke"))")
    let events = try recording.events()
    #expect(
      events.contains("sleep 18:40:00–02:45:00") && events.contains("sleep 03:10:00–05:40:00")
        && events.last == "nursing 05:40:00–05:50:00 right", "\(events)")
  }

  @Test("A hold just after the answer moves the end of the forgotten nap, and begins no nap")
  func heldAfterTheAnswer() throws {
    let recording = try Scenario.play(
      Self.day + #"""
        2026-02-10T17:20:00-05:00 "press":"nap"
        2026-02-10T17:21:00-05:00 "hold":"nap","seconds":4
        """#)
    let events = try recording.events()
    #expect(events.last?.hasPrefix("sleep 13:00:00–14:3") == true, "\(events)")
  }

  @Test("A hold soon after the press that began a nap or a feed moves its begin, and ends nothing")
  func heldAfterTheBegin() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T16:00:00-05:00 "press":"nap"
        2026-02-10T16:00:30-05:00 "hold":"nap","seconds":1.7
        2026-02-10T16:00:33-05:00 "shot":"held"
        2026-02-10T16:30:00-05:00 "press":"nap"
        2026-02-10T17:00:00-05:00 "press":"feed"
        2026-02-10T17:02:00-05:00 "hold":"feed","seconds":1.7
        """#)
    #expect(try recording.shot("held").texts.contains("Short nap 15:50 ✓"), "\(recording.words("held"))")
    let events = try recording.events()
    #expect(
      events.suffix(2) == ["sleep 15:50:00–16:30:00", "nursing 16:50:00– left"])
  }

  @Test(
    "A nap with a feed in it ends at the press, which offers the feed; past its time the box asks about the feed"
  )
  func fedInANap() throws {
    let day =
      Self.morning + #"""
        2026-02-10T11:30:00-05:00 "press":"nap"
        2026-02-10T12:02:00-05:00 "press":"feed"
        2026-02-10T12:06:00-05:00 "press":"feed"
        2026-02-10T12:22:00-05:00 "press":"feed"
        2026-02-10T12:36:00-05:00 "press":"feed"
        2026-02-10T12:40:00-05:00 "shot":"early"

        """#
    let early = try Scenario.play(
      day + #"""
        2026-02-10T13:00:00-05:00 "press":"nap"
        2026-02-10T13:00:02-05:00 "shot":"said"
        """#)
    #expect(try early.shot("early").texts.allSatisfy { !$0.contains("NAP") }, "\(early.words("early"))")
    let said = try early.shot("said").texts
    #expect(said.contains("Awake 13:00 ✓") && said.contains("or NAP: awake 12:22"), "\(said)")
    let late = try Scenario.play(
      day + #"""
        2026-02-10T13:40:00-05:00 "shot":"asked"
        2026-02-10T15:30:00-05:00 "shot":"later"
        2026-02-10T15:30:10-05:00 "press":"nap"
        2026-02-10T15:30:12-05:00 "shot":"other"
        """#)
    #expect(try late.shot("other").texts.contains("or NAP: awake 12:22"), "\(late.words("other"))")
    #expect(try late.shot("asked").texts.contains("Woke 12:22? NAP: yes"), "\(late.words("asked"))")
    #expect(try late.shot("later").texts.contains("Awake 12:22? NAP: nap"), "\(late.words("later"))")
    let events = try late.events()
    #expect(events.contains("sleep 11:30:00–12:22:00") && events.last == "sleep 15:30:10–", "\(events)")
  }

  @Test("NAP during a feed in a nap says awake, and offers that only the feed is over")
  func suckledAsleep() throws {
    let recording = try Scenario.play(
      Self.morning + #"""
        2026-02-10T11:30:00-05:00 "press":"nap"
        2026-02-10T11:50:00-05:00 "press":"feed"
        2026-02-10T12:00:00-05:00 "press":"nap"
        2026-02-10T12:00:02-05:00 "shot":"said"
        2026-02-10T12:00:05-05:00 "press":"nap"
        """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Awake 12:00 ✓") && said.contains("or NAP: feed end 12:00"), "\(said)")
    #expect(try recording.events().suffix(2) == ["sleep 11:30:00–", "nursing 11:50:00–12:00:00 left"])
  }

  @Test("NAP in a feed of hours that began in the night ends it after its hour, and says awake")
  func awakeAfterAForgottenFeed() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T02:30:00-05:00 "press":"feed"
        2026-02-11T06:30:00-05:00 "press":"nap"
        2026-02-11T06:30:02-05:00 "shot":"said"
        """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Awake 06:30 ✓") && said.allSatisfy { !$0.hasPrefix("or NAP") }, "\(said)")
    #expect(
      try recording.events().suffix(2) == ["sleep 18:40:00–06:30:00", "nursing 02:30:00–03:30:00 left"])
    let early = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T04:20:00-05:00 "press":"feed"
        2026-02-11T05:50:00-05:00 "press":"nap"
        """#)
    #expect(try early.events().suffix(2) == ["sleep 18:40:00–05:50:00", "nursing 04:20:00–05:20:00 left"])
  }

  @Test(
    "A late last nap that was not ended is asked about at bedtime, and after the morning's answer the night is"
  )
  func lateLastNap() throws {
    let day = Self.dayWithNaps + #"2026-02-10T16:55:00-05:00 "press":"nap""# + "\n"
    let asked = try Scenario.play(
      day + #"""
        2026-02-10T18:42:00-05:00 "shot":"asked"
        2026-02-10T18:42:10-05:00 "press":"nap"
        """#)
    #expect(try asked.shot("asked").texts.contains("Awake 17:25? NAP: bed"), "\(asked.words("asked"))")
    #expect(try asked.events().suffix(2) == ["sleep 16:55:00–17:25:00", "sleep 18:42:10–"])
    let unread = try Scenario.play(
      day + #"""
        2026-02-10T18:42:10-05:00 "press":"nap"
        2026-02-10T18:42:14-05:00 "press":"nap"
        2026-02-11T06:45:00-05:00 "press":"nap"
        2026-02-11T06:46:00-05:00 "shot":"night"
        2026-02-11T06:46:10-05:00 "press":"nap"
        """#)
    #expect(try unread.shot("night").texts.contains("Night 18:42? NAP: yes"), "\(unread.words("night"))")
    #expect(try unread.events().last?.hasPrefix("sleep 18:42:10–06:") == true, "\(unread.words("night"))")
  }

  @Test(
    "A morning that is asked about is still asked about once the first nap may be due; NAP then begins that")
  func ignoredMorning() throws {
    let night = Self.dayWithNaps + #"2026-02-10T18:40:00-05:00 "press":"nap""# + "\n"
    let recording = try Scenario.play(
      night + #"""
        2026-02-11T02:30:00-05:00 "press":"nap"
        2026-02-11T06:50:00-05:00 "press":"feed"
        2026-02-11T07:05:00-05:00 "press":"feed"
        2026-02-11T08:00:00-05:00 "shot":"asked"
        2026-02-11T08:45:00-05:00 "shot":"later"
        2026-02-11T08:45:10-05:00 "press":"nap"
        2026-02-11T08:45:12-05:00 "shot":"said"
        """#)
    #expect(try recording.shot("asked").texts.contains { $0.hasPrefix("Woke 06:") && $0.hasSuffix("yes") })
    #expect(
      try recording.shot("later").texts.contains { $0.hasPrefix("Woke 06:") && $0.hasSuffix("NAP: nap") },
      "\(recording.words("later"))")
    let said = try recording.shot("said").texts
    #expect(said.contains("Nap 08:45 ✓") && said.contains("or NAP: woke 08:45"), "\(said)")
    #expect(try recording.events().contains { $0.hasPrefix("wake 06:") })
  }

  @Test("A feed shortly before the usual wake-up says when the first nap may be due")
  func fedBeforeTheMorning() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T06:20:00-05:00 "press":"feed"
        2026-02-11T06:32:00-05:00 "press":"feed"
        2026-02-11T08:15:00-05:00 "shot":"asked"
        """#)
    #expect(try recording.shot("asked").texts.contains("Woke 06:20? NAP: nap"), "\(recording.words("asked"))")
  }

  @Test("After the morning's press a sleep that began as the last nap is divided into that nap and the night")
  func napIntoTheNight() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T15:30:00-05:00 "press":"nap"
        2026-02-11T02:00:00-05:00 "press":"feed"
        2026-02-11T02:15:00-05:00 "press":"feed"
        2026-02-11T06:50:00-05:00 "press":"nap"
        2026-02-11T06:50:10-05:00 "shot":"asked"
        2026-02-11T06:50:20-05:00 "press":"nap"
        2026-02-11T06:50:22-05:00 "shot":"said"
        2026-02-11T06:51:00-05:00 "hold":"menu","seconds":2
        2026-02-11T06:51:04-05:00 "press":"menu"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Night 18:40? NAP: yes"), "\(recording.words("asked"))")
    #expect(try recording.shot("said").texts.contains("Night 18:40–06:50 ✓"), "\(recording.words("said"))")
    let events = try recording.events().filter { $0.hasPrefix("sleep") }
    #expect(
      events.suffix(3) == ["sleep 15:30:00–16:00:00", "sleep 18:40:00–02:00:00", "sleep 02:15:00–06:50:00"],
      "\(events)")
  }

  @Test("NAP after the first feed of a night that no press had begun offers the night from bedtime on")
  func nightBeforeTheFeed() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-11T01:00:00-05:00 "press":"feed"
        2026-02-11T01:15:00-05:00 "press":"nap"
        2026-02-11T01:15:02-05:00 "shot":"said"
        2026-02-11T01:15:05-05:00 "press":"nap"
        """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Fed 15 m, night ✓") && said.contains("or NAP: night 18:40"), "\(said)")
    let events = try recording.events().filter { $0.hasPrefix("sleep") }
    #expect(events.suffix(2) == ["sleep 18:40:00–01:00:00", "sleep 01:15:00–"], "\(events)")
  }

  @Test("After the morning's answer the rest of a night is offered that no press resumed after a waking")
  func restOfTheNight() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-10T20:08:00-05:00 "press":"nap"
        2026-02-10T23:52:00-05:00 "press":"feed"
        2026-02-11T00:20:00-05:00 "press":"feed"
        2026-02-11T06:45:00-05:00 "press":"nap"
        2026-02-11T06:46:00-05:00 "shot":"asked"
        2026-02-11T06:46:10-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Night 20:08? NAP: yes"), "\(recording.words("asked"))")
    let events = try recording.events().filter { $0.hasPrefix("sleep") }
    #expect(
      events.suffix(3).prefix(2) == ["sleep 18:40:00–20:08:00", "sleep 20:08:00–23:52:00"]
        && events.last?.hasPrefix("sleep 00:20:00–06:") == true, "\(events)")
  }

  @Test("Shortly before bedtime NAP on a nap that is over its time says awake, and offers the night")
  func awakeBeforeBed() throws {
    let day =
      Self.dayWithNaps + #"""
        2026-02-10T16:50:00-05:00 "press":"nap"
        2026-02-10T18:25:00-05:00 "press":"nap"
        2026-02-10T18:25:02-05:00 "shot":"said"

        """#
    let recording = try Scenario.play(day + #"2026-02-10T18:25:05-05:00 "press":"nap""#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Awake 18:25 ✓") && said.contains("or NAP: night 18:25"), "\(said)")
    #expect(try recording.events().suffix(2) == ["sleep 16:50:00–17:20:00", "sleep 18:25:00–"])
    let awake = try Scenario.play(day + #"2026-02-10T18:45:00-05:00 "press":"nap""#)
    #expect(try awake.events().suffix(2) == ["sleep 16:50:00–18:25:00", "sleep 18:45:00–"])
    let nursed = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T16:20:00-05:00 "press":"nap"
        2026-02-10T18:25:00-05:00 "press":"feed"
        2026-02-10T18:35:00-05:00 "press":"nap"
        """#)
    #expect(
      try nursed.events().suffix(3) == [
        "sleep 16:20:00–16:50:00", "nursing 18:25:00–18:35:00 left", "sleep 18:35:00–",
      ])
  }

  @Test("From bedtime on a last nap without an end is asked about also just after the bedtime bottle")
  func bottleAtBedtime() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T17:20:00-05:00 "press":"nap"
        2026-02-10T18:30:00-05:00 "doublePress":"feed"
        2026-02-10T18:51:00-05:00 "shot":"asked"
        2026-02-10T18:51:30-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("asked").texts.contains { $0 == "Awake 18:30? NAP: bed" },
      "\(recording.words("asked"))"
    )
    #expect(try recording.events().last == "sleep 18:51:30–")
  }

  @Test("NAP at the end of the bedtime feed is the night, also where no press ended the last nap")
  func nursedToSleep() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T16:20:00-05:00 "press":"nap"
        2026-02-10T18:15:00-05:00 "press":"feed"
        2026-02-10T18:30:00-05:00 "shot":"asked"
        2026-02-10T18:34:00-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Awake 16:50? NAP: bed"), "\(recording.words("asked"))")
    #expect(
      try recording.events().suffix(3) == [
        "sleep 16:20:00–16:50:00", "nursing 18:15:00–18:34:00 left", "sleep 18:34:00–",
      ])
  }

  @Test("Once a nap may follow the feed in a nap that no press ended, NAP begins it")
  func napAfterAFeedInANap() throws {
    let recording = try Scenario.play(
      #"""
      2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
      2026-02-10T09:00:00-05:00 "press":"nap"
      2026-02-10T10:00:00-05:00 "press":"feed"
      2026-02-10T10:20:00-05:00 "press":"feed"
      2026-02-10T11:50:00-05:00 "shot":"asked"
      2026-02-10T11:50:10-05:00 "press":"nap"
      """#)
    #expect(
      try recording.shot("asked").texts.contains("Awake 10:00? NAP: nap"), "\(recording.words("asked"))")
    #expect(try recording.events().last == "sleep 11:50:10–")
  }

  @Test(
    "NAP means asleep again also after a feed that continues the one before",
    arguments: [("02:06", "02:16"), ("02:02", "02:09")])
  func fedTwice(asleep: String, fed: String) throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T02:00:00-05:00 "press":"feed"
        2026-02-11T\#(asleep):00-05:00 "press":"nap"
        2026-02-11T\#(fed):00-05:00 "press":"feed"
        2026-02-11T02:30:00-05:00 "press":"nap"
        2026-02-11T02:30:02-05:00 "shot":"said"
        """#)
    #expect(
      try recording.shot("said").texts.contains { $0.hasSuffix("night ✓") }, "\(recording.words("said"))")
    #expect(
      try recording.events().filter { $0.hasPrefix("sleep") }.suffix(2) == [
        "sleep \(asleep):00–\(fed):00", "sleep 02:30:00–",
      ])
  }

  @Test("At eleven months NAP in the morning is no night, where nothing ended a waking in the night")
  func morningOfAnOlderBaby() throws {
    var scenario = Scenario(
      Self.dayWithNaps + #"""
        2026-02-10T19:30:00-05:00 "press":"nap"
        2026-02-11T03:08:00-05:00 "press":"nap"
        2026-02-11T06:27:00-05:00 "press":"nap"
        2026-02-11T06:27:02-05:00 "shot":"up"
        """#)
    scenario.baby = #"{"name":"Mia","birthdate":"2025-03-05","bedtime":"19:30"}"#
    let recording = try scenario.play()
    let up = try recording.shot("up").texts
    #expect(up.contains { $0.hasPrefix("Woke 06:2") && $0.hasSuffix("✓") }, "\(up)")
    #expect(try recording.events().last.map { $0.hasPrefix("wake 06:2") } == true, "\(up)")
  }

  @Test("NAP, FEED, NAP, FEED and NAP within seconds end with a sleep")
  func fiveQuickPresses() throws {
    let recording = try Scenario.play(
      #"""
      2026-02-10T23:00:10-05:00 "press":"nap"
      2026-02-10T23:00:11-05:00 "press":"feed"
      2026-02-10T23:00:12-05:00 "press":"nap"
      2026-02-10T23:00:14-05:00 "press":"feed"
      2026-02-10T23:00:24-05:00 "press":"nap"
      """#)
    #expect(try recording.events().last == "sleep 23:00:24–")
  }

  @Test("From shortly before the usual wake-up NAP is the morning, also after a waking that nothing ended")
  func morningAfterAnOpenWaking() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T03:30:00-05:00 "press":"nap"
        2026-02-11T05:40:00-05:00 "shot":"night"
        2026-02-11T06:28:00-05:00 "shot":"asked"
        2026-02-11T06:28:10-05:00 "press":"nap"
        2026-02-11T06:28:30-05:00 "shot":"after"
        """#)
    #expect(
      try recording.shot("night").texts.contains("Night 03:30? NAP: yes"), "\(recording.words("night"))")
    let asked = try recording.shot("asked").texts
    #expect(asked.contains { $0.hasPrefix("Woke 06:2") && $0.hasSuffix("NAP: yes") }, "\(asked)")
    #expect(
      try recording.shot("after").texts.contains("Night 03:30? NAP: yes"), "\(recording.words("after"))")
    #expect(try recording.events().last.map { $0.hasPrefix("wake 06:2") } == true)
  }

  @Test("A second hold continues from the time that the first has set")
  func heldTwice() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T16:10:00-05:00 "press":"nap"
        2026-02-10T16:50:00-05:00 "hold":"nap","seconds":1.7
        2026-02-10T16:50:40-05:00 "hold":"nap","seconds":1
        2026-02-10T16:50:43-05:00 "shot":"held"
        2026-02-10T17:30:00-05:00 "hold":"feed","seconds":1
        2026-02-10T17:30:40-05:00 "hold":"feed","seconds":1
        """#)
    #expect(try recording.shot("held").texts.contains("Awake 16:35 ✓"), "\(recording.words("held"))")
    let events = try recording.events()
    #expect(events.suffix(2) == ["sleep 16:10:00–16:35:00", "nursing 17:20:00– left"], "\(events)")
  }

  @Test("FEED on `Fed 1 h 00?` ends a forgotten feed after its hour")
  func forgottenFeed() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      11:50:00 "press":"feed"
      11:50:02 "shot":"said"
      """#)
    #expect(try recording.shot("said").texts.contains("Feed end 11:00 ✓"), "\(recording.words("said"))")
  }

  @Test("NAP on `Fed 1 h 00?` ends a forgotten feed after its hour, too")
  func napAfterAForgottenFeed() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      12:30:00 "press":"nap"
      12:30:02 "shot":"said"
      """#)
    #expect(
      try recording.shot("said").texts.contains("Fed 1 h 00, nap ✓"), "\(recording.words("said"))")
    let events = try recording.events()
    #expect(events == ["nursing 10:00:00–11:00:00 left", "sleep 12:30:00–"], "\(events)")
  }

  @Test(
    "FEED two hours after the start of a forgotten feed ends that one after its hour, and begins the next")
  func feedAfterAForgottenFeed() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      12:20:00 "shot":"asked"
      12:30:00 "press":"feed"
      12:30:02 "shot":"said"
      12:31:00 "hold":"menu","seconds":2
      12:31:04 "shot":"undone"
      12:32:00 "doublePress":"feed"
      """#)
    #expect(try recording.shot("asked").texts.contains("Fed 1 h 00? FEED: new"))
    #expect(try recording.shot("said").texts.contains("Feeding R 12:30 ✓"), "\(recording.words("said"))")
    #expect(
      try recording.shot("undone").texts.contains("Undone: feeding R"), "\(recording.words("undone"))")
    let events = try recording.events()
    #expect(events == ["nursing 10:00:00–11:00:00 left", "bottle 12:32:00"], "\(events)")
  }

  @Test("NAP at bedtime ends a forgotten nap after the longest usual length, and begins the night")
  func bedtimeAfterAForgottenNap() throws {
    let recording = try Scenario.play(
      Self.day + #"""
        2026-02-10T18:41:00-05:00 "shot":"asked"
        2026-02-10T18:41:10-05:00 "press":"nap"
        2026-02-10T18:41:12-05:00 "shot":"said"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Awake 15:00? NAP: bed"), "\(recording.words("asked"))")
    #expect(try recording.shot("said").texts.contains("Night 18:41 ✓"), "\(recording.words("said"))")
    #expect(try recording.events().suffix(2) == ["sleep 13:00:00–15:00:00", "sleep 18:41:10–"])
  }

  @Test("NAP at bedtime ends a last nap that was not ended when it had to end, and begins the night")
  func bedtimeAfterTheLastNap() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T16:00:00-05:00 "press":"nap"
        2026-02-10T18:00:00-05:00 "shot":"early"
        2026-02-10T18:41:00-05:00 "shot":"asked"
        2026-02-10T18:45:00-05:00 "press":"nap"
        2026-02-10T18:45:02-05:00 "shot":"said"
        """#)
    #expect(try recording.shot("early").texts.allSatisfy { !$0.contains("? NAP") })
    #expect(
      try recording.shot("asked").texts.contains("Awake 16:30? NAP: bed"), "\(recording.words("asked"))")
    #expect(try recording.shot("said").texts.contains("Night 18:45 ✓"), "\(recording.words("said"))")
    #expect(try recording.events().suffix(2) == ["sleep 16:00:00–16:30:00", "sleep 18:45:00–"])
  }

  @Test("In a quiet session FEED ends a feed of hours after one, and begins the next")
  func forgottenFeedInTheDark() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-10T22:00:00-05:00 "command":["quiet","start","480"]
        2026-02-10T23:00:00-05:00 "press":"feed"
        2026-02-11T02:10:00-05:00 "press":"feed"
        2026-02-11T02:30:00-05:00 "press":"feed"
        """#)
    let events = try recording.events()
    #expect(
      events.contains("nursing 23:00:00–00:00:00 left") && events.contains("nursing 02:10:00–02:30:00 right"),
      "\(events)")
  }

  @Test(
    "NAP when the next nap may be due ends a forgotten nap after the longest usual length, and begins the next"
  )
  func napAfterAForgottenNap() throws {
    let recording = try Scenario.play(
      #"""
      2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
      2026-02-10T08:30:00-05:00 "press":"nap"
      2026-02-10T13:00:00-05:00 "shot":"early"
      2026-02-10T15:00:00-05:00 "shot":"asked"
      2026-02-10T15:00:10-05:00 "press":"nap"
      2026-02-10T15:00:12-05:00 "shot":"said"
      """#)
    #expect(try recording.shot("early").texts.contains("Woke 10:30? NAP: yes"))
    #expect(try recording.shot("asked").texts.contains("Awake 10:30? NAP: nap"))
    #expect(try recording.shot("said").texts.contains("Nap 15:00 ✓"), "\(recording.words("said"))")
    #expect(try recording.events().suffix(2) == ["sleep 08:30:00–10:30:00", "sleep 15:00:10–"])
  }

  @Test("When NAP ends a night that still ran, a feed in the morning sets its end")
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

  @Test(
    "NAP at the time of the first nap ends a night that still ran at the morning's feed, and begins the nap")
  func napAfterAFeedInTheMorning() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T07:00:00-05:00 "press":"feed"
        2026-02-11T07:15:00-05:00 "press":"feed"
        2026-02-11T09:00:00-05:00 "shot":"asked"
        2026-02-11T09:10:00-05:00 "press":"nap"
        2026-02-11T09:10:02-05:00 "shot":"said"
        2026-02-11T09:20:00-05:00 "hold":"menu","seconds":2
        2026-02-11T09:20:10-05:00 "shot":"undone"
        2026-02-11T09:21:00-05:00 "press":"menu"
        """#)
    #expect(try recording.shot("asked").texts.contains("Woke 07:00? NAP: nap"), "\(recording.words("asked"))")
    #expect(try recording.shot("said").texts.contains("Nap 09:10 ✓"), "\(recording.words("said"))")
    #expect(
      try recording.shot("undone").texts.contains("Woke 07:00? NAP: nap"), "\(recording.words("undone"))")
    let events = try recording.events()
    #expect(events.contains("sleep 18:40:00–"), "\(events)")
  }

  /// A night that no press says anything of.
  private static let unloggedNight = #"""
    2026-02-10T07:00:00-05:00 "command":["log","add","wake"]
    2026-02-10T09:00:00-05:00 "press":"nap"
    2026-02-10T10:00:00-05:00 "press":"nap"

    """#

  @Test("NAP that answers a question about the morning during a feed ends the feed too")
  func napInFeed() throws {
    let recording = try Scenario.play(
      Self.unloggedNight + #"""
        08:50:00 "press":"feed"
        09:04:50 "shot":"asked"
        09:05:00 "press":"nap"
        09:05:02 "shot":"said"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Woke 07:00? NAP: nap"), "\(recording.words("asked"))")
    #expect(
      try recording.shot("said").texts.contains { $0.hasPrefix("Fed 15 m, nap") },
      "\(recording.words("said"))")
    let events = try recording.events()
    #expect(events.contains { $0.hasPrefix("nursing 08:50:00–09:05:00") }, "\(events)")
    #expect(events.contains("sleep 09:05:00–") && events.contains { $0.hasPrefix("wake 07:00") }, "\(events)")
  }

  @Test("FEED during a feed of hours begins the next one, also while the panel asks about a sleep")
  func forgottenFeedUnderQuestion() throws {
    let recording = try Scenario.play(
      Self.unloggedNight + #"""
        07:20:00 "press":"feed"
        09:44:50 "shot":"asked"
        09:45:00 "press":"feed"
        09:45:02 "shot":"said"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Woke 07:00? NAP: nap"), "\(recording.words("asked"))")
    let feeds = try recording.events().filter { $0.hasPrefix("nursing") }
    #expect(feeds.count == 2 && feeds[0].hasPrefix("nursing 07:20:00–08:20:00"), "\(feeds)")
    #expect(feeds.last?.hasPrefix("nursing 09:45:00–") == true, "\(feeds)")
  }

  @Test("A hold moves no end to its start, and no start before the end of the last feed")
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

  @Test(
    "Just after dayStart a baby that sleeps again is still in its night, also before mornings are learned")
  func earlyWaking() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T04:05:00-05:00 "press":"nap"
        2026-02-11T04:05:10-05:00 "shot":"awake"
        2026-02-11T04:25:00-05:00 "press":"nap"
        2026-02-11T04:25:10-05:00 "shot":"again"
        2026-02-11T06:30:00-05:00 "press":"nap"
        2026-02-11T06:30:10-05:00 "command":["today"]
        """#)
    #expect(try recording.shot("awake").texts.contains("04:05"), "\(recording.words("awake"))")
    let again = try recording.shot("again")
    #expect(again.state == "nightSleep", "\(recording.words("again"))")
    #expect(again.texts.allSatisfy { $0 != "wake by" }, "\(recording.words("again"))")
  }

  @Test("A night with an early waking is shown the same on later days")
  func earlyWakingOnTheNextDay() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T05:05:00-05:00 "press":"nap"
        2026-02-11T05:30:00-05:00 "press":"nap"
        2026-02-11T06:44:00-05:00 "press":"nap"
        2026-02-11T12:00:00-05:00 "command":["nights"]
        2026-02-11T18:40:00-05:00 "press":"nap"
        2026-02-12T04:10:00-05:00 "command":["nights"]
        2026-02-12T04:12:00-05:00 "press":"nap"
        2026-02-12T04:12:10-05:00 "shot":"waking"
        2026-02-12T05:48:00-05:00 "shot":"up"
        """#)
    let told = recording.transcript.filter { $0.contains(" 2026-02-10  ") }.map { $0.dropFirst(25) }
    #expect(told.count == 2 && told.first == told.last, "\(told)")
    #expect(try recording.shot("waking").texts.contains("04:12"), "\(recording.words("waking"))")
    #expect(try recording.shot("up").texts.contains { $0.hasPrefix("nap ") }, "\(recording.words("up"))")
  }

  @Test("Where the baby slept on after an early waking, the first press of NAP offers to log that")
  func sleptOn() throws {
    let day =
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T04:40:00-05:00 "press":"nap"
        2026-02-11T04:42:00-05:00 "press":"feed"
        2026-02-11T04:54:00-05:00 "press":"feed"
        2026-02-11T06:30:00-05:00 "shot":"up"
        2026-02-11T07:10:10-05:00 "press":"nap"
        2026-02-11T07:10:12-05:00 "shot":"said"

        """#
    let recording = try Scenario.play(
      day + #"2026-02-11T07:10:15-05:00 "press":"nap""# + "\n" + #"2026-02-11T07:10:17-05:00 "shot":"own""#)
    #expect(try recording.shot("up").texts.contains("Awake 1 h 49"), "\(recording.words("up"))")
    let said = try recording.shot("said").texts
    #expect(said.contains("Nap 07:10 ✓") && said.contains("or NAP: slept to 07:10"), "\(said)")
    #expect(try recording.shot("own").texts.contains("Night 04:54–07:10 ✓"), "\(recording.words("own"))")
    #expect(try recording.events().contains("sleep 04:54:00–07:10:10"), "\(recording.words("own"))")
    let feed =
      #"2026-02-11T06:50:00-05:00 "press":"feed""# + "\n" + #"2026-02-11T07:00:00-05:00 "press":"feed""#
    let fed = try Scenario.play(
      day.replacing("07:10:1", with: "08:00:1")
        .replacing(#"2026-02-11T06:30:00-05:00 "shot":"up""#, with: feed))
    #expect(try fed.shot("said").texts.allSatisfy { !$0.hasPrefix("or NAP") }, "\(fed.words("said"))")
    let nap = try Scenario.play(day + #"2026-02-11T08:10:15-05:00 "press":"nap""#)
    #expect(try nap.events().last == "sleep 07:10:10–08:10:15")
  }

  @Test("NAP during a feed shortly before the usual wake-up says awake, and offers that the baby sleeps on")
  func sleepsOn() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T06:00:00-05:00 "press":"feed"
        2026-02-11T06:10:00-05:00 "press":"nap"
        2026-02-11T06:10:02-05:00 "shot":"said"
        2026-02-11T06:10:05-05:00 "press":"nap"
        """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Awake 06:10 ✓") && said.contains("or NAP: asleep 06:10"), "\(said)")
    let events = try recording.events()
    #expect(events.contains("sleep 18:40:00–06:00:00") && events.last == "sleep 06:10:00–", "\(events)")
  }

  @Test("NAP after the usual wake-up, during a feed, says that the baby is awake")
  func awakeInTheMorning() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T06:46:00-05:00 "press":"feed"
        2026-02-11T06:50:00-05:00 "press":"nap"
        2026-02-11T06:50:02-05:00 "shot":"woke"
        """#)
    let texts = try recording.shot("woke").texts
    #expect(texts.contains("Awake 06:46 ✓") && texts.contains("or NAP: awake 06:50"), "\(texts)")
  }

  @Test("A feed long after the last nap does not move the time at which that has ended")
  func fedAfterTheLastNap() throws {
    for bed in ["18:38:00", "18:59:00"] {
      let recording = try Scenario.play(
        Self.dayWithNaps + #"""
          2026-02-10T16:00:00-05:00 "press":"nap"
          2026-02-10T18:20:00-05:00 "press":"feed"
          2026-02-10T18:35:00-05:00 "press":"feed"
          2026-02-10T\#(bed)-05:00 "press":"nap"
          """#)
      let events = try recording.events()
      #expect(events.contains("sleep 16:00:00–16:30:00") && events.last == "sleep \(bed)–", "\(events)")
    }
  }

  @Test("NAP during a feed of the night means asleep again also once the box asks about the feed")
  func asleepAgainAfterALongFeed() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-10T23:00:00-05:00 "press":"feed"
        2026-02-11T00:33:00-05:00 "press":"nap"
        2026-02-11T00:33:02-05:00 "shot":"said"
        """#)
    #expect(try recording.shot("said").texts.contains("Fed 1 h 00, night ✓"), "\(recording.words("said"))")
    #expect(
      try recording.events().suffix(3) == [
        "sleep 18:40:00–23:00:00", "nursing 23:00:00–00:00:00 left", "sleep 00:33:00–",
      ])
  }

  @Test("Adding a waking before the running sleep says that it ended no sleep")
  func wakeBeforeTheSleep() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:40:00-05:00 "press":"nap"
        2026-02-11T03:00:00-05:00 "press":"nap"
        2026-02-11T03:20:00-05:00 "press":"nap"
        2026-02-11T05:30:00-05:00 "command":["log","add","wake","--start","03:10"]
        2026-02-11T05:31:00-05:00 "command":["log","add","wake","--start","05:20"]
        """#)
    // The waking that begins the day, and the one at 03:10.
    #expect(recording.transcript.count { $0.contains("No sleep was running then.") } == 2)
  }

  @Test("A press within the offered earlier bedtime begins the night; a sleep ended before bedtime was a nap")
  func earlierBedtime() throws {
    let recording = try Scenario.play(
      Self.dayWithNaps + #"""
        2026-02-10T18:01:00-05:00 "shot":"offered"
        2026-02-10T18:01:10-05:00 "press":"nap"
        2026-02-10T18:35:00-05:00 "shot":"asleep"
        2026-02-10T18:36:00-05:00 "press":"nap"
        2026-02-10T18:36:10-05:00 "shot":"up"
        2026-02-10T18:37:00-05:00 "hold":"menu","seconds":2
        2026-02-10T19:40:00-05:00 "press":"nap"
        2026-02-10T19:40:10-05:00 "shot":"waking"
        """#)
    #expect(try recording.shot("offered").texts.contains("or bed now"), "\(recording.words("offered"))")
    #expect(try recording.shot("asleep").texts.contains { $0.hasPrefix("wakes") })
    #expect(try recording.shot("up").texts.contains { $0.hasPrefix("bed ") })
    #expect(try recording.shot("waking").texts.contains("19:40"), "\(recording.words("waking"))")
  }

  // MARK: Feeds

  @Test("A feed that continues after a few minutes counts as one feed")
  func burping() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      10:12:00 "press":"feed"
      10:16:00 "press":"feed"
      10:20:10 "shot":"again"
      10:24:00 "press":"feed"
      10:24:10 "command":["today"]
      """#)
    #expect(recording.says("1 in 24 hours"), "\(recording.transcript)")
    #expect(try recording.shot("again").texts.contains("4 m"), "\(recording.words("again"))")
  }

  @Test("A feed that is added later, and was earlier, does not change the side that is next")
  func earlierFeedAddedLater() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      10:15:00 "press":"feed"
      10:20:00 "shot":"before"
      10:21:00 "command":["log","add","nursing","--start","08:00","--end","08:15","--side","right"]
      10:22:00 "shot":"after"
      """#)
    for name in ["before", "after"] {
      #expect(try recording.shot(name).texts.contains { $0.hasSuffix("next R") }, "\(recording.words(name))")
    }
  }

  @Test("A feed with pauses that began over an hour ago ends at the press")
  func clusterFeed() throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "press":"feed"
      12:40:00 "press":"feed"
      12:45:00 "press":"feed"
      12:57:00 "press":"feed"
      13:05:00 "press":"feed"
      13:17:50 "shot":"third"
      13:18:00 "press":"feed"
      13:18:10 "shot":"over"
      """#)
    #expect(try recording.shot("third").texts.allSatisfy { !$0.contains("? FEED") })
    #expect(
      try recording.shot("over").texts.contains { $0.hasSuffix("next R") }, "\(recording.words("over"))")
    #expect(
      try recording.events() == [
        "nursing 12:00:00–12:40:00 left", "nursing 12:45:00–12:57:00 right", "nursing 13:05:00–13:18:00 left",
      ])
  }

  @Test("In a quiet session a press answers no question, since none can be read")
  func quietSession() throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "press":"feed"
      12:30:00 "command":["quiet","start","120"]
      13:15:00 "press":"feed"
      """#)
    #expect(try recording.events() == ["nursing 12:00:00–13:15:00 left"])
  }

  @Test(
    "A press answers no question that the panel could not show",
    arguments: [
      #"13:00:10 "fault":"oled-nack","seconds":3600"#,
      """
      13:14:50 "process":"kill"
      13:14:55 "fault":"disk-stall","seconds":10
      13:14:56 "process":"start"
      """,
    ])
  func unreadQuestion(mishap: String) throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "press":"feed"
      \#(mishap)
      13:15:00 "press":"feed"
      13:16:00 "shot":"end"
      """#)
    #expect(try recording.events() == ["nursing 12:00:00–13:15:00 left"])
  }

  @Test("A press answers no question that is due but was not drawn yet")
  func questionThatIsNotDrawnYet() throws {
    let recording = try Scenario.play(
      #"""
      09:00:30 "press":"nap"
      13:00:49 "shot":"before"
      13:00:50 "press":"nap"
      """#)
    #expect(try recording.shot("before").texts.allSatisfy { !$0.hasPrefix("Woke") })
    #expect(try recording.events() == ["sleep 09:00:30–13:00:50"])
  }

  @Test("Undoing and redoing a switch of side names the side each time")
  func sideAgain() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      10:10:00 "press":"menu"
      10:11:00 "hold":"menu","seconds":2
      10:11:03 "shot":"undone"
      10:11:04 "press":"menu"
      10:11:06 "shot":"again"
      """#)
    #expect(try recording.shot("undone").texts.contains("Undone: side R"), "\(recording.words("undone"))")
    #expect(try recording.shot("again").texts.contains("Again: side R"), "\(recording.words("again"))")
  }

  @Test("After a restart MENU held undoes a bottle whose amount was changed before")
  func undoOfAnAmount() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "doublePress":"feed"
      10:00:02 "press":"menu"
      10:01:00 "process":"kill"
      10:01:02 "process":"start"
      10:02:00 "hold":"menu","seconds":2
      10:02:03 "shot":"undone"
      """#)
    #expect(
      try recording.shot("undone").texts.contains { $0.hasPrefix("Undone: bottle") },
      "\(recording.words("undone"))")
    #expect(try recording.events().isEmpty)
  }

  @Test("A bottle in place of a nursing that had just ended is undone by its name")
  func undoOfABottleInsteadOfAFeed() throws {
    let recording = try Scenario.play(
      #"""
      10:05:00 "press":"feed"
      10:06:00 "doublePress":"feed"
      10:06:30 "hold":"menu","seconds":1.5
      10:06:33 "shot":"undone"
      """#)
    #expect(
      try recording.shot("undone").texts.contains("Undone: bottle 10:05"), "\(recording.words("undone"))")
    #expect(try recording.events() == ["nursing 10:05:00–10:06:00 left"])
  }

  // MARK: Several babies

  @Test(
    "Undo names what it undid even after a long name, and skips an event that was added by command"
  )
  func undoOfAChild() throws {
    var scenario = Scenario(
      #"""
      08:50:00 "press":"nap"
      08:52:00 "power":"cut"
      08:53:00 "power":"on"
      08:54:00 "command":["log","add","bottle","--baby","Ben"]
      08:55:00 "hold":"menu","seconds":2
      08:55:03 "shot":"undone"
      """#)
    scenario.baby = #"{"name":"Bartholomäus","birthdate":"2025-09-14","bedtime":"18:40"}"#
    scenario.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let recording = try scenario.play()
    let undone = try recording.shot("undone").texts
    #expect(undone.contains { $0.hasPrefix("Bar") && $0.contains("ndone: nap") }, "\(undone)")
    #expect(try recording.events().allSatisfy { $0.hasPrefix("bottle") })
  }

  // MARK: The crib, the card and cues

  @Test("The panel does not ask about a rest in the crib once a later feed was logged")
  func restBeforeAFeed() throws {
    var scenario = Scenario(
      #"""
      06:40:00 "command":["log","add","wake","--start","06:30"]
      06:40:10 "crib":"awake"
      08:10:00 "crib":"asleep"
      08:27:30 "shot":"asked"
      08:27:40 "doublePress":"feed"
      08:30:00 "shot":"fed"
      """#)
    scenario.motion = #"{"mode":"suggest"}"#
    let recording = try scenario.play()
    #expect(
      try recording.shot("asked").texts.contains { $0.hasSuffix("NAP: yes") }, "\(recording.words("asked"))")
    #expect(
      try recording.shot("fed").texts.allSatisfy { !$0.hasSuffix("NAP: yes") }, "\(recording.words("fed"))")
  }

  @Test("A card that refuses the first line of a start is reported on every page before the first press")
  func cardFailsAtTheStart() throws {
    let recording = try Scenario.play(
      #"""
      06:40:00 "command":["log","add","wake","--start","06:30"]
      08:00:00 "power":"cut"
      08:00:10 "fault":"disk-error","seconds":3600
      08:00:20 "power":"on"
      08:00:40 "shot":"now"
      08:01:00 "press":"nap"
      08:01:02 "shot":"pressed"
      """#)
    #expect(try recording.shot("now").texts.contains("Card fails"), "\(recording.words("now"))")
    #expect(
      try recording.shot("pressed").texts.contains("NOT SAVED: 1 entry"), "\(recording.words("pressed"))")
  }

  @Test("After a restart without a clock, pages show only lower bounds of durations")
  func boundsOnPages() throws {
    let recording = try Scenario.play(
      #"""
      19:40:00 "command":["log","add","wake","--start","06:30"]
      20:40:00 "press":"nap"
      21:30:00 "press":"nap"
      21:31:00 "clock":"unsynced"
      21:31:01 "power":"cut"
      2026-02-12T02:20:00-05:00 "power":"on"
      2026-02-12T02:21:30-05:00 "shot":"now"
      2026-02-12T02:21:32-05:00 "press":"menu"
      2026-02-12T02:21:33-05:00 "shot":"plan"
      """#)
    #expect(try recording.shot("now").light == .dim)
    let plan = try recording.shot("plan").texts
    #expect(plan.contains { $0.contains("over 1 min ago") }, "\(plan)")
  }

  @Test("A cue does not hide since when a nap is due")
  func cueBesideSince() throws {
    var scenario = Scenario(
      #"""
      06:40:00 "command":["log","add","wake","--start","06:30"]
      12:20:00 "command":["log","add","bottle"]
      12:41:00 "shot":"cue"
      """#)
    scenario.config = #"{"nights":{"caffeine":true}}"#
    let texts = try scenario.play().shot("cue").texts
    #expect(texts.contains { $0.hasPrefix("due since") } && texts.contains("No more caffeine"), "\(texts)")
  }

  @Test("A night that no press ended for more than a day is not cut to a nap")
  func nightOfMoreThanADay() throws {
    let recording = try Scenario.play(
      #"""
      20:34:00 "press":"nap"
      2026-02-13T00:22:00-05:00 "press":"nap"
      2026-02-13T00:22:08-05:00 "press":"nap"
      2026-02-13T00:34:00-05:00 "shot":"after"
      2026-02-13T00:35:12-05:00 "press":"nap"
      """#)
    #expect(
      try !recording.shot("after").texts.contains { $0.contains("?") }, "\(recording.words("after"))")
    #expect(try recording.events().first == "sleep 20:34:00–00:22:00")
  }
}
