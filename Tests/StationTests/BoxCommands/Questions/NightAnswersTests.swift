import CareJournal
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// `cribside nights --in`: its scores and its refusals.
@Suite struct NightAnswersTests {
  private static func answers(_ lines: [String]) -> NightAnswers {
    NightAnswers(Array(lines.joined(separator: "\n").utf8)) { name, _ in
      name == "Europe/Berlin" ? ZoneWindow(name: name, initialOffsetSeconds: 3600) : nil
    }
  }

  private static func texts(_ lines: [String]) -> [String] {
    answers(lines).documents.map { JSONWriter.text($0) }
  }

  private static func segment(_ from: String, _ to: String) -> String {
    #"{"start":"2026-02-\#(from):00-05:00","end":"2026-02-\#(to):00-05:00"}"#
  }

  private static let night = segment("10T19:05", "11T06:40")

  @Test(
    "A night alone is scored",
    arguments: ([
      (#""segments":[\#(night)]"#, #""hours":11.5833,"bedtimes":["19:05"]"#),
      (
        #""segments":[\#(night)]"#,
        #""goal":8.0,"bedtime":null,"steps":null,"rating":null,"source":"button","stars":5,"reasons":[],"debt":0.0,"forgottenNap":false,"estimated":false}"#
      ),
      (#""segments":[\#(night)],"bedtime":"19:00","alarm":"07:00""#, #""goal":12.0,"bedtime":"19:00""#),
      (
        #""segments":[\#(night)],"bedtime":"00:00","alarm":"08:00""#,
        #""stars":4,"reasons":[{"reason":"offTargetBedtime","stars":-1,"minutes":-295}]"#
      ),
      (
        #""segments":[\#(night)],"goal":12"#,
        #""stars":4,"reasons":[{"reason":"underGoal","stars":-1}],"debt":0.4167,"forgottenNap":false,"estimated":false}"#
      ),
      (
        #""hours":6,"bedtimes":["23:00","02:00","04:00"],"goal":8"#,
        #""stars":1,"reasons":[{"reason":"under80PercentOfGoal","stars":-2},{"reason":"moreThanOneSegment","stars":-1},{"reason":"moreThanTwoSegments","stars":-1}]"#
      ),
      (
        #""hours":6.4,"goal":8,"steps":2999"#,
        #""stars":3,"reasons":[{"reason":"underGoal","stars":-1},{"reason":"fewSteps","stars":-1,"steps":2999}]"#
      ),
      (#""hours":3,"rating":5,"source":"motion""#, #""rating":5,"source":"motion","stars":3"#),
      (#""segments":[]"#, #""hours":null,"bedtimes":[],"segments":[],"wakings":0,"goal":8.0"#),
      // Segments are in any order. Each is read with the offset that it has, or by the named zone.
      (
        #""segments":[\#(segment("11T01:00", "11T06:00")),\#(segment("10T19:00", "10T23:00"))]"#,
        #""bedtimes":["19:00","01:00"]"#
      ),
      (
        #""segments":[{"start":"2026-02-10T18:00:00Z","end":"2026-02-11T05:00:00Z"}],"timeZone":"Europe/Berlin""#,
        #""bedtimes":["19:00"],"segments":[{"start":"2026-02-10T19:00:00+01:00""#
      ),
    ] as [(String, String)]).map { TableRow($0, $0.0) })
  func alone(row: TableRow<(String, String)>) throws {
    let (fields, part) = row.fields
    let texts = Self.texts([#"{"date":"2026-02-10",\#(fields)}"#])
    #expect(texts.count == 2)
    #expect(texts[0].contains(part), "\(texts[0])")
  }

  @Test("The date follows from the segments")
  func theDateFollowsFromTheSegments() {
    let early = Self.segment("11T01:00", "11T06:00")
    #expect(Self.texts([#"{"segments":[\#(early)]}"#])[0].hasPrefix(#"{"date":"2026-02-10""#))
  }

  @Test("Lines are scored among each other in any order")
  func linesAreScoredAmongEachOtherInAnyOrder() {
    let bedtimes = ["2026-02-10": "19:00", "2026-02-08": "17:00", "2026-02-09": "21:01"]
    let lines = bedtimes.map { #"{"date":"\#($0)","hours":7,"bedtimes":["\#($1)"]}"# }
    for texts in [Self.texts(lines), Self.texts(lines.reversed())] {
      let last = texts.first { $0.hasPrefix(#"{"date":"2026-02-10""#) }
      #expect(last?.contains(#"{"reason":"irregularBedtimes","stars":-1,"minutes":121}"#) == true)
      #expect(last?.contains(#""debt":3.0"#) == true)
      #expect(texts.last?.contains(#""nightsWithData":3,"debt":3.0"#) == true)
    }
  }

  @Test(
    "A refusal names line and field",
    arguments: ([
      ("x", "2: expected a value, found `x`"), ("[]", "2: expected an object, found []"),
      ("{}", "2: date: expected a date YYYY-MM-DD, found nothing"),
      (#"{"date":"2026-02-30"}"#, "2: date: expected a date YYYY-MM-DD"),
      (#"{"date":"2026-02-10","hour":7}"#, "2: hour: "),
      (#"{"date":"2026-02-10","hours":25}"#, "2: hours: expected a number from 0.0 to 24.0, found 25"),
      (#"{"date":"2026-02-10","bedtimes":["7pm"]}"#, "2: bedtimes[0]: expected a time HH:MM"),
      (#"{"date":"2026-02-10","goal":0}"#, "2: goal: expected a number from 0.1 to 24.0"),
      (#"{"date":"2026-02-10","alarm":"24:00"}"#, "2: alarm: expected a time HH:MM"),
      (#"{"date":"2026-02-10","steps":-1}"#, "2: steps: expected a whole number from 0 to 200000"),
      (#"{"date":"2026-02-10","rating":6}"#, "2: rating: expected a whole number from 1 to 5"),
      (#"{"date":"2026-02-10","source":"watch"}"#, "2: source: expected one of"),
      (#"{"date":"2026-02-10","timeZone":"Nowhere"}"#, "2: timeZone: expected the name of a time zone"),
      (
        #"{"date":"2026-02-10","segments":[{"start":"19:00"}]}"#, "2: segments[0].start: expected a time such"
      ),
      (
        #"{"date":"2026-02-10","segments":[\#(segment("11T06:00", "10T19:00"))]}"#,
        "2: segments[0].end: expected a time after the start"
      ),
      (
        #"{"date":"2026-02-10","segments":[\#(segment("10T19:00", "11T19:01"))]}"#,
        "2: segments[0].end: expected a time within a day of the start"
      ),
      (
        #"{"date":"2026-02-10","segments":[\#(night),\#(segment("11T06:30", "11T07:00"))]}"#,
        "2: segments[1].start: expected a segment that does not overlap segments[0]"
      ),
      (
        #"{"date":"2026-02-11","segments":[\#(night)]}"#,
        "2: segments[0].start: expected a time between noon of 2026-02-11 and noon of 2026-02-12"
      ),
      (#"{"date":"2026-02-09"}"#, "2: date: expected a night that no other line has"),
    ] as [(String, String)]).map { TableRow($0, $0.0) })
  func refused(row: TableRow<(String, String)>) {
    let (line, complaint) = row.fields
    let answers = Self.answers([
      #"{"date":"2026-02-09","hours":9}"#, line, #"{"date":"2026-02-12","hours":9}"#,
    ])
    #expect(answers.complaints.map { $0.text.hasPrefix(complaint) } == [true], "\(answers.complaints)")
    let texts = answers.documents.map { JSONWriter.text($0) }
    #expect(texts.count == 4)
    #expect(texts[1].hasPrefix(#"{"line":2,"error":{"field":""#))
    #expect(texts[2].hasPrefix(#"{"date":"2026-02-12","hours":9.0"#))
  }

  @Test("What it prints can be read again")
  func whatItPrintsCanBeReadAgain() {
    let lines = [
      #"{"date":"2026-02-10","segments":[\#(Self.night)],"bedtime":"17:00","alarm":"07:00","steps":10}"#,
      #"{"date":"2026-02-09"}"#,
      #"{"date":"2026-02-08","hours":7.25,"bedtimes":["19:00","23:10"],"rating":2}"#,
      #"{"date":"2026-02-07","hours":17,"forgottenNap":true}"#,
    ]
    let once = Self.texts(lines)
    #expect(Self.texts(Array(once.dropLast())) == once)
    #expect(
      once[3].contains(#""stars":null,"reasons":[],"#)
        && once[3].hasSuffix(#""forgottenNap":true,"estimated":false}"#))
  }

  @Test("Nights older than the store keeps are scored too")
  func nightsOlderThanTheStoreKeepsAreScoredToo() {
    let texts = Self.texts([
      #"{"date":"2020-02-10","hours":3}"#, #"{"date":"2026-02-10","hours":9}"#,
    ])
    #expect(texts[0].contains(#""stars":3"#))
    #expect(texts[0].contains(#""debt":5.0"#))
  }

  @Test("The table has bars and reasons")
  func theTableHasBarsAndReasons() {
    let answers = Self.answers([
      #"{"date":"2026-02-04","hours":8,"bedtimes":["23:30"],"steps":4000}"#,
      #"{"date":"2026-02-10","hours":6.5,"bedtimes":["00:30"],"steps":8000,"rating":5}"#,
    ])
    let table = [
      "night       bed    hours  goal   stars  steps",
      "2026-02-04  23:30  8:00   8:00   ★★★★★  4000    ████████",
      "2026-02-05  –      –      8:00   –      –       no data",
      "2026-02-06  –      –      8:00   –      –       no data",
      "2026-02-07  –      –      8:00   –      –       no data",
      "2026-02-08  –      –      8:00   –      –       no data",
      "2026-02-09  –      –      8:00   –      –       no data",
      "2026-02-10  00:30  6:30   8:00   ★★★★★  8000    ██████▌  rated by hand, under the goal (−1)",
      "",
      "bedtime     ▁ · · · · · █  23:30 to 00:30",
      "hours       █ · · · · · ▇  6:30 to 8:00",
      "stars       █ · · · · · █  5",
      "steps       ▅ · · · · · █  4000 to 8000",
      "",
      "sleep debt over 7 nights: 1:30, 5 without data not counted",
    ]
    #expect(answers.table == table)
    #expect(Self.answers([]).table == [])
    #expect(Self.answers([]).documents.isEmpty)
  }

  @Test(
    "Step counts are read with their evening",
    arguments: [
      ("5400", nil, 5400), ("2026-02-10=0", "2026-02-10", 0), ("", nil, nil), ("-1", nil, nil),
      ("200001", nil, nil), ("x=5", nil, nil), ("2026-02-10=", nil, nil), ("1=2=3", nil, nil),
    ] as [(String, String?, Int?)])
  func stepCountsAreReadWithTheirEvening(text: String, date: String?, steps: Int?) {
    let word = NightWord(steps: text)
    #expect(word?.word == steps.map { .steps($0) })
    #expect(word?.evening.map { ISO8601.text($0) } == date)
  }

  @Test(
    "Ratings are read",
    arguments: [
      ("4", "rating 4"), ("none", "rating nil"), ("2026-02-10=1", "rating 1"),
      ("2026-02-10=none", "rating nil"), ("0", nil), ("6", nil), ("", nil), ("2026-02-30=3", nil),
      ("None", nil),
    ] as [(String, String?)])
  func ratingsAreRead(text: String, shown: String?) {
    guard case .rating(let stars)? = NightWord(rating: text)?.word else { return #expect(shown == nil) }
    #expect(shown == "rating " + (stars.map { "\($0)" } ?? "nil"))
  }
}
