import Bedside
import Testing

@testable import Rehearsal

/// What a tired hand presses, or forgets to press, by scripts of the whole box: no command comes of it that is not true.
@Suite struct TiredHandsScenarioTests {
  private static func play(_ lines: String, config: String = "{}") throws -> Recording {
    var scenario = Scenario(lines)
    scenario.config = config
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
      11:01:10 "shot":"noon"
      11:01:11 "command":["today"]
      """#, config: #"{"buttons":{"extra":"wake"}}"#)
    #expect(try recording.shot("night").texts.contains { $0.hasPrefix("Awake 20 m") })
    #expect(try recording.shot("noon").texts.contains { $0.hasPrefix("Awake 1 h 2") })
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
      11:10:10 "shot":"over"
      11:10:11 "command":["status"]
      """#, config: #"{"sound":{"wakeBy":true}}"#)
    let nap = try recording.shot("nap").texts
    #expect(nap.contains { $0.hasPrefix("wake by ~") }, "\(nap)")
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
