import Bedside
import CareJournal
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal
@testable import cribside_lab

/// Quiet sessions on the whole box, as scripts: what the panel visibly shows, what a press does, and what the card
/// has.
@Suite struct QuietScenarioTests {
  private static let start = #"13:05:00 "command":["quiet","start","--minutes","60"]"#

  private static func session(_ recording: Recording) -> QuietSession? {
    QuietShelf.finding(in: recording.play.world.storage).state.session
  }

  private static func isShielded(_ recording: Recording) -> Bool {
    QuietShelf.finding(in: recording.play.world.storage).state.shield != nil
  }

  @Test("A session is dark at once, lights dimly for a press, and logs as usual")
  func darkness() throws {
    let recording = try Scenario.play(
      Self.start + #"""

        13:05:01 "shot":"dark"
        13:06:00 "press":"nap"
        13:06:02 "shot":"said"
        13:06:05 "shot":"silent"
        13:07:00 "press":"menu"
        13:07:01.500 "shot":"ring"
        13:07:05.500 "shot":"stillRing"
        13:07:07 "shot":"noRing"
        14:04:59 "shot":"lastSecond"
        14:05:01 "shot":"lit"
        """#)
    for name in ["dark", "silent", "noRing", "lastSecond"] {
      let shot = try recording.shot(name)
      #expect(shot.light == .off && shot.texts.isEmpty && shot.pixels.allSatisfy { $0 == 0 }, "\(name)")
    }
    #expect(try recording.shot("said").light == .dim)
    #expect(try recording.shot("said").texts == ["13:06", "Nap 13:06 ✓"], "\(recording.words("said"))")
    #expect(
      try recording.shot("ring").texts == ["13:07", "58 m", "left", "Asleep 1 m", "to 14:05", "flexible"],
      "\(recording.words("ring"))")
    #expect(
      try recording.shot("stillRing").texts == [
        "13:07", "58 m", "left", "Asleep 1 m", "to 14:05", "flexible",
      ],
      "\(recording.words("stillRing"))")
    #expect(try recording.shot("lit").light == .on)
    #expect(
      try recording.shot("lit").texts.prefix(2) == ["14:05", "Nap 59 m"], "\(recording.words("lit"))")
    #expect(try recording.shot("lit").texts.contains("Quiet is over"), "\(recording.words("lit"))")
    #expect(try recording.events() == ["sleep 13:06:00–"])
    #expect(Self.session(recording) == nil && !Self.isShielded(recording))
    #expect(recording.play.world.oled.violations.isEmpty)
  }

  @Test("A session longer than an hour shows hours, and its end at night is dim")
  func hours() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","480"]
      13:06:00 "press":"menu"
      13:06:02.500 "shot":"ring"
      21:05:01 "shot":"lit"
      """#)
    #expect(
      try recording.shot("ring").texts == ["13:06", "7 h 59", "left", "to 21:05", "flexible"],
      "\(recording.words("ring"))")
    #expect(try recording.shot("lit").light == .dim)
  }

