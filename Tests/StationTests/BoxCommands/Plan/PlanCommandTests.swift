import ArgumentParser
import Nursery
import Testing

@testable import BoxRuntime
@testable import cribside

/// `cribside plan` with options: the requests, the output, and the refusals.
@Suite struct PlanCommandTests {
  private func command(_ words: String) throws -> PlanCommand {
    let arguments = ["plan"] + words.split(separator: " ").map(String.init)
    return try #require(try Cribside.parseAsRoot(arguments) as? PlanCommand)
  }

  private func answer(_ words: String) throws -> BoxAnswer { try command(words).question().answer() }

  // MARK: - The request of the options

  @Test("Every option reaches the request")
  func everyOptionReachesTheRequest() throws {
    let request = try command(
      "--wake 06:45 --bed 19:15 --naps 2 --lengths 90,60 --lengths 30,45,30 --min 120 --max 240 --last 200 "
        + "--max-first 190 --power-target 170 --awake 12:00-13:00 --asleep 13:30-14:00 --nap 1=09:10-09:40 "
        + "--nap 2=13:00-14:05"
    ).question().request
    #expect(
      request
        == ScheduleRequest(
          wakeTime: 405, bedTime: 1155, preferredNaps: 2,
          napLengths: NapLengths(two: [90, 60], three: [30, 45, 30]),
          wakeWindows: WakeWindowLimits(minimum: 120, maximum: 240, last: 200, maximumFirst: 190),
          powerSleep: PowerSleep(isEnabled: true, targetMinutes: 170),
          awake: ClockWindow(start: 720, end: 780), asleep: ClockWindow(start: 810, end: 840),
          actualNaps: [ActualNap(nap: 1, start: 550, end: 580), ActualNap(nap: 2, start: 780, end: 845)]))
  }

  @Test(
    "The lengths say how many naps are wanted",
    arguments: [
      ("", 3), ("--lengths 90,30", 2), ("--lengths 90", 1), ("--lengths 30,30,30,30,30", 5),
      ("--lengths 90,30 --lengths 30,60,30", 3), ("--lengths 90,30 --lengths 30,60,30 --naps 2", 2),
    ])
  func theLengthsSayHowManyNapsAreWanted(words: String, naps: Int) throws {
    #expect(try command(words).question().request.preferredNaps == naps)
  }

  @Test(
    "An early bedtime is reported",
    arguments: [
      ("--bed 05:00", "the bedtime 05:00 is before the wake-up 07:00, so it is taken for the next day's"),
      ("--wake 12:00 --bed 11:00", "the bedtime 11:00 is before the wake-up 12:00, so "),
      ("--bed 07:00", "the bedtime 07:00 is the same as the wake-up 07:00, so "),
      ("--bed 09:00", "Could not create a valid schedule. "),
    ])
  func bedBeforeWake(words: String, told: String) throws {
    let answer = try answer(words)
    #expect(answer.exit == .no)
    #expect(answer.error.hasPrefix(told), "\(answer.error)")
    #expect(answer.error.contains("Try: ") == told.hasPrefix("Could"), "\(answer.error)")
  }

  @Test("Without options the default day is planned")
  func withoutOptionsTheDefaultDayIsPlanned() throws {
    #expect(try command("").question().request == ScheduleRequest())
    #expect(try command("--power-sleep").question().request.powerSleep == PowerSleep(isEnabled: true))
  }

  @Test(
    "Lines are read where nothing else is asked",
    arguments: [
      ("", false, "-"), ("", true, nil), ("--in r.jsonl", true, "r.jsonl"), ("--in -", true, "-"),
      ("--json", false, nil), ("--naps 3", false, nil), ("--explain", false, nil),
    ] as [(String, Bool, String?)])
  func linesAreReadWhereNothingElseIsAsked(words: String, isTerminal: Bool, lines: String?) throws {
    #expect(try command(words).lines(isTerminal: isTerminal) == lines)
  }

  @Test(
    "A bad value names its option",
    arguments: ([
      ("--wake 25:00", #"--wake: expected a time of day HH:MM from 00:00 to 23:59, found "25:00""#),
      ("--naps 6", #"--naps: expected a whole number from 1 to 5, found "6""#),
      ("--naps three", #"--naps: expected a whole number from 1 to 5, found "three""#),
      (
        "--lengths 30,x",
        #"--lengths: expected one to five lengths in minutes such as 30,60,30, found "30,x""#
      ),
      ("--lengths 1,2,3,4,5,6", "--lengths: expected one to five lengths"),
      ("--lengths 30,,30", "--lengths: expected one to five lengths"),
      ("--lengths 30,30 --lengths 40,40", #"--lengths: expected each number of naps once, found "40,40""#),
      (
        "--naps 3 --lengths 90,30",
        #"--lengths: expected the lengths of 3 naps, as --naps says, found "90,30""#
      ),
      ("--lengths 900000", "--lengths: expected a number from -10000 to 10000"),
      ("--min 2h", #"--min: expected a whole number of minutes, found "2h""#),
      ("--max 1.5", "--max: expected a whole number"), ("--last x", "--last: expected a whole number"),
      ("--max-first x", "--max-first: expected a whole number"),
      ("--power-target x", "--power-target: expected a whole number"),
      ("--min 200 --max 100", #"--max: expected at least --min (200), found "100""#),
      ("--max 5", #"--max: expected at least --min (135), found "5""#),
      ("--min 220", #"--max: expected at least --min (220), found "210, the default""#),
      ("--min 0", #"--min: expected at least 1, found "0""#),
      ("--min 60 --max 0", #"--max: expected at least 1, found "0""#),
      ("--last 0", #"--last: expected at least 1, found "0""#),
      ("--last 300", #"--last: expected --min (135) to --max (210), found "300""#),
      ("--max 200", #"--last: expected --min (135) to --max (200), found "210, the default""#),
      ("--max-first 0", #"--max-first: expected at least 1, found "0""#),
      ("--max-first 100", #"--max-first: expected at least --min (135), found "100""#),
      ("--lengths 30,0,30", #"--lengths: expected at least 1 minute for each nap, found "30,0,30""#),
      ("--awake 12:00", #"--awake: expected two times of day such as 12:00-13:00, found "12:00""#),
      ("--asleep 12:00-25:00", "--asleep: expected two times of day"),
      ("--nap 09:00-10:00", "--nap: expected a nap's number from 1 to 5 and its times such as 1=09:10-09:40"),
      ("--nap 6=09:00-10:00", "--nap: expected a nap's number"),
      (
        "--nap 2=09:10-10:00 --nap 1=09:30-09:50",
        #"--nap: expected 09:50 or later, when nap 1 was over, found "09:10""#
      ),
      ("--nap 1=09:10-10:00 --nap 1=11:30-11:50", "--nap: expected each nap once"),
      ("--style wild", #"--style: expected one of build-later, gentle, balanced, found "wild""#),
      ("--style default", "--style: expected one of"),
    ] as [(String, String)]).map { TableRow($0, $0.0) })
  func aBadValueNamesItsOption(row: TableRow<(String, String)>) throws {
    let (words, told) = row.fields
    #expect(try UsageAnswer(["plan"] + words.split(separator: " ").map(String.init)).isOf("plan", told))
  }

  @Test(
    "Some options exclude each other",
    arguments: [
      ("--in x --wake 07:00", #"--in: expected no other option, found "--wake""#),
      ("--in x --json", #"--in: expected no other option, found "--json""#),
      ("--in x --nap 1=09:00-10:00", #"--in: expected no other option, found "--nap""#),
      ("--copy-text --json", #"--copy-text: expected no other form, found "--json""#),
      ("--copy-text --explain", #"--copy-text: expected no other form, found "--explain""#),
    ])
  func someOptionsExcludeEachOther(words: String, told: String) throws {
    #expect(try UsageAnswer(["plan"] + words.split(separator: " ").map(String.init)).isOf("plan", told))
  }

  // MARK: - What is printed

  @Test("The default day is a table")
  func theDefaultDayIsATable() throws {
    #expect(
      try answer("--wake 07:00")
        == BoxAnswer(
          output: """
            Build later: 3 naps, 2 h 00 of sleep
              Wake   07:00
              Nap 1  09:15–09:45  30 m    awake 2 h 15 before
              Nap 2  12:25–13:25  1 h 00  awake 2 h 40 before
              Nap 3  16:30–17:00  30 m    awake 3 h 05 before
              Bed    20:30                awake 3 h 30 before

            Gentle: 3 naps, 2 h 00 of sleep
              Wake   07:00
              Nap 1  09:15–09:45  30 m    awake 2 h 15 before
              Nap 2  12:12–13:12  1 h 00  awake 2 h 27 before
              Nap 3  16:30–17:00  30 m    awake 3 h 18 before
              Bed    20:30                awake 3 h 30 before

            Balanced: 3 naps, 2 h 00 of sleep
              Wake   07:00
              Nap 1  09:40–10:10  30 m    awake 2 h 40 before
              Nap 2  12:50–13:50  1 h 00  awake 2 h 40 before
              Nap 3  16:30–17:00  30 m    awake 2 h 40 before
              Bed    20:30                awake 3 h 30 before

            """))
  }

  @Test("Equal styles are shown together")
  func equalStylesAreShownTogether() throws {
    #expect(
      try answer("--nap 1=09:10-10:00").output == """
        Build later, Gentle and Balanced: 3 naps, 2 h 00 of sleep
          Wake   07:00
          Nap 1  09:10–10:00  50 m  awake 2 h 10 before  recorded
          Nap 2  12:55–13:35  40 m  awake 2 h 55 before
          Nap 3  16:30–17:00  30 m  awake 2 h 55 before
          Bed    20:30              awake 3 h 30 before
          Planned around the recorded naps: Nap 2 -20 min.

        """)
  }

  @Test("A broken rule is shown below its plan")
  func aBrokenRuleIsShownBelowItsPlan() throws {
    let output = try answer("--asleep 12:00-17:00 --style gentle").output
    #expect(output.contains("\n  ! No nap covers the time that should be asleep. Move "), "\(output)")
    #expect(!output.contains("Balanced"))
  }

  @Test(
    "A plan is a line to paste",
    arguments: [
      ("", "Nap 1 09:15–09:45 (30m), Nap 2 12:25–13:25 (60m), Nap 3 16:30–17:00 (30m)"),
      (" --style balanced", "Nap 1 09:40–10:10 (30m), Nap 2 12:50–13:50 (60m), Nap 3 16:30–17:00 (30m)"),
    ])
  func aPlanIsALineToPaste(words: String, naps: String) throws {
    #expect(try answer("--copy-text" + words) == BoxAnswer(output: "Wake 07:00, \(naps), Bed 20:30\n"))
  }

  @Test("The line to paste wraps at midnight")
  func theLineToPasteWrapsAtMidnight() throws {
    #expect(
      try answer("--copy-text --wake 14:00 --bed 03:30").output
        == "Wake 14:00, Nap 1 16:15–16:45 (30m), Nap 2 19:25–20:25 (60m), Nap 3 23:30–00:00 (30m), Bed 03:30\n"
    )
  }

  @Test("One document has the shape of a line's result")
  func oneDocumentHasTheShapeOfALinesResult() throws {
    let output = try answer("--json --style balanced").output
    #expect(
      output == #"{"ok":true,"napCount":3,"requestedNapCount":3,"switchedNapCount":false,"extended":false,"#
        + #""scenarios":[{"style":"balanced","napCount":3,"items":[{"kind":"wake","start":420},"#
        + #"{"kind":"nap","nap":1,"start":580,"end":610,"wakeWindow":160,"actual":false},"#
        + #"{"kind":"nap","nap":2,"start":770,"end":830,"wakeWindow":160,"actual":false},"#
        + #"{"kind":"nap","nap":3,"start":990,"end":1020,"wakeWindow":160,"actual":false},"#
        + #"{"kind":"bedtime","start":1230,"wakeWindow":210}],"napLengths":[30,60,30],"bedtime":1230,"#
        + #""autoAdjusted":false,"constraintAdjusted":false,"message":"","violations":[]}],"#
        + #""baseLengths":[30,60,30],"boostedLengths":[30,60,30],"targetBedtime":1230}"# + "\n")
  }

  @Test("The document has insights when they are asked for")
  func theDocumentHasInsightsWhenTheyAreAskedFor() throws {
    let output = try answer("--json --explain --nap 1=09:10-10:00").output
    #expect(
      output.hasSuffix(
        #","insights":{"naps":[{"nap":1,"start":550,"end":600,"minutes":50,"plannedMinutes":30,"#
          + #""differenceMinutes":20,"wakeWindow":130,"plannedWakeWindow":135,"wakeWindowDifference":-5}],"#
          + #""actualMinutes":50,"plannedMinutes":120,"plannedMinutesSoFar":30,"differenceMinutes":20}}"#
          + "\n"),
      "\(output)")
    #expect(try !answer("--json --nap 1=09:10-10:00").output.contains("insights"))
  }

  // MARK: - No plan

  private static let impossible =
    "Could not create a valid schedule. Not enough time for naps + last wake window before bed. "
    + "Try: (1) Reduce total nap time, (2) Move bedtime later, or (3) Reduce last wake window. "
    + "(Note: 2 naps also failed - Not enough time for naps + last wake window before bed.)"

  @Test(
    "A day without a plan is exit code 1", arguments: ["", " --copy-text", " --explain", " --style gentle"])
  func aDayWithoutAPlanIsExitOne(words: String) throws {
    #expect(try answer("--bed 12:00" + words) == BoxAnswer(error: Self.impossible, exit: .no))
  }

  @Test("A document has its reason")
  func aDocumentHasItsReason() throws {
    let answer = try answer("--bed 12:00 --json")
    #expect(answer.exit == .no)
    #expect(answer.error.isEmpty)
    #expect(answer.output.contains(#""failure":{"reason":"Not enough time for naps"#))
  }

  /// Here the first wake window of the balanced style would be too long, and no change of naps fixes it.
  private static let unbalanced =
    "--bed 21:40 --lengths 25,75,55 --min 130 --max 195 --last 190 --max-first 150 --awake 13:05-13:25 "
    + "--style balanced"

  @Test("A style without a plan is exit code 1")
  func aStyleWithoutAPlanIsExitOne() throws {
    let reason = "no plan of the style Balanced fits this day; there is one of: Build later and Gentle"
    #expect(try answer(Self.unbalanced) == BoxAnswer(error: reason, exit: .no))
    let document = try answer(Self.unbalanced + " --json")
    #expect(document.exit == .no)
    #expect(document.output.hasPrefix(#"{"ok":false,"#))
    #expect(
      document.output.contains(
        #""scenarios":[],"failure":{"reason":"\#(reason)","twoNap":null,"threeNap":null}"#))
  }
}
