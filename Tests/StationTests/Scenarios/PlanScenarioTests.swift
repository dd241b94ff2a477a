import Bedside
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// A day's plan on the box, from the night before to the next morning, with naps, corrections and restarts.
@Suite struct PlanScenarioTests {
  /// Asleep since the evening, up at 06:40: a day of 12 hours for a baby of 150 days.
  private static func night(_ time: String = "06:40:30") -> String {
    #"\#(time) "command":["log","add","sleep","--start","18:50","--end","06:40"]"# + "\n"
  }
  /// The page below the time of day and the style.
  private static let plan = [
    "✓ wake", "06:40", "· 08:25–09:05", "40 m", "· 11:20–12:00", "40 m", "· 15:00–15:40", "40 m", "· bed",
    "18:40",
  ]

  @Test("The plan follows the day: each nap is kept, and the rest adapts")
  func day() throws {
    let recording = try Scenario.play(
      Self.night("08:38:00") + #"""
        08:38:10 "press":"menu"
        08:38:13 "shot":"morning"
        08:40:00 "press":"nap"
        08:49:50 "press":"menu"
        08:50:05 "shot":"asleep"
        09:10:00 "press":"nap"
        09:10:50 "press":"menu"
        09:11:05 "shot":"first"
        """#)
    var morning = ["08:38", "Plan", "●○"] + Self.plan
    morning[6] = "late"
    #expect(try recording.shot("morning").texts == morning)
    let asleep = try recording.shot("asleep").texts
    #expect(["▸ 08:40–09:20", "· 11:50–12:30", "wake by 10:50"].allSatisfy(asleep.contains), "\(asleep)")
    let first = try recording.shot("first").texts
    let expected = ["✓ 08:40–09:10", "· 11:40–12:30", "next nap 10 m longer"]
    #expect(expected.allSatisfy(first.contains), "\(first)")
  }

  private static let naps = #"""
    15:35:20 "command":["log","add","sleep","--start","08:40","--end","09:10"]
    15:35:21 "command":["log","add","sleep","--start","12:00","--end","12:50"]
    15:35:22 "command":["log","add","sleep","--start","15:00","--end","15:35"]

    """#

  @Test("In the afternoon the naps have their lengths, and a last window that is too long is named")
  func afternoon() throws {
    let recording = try Scenario.play(
      Self.night("15:35:10") + Self.naps + #"""
        15:36:00 "press":"menu"
        15:36:03 "shot":"plan"
        15:36:04 "press":"menu"
        15:36:07 "shot":"today"
        """#)
    #expect(
      try recording.shot("plan").texts == [
        "15:36", "Plan", "✓ 08:40–09:10", "30 m", "✓ 12:00–12:50", "50 m", "✓ 15:00–15:35", "35 m",
        "· bed", "! 18:40", "long evening", "early 18:05–18:35",
      ])
    let today = try recording.shot("today")
    #expect(today.page == "today")
    #expect(today.texts.prefix(2) == ["15:36", "Today"], "\(today.texts)")
    #expect(
      ["Sleep 13 h 45 in 24 h", "Naps ●●●", "no feeds yet"].allSatisfy(today.texts.contains),
      "\(today.texts)")
  }

  @Test("Midnight ends no day: the night continues, and only the naps of the day before are left out")
  func midnight() throws {
    let recording = try Scenario.play(
      #"""
      23:58:00 "command":["log","add","sleep","--start","2026-02-10T18:50:00-05:00","--end","06:40"]
      23:58:10 "command":["log","add","sleep","--start","08:40","--end","09:10"]
      23:58:20 "command":["log","add","sleep","--start","18:30"]
      23:59:45 "press":"menu"
      23:59:50 "shot":"before"
      2026-02-12T00:00:10-05:00 "shot":"after"
      2026-02-12T00:01:00-05:00 "process":"kill"
      2026-02-12T06:20:00-05:00 "process":"start"
      2026-02-12T06:20:10-05:00 "press":"nap"
      2026-02-12T06:20:20-05:00 "press":"menu"
      2026-02-12T06:20:30-05:00 "shot":"tomorrow"
      """#)
    for (name, time, night) in [("before", "23:59", "5 h 29"), ("after", "00:00", "5 h 30")] {
      let texts = try recording.shot(name).texts
      let naps = name == "before" ? ["✓ 08:40–09:10", "30 m"] : []
      #expect(texts.dropLast() == [time, "Plan"] + naps + ["☾ 18:30–", night, "· wakes"], "\(texts)")
      #expect(texts.last?.hasPrefix("~0") == true, "\(texts)")
    }
    let tomorrow = try recording.shot("tomorrow").texts
    #expect(tomorrow.prefix(5) == ["06:20", "Plan", "●○○", "✓ wake", "06:20"])
    #expect(!tomorrow.contains("✓ 08:40–09:10"))
  }

  @Test("The Now page has the planned nap, and `explain` says why")
  func now() throws {
    let recording = try Scenario.play(
      Self.night("09:00:00") + #"""
        09:00:01 "command":["log","add","sleep","--start","08:40","--end","08:55"]
        09:05:00 "shot":"awake"
        09:06:00 "command":["explain"]
        09:06:01 "command":["status"]
        09:06:02 "command":["status","--json"]
        """#)
    #expect(
      try recording.shot("awake").texts == ["09:04", "Awake 9 m", "nap 11:25", "in 2 h 21", "no feeds yet"])
    #expect(recording.says("After 1 nap the wake window is 2 h to 2 h 45 min (5-7 months)."))
    #expect(!recording.says("The next nap may begin"), "with a plan there is one next nap")
    #expect(recording.says("The day's plan (Build later) has the next nap from 11:25 to 12:30."))
    #expect(recording.says("next nap  11:25 to 12:30, Build later"))
    #expect(recording.says(#""nextNap":{"style":"buildLater","from":"2026-02-11T11:25:00-05:00""#))
    #expect(
      recording.says(
        #""window":{"earliest":"2026-02-11T10:55:00-05:00","latest":"2026-02-11T11:40:00-05:00"}"#))
  }

  @Test("A forgotten press changes the plan once it is corrected")
  func corrected() throws {
    let recording = try Scenario.play(
      Self.night("09:39:00") + #"""
        09:39:50 "press":"menu"
        09:39:55 "shot":"without"
        09:40:10 "command":["log","add","sleep","--start","08:40","--end","09:10"]
        09:40:15 "shot":"with"
        09:40:17 "hold":"menu","seconds":1.7
        09:40:25 "shot":"undone"
        """#)
    let without = try recording.shot("without").texts
    #expect(without.contains("· 08:25–09:05") && without.contains("late"), "\(without)")
    let with = try recording.shot("with").texts
    #expect(with.contains("✓ 08:40–09:10") && with.contains("· 11:40–12:30"), "\(with)")
    #expect(try recording.shot("undone").texts == ["09:40"] + without.dropFirst())
  }

  @Test("MENU twice on the Plan page steps through the styles that differ, which last until the next start")
  func styles() throws {
    let recording = try Scenario.play(
      Self.night() + #"""
        06:41:50 "press":"menu"
        06:42:00 "doublePress":"menu"
        06:42:03 "shot":"balanced"
        06:44:00 "power":"cut"
        06:44:30 "power":"on"
        06:45:00 "press":"menu"
        06:45:03 "shot":"again"
        06:45:20 "doublePress":"menu"
        06:45:23 "doublePress":"menu"
        06:45:32 "shot":"around"
        """#)
    // Gentle is the plan of build later here.
    let shot = try recording.shot("balanced")
    #expect(shot.page == "plan" && shot.texts.prefix(3) == ["06:42", "Plan", "○●"], "\(shot.texts)")
    #expect(shot.texts.contains("· 09:00–09:40"), "\(shot.texts)")
    #expect(try recording.shot("again").texts == ["06:45", "Plan", "●○"] + Self.plan)
    #expect(try recording.shot("around").texts == ["06:45", "Plan", "●○"] + Self.plan)
    #expect(try recording.careIDs().count == 1, "no style is in the log")
  }

  @Test(
    "A restart in the middle of the day, asleep or awake, gives the same plan", arguments: ["nap", "shot"])
  func restart(asleep: String) throws {
    let recording = try Scenario.play(
      Self.night("11:59:00") + #"""
        11:59:20 "command":["log","add","sleep","--start","08:40","--end","09:10"]
        12:00:00 \#(asleep == "nap" ? #""press":"nap""# : #""shot":"none""#)
        12:09:50 "press":"menu"
        12:10:02 "shot":"before"
        12:10:05 "process":"kill"
        12:10:10 "process":"start"
        12:10:15 "press":"menu"
        12:10:20 "shot":"after"
        """#)
    let before = try recording.shot("before")
    #expect(before.page == "plan" && before.texts.count > 8, "\(before.texts)")
    #expect(before.texts.contains(asleep == "nap" ? "▸ 12:00–12:50" : "· 11:40–12:30"), "\(before.texts)")
    #expect(try recording.shot("after").texts == before.texts)
  }

  @Test("The household's settings apply to the plan")
  func configured() throws {
    var scenario = Scenario(
      Self.night() + #"""
        06:41:00 "press":"menu"
        06:41:03 "shot":"plan"
        """#)
    scenario.baby =
      #"{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40","plan":{"naps":2,"#
      + #""napLengths":{"two":[100,60]},"wakeWindows":{"min":150,"max":210,"last":200,"maxFirst":180},"#
      + #""style":"balanced"}}"#
    #expect(
      try scenario.play().shot("plan").texts == [
        "06:41", "Plan", "○●", "✓ wake", "06:40", "· 09:40–11:20", "1 h 40", "· 14:20–15:20", "1 h 00",
        "· bed", "18:40",
      ])
  }

  @Test("A day without a plan says why, and MENU twice says that there is none")
  func none() throws {
    var scenario = Scenario(
      Self.night() + #"""
        06:41:00 "press":"menu"
        06:41:03 "shot":"plan"
        06:41:20 "doublePress":"menu"
        06:41:23 "shot":"notice"
        06:43:00 "command":["explain"]
        """#)
    scenario.baby =
      #"{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40","plan":{"wakeWindows":{"min":360}}}"#
    let recording = try scenario.play()
    #expect(
      try recording.shot("plan").texts == [
        "06:41", "No plan today", "Wake windows would", "leave their limits.", "Try wider limits or",
        "shorter naps.",
      ])
    #expect(try recording.shot("notice").page == "plan")
    #expect(try recording.shot("notice").texts.contains("No plan to change"), "\(recording.words("notice"))")
    #expect(recording.says("The day has no plan. Could not create a valid schedule."))
    // The same on a day that began with a feed.
    scenario.lines = #"""
      06:41:00 "press":"feed"
      06:55:00 "press":"feed"
      06:56:00 "press":"menu"
      06:56:03 "shot":"plan"
      """#
    let fed = try scenario.play().shot("plan").texts
    #expect(fed.contains("No plan today"), "\(fed)")
  }

  @Test("On a first day that begins in the afternoon, Plan names the short nap of the Now page")
  func firstAfternoon() throws {
    var scenario = Scenario(
      #"""
      14:25:00 "press":"feed"
      14:39:00 "press":"feed"
      14:44:00 "shot":"now"
      14:45:00 "press":"menu"
      14:45:03 "shot":"plan"
      """#)
    scenario.baby = #"{"name":"Mia","birthdate":"2025-09-10","bedtime":"19:00"}"#
    let recording = try scenario.play()
    let (now, plan) = (try recording.shot("now").texts, try recording.shot("plan").texts)
    #expect(now.contains("short nap 16:10"), "\(now)")
    #expect(plan.contains("· short nap") && plan.contains("16:10"), "\(plan)")
  }

  @Test("Without a clock there is no plan, and no time of day")
  func noClock() throws {
    let recording = try Scenario.play(
      #"""
      08:00:00 "clock":"unsynced"
      08:00:01 "power":"cut"
      08:00:10 "power":"on"
      08:10:00 "press":"nap"
      08:40:00 "press":"nap"
      08:41:00 "press":"menu"
      08:41:03 "shot":"plan"
      """#)
    let texts = try recording.shot("plan").texts
    #expect(texts.first == "Plan", "no time of day above the title")
    #expect(texts.contains("no plan: no clock") && texts.contains("--:--"))
    #expect(!texts.contains { $0.contains("08:") })
  }
}