  @Test("Holding MENU cancels after 30 s; a press keeps")
  func cancel() throws {
    let recording = try Scenario.play(
      Self.start + #"""

        13:06:00 "hold":"menu","seconds":2
        13:06:02 "shot":"cancelling"
        13:06:20 "press":"menu"
        13:06:21.500 "shot":"kept"
        13:07:30 "shot":"dark"
        13:08:00 "hold":"menu","seconds":2
        13:08:31 "shot":"last"
        13:08:32 "shot":"lit"
        """#)
    #expect(
      try recording.shot("cancelling").texts == ["13:06", "Quiet ends in 30s", "MENU: keep it"],
      "\(recording.words("cancelling"))")
    #expect(
      try recording.shot("kept").texts == ["13:06", "59 m", "left", "to 14:05", "flexible"],
      "\(recording.words("kept"))")
    #expect(try recording.shot("dark").light == .off)
    #expect(
      try recording.shot("last").texts.prefix(2) == ["13:08", "Quiet ends in 1s"],
      "\(recording.words("last"))")
    #expect(try recording.shot("lit").light == .on)
    #expect(!Self.isShielded(recording))
  }

  @Test("A stuck MENU cancels nothing")
  func lean() throws {
    let recording = try Scenario.play(
      Self.start + #"""

        13:06:00 "hold":"menu","seconds":25
        13:06:09 "shot":"cancelling"
        13:06:40 "shot":"dark"
        """#)
    #expect(try recording.shot("cancelling").texts.contains("Quiet ends in 23s"))
    #expect(try recording.shot("dark").light == .off)
    #expect(Self.isShielded(recording))
  }

  @Test(
    "In a session the panel offers for 8 s what another press logs, and after that the press has its usual meaning"
  )
  func offer() throws {
    let script =
      Self.start + #"""

        13:10:00 "press":"nap"
        13:25:00 "press":"nap"
        13:25:07 "shot":"offered"

        """#
    let soon = try Scenario.play(script + #"13:25:07.500 "press":"nap""#)
    let offered = try soon.shot("offered").texts
    #expect(offered == ["13:25", "Awake 13:25 ✓", "or NAP: 15 m, no nap"])
    #expect(try soon.shot("offered").light == .dim && soon.events() == [])
    let later = try Scenario.play(
      script + #"""
        13:25:09 "shot":"dark"
        13:26:30 "press":"nap"
        """#)
    #expect(try later.shot("dark").light == .off)
    #expect(try later.events() == ["sleep 13:10:00–13:25:00", "sleep 13:26:30–"])
  }

  @Test("In a session MENU takes back what a stuck button logged, as the panel says")
  func stuckInASession() throws {
    let recording = try Scenario.play(
      Self.start + #"""

        13:10:00 "hold":"nap","seconds":100
        13:11:43 "shot":"offered"
        13:11:45 "hold":"menu","seconds":2.5
        """#)
    #expect(
      try recording.shot("offered").texts.contains("NAP: keep, MENU: undo"), "\(recording.words("offered"))")
    #expect(try recording.events() == [])
    #expect(Self.isShielded(recording))
  }

  @Test("A strict session cannot be cancelled, and says so for 4 s")
  func strict() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--strict"]
      13:06:00 "hold":"menu","seconds":2
      13:06:04 "shot":"said"
      13:06:06 "shot":"dark"
      13:07:00 "command":["quiet","cancel"]
      13:07:01 "command":["quiet","start"]
      """#)
    #expect(
      try recording.shot("said").texts == ["13:06", "cannot be cancelled"], "\(recording.words("said"))")
    #expect(try recording.shot("said").light == .dim)
    #expect(try recording.shot("dark").light == .off)
    #expect(recording.says("refused (exit 1): this quiet session is strict"))
    #expect(recording.says("refused (exit 1): a quiet session is running already"))
    #expect(Self.session(recording)?.strictness == .strict)
  }

