import Bedside
import Testing

@testable import Rehearsal

/// What a tired person presses, or forgets to press, by scripts of the whole box: the panel never gives a false
/// instruction.
@Suite struct TiredHandsScenarioTests {
  private static func play(
    _ lines: String, config: String = "{}", learn: String = "auto"
  ) throws -> Recording {
    var scenario = Scenario(lines)
    scenario.config = config
    scenario.baby = scenario.baby.dropLast() + #","plan":{"learn":"\#(learn)"}}"#
    return try scenario.play()
  }

  /// Ten ordinary nights from 19:00 to 06:30, each with a nap after it, so that the usual wake-up is known.
  private static let ordinaryNights: String = (1...10).map { day in
    let (day, next) = ("2026-02-\(day < 10 ? "0" : "")\(day)", "2026-02-\(day < 9 ? "0" : "")\(day + 1)")
    return #"""
      \#(next)T11:00:00-05:00 "command":["log","add","sleep","--start","\#(day)T19:00-05:00","--end","\#(next)T06:30-05:00"]
      \#(next)T11:00:05-05:00 "command":["log","add","sleep","--start","\#(next)T09:00-05:00","--end","\#(next)T10:00-05:00"]
      """#
  }.joined(separator: "\n")

  @Test("The fourth button as wake, at night and by day: the day begins once, and its naps stay naps")
  func wakeAgain() throws {
    let recording = try Self.play(
      #"""
      2026-02-10T18:40:00-05:00 "press":"nap"
      03:10:00 "press":"extra"
      03:20:00 "press":"extra"
      03:30:10 "shot":"night"
      03:40:00 "press":"nap"
      06:40:00 "press":"extra"
      08:40:00 "press":"nap"
      09:40:00 "press":"nap"
      11:00:00 "press":"extra"
      11:00:01 "shot":"said"
      11:01:10 "shot":"noon"
      11:01:11 "command":["today"]
      """#, config: #"{"buttons":{"extra":"wake"}}"#)
    #expect(try recording.shot("night").texts.contains { $0.hasPrefix("Awake 20 m") })
    #expect(try recording.shot("noon").texts.contains { $0.hasPrefix("Awake 1 h 2") })
    #expect(try recording.shot("said").texts.contains("Awake since 09:40"), "\(recording.words("said"))")
    #expect(recording.says("1 nap today"))
    #expect(try recording.events().contains("wake 11:00:00"), "no press is refused")
  }

  @Test("`log add wake` ends the sleep that runs")
  func wakeByCommand() throws {
    let recording = try Self.play(
      #"""
      13:05:00 "press":"nap"
      13:50:00 "command":["log","add","wake","--start","13:45"]
      """#)
    #expect(try recording.events() == ["sleep 13:05:00–13:45:00"])
  }

  @Test("NAP pressed twice within minutes changes nothing of the day, and stays in the log")
  func slip() throws {
    let recording = try Self.play(
      #"""
      08:00:00 "command":["log","add","wake","--start","06:40"]
      08:10:00 "press":"nap"
      08:13:00 "press":"nap"
      08:13:02 "shot":"said"
      08:20:10 "shot":"after"
      08:20:11 "command":["today"]
      08:20:12 "command":["explain"]
      08:20:13 "command":["log","list"]
      """#)
    #expect(try recording.shot("said").texts.contains("Slept 3 m: no nap ✓"), "\(recording.words("said"))")
    #expect(
      try recording.shot("after").texts.contains { $0.hasPrefix("Awake 1 h 40") },
      "\(recording.words("after"))")
    #expect(
      recording.says("0 naps today") && recording.says("The sleep at 08:10 was over in less than 10 min"))
    #expect(recording.says("08:10"))
  }

  @Test("What is counted from a begin that is only bounded is a question, and no alarm comes of it")
  func guessedNap() throws {
    let recording = try Self.play(
      #"""
      07:00:00 "command":["log","add","wake","--start","06:40"]
      07:00:01 "clock":"unsynced"
      07:00:02 "power":"cut"
      07:40:00 "power":"on"
      08:40:00 "press":"nap"
      08:50:00 "power":"cut"
      08:55:00 "power":"on"
      09:20:00 "clock":"synced"
      09:21:00 "shot":"nap"
      09:21:05 "command":["explain"]
      09:21:06 "command":["today"]
      09:21:10 "press":"menu"
      09:21:11 "shot":"plan"
      09:21:12 "press":"menu"
      09:21:13 "doublePress":"menu"
      09:21:14 "shot":"last"
      11:10:10 "shot":"over"
      11:10:11 "command":["status"]
      """#, config: #"{"sound":{"wakeBy":true}}"#)
    let nap = try recording.shot("nap").texts
    #expect(nap.contains { $0.hasPrefix("wake by ~") }, "\(nap)")
    #expect(recording.says("Asleep since ~") && recording.says("asleep ~"), "\(recording.transcript)")
    #expect(try recording.shot("plan").texts.contains { $0.hasPrefix("▸ ~") }, "\(recording.words("plan"))")
    #expect(try recording.shot("last").texts.contains { $0.hasPrefix("~") }, "\(recording.words("last"))")
    let over = try recording.shot("over").texts
    #expect(over.contains { $0.hasPrefix("wake") && $0.hasSuffix("?") }, "\(over)")
    #expect(over.contains { $0.hasPrefix("since ~") }, "\(over)")
    #expect(recording.says("wake by   ~") && !recording.says("sound: wakeBy"))
  }

  @Test("A waking of the night that no one ended leads to the morning's question, and to no nap")
  func openWaking() throws {
    let recording = try Self.play(
      Self.ordinaryNights + "\n" + #"""
        2026-02-11T19:00:00-05:00 "press":"nap"
        2026-02-12T00:26:00-05:00 "press":"nap"
        2026-02-12T06:45:00-05:00 "shot":"asked"
        2026-02-12T06:45:10-05:00 "press":"nap"
        2026-02-12T06:45:20-05:00 "shot":"up"
        """#)
    let asked = try recording.shot("asked").texts
    #expect(asked.contains("Woke 06:30? NAP: yes") && !asked.contains("nap now"), "\(asked)")
    #expect(
      try recording.shot("up").texts.contains { $0.hasPrefix("Awake 15 m") }, "\(recording.words("up"))")
  }

  /// A first day, and a waking of the night after it that no one ended.
  private static let secondDawn = #"""
    2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
    2026-02-10T09:00:00-05:00 "press":"nap"
    2026-02-10T10:00:00-05:00 "press":"nap"
    2026-02-10T19:00:00-05:00 "press":"nap"
    2026-02-11T00:26:00-05:00 "press":"nap"

    """#

  /// The same, and a feed before the waking was stated.
  private static let secondMorning =
    secondDawn + #"""
      2026-02-11T06:10:00-05:00 "press":"feed"
      2026-02-11T06:25:00-05:00 "press":"feed"

      """#

  @Test(
    "The second morning is asked about as well, no later than a feed of it, and the feed does not begin the day"
  )
  func secondMorningIsAsked() throws {
    let recording = try Self.play(
      Self.secondMorning + #"""
        2026-02-11T06:40:00-05:00 "shot":"asked"
        2026-02-11T06:45:10-05:00 "press":"nap"
        2026-02-11T06:45:20-05:00 "shot":"up"
        """#)
    let asked = try recording.shot("asked").texts
    #expect(asked.contains("Woke 06:10? NAP: yes"), "\(asked)")
    #expect(
      try recording.shot("up").texts.contains { $0.hasPrefix("Awake 35 m") }, "\(recording.words("up"))")
  }

  @Test("A morning that was answered ends the night: the sleep that no one logged counts as an estimate")
  func answeredNight() throws {
    let recording = try Self.play(
      Self.secondDawn + #"""
        2026-02-11T00:30:00-05:00 "press":"feed"
        2026-02-11T00:50:00-05:00 "press":"feed"
        2026-02-11T06:45:10-05:00 "press":"nap"
        2026-02-11T06:46:00-05:00 "press":"menu"
        2026-02-11T06:46:01-05:00 "press":"menu"
        2026-02-11T06:46:02-05:00 "shot":"today"
        2026-02-11T06:46:03-05:00 "press":"menu"
        2026-02-11T06:46:04-05:00 "shot":"night"
        2026-02-11T06:46:05-05:00 "command":["nights"]
        2026-02-11T06:46:06-05:00 "command":["today"]
        2026-02-11T06:46:07-05:00 "command":["nights","--json"]
        """#)
    // 19:00 to 00:26 and 00:50 to 06:30; the nap before them is in the 24 hours.
    let night = try recording.shot("night").texts
    #expect(night.contains { $0.hasPrefix("~11 h 06") }, "\(night)")
    #expect(
      try recording.shot("today").texts.contains("Sleep ~12 h 06 in 24 h"), "\(recording.words("today"))")
    #expect(recording.says("~11:06") && recording.says("when it slept again was not logged"))
    #expect(recording.says("~12 h 06 in 24 hours"), "\(recording.transcript)")
    #expect(recording.says(#""estimated":true"#))
  }

  @Test("An early riser is asked about as soon as the night is over, and the press is a waking and no nap")
  func earlyRiser() throws {
    let recording = try Self.play(
      Self.secondDawn + #"""
        2026-02-11T05:50:10-05:00 "shot":"asked"
        2026-02-11T05:50:20-05:00 "press":"nap"
        2026-02-11T05:50:30-05:00 "shot":"up"
        """#)
    #expect(
      try recording.shot("asked").texts.contains("Woke 05:50? NAP: yes"), "\(recording.words("asked"))")
    #expect(
      try recording.shot("up").texts.contains { $0.hasPrefix("Awake 0 m") }, "\(recording.words("up"))")
  }

  @Test("Once the first nap may be due, NAP means a nap, and the plan invents no waking")
  func napAfterTheQuestion() throws {
    let recording = try Self.play(
      Self.secondDawn + #"""
        2026-02-11T09:10:00-05:00 "press":"nap"
        2026-02-11T09:10:20-05:00 "shot":"nap"
        2026-02-11T09:10:21-05:00 "press":"menu"
        2026-02-11T09:10:22-05:00 "shot":"plan"
        """#)
    #expect(
      try recording.shot("nap").texts.contains { $0.hasPrefix("Nap 0 m") }, "\(recording.words("nap"))")
    #expect(try recording.shot("plan").page == "plan")
    #expect(
      try recording.shot("plan").texts.allSatisfy { !$0.contains("wake ") }, "\(recording.words("plan"))")
    #expect(try recording.events().contains("sleep 09:10:00–"))
  }

  @Test("A nursing that runs for an hour is asked about before the morning")
  func forgottenFeedBeforeTheMorning() throws {
    let recording = try Self.play(
      Self.secondDawn + #"""
        2026-02-11T06:52:00-05:00 "press":"feed"
        2026-02-11T07:30:00-05:00 "shot":"morning"
        2026-02-11T07:55:00-05:00 "shot":"feeding"
        """#)
    #expect(
      try recording.shot("morning").texts.contains { $0.hasPrefix("Woke") }, "\(recording.words("morning"))")
    #expect(
      try recording.shot("feeding").texts.contains("Feeding? FEED: no"),
      "\(recording.words("feeding"))")
  }

  @Test("Without a clock no sleep is called too short for a nap by a bound")
  func noNapByABound() throws {
    let recording = try Self.play(
      #"""
      08:30:00 "press":"nap"
      08:45:00 "power":"cut"
      08:45:10 "clock":"unsynced"
      08:52:00 "power":"on"
      08:53:00 "press":"nap"
      08:53:02 "shot":"woke"
      """#)
    #expect(
      try recording.shot("woke").texts.allSatisfy { !$0.contains("no nap") }, "\(recording.words("woke"))")
  }

  @Test("Mornings that were answered for days stay the usual wake-up")
  func answeredMornings() throws {
    let days = (10...14).map { day in
      ["08:40", "09:40", "12:00", "13:00", "15:30", "16:00", "18:42"].map {
        "2026-02-\(day)T\($0):00-05:00 \"press\":\"nap\""
      } + ["03:00", "06:51"].map { "2026-02-\(day + 1)T\($0):00-05:00 \"press\":\"nap\"" }
    }
    let recording = try Self.play(
      (days.joined() + [#"2026-02-15T06:52:00-05:00 "shot":"up""#]).joined(separator: "\n"))
    #expect(
      try recording.shot("up").texts.contains { $0.hasPrefix("Awake") }, "\(recording.words("up"))")
    #expect(try recording.events().count { $0.hasPrefix("sleep 06:51") } == 0)
  }

  @Test("A morning's question that no one answers leaves the day to its first feed")
  func unansweredMorning() throws {
    let recording = try Self.play(
      Self.secondMorning + #"""
        2026-02-11T08:50:00-05:00 "shot":"asked"
        2026-02-11T09:05:00-05:00 "shot":"over"
        2026-02-11T09:05:01-05:00 "command":["explain"]
        2026-02-11T09:05:10-05:00 "press":"menu"
        2026-02-11T09:05:11-05:00 "shot":"plan"
        """#)
    #expect(try recording.shot("asked").texts.contains("Woke 06:10? NAP: yes"))
    #expect(
      try recording.shot("over").texts.contains { $0.hasPrefix("Awake ~2 h 5") }, "\(recording.words("over"))"
    )
    // No one stated that the baby woke up then.
    #expect(try recording.shot("plan").texts.contains("· wake"), "\(recording.words("plan"))")
    #expect(try recording.shot("plan").texts.contains("~06:10"), "\(recording.words("plan"))")
    #expect(recording.says("it began at ~06:10, with its first entry"), "\(recording.transcript)")
  }

  @Test("The usual wake-up is the same all night, before the new day's start and after it")
  func usualWakeUpAllNight() throws {
    let days = (10...13).map { day in
      let woke = "06:\(day - 10)0"
      return """
        2026-02-\(day)T09:59:00-05:00 "command":["log","add","wake","--start","\(woke)"]
        2026-02-\(day)T10:00:00-05:00 "press":"nap"
        2026-02-\(day)T11:00:00-05:00 "press":"nap"
        2026-02-\(day)T19:00:00-05:00 "press":"nap"

        """
    }
    for mode in ["auto", "off"] {
      let recording = try Self.play(
        days.joined() + #"""
          2026-02-13T20:00:00-05:00 "shot":"evening"
          2026-02-14T03:59:00-05:00 "shot":"before"
          2026-02-14T04:01:00-05:00 "shot":"after"
          """#, learn: mode)
      let wakes = try ["evening", "before", "after"].map { name in
        try recording.shot(name).texts.first { $0.hasPrefix("wakes ~") }
      }
      let known = Set(wakes)
      #expect(known.count == 1 && known != [nil], "\(mode)")
    }
  }

  @Test("A nap that no one ended until the evening moves no usual wake-up to the small hours")
  func longNap() throws {
    let recording = try Self.play(
      #"""
      2026-02-10T13:00:00-05:00 "press":"nap"
      2026-02-10T18:25:00-05:00 "press":"nap"
      2026-02-10T19:20:00-05:00 "press":"nap"
      2026-02-10T23:00:10-05:00 "shot":"night"
      2026-02-10T23:00:11-05:00 "command":["explain"]
      """#)
    let night = try recording.shot("night").texts
    #expect(night.contains { $0.hasPrefix("wakes ~06") || $0.hasPrefix("wakes ~05") }, "\(night)")
    #expect(recording.says("The wake-up is assumed at about"))
  }

  @Test(
    "A hold that leaves a nap too short to count says so, and one that reaches its start says why it stops")
  func heldShort() throws {
    let recording = try Self.play(
      #"""
      08:10:00 "press":"nap"
      08:30:00 "hold":"nap","seconds":2.2
      08:30:04 "shot":"short"
      10:00:00 "press":"nap"
      10:03:00 "hold":"nap","seconds":4
      10:03:02 "shot":"stops"
      """#)
    #expect(
      try recording.shot("short").texts.contains("Slept 5 m: no nap ✓"), "\(recording.words("short"))")
    #expect(try recording.shot("stops").texts.contains("Began at 10:00"), "\(recording.words("stops"))")
  }

  @Test("After a power cut MENU held takes back the last press, once")
  func undoneAfterPowerCut() throws {
    let recording = try Self.play(
      #"""
      13:05:00 "press":"nap"
      13:50:00 "press":"nap"
      13:55:00 "power":"cut"
      13:56:00 "power":"on"
      13:57:00 "hold":"menu","seconds":2
      13:57:03 "shot":"undone"
      13:58:00 "hold":"menu","seconds":2
      13:58:03 "shot":"nothing"
      """#)
    #expect(
      try recording.shot("undone").texts.contains { $0.hasPrefix("Undone: awake") },
      "\(recording.words("undone"))")
    #expect(try recording.shot("nothing").texts.contains("Nothing to undo"))
    #expect(try recording.events() == ["sleep 13:05:00–"])
  }

  @Test("After a power cut MENU held takes back all that the last press did")
  func wholePressUndoneAfterPowerCut() throws {
    let recording = try Self.play(
      #"""
      13:05:00 "press":"feed"
      13:20:00 "press":"nap"
      13:25:00 "power":"cut"
      13:26:00 "power":"on"
      13:27:00 "hold":"menu","seconds":2
      """#)
    #expect(try recording.events() == ["nursing 13:05:00– left"])
  }

  @Test("After a power cut MENU held takes back a nursing too, although its press first changes the side")
  func nursingUndoneAfterPowerCut() throws {
    let recording = try Self.play(
      #"""
      08:31:00 "press":"feed"
      08:32:00 "power":"cut"
      08:33:00 "power":"on"
      08:33:20 "hold":"menu","seconds":1.7
      08:33:23 "shot":"undone"
      """#)
    #expect(
      try recording.shot("undone").texts.contains { $0.hasPrefix("Undone") }, "\(recording.words("undone"))")
    #expect(try recording.events().isEmpty)
  }

  @Test("Since a feed, the minutes are the last thing to be left out")
  func minutesSinceFeed() throws {
    let recording = try Self.play(
      #"""
      07:00:00 "command":["log","add","wake","--start","06:40"]
      08:00:00 "press":"feed"
      08:10:00 "press":"feed"
      11:31:10 "shot":"due"
      """#)
    #expect(try recording.shot("due").texts.contains { $0.contains("3 h 30") }, "\(recording.words("due"))")
  }

  @Test("With twins, while one nurses, MENU on the other's page leads on to Plan")
  func twinsPlan() throws {
    let recording = try Self.play(
      #"""
      07:00:00 "press":"feed"
      07:05:00 "doublePress":"menu"
      07:05:01 "shot":"other"
      07:05:01 "press":"menu"
      07:05:02 "shot":"plan"
      """#, config: #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#)
    #expect(try recording.shot("other").texts.contains { $0.contains("Ben") }, "\(recording.words("other"))")
    #expect(try recording.shot("plan").page == "plan")
    let events = try recording.events()
    #expect(events.count == 1 && events[0].hasPrefix("nursing 07:00:00– left"), "\(events)")
  }

  @Test func aBedtimeThatNoOneLoggedTakesNoPressForItself() throws {
    let recording = try Self.play(
      #"""
      16:00:00 "command":["log","add","sleep","--start","14:00","--end","15:30"]
      19:41:00 "shot":"late"
      19:41:10 "press":"nap"
      """#)
    #expect(try recording.shot("late").texts.allSatisfy { !$0.contains("NAP: yes") })
    #expect(try recording.events().contains("sleep 19:41:10–"))
  }

  @Test(
    "`today` has the usual amount beside what was drunk, where nothing was nursed", arguments: [false, true])
  func usualAmount(isNursed: Bool) throws {
    let recording = try Self.play(
      #"""
      10:00:00 "doublePress":"feed"
      10:10:00 \#(isNursed ? #""press":"feed""# : #""shot":"none""#)
      10:20:00 "command":["today"]
      """#)
    #expect(recording.says("120 ml, ") != isNursed && recording.says(" usual") != isNursed)
  }

  @Test("While nursing, MENU twice leads to the next page, and MENU on from there")
  func pagesWhileNursing() throws {
    let recording = try Self.play(
      #"""
      10:00:00 "press":"feed"
      10:05:00 "doublePress":"menu"
      10:05:02 "shot":"plan"
      10:05:03 "press":"menu"
      10:05:04 "shot":"today"
      """#)
    #expect(try recording.shot("plan").page == "plan" && recording.shot("today").page == "today")
    #expect(try recording.events() == ["nursing 10:00:00– left"])
  }
}
