import Bedside
import Testing

@testable import Rehearsal

/// A press that answered a question logs the time in the question. Another press of the same button soon after logs the
/// time of the press instead.
@Suite struct AnswerScenarioTests {
  @Test("After a lie-in the second press of NAP says that the night has lasted until the first")
  func lieIn() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T08:49:50-05:00 "shot":"asked"
        2026-02-11T08:50:00-05:00 "press":"nap"
        2026-02-11T08:50:02-05:00 "shot":"answered"
        2026-02-11T08:50:06-05:00 "press":"nap"
        2026-02-11T08:50:08-05:00 "shot":"own"
        2026-02-11T08:51:00-05:00 "hold":"menu","seconds":2
        2026-02-11T08:51:03-05:00 "shot":"undone"
        """#)
    #expect(
      try recording.shot("asked").texts.contains { $0.hasPrefix("Woke 06:") && $0.hasSuffix("NAP: nap") },
      "\(recording.words("asked"))")
    let answered = try recording.shot("answered").texts
    #expect(answered.contains("Nap 08:50 ✓") && answered.contains("or NAP: awake 08:50"), "\(answered)")
    #expect(try recording.shot("own").texts.contains("Awake 08:50 ✓"), "\(recording.words("own"))")
    #expect(try recording.shot("undone").texts.contains("Undone: awake 08:50"))
    #expect(try recording.events().last == "sleep 18:40:00–", "an undo brings back neither time")
  }

  @Test("Once the panel no longer offers it, NAP is a press of its own")
  func later() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T08:50:00-05:00 "press":"nap"
        2026-02-11T08:50:25-05:00 "shot":"later"
        2026-02-11T09:20:00-05:00 "press":"nap"
        """#)
    #expect(try recording.shot("later").texts.allSatisfy { !$0.hasPrefix("or NAP:") })
    let events = try recording.events()
    #expect(
      events.last == "sleep 08:50:00–09:20:00" && events.dropLast().last?.hasPrefix("sleep 18:40") == true)
  }

  @Test(
    "While the panel offers another meaning, a hold moves what the first press logged, and a chord logs nothing"
  )
  func holdAndChord() throws {
    let script =
      Scenario.night + #"""
        2026-02-11T08:50:00-05:00 "press":"nap"
        2026-02-11T08:50:14-05:00 "shot":"offered"

        """#
    let held = try Scenario.play(
      script + #"""
        2026-02-11T08:50:15-05:00 "hold":"nap","seconds":2
        2026-02-11T08:50:18-05:00 "shot":"moved"
        """#)
    #expect(try held.shot("offered").texts.contains("or NAP: awake 08:50"), "\(held.words("offered"))")
    #expect(try held.shot("moved").texts.contains("Nap 08:35 ✓"), "\(held.words("moved"))")
    #expect(try held.events().last == "sleep 08:35:00–")
    let chord = try Scenario.play(
      script + #"""
        2026-02-11T08:50:15-05:00 "chord":["nap","feed"],"seconds":0.5
        2026-02-11T08:50:30-05:00 "shot":"after"
        """#)
    #expect(try chord.events().last == "sleep 08:50:00–")
    #expect(try chord.shot("after").texts.contains("Nap 0 m"), "\(chord.words("after"))")
  }

  @Test("A button that sticks while the panel offers another meaning takes nothing back")
  func stuck() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T08:50:00-05:00 "press":"nap"
        2026-02-11T08:50:10-05:00 "hold":"nap","seconds":25
        2026-02-11T08:50:37-05:00 "shot":"up"
        2026-02-11T08:50:38-05:00 "press":"menu"
        """#)
    #expect(
      try recording.shot("up").texts.allSatisfy { !$0.contains("MENU") }, "\(recording.words("up"))")
    #expect(try recording.events().last == "sleep 08:50:00–")
  }

  @Test(
    "A second press counts at the time at which it began, also if another button is pressed before its release"
  )
  func anotherButton() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T08:50:00-05:00 "press":"nap"
        2026-02-11T08:50:10-05:00 "hold":"nap","seconds":0.6
        2026-02-11T08:50:10.300-05:00 "press":"menu"
        2026-02-11T08:51:00-05:00 "shot":"after"
        """#)
    #expect(try recording.shot("after").texts.contains("Awake 0 m"), "\(recording.words("after"))")
    #expect(try recording.events().last == "sleep 18:40:00–08:50:00")
  }

  @Test("A forgotten nap that has just ended after all, and a nap that was taken for bedtime")
  func nap() throws {
    let day = Scenario.night.split(separator: "\n").dropLast(2).joined(separator: "\n") + "\n"
    for (minute, answer, own) in [
      ("17:20", "Awake 15:00 ✓", "or NAP: awake 17:20"), ("18:40", "Night 18:40 ✓", "or NAP: awake 18:40"),
    ] {
      let recording = try Scenario.play(
        day + #"""
          2026-02-10T\#(minute):00-05:00 "press":"nap"
          2026-02-10T\#(minute):02-05:00 "shot":"answered"
          2026-02-10T\#(minute):03-05:00 "press":"nap"
          2026-02-10T\#(minute):10-05:00 "shot":"own"
          """#)
      let answered = try recording.shot("answered").texts
      #expect(answered.contains(answer) && answered.contains(own), "\(answered)")
      #expect(try recording.events().last == "sleep 13:00:00–\(minute):00")
    }
  }

  @Test("Where the next nap may be due, the box offers it, and a second press begins it")
  func napAfterTheAnswer() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-11T07:00:00-05:00 "press":"feed"
        2026-02-11T07:15:00-05:00 "press":"feed"
        2026-02-11T08:20:00-05:00 "press":"nap"
        2026-02-11T08:20:02-05:00 "shot":"answered"
        2026-02-11T08:20:05-05:00 "press":"nap"
        """#)
    let answered = try recording.shot("answered").texts
    #expect(answered.contains("Awake 07:00 ✓") && answered.contains("or NAP: nap 08:20"), "\(answered)")
    #expect(try recording.events().last == "sleep 08:20:00–")
  }

  @Test("Where the box asks about a nap while the baby is nursed to sleep, it offers the next nap")
  func nursedToSleep() throws {
    let recording = try Scenario.play(
      #"""
      2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
      2026-02-10T08:40:00-05:00 "press":"nap"
      2026-02-10T10:50:00-05:00 "press":"feed"
      2026-02-10T11:06:00-05:00 "press":"nap"
      2026-02-10T11:06:02-05:00 "shot":"said"
      2026-02-10T11:06:05-05:00 "press":"nap"
      """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Awake 10:40 ✓") && said.contains("or NAP: nap 11:06"), "\(said)")
    let events = try recording.events()
    #expect(events.suffix(2) == ["nursing 10:50:00–11:06:00 left", "sleep 11:06:00–"], "\(events)")
  }

  @Test("A night that no press began and that is over, and a morning that begins only now")
  func nightAndMorning() throws {
    let day = Scenario.night.split(separator: "\n").dropLast().joined(separator: "\n") + "\n"
    let recording = try Scenario.play(
      day + #"""
        2026-02-10T22:00:00-05:00 "press":"nap"
        2026-02-10T22:00:02-05:00 "shot":"night"
        2026-02-10T22:00:05-05:00 "press":"nap"
        2026-02-10T22:01:00-05:00 "hold":"menu","seconds":2
        2026-02-11T07:40:00-05:00 "press":"nap"
        2026-02-11T07:40:02-05:00 "shot":"woke"
        2026-02-11T07:40:05-05:00 "press":"nap"
        2026-02-11T07:40:07-05:00 "shot":"own"
        """#)
    let night = try recording.shot("night").texts
    #expect(night.contains("Night 18:40 ✓") && night.contains("or NAP: awake 22:00"), "\(night)")
    #expect(try recording.shot("woke").texts.contains("or NAP: woke 07:40"), "\(recording.words("woke"))")
    #expect(try recording.shot("own").texts.contains("Woke 07:40 ✓"), "\(recording.words("own"))")
    #expect(try recording.events().last == "wake 07:40:00")
  }

  @Test("A feed of more than an hour that has just ended after all")
  func feed() throws {
    let recording = try Scenario.play(
      #"""
      10:00:00 "press":"feed"
      11:10:00 "press":"feed"
      11:10:02 "shot":"answered"
      11:10:04 "press":"feed"
      13:00:00 "press":"feed"
      15:10:00 "press":"feed"
      15:10:02 "shot":"next"
      15:10:04 "press":"feed"
      """#)
    for (name, answer, own) in [
      ("answered", "Feed end 11:00 ✓", "or FEED: end 11:10"),
      ("next", "Feeding L 15:10 ✓", "or FEED: end 15:10"),
    ] {
      let texts = try recording.shot(name).texts
      #expect(texts.contains(answer) && texts.contains(own), "\(texts)")
    }
    #expect(
      try recording.events() == ["nursing 10:00:00–11:10:00 left", "nursing 13:00:00–15:10:00 right"])
  }

  @Test("Two quick presses take the answer back, as they take back every press")
  func doublePress() throws {
    let recording = try Scenario.play(Scenario.night + #"2026-02-11T08:50:00-05:00 "doublePress":"nap""#)
    #expect(try recording.events().last == "sleep 18:40:00–")
  }
}