  @Test(
    "NAP and FEED held for 5 s ask; NAP resets, FEED does not, and neither logs",
    arguments: [
      ("press\":\"nap", false), ("press\":\"feed", true), ("doublePress\":\"nap", false),
      ("doublePress\":\"feed", true), ("shot\":\"nothing", true),
    ])
  func reset(answer: String, goesOn: Bool) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--strict"]
      13:06:00 "chord":["nap","feed"],"seconds":5.3
      13:06:06 "shot":"asked"
      13:06:10 "\#(answer)"
      13:06:16 "shot":"after"
      """#)
    #expect(
      try recording.shot("asked").texts == [
        "13:06", "End the quiet?", "NAP: yes, end it", "FEED: no, leave it",
      ])
    #expect(try recording.shot("asked").light == .dim)
    #expect(try recording.shot("after").light == (goesOn ? .off : .on))
    #expect(Self.isShielded(recording) == goesOn)
    #expect(try recording.events().isEmpty)
  }

  @Test("A button that is not allowed logs nothing and says so", arguments: ["nap", "feed"])
  func refused(button: String) throws {
    let recording = try Scenario.play(
      #"""
      13:04:00 "command":["quiet","allow","\#(button == "nap" ? "feed" : "nap")"]
      13:05:00 "command":["quiet","start"]
      13:06:00 "press":"\#(button)"
      13:06:03 "shot":"said"
      13:06:05 "shot":"dark"
      13:07:00 "doublePress":"\#(button)"
      13:08:00 "hold":"\#(button)","seconds":3
      """#)
    #expect(
      try recording.shot("said").texts == ["13:06", "\(button.uppercased()) not in quiet"],
      "\(recording.words("said"))")
    #expect(try recording.shot("dark").light == .off)
    #expect(try recording.events().isEmpty)
  }

  @Test("A refusing card is reported in a session, dimly")
  func notSaved() throws {
    let recording = try Scenario.play(
      Self.start + #"""

