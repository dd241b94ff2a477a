import CareJournal
import Nursery
import Testing

@testable import BoxCommands

/// `cribside day`, one line at a time: the answers and the refusals.
@Suite struct DayAnswerTests {
  private func answer(_ text: String) throws -> (text: String, isGood: Bool) {
    let lines = DayAnswer.lines { name, _ in
      name == "Europe/Berlin" ? ZoneWindow(name: name, initialOffsetSeconds: 3600) : nil
    }
    let answer = lines.answer(try JSONReader.read(text))
    return (JSONWriter.text(answer.document), answer.exit == .ok)
  }

  private func line(
    baby: String = #"{"birthdate":"2025-09-14","bedtime":"19:00"}"#, feeds: String = "[]",
    sleeps: String = "[]", more: String = ""
  ) -> String {
    #"{"id":"a","request":{"baby":\#(baby),"feeds":\#(feeds),"sleeps":\#(sleeps),"#
      + #""now":"2026-02-11T12:00:00+01:00","timeZone":"Europe/Berlin"\#(more)}}"#
  }

  @Test("The answer for an awake baby has every field")
  func theAnswerForAnAwakeBabyHasEveryField() throws {
    let request = line(
      feeds: #"[{"kind":"bottle","start":"2026-02-11T10:30:00Z","end":"2026-02-11T10:30:00Z"}]"#,
      sleeps: #"[{"start":"2026-02-11T09:00:00+01:00","end":"2026-02-11T10:00:00+01:00"}]"#)
    let answer = try answer(request)
    #expect(
      answer.text == #"{"id":"a","result":{"state":"awakeApproaching","ageBracket":"5-7 months","#
        + #""bedtime":"19:00","napCutoff":"16:00","completedNaps":1,"#
        + #""feed":{"state":"recentlyFed","minutesAgo":30},"feedCount":1,"awakeMinutes":120,"#
        + #""window":[120,165],"nextNap":{"earliest":"2026-02-11T12:00:00+01:00","#
        + #""latest":"2026-02-11T12:45:00+01:00"},"#
        + #""text":"12:00 · Awake 2 h 00 · nap from 12:00 · now · fed 30 m ago"}}"#)
    #expect(answer.isGood)
  }

  @Test("The windows of a request apply to the state, the next nap and the cutoff")
  func windows() throws {
    let sleeps = #"[{"start":"2026-02-11T09:00:00+01:00","end":"2026-02-11T10:00:00+01:00"}]"#
    let own = try answer(line(sleeps: sleeps, more: #","windows":[[60,90],[60,100],[90,120]]"#)).text
    #expect(own.contains(#""state":"awakeBeyond""#) && own.contains(#""window":[60,100]"#), "\(own)")
    #expect(own.contains(#""napCutoff":"17:00""#) && own.contains(#""latest":"2026-02-11T11:40:00+01:00""#))
    let byAge = try answer(line(sleeps: sleeps)).text
    #expect(byAge.contains(#""state":"awakeApproaching""#) && byAge.contains(#""napCutoff":"16:00""#))
  }

  @Test(
    "The answer has the result",
    arguments: [
      (#"[{"start":"2026-02-11T11:30:00+01:00"}]"#, #""sleepMinutes":30,"minutesUntilCutoff":240"#),
      (#"[{"start":"2026-02-11T11:30:00+01:00"}]"#, #""wakeBy":"2026-02-11T16:00:00+01:00""#),
      (#"[{"start":"2026-02-10T19:00:00+01:00"}]"#, #""state":"nightSleep""#),
      (#"[{"start":"2026-02-10T19:00:00+01:00"}]"#, #""expectedWake":"2026-02-11T07:00:00+01:00""#),
      (#"[{"start":"2026-02-10T19:00:00+01:00"}]"#, #""dreamFeed":"2026-02-10T22:30:00+01:00""#),
      ("[]", #""state":"notStarted""#), ("[]", #""feed":{"state":"noFeedsYet"},"feedCount":0"#),
    ])
  func theAnswerHasTheResult(sleeps: String, part: String) throws {
    let baby = #"{"birthdate":"2025-09-14","bedtime":"19:00","dreamFeed":"22:30","dayStart":"05:00"}"#
    #expect(try answer(line(baby: baby, sleeps: sleeps)).text.contains(part))
  }

  @Test("A dismissed dream feed is gone")
  func aDismissedDreamFeedIsGone() throws {
    let answer = try answer(
      line(
        baby: #"{"birthdate":"2025-09-14","bedtime":"19:00","dreamFeed":"22:30"}"#,
        sleeps: #"[{"start":"2026-02-10T19:00:00+01:00"}]"#,
        more: #","dreamFeedDismissed":["2026-02-10T22:31:00+01:00"]"#))
    #expect(!answer.text.contains("dreamFeed"))
  }

  private static let sleep = #"{"start":"2026-02-11T08:00:00+01:00","end":"2026-02-11T09:00:00+01:00"}"#

  @Test(
    "Refusals name the field",
    arguments: ([
      (#","baby":{}"#, "baby.birthdate", "nothing"),
      (#","baby":{"birthdate":"2026-02-12","bedtime":"19:00"}"#, "baby.birthdate", "today (2026-02-11)"),
      (#","baby":{"birthdate":"2025-02-30","bedtime":"19:00"}"#, "baby.birthdate", "a date"),
      (#","baby":{"birthdate":"2025-09-14","bedtime":"7 pm"}"#, "baby.bedtime", "a time HH:MM"),
      (
        #","baby":{"birthdate":"2025-09-14","bedtime":"19:00","feedIntervalMinutes":-5}"#,
        "baby.feedIntervalMinutes", "from 0 to 1440"
      ),
      (#","baby":{"birthdate":"2025-09-14","bedtime":"19:00","name":"Mia"}"#, "baby.name", "unknown field"),
      (#","sleeps":7"#, "sleeps", "an array"),
      (#","sleeps":[\#(sleep),{}]"#, "sleeps[1].start", "nothing"),
      (
        #","sleeps":[{"start":"2026-02-11T08:00:00+01:00","end":"2026-02-11T07:59:59+01:00"}]"#,
        "sleeps[0].end", "not before the start"
      ),
      (
        #","sleeps":[\#(sleep),{"start":"2026-02-11T08:59:59+01:00"}]"#, "sleeps[1].start",
        "does not overlap sleeps[0]"
      ),
      (#","sleeps":[{"start":"2026-02-11T12:02:01+01:00"}]"#, "sleeps[0].start", "at most 2 minutes"),
      (
        #","sleeps":[{"start":"2026-02-11T11:00:00+01:00","end":"2026-02-11T12:02:01+01:00"}]"#,
        "sleeps[0].end", "at most 2 minutes"
      ),
      (#","feeds":[{"kind":"cup","start":"2026-02-11T10:00:00+01:00"}]"#, "feeds[0].kind", "nursing"),
      (
        #","feeds":[{"kind":"nursing","start":"2026-02-11T10:00:00+01:00","side":"top"}]"#,
        "feeds[0].side", "left"
      ),
      (
        #","feeds":[{"kind":"bottle","start":"2026-02-11T10:00:00+01:00","side":"left"}]"#,
        "feeds[0].side", "unknown field"
      ),
      (
        #","feeds":[{"kind":"bottle","start":"2026-02-11T10:00:00+01:00","end":"2026-02-11T10:05:00+01:00"}]"#,
        "feeds[0].end", "a bottle is an instant"
      ),
      (
        #","feeds":[{"kind":"nursing","start":"2026-02-11T10:00:00+01:00","end":"2026-02-11T09:05:00+01:00"}]"#,
        "feeds[0].end", "not before the start"
      ),
      (#","wokeAt":"2026-02-11T12:03:00+01:00""#, "wokeAt", "at most 2 minutes"),
      (#","wokeAt":"07:00""#, "wokeAt", "a time such as"),
      (#","dreamFeedDismissed":["now"]"#, "dreamFeedDismissed[0]", "a time such as"),
      (#","timeZone":"Mars/Olympus""#, "timeZone", "a time zone"),
      (#","now":"2026-02-11 12:00""#, "now", "a time such as"),
      (#","napps":[]"#, "napps", "unknown field"),
    ] as [(String, String, String)]).map { TableRow($0, $0.0) })
  func refusalsNameTheField(row: TableRow<(String, String, String)>) throws {
    let (change, field, part) = row.fields
    let answer = try answer(changed(change))
    #expect(!answer.isGood)
    #expect(answer.text.hasPrefix(#"{"id":"a","error":{"field":"\#(field)","message":"#), "\(answer.text)")
    #expect(answer.text.contains(part), "\(answer.text)")
  }

  /// The valid line with one member replaced or added.
  private func changed(_ change: String) throws -> String {
    var members = [
      "baby": #"{"birthdate":"2025-09-14","bedtime":"19:00"}"#, "feeds": "[]", "sleeps": "[]",
      "now": #""2026-02-11T12:00:00+01:00""#, "timeZone": #""Europe/Berlin""#,
    ]
    let colon = try #require(change.firstIndex(of: ":"))
    let key = change[..<colon].filter { $0 != "," && $0 != "\"" }
    members[key] = String(change[change.index(after: colon)...])
    let body = members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
    return #"{"id":"a","request":{\#(body)}}"#
  }

  @Test(
    "Lines that are no request are answered with the reason",
    arguments: [
      ("7", #"{"id":null,"error":{"field":"","message":"expected an object, found 7"}}"#),
      (#"{"id":3}"#, #"{"id":3,"error":{"field":"request","message":"expected a value, found nothing"}}"#),
      (#"{"id":3,"request":[]}"#, #"{"id":3,"error":{"field":"","message":"expected an object, found []"}}"#),
    ])
  func linesThatAreNoRequest(text: String, reply: String) throws {
    let answer = try answer(text)
    #expect(answer.text == reply)
    #expect(!answer.isGood)
  }

  @Test("A vector's line may have its result")
  func aVectorsLineMayHaveItsResult() throws {
    let text = line().dropLast() + #","result":{}}"#
    #expect(try answer(String(text)).isGood)
  }

  @Test("A strange member beside the request is refused")
  func aStrangeMemberBesideTheRequestIsRefused() throws {
    let text = line().dropLast() + #","extra":1}"#
    #expect(try answer(String(text)).text.contains(#""field":"extra""#))
  }
}
