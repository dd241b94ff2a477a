import CareJournal
import Testing

@testable import BoxCommands
@testable import BoxRuntime

/// `cribside plan`, one line at a time: the answers and the refusals.
@Suite struct PlanAnswerTests {
  private func answer(_ request: String) throws -> (text: String, exit: BoxRuntime.ExitStatus) {
    let answer = PlanAnswer.lines.answer(try JSONReader.read(#"{"id":"a","request":\#(request)}"#))
    return (JSONWriter.text(answer.document), answer.exit)
  }

  /// The plan of one style as it appears in a line.
  private static func scenario(_ style: String, _ starts: [Int], _ windows: [Int]) -> String {
    let naps = zip(1...3, zip(starts, [30, 60, 30])).map { number, nap in
      #"{"kind":"nap","nap":\#(number),"start":\#(nap.0),"end":\#(nap.0 + nap.1),"#
        + #""wakeWindow":\#(windows[number - 1]),"actual":false}"#
    }
    return #"{"style":"\#(style)","napCount":3,"items":[{"kind":"wake","start":420},"#
      + naps.joined(separator: ",") + #",{"kind":"bedtime","start":1230,"wakeWindow":210}],"#
      + #""napLengths":[30,60,30],"bedtime":1230,"autoAdjusted":false,"constraintAdjusted":false,"#
      + #""message":"","violations":[]}"#
  }

  @Test("The default day is exact to the byte")
  func theDefaultDayIsExactToTheByte() throws {
    let scenarios = [
      Self.scenario("buildLater", [555, 745, 990], [135, 160, 185]),
      Self.scenario("gentle", [555, 732, 990], [135, 147, 198]),
      Self.scenario("balanced", [580, 770, 990], [160, 160, 160]),
    ]
    let answer = try answer("{}")
    #expect(
      answer.text == #"{"id":"a","result":{"ok":true,"napCount":3,"requestedNapCount":3,"#
        + #""switchedNapCount":false,"extended":false,"scenarios":[\#(scenarios.joined(separator: ","))],"#
        + #""baseLengths":[30,60,30],"boostedLengths":[30,60,30],"targetBedtime":1230}}"#)
    #expect(answer.exit == .ok)
  }

  @Test("With nextNaps free the number of naps follows from the limits; otherwise it is the wanted one")
  func freeNaps() throws {
    let naps = [("08:30", "09:00"), ("10:30", "11:00"), ("12:30", "13:00")].enumerated().map { index, nap in
      #"{"nap":\#(index + 1),"start":"\#(nap.0)","end":"\#(nap.1)"}"#
    }
    let day =
      #""wakeTime":"06:30","bedTime":"19:00","preferredNaps":3,"wakeWindows":{"min":90,"max":180,"last":180},"#
      + #""actualNaps":[\#(naps.joined(separator: ","))]"#
    let wanted = try answer("{\(day)}").text
    #expect(
      wanted.contains(#""napCount":3,"requestedNapCount":3"#) && wanted.contains("is 360 min, above 180 min"))
    #expect(try answer(#"{\#(day),"nextNaps":"wanted"}"#).text == wanted)
    let free = try answer(#"{\#(day),"nextNaps":"free"}"#).text
    #expect(free.contains(#""napCount":4,"requestedNapCount":3"#) && free.contains(#""violations":[]"#))
    #expect(!free.contains("above 180 min"), "\(free)")
  }

  @Test(
    "What is left out has its default",
    arguments: [
      #"{"wakeTime":"07:00","bedTime":"20:30","preferredNaps":3}"#,
      #"{"napLengths":{"two":[90,30,30],"three":[30,60,30]},"preferredNaps":null}"#,
      #"{"napLengths":{"two":[90,30]},"wakeWindows":{},"powerSleep":{},"constraints":{},"actualNaps":[]}"#,
      #"{"wakeWindows":{"min":135,"max":210,"last":210,"maxFirst":180}}"#,
      #"{"powerSleep":{"enabled":false,"targetMinutes":180},"wakeWindows":null,"napLengths":null}"#,
      #"{"powerSleep":{"enabled":null,"targetMinutes":null}}"#,
      #"{"constraints":{"awake":null,"asleep":{"start":"12:00","end":""}},"actualNaps":null}"#,
      #"{"constraints":null,"actualNaps":[{"nap":1,"start":"09:00","end":null},{"nap":2}]}"#,
    ])
  func whatIsLeftOutHasItsDefault(request: String) throws {
    #expect(try answer(request).text == answer("{}").text)
  }

  @Test(
    "A setting that is refused is an answer",
    arguments: ([
      (#"{"wakeTime":""}"#, "Please set both wake-up time and bedtime."),
      (#"{"wakeTime":null}"#, "Please set both wake-up time and bedtime."),
      (#"{"bedTime":"8:30"}"#, "Please set both wake-up time and bedtime."),
      (#"{"bedTime":"half past"}"#, "Please set both wake-up time and bedtime."),
      (#"{"wakeWindows":{"min":""}}"#, "Min wake window must be greater than 0."),
      (#"{"wakeWindows":{"min":-5}}"#, "Min wake window must be greater than 0."),
      (#"{"wakeWindows":{"max":null}}"#, "Max wake window must be greater than 0."),
      (
        #"{"wakeWindows":{"max":100}}"#,
        "Max wake window must be greater than or equal to min wake window."
      ),
      (#"{"wakeWindows":{"last":0}}"#, "Last wake window must be greater than 0."),
      (#"{"wakeWindows":{"last":250}}"#, "Last wake window must be between 135 and 210 minutes."),
      (#"{"wakeWindows":{"maxFirst":""}}"#, "Max first wake window must be greater than 0."),
      (
        #"{"wakeWindows":{"maxFirst":100}}"#,
        "⚠️ CONFIGURATION ERROR: Max first wake window must be at least equal to min wake window. "
          + "Please adjust these values."
      ),
      (
        #"{"napLengths":{"three":[30,0,30]}}"#,
        "Nap 1 and Nap 2 lengths should be greater than 0 minutes."
      ),
      (
        #"{"napLengths":{"three":[30,60,0]}}"#,
        "Nap 1, Nap 2 and Nap 3 lengths should be greater than 0 minutes."
      ),
    ] as [(String, String)]).map { TableRow($0, $0.0) })
  func aSettingThatIsRefusedIsAnAnswer(row: TableRow<(String, String)>) throws {
    let (request, reason) = row.fields
    let answer = try answer(request)
    #expect(answer.exit == .no)
    #expect(
      answer.text.hasPrefix(#"{"id":"a","result":{"ok":false,"napCount":0,"requestedNapCount":3,"#),
      "\(answer.text)")
    let failure = #""scenarios":[],"failure":{"reason":"\#(reason)","twoNap":null,"threeNap":null},"#
    #expect(answer.text.contains(failure), "\(answer.text)")
  }

  @Test("A day without a plan has both counts' reasons")
  func aDayWithoutAPlanHasBothCountsReasons() throws {
    let answer = try answer(#"{"bedTime":"12:00"}"#)
    let reason = "Not enough time for naps + last wake window before bed."
    #expect(answer.exit == .no)
    #expect(answer.text.contains(#""twoNap":"\#(reason)","threeNap":"\#(reason)"}"#), "\(answer.text)")
  }

  @Test(
    "Refusals name the field",
    arguments: ([
      (
        #"{"wakeTime":"99:99"}"#, "wakeTime",
        #"expected a time of day HH:MM from 00:00 to 23:59, found \"99:99\""#
      ),
      (#"{"bedTime":"24:00"}"#, "bedTime", #"found \"24:00\""#),
      (#"{"wakeTime":420}"#, "wakeTime", "found 420"),
      (#"{"preferredNaps":0}"#, "preferredNaps", "expected a whole number from 1 to 5, found 0"),
      (#"{"preferredNaps":6}"#, "preferredNaps", "from 1 to 5, found 6"),
      (#"{"preferredNaps":"3"}"#, "preferredNaps", "from 1 to 5"),
      (#"{"preferredNaps":2.5}"#, "preferredNaps", "from 1 to 5"),
      (#"{"napLengths":[30]}"#, "napLengths", "expected an object"),
      (#"{"napLengths":{"three":30}}"#, "napLengths.three", "expected an array"),
      (#"{"napLengths":{"three":[30,60]}}"#, "napLengths.three", "expected an array of 3 lengths in minutes"),
      (#"{"napLengths":{"two":[30]}}"#, "napLengths.two", "expected an array of 2 or 3 lengths"),
      (#"{"napLengths":{"one":[30,30]}}"#, "napLengths.one", "expected an array of 1 length in minutes"),
      (#"{"napLengths":{"four":[]}}"#, "napLengths.four", "4 lengths"),
      (#"{"napLengths":{"five":[1,2,3,4]}}"#, "napLengths.five", "5 lengths"),
      (#"{"napLengths":{"three":[30,"60",30]}}"#, "napLengths.three[1]", "expected a whole number"),
      (#"{"napLengths":{"three":[30,60,1e9]}}"#, "napLengths.three[2]", "expected a whole number"),
      (
        #"{"napLengths":{"three":[30,60,9000000000000000000]}}"#, "napLengths.three[2]",
        "expected a number from -10000 to 10000, found 9000000000000000000"
      ),
      (#"{"napLengths":{"six":[]}}"#, "napLengths.six", "unknown field six"),
      (#"{"wakeWindows":{"min":"90"}}"#, "wakeWindows.min", "expected a whole number of minutes"),
      (#"{"wakeWindows":{"last":90.5}}"#, "wakeWindows.last", "found 90.5"),
      (#"{"wakeWindows":{"max":true}}"#, "wakeWindows.max", "found true"),
      (#"{"wakeWindows":{"maxFirst":1000000}}"#, "wakeWindows.maxFirst", "-10000 to 10000"),
      (#"{"wakeWindows":{"first":1}}"#, "wakeWindows.first", "unknown field first"),
      (#"{"powerSleep":{"enabled":1}}"#, "powerSleep.enabled", "expected true or false"),
      (#"{"powerSleep":{"targetMinutes":"x"}}"#, "powerSleep.targetMinutes", "a whole number of minutes"),
      (#"{"powerSleep":{"target":1}}"#, "powerSleep.target", "unknown field"),
      (#"{"constraints":{"awake":"12:00"}}"#, "constraints.awake", "expected an object"),
      (#"{"constraints":{"awake":{"start":"25:00"}}}"#, "constraints.awake.start", "a time of day HH:MM"),
      (#"{"constraints":{"asleep":{"end":"9:00"}}}"#, "constraints.asleep.end", "a time of day HH:MM"),
      (#"{"constraints":{"asleep":{"until":"09:00"}}}"#, "constraints.asleep.until", "unknown field"),
      (#"{"constraints":{"quiet":{}}}"#, "constraints.quiet", "unknown field"),
      (#"{"actualNaps":{}}"#, "actualNaps", "expected an array"),
      (#"{"actualNaps":[{"start":"09:00"}]}"#, "actualNaps[0].nap", "found nothing"),
      (#"{"actualNaps":[{"nap":6}]}"#, "actualNaps[0].nap", "from 1 to 5"),
      (#"{"actualNaps":[{"nap":1,"start":"09:60"}]}"#, "actualNaps[0].start", "a time of day"),
      (#"{"actualNaps":[{"nap":1,"from":"09:00"}]}"#, "actualNaps[0].from", "unknown field"),
      (
        #"{"actualNaps":[{"nap":1,"start":"09:00","end":"09:40"},{"nap":2,"start":"09:39","end":"10:00"}]}"#,
        "actualNaps[1].start", "expected 09:40 or later, when nap 1 was over, found 09:39"
      ),
      (
        #"{"actualNaps":[{"nap":2,"start":"12:00","end":"13:00"},{"nap":1,"start":"13:00","end":"13:30"}]}"#,
        "actualNaps[0].start", "when nap 1 was over, found 12:00"
      ),
      (
        #"{"wakeTime":"14:00","actualNaps":[{"nap":1,"start":"01:00","end":"01:30"},"#
          + #"{"nap":2,"start":"18:00","end":"18:30"}]}"#,
        "actualNaps[1].start", "expected 01:30 or later, when nap 1 was over, found 18:00"
      ),
      (
        #"{"actualNaps":[{"nap":1,"start":"09:00","end":"09:40"},{"nap":1,"start":"10:00","end":"10:30"}]}"#,
        "actualNaps[1].nap", "each nap once"
      ),
      (#"{"naps":3}"#, "naps", "unknown field naps"),
      ("[]", "", "expected an object"),
    ] as [(String, String, String)]).map { TableRow($0, $0.0) })
  func refusalsNameTheField(row: TableRow<(String, String, String)>) throws {
    let (request, field, part) = row.fields
    let answer = try answer(request)
    #expect(answer.exit == .data)
    #expect(answer.text.hasPrefix(#"{"id":"a","error":{"field":"\#(field)","message":"#), "\(answer.text)")
    #expect(answer.text.contains(part), "\(answer.text)")
  }

  @Test("A recorded third nap in a two-nap day is no fault")
  func aRecordedThirdNapInATwoNapDayIsNoFault() throws {
    let answer = try answer(
      #"{"preferredNaps":2,"bedTime":"19:00","napLengths":{"two":[90,60]},"#
        + #""actualNaps":[{"nap":3,"start":"16:00","end":"16:20"}]}"#)
    #expect(answer.exit != .data)
    #expect(answer.text.contains(#""requestedNapCount":2"#))
  }

  @Test("A vector's line is accepted as it is")
  func aVectorsLineIsAcceptedAsItIs() throws {
    let line = #"{"id":7,"must":"exact","tags":["three"],"request":{},"result":{"ok":true}}"#
    let (answer, complaint) = PlanAnswer.lines.answer(Array(line.utf8), number: 1)
    #expect(answer.exit == .ok)
    #expect(complaint == nil)
  }

  @Test(
    "A malformed line has its number",
    arguments: [
      ("{", 65, "3: "), (#"{"id":1}"#, 65, #"3: {"id":1,"error":{"field":"request","#),
      (#"{"id":1,"request":{},"more":1}"#, 65, #"3: {"id":1,"error":{"field":"more","#),
    ] as [(String, Int32, String)])
  func aMalformedLineHasItsNumber(line: String, exit: Int32, told: String) {
    let (answer, complaint) = PlanAnswer.lines.answer(Array(line.utf8), number: 3)
    #expect(answer.exit.rawValue == exit)
    #expect(complaint?.hasPrefix(told) == true, "\(complaint ?? "")")
  }
}