        13:05:30 "fault":"disk-error","seconds":60
        13:06:00 "press":"nap"
        13:06:01 "shot":"told"
        13:06:10 "shot":"dark"
        """#)
    #expect(try recording.shot("told").texts.contains("NOT SAVED: 1 entry"), "\(recording.words("told"))")
    #expect(try recording.shot("told").light == .dim)
    #expect(try recording.shot("dark").light == .off)
    recording.goOn(forSeconds: 60)
    #expect(try recording.events() == ["sleep 13:06:00–"])
  }

  @Test("On a full card a session still runs and ends, and is written when there is room")
  func fullCard() throws {
    let recording = try Scenario.play(
      #"""
      13:04:59 "fault":"disk-error","seconds":120
      13:05:00 "command":["quiet","start","--minutes","2"]
      13:05:10 "shot":"dark"
      13:07:05 "shot":"lit"
      """#)
    #expect(recording.says("NOT SAVED"))
    #expect(try recording.shot("dark").light == .off)
    #expect(try recording.shot("lit").light == .on)
    recording.goOn(forSeconds: 20)
    #expect(!Self.isShielded(recording))
  }

  @Test("MENU twice in a session goes to the other baby, whose name is beside the ring")
  func otherBaby() throws {
    var scenario = Scenario(
      #"""
      23:00:00 "command":["quiet","start","60"]
      23:10:00 "press":"menu"
      23:10:02 "shot":"one"
      23:11:00 "doublePress":"menu"
      23:11:02 "shot":"other"
      23:11:10 "press":"feed"
      23:11:12 "shot":"fed"
      """#)
    scenario.config = #"{"babies":[{"name":"Max","birthdate":"2025-09-14","bedtime":"19:00"}]}"#
    let recording = try scenario.play()
    #expect(try recording.shot("one").texts.contains("Mia"), "\(recording.words("one"))")
    #expect(try recording.shot("other").texts.contains("Max"), "\(recording.words("other"))")
    #expect(try recording.shot("fed").texts.contains { $0.contains("Max") }, "\(recording.words("fed"))")
  }

  @Test("The pages behind the Box page start a session of the chosen length")
  func menu() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "press":"menu"
      13:00:01 "press":"menu"
      13:00:02 "press":"menu"
      13:00:03 "press":"menu"
      13:00:04 "doublePress":"menu"
      13:00:05 "doublePress":"menu"
      13:00:06 "shot":"open"
      13:00:07 "press":"menu"
      13:00:08 "doublePress":"menu"
      13:00:09 "shot":"two"
      13:00:10 "press":"menu"
      13:00:11 "doublePress":"menu"
      13:00:12 "press":"menu"
      13:00:13 "press":"menu"
      13:00:14 "press":"menu"
      13:00:15 "press":"menu"
      13:00:16 "press":"menu"
      13:00:17 "press":"menu"
      13:00:18 "doublePress":"menu"
      13:00:19.500 "shot":"started"
      13:00:30 "shot":"dark"
      """#)
    #expect(
      try recording.shot("open").texts == [
        "13:00", "Box", "twice: set", "Quiet now", "1h", "Quiet length", "1h", "Quiet mode", "flexible",
        "Quiet lets", "NAP FEED", "Quiet nightly", "off", "Pair a phone",
      ])
    #expect(
      try recording.shot("two").texts.dropFirst(3).prefix(4) == ["Quiet now", "2h", "Quiet length", "2h"],
      "\(recording.words("two"))")
    #expect(
      try recording.shot("started").texts == ["13:00", "2 h 00", "left", "to 15:00", "strict"],
      "\(recording.words("started"))")
    #expect(try recording.shot("dark").light == .off)
    #expect(Self.session(recording)?.strictness == .strict)
    #expect(Self.session(recording)?.mode == .manual(durationMinutes: 120))
  }

  @Test("On those pages NAP logs as on any page, and they close by themselves")
  func menuLogs() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "press":"menu"
      13:00:01 "press":"menu"
      13:00:02 "press":"menu"
      13:00:03 "press":"menu"
      13:00:04 "doublePress":"menu"
      13:00:05 "doublePress":"menu"
      13:00:07 "press":"nap"
      13:00:08 "shot":"now"
      13:01:00 "press":"menu"
      13:01:01 "press":"menu"
      13:01:02 "press":"menu"
      13:01:03 "press":"menu"
      13:01:04 "doublePress":"menu"
      13:01:05 "doublePress":"menu"
      13:01:34 "shot":"stillOpen"
      13:01:40 "shot":"closed"
      """#)
    #expect(try recording.shot("now").page == "now")
    #expect(try recording.shot("stillOpen").page == "box")
    #expect(
      try recording.shot("stillOpen").texts.prefix(4) == ["13:01", "Box", "twice: set", "Quiet now"],
      "\(recording.words("stillOpen"))")
    // When they close, the Now page is shown instead of the Box page.
    #expect(try recording.shot("closed").page == "now")
    #expect(
      try recording.shot("closed").texts.prefix(2) == ["13:01", "Nap 1 m"], "\(recording.words("closed"))")
    #expect(try recording.events() == ["sleep 13:00:07–"])
  }

  @Test("Answers have the offsets of the clock's new years")
  func yearsLater() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "clock":"step","seconds":328536000
      13:02:00 "clock":"step","seconds":0
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:06:00 "command":["quiet","status","--json"]
      """#)
    // In July the offset is that of summer. The last offset of the years around 2026 is that of winter.
    #expect(recording.says(#""endsAt":"2036-07"#), "\(recording.transcript)")
    #expect(recording.says("-04:00"))
  }

  @Test("The schedule is set with three buttons, and applies once it is saved")
  func menuSchedule() throws {
    // Down to Nightly; on; from 22:00 to 23:00; save.
    let presses =
      ["press", "press", "press", "press", "double", "double", "press", "press", "press", "press", "double"]
      + ["double", "press", "double", "press", "press", "double", "press", "press", "press", "double"]
    let lines = presses.enumerated().map { index, kind in
      let time = "13:00:" + (index < 10 ? "0" : "") + "\(index)"
      return time + (kind == "double" ? #" "doublePress":"menu""# : #" "press":"menu""#)
    }
    let recording = try Scenario(
      lines.joined(separator: "\n") + #"""

        13:00:25 "shot":"set"
        13:01:00 "command":["quiet","status"]
        """#
    ).play()
    let state = QuietShelf.finding(in: recording.play.world.storage).state
    #expect(state.schedule?.isEnabled == true)
    #expect(state.schedule?.start == WallTime(hour: 23, minute: 0))
    #expect(state.schedule?.end == WallTime(hour: 7, minute: 0))
    #expect(try recording.shot("set").texts.contains("23:00–07:00"), "\(recording.words("set"))")
  }
}
