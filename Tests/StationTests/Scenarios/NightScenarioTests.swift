import Bedside
import CareJournal
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// The Night page, the cues and `cribside nights` on the whole box, as scripts.
@Suite struct NightScenarioTests {
  private static let config = #"{"nights":{"alarm":"06:40","caffeine":true}}"#

  /// Two nights before 11 February, logged late, a nap between them, and the test's lines.
  private static func play(_ lines: String, config: String = config) throws -> Recording {
    try script(lines, config: config).play()
  }

  private static func script(_ lines: String, config: String = config) -> Scenario {
    func sleep(_ from: String, _ to: String) -> String {
      #""command":["log","add","sleep","--start","2026-02-\#(from):00-05:00","--end","2026-02-\#(to):00-05:00"]"#
    }
    var scenario = Scenario(
      [
        "12:00:00 " + sleep("08T18:40", "09T06:40"), "12:00:01 " + sleep("09T09:00", "09T10:00"),
        "12:00:02 " + sleep("10T19:00", "10T23:00"), "12:00:03 " + sleep("10T23:30", "11T06:30"), lines,
      ].joined(separator: "\n"))
    scenario.config = config
    return scenario
  }

  private static let openPage = #"""
    12:10:00 "press":"menu"
    12:10:01 "press":"menu"
    12:10:02 "press":"menu"
    """#

  @Test("The Night page shows the last night, also after a start with only the log")
  func page() throws {
    let recording = try Self.play(
      Self.openPage + #"""

        12:10:04 "shot":"night"
        12:11:00 "power":"cut"
        12:12:00 "power":"on"
        12:13:00 "press":"menu"
        12:13:01 "press":"menu"
        12:13:02 "press":"menu"
        12:13:04 "shot":"again"
        """#)
    let texts = [
      "Night Tue", "11 h 00 of 12 h", "★★★☆☆", "19:00–06:30", "short", "2 parts", "debt 1 h 00",
    ]
    for (name, time) in [("night", "12:10"), ("again", "12:13")] {
      #expect(try recording.shot(name).page == "night")
      #expect(try recording.shot(name).texts == [time] + texts, "\(recording.words(name))")
    }
  }

  @Test("While a night runs, the last night is the one before it")
  func running() throws {
    var scenario = Scenario(
      #"""
      2026-02-12T06:40:00-05:00 "command":["log","add","sleep","--start","2026-02-10T19:00:00-05:00","--end","2026-02-11T06:30:00-05:00"]
      2026-02-12T06:40:01-05:00 "command":["log","add","sleep","--start","2026-02-11T18:50:00-05:00"]
      2026-02-12T06:44:46-05:00 "press":"menu"
      2026-02-12T06:44:47-05:00 "press":"menu"
      2026-02-12T06:44:48-05:00 "press":"menu"
      2026-02-12T06:44:50-05:00 "shot":"before"
      2026-02-12T06:45:00-05:00 "press":"nap"
      2026-02-12T06:45:10-05:00 "shot":"after"
      """#)
    scenario.config = Self.config
    let recording = try scenario.play()
    #expect(
      try recording.shot("before").texts.prefix(2) == ["06:44", "Night Tue"], "\(recording.words("before"))")
    #expect(
      try recording.shot("after").texts.prefix(4) == ["06:45", "Night Wed", "11 h 55 of 12 h", "★★★★☆"],
      "\(recording.words("after"))")
  }

  @Test("Without a clock there is no last night")
  func noClock() throws {
    let recording = try Self.play(
      #"""
      12:05:00 "clock":"unsynced"
      12:06:00 "power":"cut"
      12:07:00 "power":"on"
      """# + "\n" + Self.openPage + #"""

