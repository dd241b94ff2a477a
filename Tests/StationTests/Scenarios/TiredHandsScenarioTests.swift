import Bedside
import Testing

@testable import Rehearsal

/// What a tired person presses, or forgets to press, as scripts of the whole box: the panel never gives a false
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

  /// Ten ordinary nights from 19:00 to 06:30, each followed by a nap, so the usual wake-up is known.
  private static let ordinaryNights: String = (1...10).map { day in
    let (day, next) = ("2026-02-\(day < 10 ? "0" : "")\(day)", "2026-02-\(day < 9 ? "0" : "")\(day + 1)")
    return #"""
      \#(next)T11:00:00-05:00 "command":["log","add","sleep","--start","\#(day)T19:00-05:00","--end","\#(next)T06:30-05:00"]
      \#(next)T11:00:05-05:00 "command":["log","add","sleep","--start","\#(next)T09:00-05:00","--end","\#(next)T10:00-05:00"]
      """#
  }.joined(separator: "\n")

  @Test("With the fourth button as wake, the day begins once, and its naps stay naps")
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

  @Test("`log add wake` ends the running sleep")
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

  @Test("A second press that took a short nap for none says how it is undone, and that brings the nap back")
  func shortNapBroughtBack() throws {
    let recording = try Self.play(
      #"""
      08:00:00 "command":["log","add","wake","--start","06:40"]
      08:10:00 "press":"nap"
      08:32:00 "press":"nap"
      08:32:20 "press":"nap"
      08:32:23 "shot":"none"
      08:32:30 "hold":"menu","seconds":1.6
      08:32:40 "command":["log","list"]
      08:33:00 "hold":"menu","seconds":1.6
      08:33:10 "shot":"asleep"
      """#)
    let none = try recording.shot("none").texts
    #expect(none.contains("Slept 22 m: no nap ✓") && none.contains("Hold MENU: undo"), "\(none)")
    #expect(recording.says("08:10   –08:32"), "\(recording.transcript)")
    let events = try recording.events()
    #expect(events.contains("sleep 08:10:00–"), "the next undo takes the first press back: \(events)")
  }

  @Test("Undoing a nap that ended a feed speaks of no side, since none was switched")
  func noSideSwitched() throws {
    let recording = try Self.play(
      #"""
      08:00:00 "command":["log","add","wake","--start","06:40"]
      08:10:00 "press":"nap"
      08:12:00 "press":"feed"
      08:13:30 "press":"nap"
      08:13:32 "doublePress":"nap"
      08:13:34 "shot":"undone"
      """#)
    #expect(
      try recording.shot("undone").texts.allSatisfy { !$0.contains("side") }, "\(recording.words("undone"))")
  }

  @Test("A duration since a bounded start is asked about, and raises no alarm")
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
    #expect(over.contains { $0.hasPrefix("due since ~") }, "\(over)")
    #expect(recording.says("wake by   ~") && !recording.says("sound: wakeBy"))
  }

  @Test("A waking at night without a further entry leads to the morning's question, and to no nap")
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

  /// A first day, and a waking at night after it without a further entry.
  private static let secondDawn = #"""
    2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
    2026-02-10T09:00:00-05:00 "press":"nap"
    2026-02-10T10:00:00-05:00 "press":"nap"
    2026-02-10T19:00:00-05:00 "press":"nap"
    2026-02-11T00:26:00-05:00 "press":"nap"

    """#

  /// The same with a feed before the waking was stated.
  private static let secondMorning =
    secondDawn + #"""
      2026-02-11T06:10:00-05:00 "press":"feed"
      2026-02-11T06:25:00-05:00 "press":"feed"

      """#

  @Test(
    "The second morning is asked about too, at its first feed at the latest, and the feed does not begin the day"
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

  @Test("An answered morning ends the night: sleep that was not logged counts as an estimate")
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
    // From 19:00 to 00:26 and from 00:50 to 06:30, and the nap before them within the 24 hours.
    let night = try recording.shot("night").texts
    #expect(night.contains { $0.hasPrefix("~11 h 06") }, "\(night)")
    #expect(
      try recording.shot("today").texts.contains("Sleep ~12 h 06 in 24 h"), "\(recording.words("today"))")
    #expect(recording.says("~11:06") && recording.says("when it slept again was not logged"))
    #expect(recording.says("~12 h 06 in 24 hours"), "\(recording.transcript)")
    #expect(recording.says(#""estimated":true"#))
  }

  @Test(
    "The panel asks about an early morning as soon as the night is over, and the press is a waking and no nap"
  )
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
      try recording.shot("plan").texts.allSatisfy { !$0.contains("wake ") || $0.hasPrefix("wake by") },
      "\(recording.words("plan"))")
    #expect(try recording.events().contains("sleep 09:10:00–"))
  }

  @Test("The morning is asked about before a nursing of an hour, and its answer ends that, too")
  func forgottenFeedInTheMorning() throws {
    let recording = try Self.play(
      Self.secondDawn + #"""
        2026-02-11T06:52:00-05:00 "press":"feed"
        2026-02-11T07:30:00-05:00 "shot":"morning"
        2026-02-11T07:55:00-05:00 "press":"nap"
        """#)
    #expect(
      try recording.shot("morning").texts.contains { $0.hasPrefix("Woke") }, "\(recording.words("morning"))")
    let events = try recording.events()
    #expect(
      events.suffix(2) == ["nursing 06:52:00–07:52:00 left", "wake 06:30:00"], "\(events)")
  }

  @Test("Without a clock no bounded sleep is called too short for a nap")
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

  @Test("If the morning's question is not answered, the first feed begins the day")
  func unansweredMorning() throws {
    let recording = try Self.play(
      Self.secondMorning + #"""
        2026-02-11T08:00:00-05:00 "shot":"asked"
        2026-02-11T09:05:00-05:00 "shot":"over"
        2026-02-11T09:05:01-05:00 "command":["explain"]
        2026-02-11T09:05:10-05:00 "press":"menu"
        2026-02-11T09:05:11-05:00 "shot":"plan"
        """#)
    #expect(try recording.shot("asked").texts.contains("Woke 06:10? NAP: yes"))
    #expect(
      try recording.shot("over").texts.contains { $0.hasPrefix("Awake ~2 h 5") }, "\(recording.words("over"))"
    )
    // No entry says that the baby woke up then.
    #expect(try recording.shot("plan").texts.contains("· wake"), "\(recording.words("plan"))")
    #expect(try recording.shot("plan").texts.contains("~06:10"), "\(recording.words("plan"))")
    #expect(recording.says("it began at ~06:10, with its first entry"), "\(recording.transcript)")
  }

  @Test("The usual wake-up is the same all night, before and after the new day's start")
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

  @Test("A nap that was ended only in the evening does not move the usual wake-up into the small hours")
  func longNap() throws {
    let recording = try Self.play(
      #"""
      2026-02-10T13:00:00-05:00 "press":"nap"
      2026-02-10T17:55:00-05:00 "press":"nap"
      2026-02-10T19:20:00-05:00 "press":"nap"
      2026-02-10T23:00:10-05:00 "shot":"night"
      2026-02-10T23:00:11-05:00 "command":["explain"]
      """#)
    let night = try recording.shot("night").texts
    #expect(night.contains { $0.hasPrefix("wakes ~06") || $0.hasPrefix("wakes ~05") }, "\(night)")
    #expect(recording.says("The wake-up is assumed at about"))
  }

  @Test(
    "A hold that makes a nap too short to count says so, and one that reaches its start says why it stops")
  func heldShort() throws {
    let recording = try Self.play(
      #"""
      08:10:00 "press":"nap"
      08:30:00 "hold":"nap","seconds":2.2
      08:30:04 "shot":"short"
      10:00:00 "press":"nap"
      10:04:00 "hold":"nap","seconds":4
      10:04:02 "shot":"stops"
      """#)
    #expect(
      try recording.shot("short").texts.contains("Slept 5 m: no nap ✓"), "\(recording.words("short"))")
    #expect(try recording.shot("stops").texts.contains("Began at 10:00"), "\(recording.words("stops"))")
  }

  @Test("After a power cut MENU held undoes the last press, once")
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

  @Test("After a power cut MENU held undoes everything that the last press did")
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

  @Test("After a power cut MENU held undoes a nursing too, although its press first changes the side")
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

  @Test("Of the time since a feed, the minutes are left out last")
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

  @Test("While one twin nurses, MENU on the other's page leads to Plan")
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

  @Test("A missing bedtime takes no later press for itself")
  func aMissingBedtimeTakesNoLaterPressForItself() throws {
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
    "`today` shows the usual amount beside what was drunk, unless the baby nursed", arguments: [false, true])
  func usualAmount(isNursed: Bool) throws {
    let recording = try Self.play(
      #"""
      10:00:00 "doublePress":"feed"
      10:10:00 \#(isNursed ? #""press":"feed""# : #""shot":"none""#)
      10:20:00 "command":["today"]
      """#)
    #expect(recording.says("120 ml, ") != isNursed && recording.says(" usual") != isNursed)
  }

  @Test("While nursing, MENU twice leads to the next page, and MENU once further")
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

  @Test("A second press of FEED soon after the first says what it did, and how to undo that")
  func pressedAgain() throws {
    let recording = try Self.play(
      #"""
      02:00:00 "press":"feed"
      02:13:00 "press":"feed"
      02:13:02 "press":"menu"
      02:13:03 "press":"feed"
      02:13:05 "shot":"again"
      02:13:06 "hold":"menu","seconds":2
      02:13:09 "shot":"undone"
      02:20:00 "press":"feed"
      02:20:03 "press":"feed"
      02:20:05 "shot":"ended"
      02:21:10 "shot":"later"
      """#)
    let again = try recording.shot("again")
    #expect(again.page == "now" && again.texts.contains("Hold MENU: undo"), "\(again.texts)")
    #expect(again.texts.contains { $0.hasPrefix("Feeding R 02:13") }, "\(again.texts)")
    #expect(try recording.shot("undone").texts.contains { $0.hasPrefix("Undone: feeding R") })
    #expect(try recording.shot("ended").texts.contains { $0.hasPrefix("Feed end 02:20") })
    // A side that was nursed for seconds is offered again.
    #expect(
      try recording.shot("later").texts.contains { $0.hasSuffix("next R") }, "\(recording.words("later"))")
    #expect(try recording.events().first == "nursing 02:00:00–02:13:00 left")
  }

  @Test(
    "A second press of NAP within seconds says how to undo it; a later one does not")
  func nappedAgain() throws {
    let recording = try Self.play(
      #"""
      12:00:00 "press":"nap"
      12:00:03 "press":"nap"
      12:00:05 "shot":"again"
      12:30:00 "press":"nap"
      12:30:08 "press":"nap"
      12:30:09 "shot":"later"
      """#)
    #expect(try recording.shot("again").texts.contains("Hold MENU: undo"), "\(recording.words("again"))")
    #expect(try !recording.shot("later").texts.contains("Hold MENU: undo"))
  }

  private static let twins = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#

  @Test(
    "MENU held undoes what was pressed just now, and else a press of the baby on the page, also after a power cut"
  )
  func undoesWhatIsShown() throws {
    let recording = try Self.play(
      #"""
      10:00:00 "press":"feed"
      10:01:00 "doublePress":"menu"
      10:01:11 "hold":"menu","seconds":2
      10:01:14 "shot":"nothing"
      10:02:00 "press":"nap"
      10:03:00 "doublePress":"menu"
      10:03:10 "hold":"menu","seconds":2
      10:03:13 "shot":"mia"
      10:04:00 "press":"feed"
      10:05:00 "power":"cut"
      10:05:30 "power":"on"
      10:06:00 "doublePress":"menu"
      10:06:10 "hold":"menu","seconds":2
      10:06:13 "shot":"after"
      10:08:00 "press":"feed"
      10:08:20 "doublePress":"menu"
      10:08:24 "hold":"menu","seconds":2
      10:08:27 "shot":"just"
      """#, config: Self.twins)
    #expect(try recording.shot("just").texts.contains("Ben: not feeding L"), "\(recording.words("just"))")
    #expect(
      try recording.shot("nothing").texts.contains("Ben: Nothing to undo"), "\(recording.words("nothing"))")
    #expect(
      try recording.shot("mia").texts.contains { $0.hasPrefix("Mia: ") }, "\(recording.words("mia"))")
    #expect(
      try recording.shot("after").texts.contains { $0.hasPrefix("Ben: Undone") },
      "\(recording.words("after"))")
    let events = try recording.events()
    #expect(events.count == 1 && events[0].hasPrefix("nursing 10:04:00–"), "\(events)")
  }

  @Test("While one twin nurses, the other one's page says that MENU leads to the plan")
  func planOfNursedTwin() throws {
    let recording = try Self.play(
      #"""
      10:00:00 "press":"feed"
      10:05:00 "doublePress":"menu"
      10:05:04 "shot":"ben"
      10:05:05 "press":"menu"
      10:05:06 "shot":"plan"
      10:06:00 "doublePress":"menu"
      10:06:40 "doublePress":"menu"
      10:06:50 "shot":"chosen"
      """#, config: Self.twins)
    #expect(try recording.shot("ben").texts.contains("MENU: plan of Mia"), "\(recording.words("ben"))")
    #expect(try recording.shot("plan").page == "plan")
    #expect(try recording.shot("plan").texts.contains("Mia"), "\(recording.words("plan"))")
    #expect(try recording.shot("chosen").page == "now")
  }

  @Test("NAP within a minute of a press that ended a sleep takes that press back")
  func wakingTakenBack() throws {
    let recording = try Self.play(
      #"""
      08:30:00 "press":"nap"
      09:02:00 "press":"nap"
      09:02:20 "press":"nap"
      09:02:22 "shot":"back"
      09:02:40 "hold":"menu","seconds":2
      09:02:45 "shot":"awake"
      09:03:50 "press":"nap"
      """#)
    let back = try recording.shot("back").texts
    #expect(back.contains("Nap 32 m") && back.contains("Undone: awake 09:02"), "\(back)")
    #expect(try recording.shot("awake").texts.contains("Awake 0 m"), "\(recording.words("awake"))")
    let events = try recording.events()
    #expect(events == ["sleep 08:30:00–09:02:00", "sleep 09:03:50–"], "\(events)")
  }

  @Test("Of a nap of 22 minutes the box offers that it was none")
  func putDownInVain() throws {
    let recording = try Self.play(
      #"""
      08:30:00 "press":"nap"
      08:52:00 "press":"nap"
      08:52:02 "shot":"said"
      08:52:05 "press":"nap"
      08:52:07 "shot":"none"
      """#)
    let said = try recording.shot("said").texts
    #expect(said.contains("Awake 08:52 ✓") && said.contains("or NAP: 22 m, no nap"), "\(said)")
    #expect(try recording.shot("none").texts.contains("Slept 22 m: no nap ✓"), "\(recording.words("none"))")
    #expect(try recording.events().allSatisfy { !$0.hasPrefix("sleep") })
  }

  @Test("A feed of seconds is no feed")
  func feedOfSeconds() throws {
    let recording = try Self.play(
      #"""
      08:30:00 "press":"feed"
      08:30:03 "press":"feed"
      08:30:05 "shot":"said"
      """#)
    #expect(try recording.shot("said").texts.contains("Fed 0 m: no feed ✓"), "\(recording.words("said"))")
  }

  @Test("The end of a side that was begun seconds before is the end of the feed, and not no feed")
  func shortSecondSide() throws {
    let recording = try Self.play(
      #"""
      08:30:00 "press":"feed"
      08:42:00 "press":"menu"
      08:42:30 "press":"feed"
      08:42:32 "shot":"said"
      """#)
    #expect(try recording.shot("said").texts.contains("Feed end 08:42 ✓"), "\(recording.words("said"))")
  }

  @Test("A bottle just after a press of FEED too many leaves no nursing")
  func bottleAfterASlip() throws {
    let recording = try Self.play(
      #"""
      08:30:00 "press":"feed"
      08:30:40 "doublePress":"feed"
      08:30:42 "shot":"bottle"
      08:50:00 "press":"feed"
      08:58:00 "doublePress":"feed"
      """#)
    let texts = try recording.shot("bottle").texts
    #expect(texts.allSatisfy { !$0.hasPrefix("Feeding") }, "\(texts)")
    let events = try recording.events()
    #expect(events.map { $0.prefix(10) } == ["bottle 08:", "nursing 08", "bottle 08:"], "\(events)")
  }

  @Test("A hold just after a press that ended a nap moves that end, and begins no nap")
  func holdAfterThePress() throws {
    let recording = try Self.play(
      #"""
      08:30:00 "press":"nap"
      09:30:00 "press":"nap"
      09:31:00 "hold":"nap","seconds":3
      09:31:04 "shot":"moved"
      09:50:00 "press":"nap"
      10:40:00 "press":"nap"
      10:46:00 "hold":"nap","seconds":3
      10:46:04 "shot":"again"
      """#)
    let events = try recording.events()
    #expect(events.first.map { $0.hasPrefix("sleep 08:30:00–09:1") } == true, "\(events)")
    #expect(events.count == 3, "\(events)")
    #expect(try recording.shot("again").texts.contains("Nap 10:41 ✓"), "\(recording.words("again"))")
    #expect(
      try recording.shot("moved").texts.contains { $0.hasPrefix("Awake 09:1") }, "\(recording.words("moved"))"
    )
  }

  @Test("After a power cut MENU corrects no side of a feed that began before it")
  func sideAfterPowerCut() throws {
    let recording = try Self.play(
      #"""
      01:50:00 "press":"feed"
      02:00:00 "power":"cut"
      02:00:30 "clock":"unsynced"
      02:01:00 "power":"on"
      02:02:00 "press":"menu"
      02:02:05 "shot":"after"
      """#)
    let events = try recording.events()
    #expect(events.first?.hasPrefix("nursing 01:50:00–") == true, "\(events)")
    #expect(events.first?.contains("left") == true && events.count == 2, "\(events)")
    #expect(try recording.shot("after").texts.contains("Feeding R"), "\(recording.words("after"))")
  }

  @Test("A night that ended early is shown while the morning is not stated")
  func earlyNightIsShown() throws {
    let recording = try Self.play(
      #"""
      2026-02-10T18:35:00-05:00 "press":"nap"
      03:50:00 "press":"nap"
      07:00:00 "shot":"hello"
      07:00:01 "press":"menu"
      07:00:02 "press":"menu"
      07:00:03 "press":"menu"
      07:00:05 "shot":"night"
      """#)
    let night = try recording.shot("night")
    #expect(night.page == "night" && night.texts.contains { $0.hasPrefix("9 h 15") }, "\(night.texts)")
    let hello = try recording.shot("hello").texts
    #expect(!hello.contains("Press NAP or FEED") && hello.contains { $0.hasSuffix("NAP: yes") }, "\(hello)")
  }

  @Test("MENU adds nothing to a feed that is asked about")
  func menuOnForgottenFeed() throws {
    let recording = try Self.play(
      #"""
      08:00:00 "press":"feed"
      10:00:00 "press":"menu"
      10:00:01 "shot":"after"
      """#)
    #expect(try recording.shot("after").page == "plan")
    #expect(try recording.events() == ["nursing 08:00:00– left"])
  }

  @Test("Undo shows the same time as the notice before it")
  func undoNamesMovedTime() throws {
    let recording = try Self.play(
      #"""
      09:20:00 "hold":"nap","seconds":1
      09:20:03 "shot":"moved"
      09:21:00 "hold":"menu","seconds":2
      09:21:03 "shot":"undone"
      """#)
    #expect(try recording.shot("moved").texts.contains("Nap 09:15 ✓"), "\(recording.words("moved"))")
    #expect(try recording.shot("undone").texts.contains("Undone: nap 09:15"), "\(recording.words("undone"))")
  }

  @Test("A chosen style and a rated night are confirmed")
  func saysWhatMenuChose() throws {
    let recording = try Self.play(
      #"""
      2026-02-10T18:35:00-05:00 "press":"nap"
      06:40:00 "press":"nap"
      07:00:00 "press":"menu"
      07:00:02 "doublePress":"menu"
      07:00:04 "shot":"style"
      07:00:10 "press":"menu"
      07:00:11 "press":"menu"
      07:00:13 "doublePress":"menu"
      07:00:15 "shot":"stars"
      """#)
    let style = try recording.shot("style").texts
    #expect(style.contains { ["Build later", "Gentle", "Balanced"].contains($0) }, "\(style)")
    #expect(try recording.shot("stars").texts.contains("Your stars: 1"), "\(recording.words("stars"))")
  }
}