        12:10:04 "shot":"night"
        12:10:05 "command":["nights"]
        """#)
    #expect(try recording.shot("night").texts == ["Night", "clock not set"], "\(recording.words("night"))")
    #expect(recording.says("refused (exit 75): the clock is not set"))
  }

  @Test("cribside nights answers in words and in JSON")
  func command() throws {
    let recording = try Self.play(
      #"""
      12:20:00 "command":["nights"]
      12:20:01 "command":["nights","--json"]
      12:20:02 "command":["nights","--json","--steps","100"]
      12:20:03 "command":["nights","--steps","2026-02-08=100"]
      12:20:04 "command":["nights","--steps","2025-02-08=100"]
      12:20:05 "command":["nights","--baby","Max"]
      """#)
    for told in [
      "2026-02-10  19:00  11:00  12:00  ★★★☆☆  –       ███████████  under the goal (−1)",
      "2026-02-09  –      –      12:00  –      –       no data",
      "sleep debt over 7 nights: 1:00, 5 without data not counted",
      #"{"date":"2026-02-08","hours":12.0,"bedtimes":["18:40"],"#,
      #"{"week":{"from":"2026-02-04","through":"2026-02-10","nightsWithData":2,"debt":1.0}}"#,
      #""stars":2,"reasons":[{"reason":"underGoal","stars":-1},"#, "100 steps (−1)",
      "refused (exit 65): nothing is known of the night of 2025-02-08",
      "refused (exit 65): no baby, or more than one, is named Max; give one of: 1 Mia",
    ] { #expect(recording.says(told), "\(told)") }
  }

  @Test("Every list says why a night that began as a nap has no stars")
  func forgottenNap() throws {
    let recording = try Scenario.play(
      #"""
      07:00:00 "command":["log","add","wake"]
      13:00:00 "press":"nap"
      2026-02-12T06:40:00-05:00 "command":["log","add","wake"]
      2026-02-12T12:00:00-05:00 "command":["nights"]
      2026-02-12T12:00:01-05:00 "command":["nights","--json"]
      """#)
    #expect(recording.says("began as a nap that was not ended"), "\(recording.transcript)")
    let night = try #require(recording.transcript.first { $0.holds(#"{"date":"2026-02-11""#) })
    #expect(night.holds(#""stars":null,"#) && night.holds(#""forgottenNap":true"#), "\(night)")
  }

  @Test("A rating and steps survive a power cut until they are removed")
  func rating() throws {
    let recording = try Self.play(
      #"""
      12:05:00 "command":["nights","--rate","5","--steps","2026-02-08=100"]
      12:06:00 "power":"cut"
      12:07:00 "power":"on"
      12:10:00 "press":"menu"
      12:10:01 "press":"menu"
      12:10:02 "press":"menu"
      12:10:04 "shot":"rated"
      12:10:10 "command":["nights","--json","--rate","none"]
      12:10:12 "shot":"takenBack"
      """#)
    #expect(recording.says("★★★★★  –       ███████████  rated by hand, under the goal (−1)"))
    #expect(try recording.shot("rated").texts.contains("★★★★★"), "\(recording.words("rated"))")
    #expect(try recording.shot("takenBack").page == "night")
    #expect(try recording.shot("takenBack").texts.contains("★★★☆☆"), "\(recording.words("takenBack"))")
    #expect(recording.says(#""steps":100,"rating":null,"source":"button","stars":4,"#))
  }

  @Test("A rating that the card refuses is answered as not saved")
  func notSaved() throws {
    let recording = try Self.play(
      #"""
      12:05:00 "fault":"disk-error","seconds":30
      12:05:01 "command":["nights","--rate","5"]
      """#)
    #expect(recording.says("refused (exit 74): NOT SAVED"))
  }

  /// The card does not return `nights.json` from a start until 12:08.
  @Test("Ratings that a start could not read are not replaced, and appear once they can be read")
  func unread() throws {
    let scenario = Self.script(
      #"""
      12:05:00 "command":["nights","--rate","5"]
      12:05:40 "press":"menu"
      12:06:00 "process":"kill"
      12:06:10 "process":"start"
      12:07:00 "press":"nap"
      12:07:30 "command":["nights","--steps","100"]
      12:08:30 "command":["nights","--json","--steps","200"]
      12:09:00 "process":"kill"
      12:09:10 "process":"start"
      12:10:00 "command":["nights","--json"]
      """#)
    let recording = try scenario.play { play in
      play.rehearsal.beforeTurn = { _ in
        let second = Int(play.world.clock.worldMilliseconds / 1_000) % 3_600
        play.world.storage.unreadable = (335..<480).contains(second) ? [SmallFile.nights.path] : []
      }
    }
    #expect(recording.says("refused (exit 74): NOT SAVED"))
    let answers = recording.transcript.filter { $0.contains(#""steps":200,"rating":5,"#) }
    #expect(answers.count == 2, "\(recording.transcript)")
  }

  @Test("A night keeps its goal when the configuration changes")
  func goal() throws {
    let recording = try Self.play(#"12:05:00 "shot":"end""#)
    let kept = try SmallFile.nights.read(from: recording.play.world.storage).content ?? [:]
    #expect(kept[BabyID(number: 1)]?.nights.map { $0.goalMinutes } == [720, 720])
    #expect(kept[BabyID(number: 1)]?.nights.map { $0.score?.stars } == [5, 3])
    #expect(try Self.goal(of: recording, kept: kept) == 720)
    #expect(try Self.goal(of: recording, kept: [:]) == 380)
  }

  /// The goal of the last night for a box that starts with a different alarm.
  private static func goal(of recording: Recording, kept: [BabyID: SleepStore]) throws -> Int? {
    let station = try #require(recording.play.rehearsal.station)
    let resident = try #require(station.model?.resident)
    var settings = BedsideSettings(residents: [resident], zone: recording.zone)
    settings.alarm = WallTime(minutesAfterMidnight: 60)
    let (fold, now) = (try recording.fold(), station.now)
    let model = BedsideModel(
      settings: settings, logs: fold.logs, clocks: fold.clocks, idSeed: 1, box: BoxCondition(), nights: kept)
    return model.nightReview(of: resident.id, at: now)?.night?.goalMinutes
  }

  @Test("Cues are at the Now page's foot for an hour, and give way to a notice")
  func cues() throws {
    let recording = try Self.play(
      #"""
      12:39:30 "shot":"before"
      12:40:30 "shot":"caffeine"
      12:45:00 "press":"menu"
      12:45:01 "shot":"plan"
      12:45:03 "press":"menu"
      12:45:05 "press":"menu"
      12:45:07 "press":"menu"
      12:45:09 "press":"menu"
      12:50:00 "press":"feed"
      12:50:01 "shot":"notice"
      12:50:10 "shot":"after"
      12:51:00 "press":"feed"
      13:40:30 "shot":"gone"
      17:45:00 "shot":"windDown"
      18:45:00 "shot":"bed"
      """#)
    func says(_ shot: String, _ text: String) throws -> Bool { try recording.shot(shot).texts.contains(text) }
    #expect(try !says("before", "No more caffeine"))
    #expect(try says("caffeine", "No more caffeine"))
    #expect(try !says("plan", "No more caffeine"))
    #expect(try !says("notice", "No more caffeine"))
    #expect(try says("after", "No more caffeine"))
    #expect(try !says("gone", "No more caffeine"))
    #expect(try says("windDown", "Wind down"))
    #expect(try !says("bed", "Wind down"))
  }

  @Test(
    "After a clock step a cue is shown only once",
    arguments: [
      // A step past the cue: it is shown late.
      ("12:30:00", 3600, ["12:31:00": true, "13:31:00": false]),
      // A step back before the cue: it is not shown again.
      ("13:50:00", -7200, ["13:51:00": false, "14:41:00": false]),
    ])
  func steps(at: String, seconds: Int, shown: [String: Bool]) throws {
    let shots = shown.keys.sorted()
    let lines =
      [#"\#(at) "clock":"step","seconds":\#(seconds)"#]
      + shots.map { #"\#($0) "shot":"at-\#($0.prefix(2))-\#($0.dropFirst(3).prefix(2))""# }
    let recording = try Self.play(lines.joined(separator: "\n"))
    for (shot, isThere) in shown {
      #expect(
        try recording.shot("at-\(shot.prefix(2))-\(shot.dropFirst(3).prefix(2))").texts
          .contains("No more caffeine") == isThere, "\(shot)")
    }
  }

  @Test(
    "Cues follow the configuration",
    arguments: [
      (config, true, true), (#"{"nights":{"alarm":"06:40","caffeine":true,"cues":false}}"#, false, false),
      (#"{"nights":{"alarm":"06:40"}}"#, false, true), ("{}", false, false),
    ])
  func settings(config: String, hasCaffeine: Bool, hasAlarm: Bool) throws {
    for (time, cue, isThere) in [
      ("12:40", "No more caffeine", hasCaffeine), ("06:40", "Time to get up", hasAlarm),
    ] {
      var scenario = Scenario("\(time):30 \"shot\":\"end\"")
      scenario.config = config
      #expect(try scenario.play().shot("end").texts.contains(cue) == isThere, "\(cue)")
    }
  }
}
