import Bedside
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// Commands over the control socket to a running box. A refused one changes nothing.
@Suite struct RequestScenarioTests {
  /// Two sleeps, a bottle, and then the command at 14:00.
  private static func play(_ words: String) throws -> Recording {
    let quoted = words.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
    return try Scenario.play(
      #"""
      13:50:00 "command":["log","add","sleep","--start","09:00","--end","10:00"]
      13:50:01 "command":["log","add","bottle","--start","13:30"]
      14:00:00 "command":[\#(quoted)]
      """#)
  }

  private static let given = ["sleep 09:00:00–10:00:00", "bottle 13:30:00"]

  @Test(
    "An impossible command is refused with its field",
    arguments: ([
      ("log add sleep --start 12:00 --end 11:30", "refused (exit 65): end: expected a time after the start"),
      ("log add sleep --start 09:30 --end 09:45", "refused (exit 65): start: overlaps the sleep "),
      ("log add sleep --start 09:30", "refused (exit 65): start: overlaps the sleep "),
      (
        "log add bottle --start 2026-02-11T14:10:00-05:00",
        "refused (exit 65): start: expected a time that is not in the future"
      ),
      (
        "log add sleep --start 13:00 --end 2026-02-11T15:00:00-05:00",
        "refused (exit 65): end: expected a time that is not in the future"
      ),
      (
        "log add nap --start 2026-02-08T09:10:00-05:00 --end 2026-02-09T09:20:00-05:00",
        "refused (exit 65): expected an end within a day of the start"
      ),
      ("log add bottle 120ml --amount 4oz", "refused (exit 64): --amount: expected nothing beside 120ml"),
      (
        "log add bottle --start 13:00 --side left",
        "refused (exit 64): --side: expected no such option with bottle, found \"left\""
      ),
      (
        "log add bottle --start 13:00 --end 13:10",
        "refused (exit 64): --end: expected no such option with bottle, found \"13:10\""
      ),
      (
        "log add bottle --start 13:00 --baby Zoe",
        "refused (exit 65): no baby, or more than one, is named Zoe; "
      ),
      (
        "log add bottle --start 1926-02-11T13:00:00-05:00",
        "refused (exit 65): expected a time since the birth on "
      ),
      ("log delete 0000beef", "refused (exit 65): no event ends or begins with 0000beef"),
      ("log edit 0000beef --start 12:00", "refused (exit 65): no event ends or begins with 0000beef"),
      (
        "log delete xyz",
        "refused (exit 64): <event>: expected an id as `log list` shows it, or its first or last digits, at least four, found \"xyz\""
      ),
      (
        "log add bottle --start noon", "refused (exit 64): --start: expected 7:05, \"20m ago\" or"
      ),
      (
        "log add bath --start 13:00", "refused (exit 64): <kind>: expected nap, feed, bottle, nappy, medicine"
      ),
      ("log add nappy", "refused (exit 64): <what>: expected wet, dirty or both"),
      ("log add medicine", "refused (exit 64): <what>: expected the medicine's name, 1 to 40 characters"),
      ("log add bottle 2l", "refused (exit 64): <what>: expected 1ml to 1000ml"),
      ("log add nap 120ml", "refused (exit 64): <what>: expected nothing after nap"),
      ("log add feed --amount 120ml", "refused (exit 64): --amount: expected no such option with feed"),
      ("log add nap --milk breast", "refused (exit 64): --milk: expected no such option with nap"),
      ("log end bottle", "refused (exit 64): <kind>: expected nap or feed"),
      ("log end feed", "refused (exit 65): no feed is running"),
      ("log add nursing --start 13:00 --side top", "refused (exit 64): --side: expected left, right or both"),
      ("log list --days 0", "refused (exit 64): --days: expected 1 to 36500, found \"0\""),
      ("dance", "refused (exit 64): "), ("wiring", "refused (exit 64): not a command for a box"),
    ] as [(String, String)]).map { TableRow($0, $0.0) })
  func refused(row: TableRow<(String, String)>) throws {
    let (words, told) = row.fields
    let recording = try Self.play(words)
    #expect(recording.says(told), "\(recording.transcript.suffix(3))")
    #expect(try recording.events() == Self.given)
    #expect(try recording.careIDs().count == 2)
  }

  @Test("Two babies of one name are distinguished by their numbers")
  func twoBabiesOfOneNameAreDistinguishedByTheirNumbers() {
    var settings = BedsideSettings(DemonstrationBaby.configuration, zone: .utc)
    var twin = settings.residents[0]
    twin.id = BabyID(number: 2)
    settings.residents.append(twin)
    #expect(settings.baby(named: twin.name) == nil)
    #expect(settings.baby(named: "1")?.number == 1 && settings.baby(named: "2")?.number == 2)
    settings.residents[1].name = "Zoe"
    #expect(settings.baby(named: "zoe")?.number == 2, "capitals do not matter")
    #expect(settings.baby(named: "Zoe")?.number == 2 && settings.baby(named: "Max") == nil)
  }

  @Test(
    "The buttons' words begin and end a nap and a feed now, and other events are kept with their details"
  )
  func words() throws {
    let recording = try Scenario.play(
      #"""
      09:00:00 "command":["log","add","nap"]
      10:00:00 "command":["log","end","nap"]
      10:10:00 "command":["log","add","feed"]
      10:30:00 "command":["log","end","feed","--at","5m ago"]
      11:00:00 "command":["log","add","bottle","4oz","--milk","breast","--start","10m ago"]
      11:05:00 "command":["log","add","nappy","wet"]
      11:06:00 "command":["log","add","medicine","Vitamin D"]
      11:07:00 "command":["log","list"]
      """#)
    let expected = [
      "sleep 09:00:00–10:00:00", "nursing 10:10:00–10:25:00 left", "bottle 10:50:00", "nappy 11:05:00",
      "medicine 11:06:00",
    ]
    #expect(try recording.events() == expected)
    for said in ["118 ml  breast", "nappy", "wet", "Vitamin D"] {
      #expect(recording.says(said), "\(said) in \(recording.transcript.suffix(8))")
    }
  }

  /// Two sleeps from long ago that the next start does not hold, a bottle of today, and a power cut.
  private static let old = #"""
    13:50:00 "command":["log","add","sleep","--start","2025-10-01T09:00:00Z","--end","2025-10-01T10:00:00Z"]
    13:50:01 "command":["log","add","sleep","--start","2025-10-01T10:30:00Z","--end","2025-10-01T11:30:00Z"]
    13:50:02 "command":["log","add","bottle","--start","13:30"]
    13:51:00 "power":"cut"
    13:51:05 "power":"on"
    14:10:00 "command":["status"]
    """#

  /// A running box with that log, and the ids of both sleeps.
  private static func playOld() throws -> (Recording, first: String, second: String) {
    let recording = try Scenario.play(old)
    let ids = try recording.careIDs().map(\.shortName)
    let held = recording.play.rehearsal.station?.model?.log(of: BabyID(number: 1))?.count
    #expect(ids.count == 3 && held == 1, "the box holds the bottle only")
    return (recording, ids[0], ids[1])
  }

  private static func ask(_ recording: Recording, _ words: String, seconds: Double = 1) throws {
    let request = try RequestParser.request(words.split(separator: " ").map(String.init))
    recording.play.world.plan(.request(token: 99, request))
    recording.goOn(forSeconds: seconds)
  }

  @Test("An event that the box does not hold is corrected, and compared with the events around it")
  func correctsOldEvents() throws {
    let (recording, first, second) = try Self.playOld()
    try Self.ask(recording, "log edit \(first) --end 2025-10-01T10:45:00Z")
    #expect(recording.says("refused (exit 65): start: overlaps the sleep \(second)"))
    #expect(try recording.careIDs().count == 3)
    try Self.ask(recording, "log edit \(first) --end 06:15")
    #expect(
      recording.says(
        "saved \(first): sleep from 2025-10-01 05:00 to 2025-10-01 06:15, 1 h 15"),
      "\(recording.transcript.suffix(3))")
    try Self.ask(recording, "log delete \(second)")
    #expect(recording.says("saved \(second): deleted"))
    #expect(try recording.events() == ["sleep 05:00:00–06:15:00", "bottle 13:30:00"])
    try Self.ask(recording, "log delete \(second)")
    #expect(recording.says("refused (exit 65): \(second) is deleted already"))
    try Self.ask(recording, "log delete 0000beef")
    #expect(recording.says("no event ends or begins with 0000beef"))
  }

  @Test("What a nappy held and a medicine's name are corrected, and their times stay")
  func correctsContents() throws {
    let recording = try Scenario.play(
      #"""
      13:50:00 "command":["log","add","nappy","wet"]
      13:50:01 "command":["log","add","medicine","Vitamin D"]
      """#)
    let before = try recording.events()
    let ids = try recording.careIDs().map { $0.shortName }
    try Self.ask(recording, "log edit \(ids[0]) --nappy both")
    #expect(recording.transcript.last?.hasSuffix(", both") ?? false, "\(recording.transcript.suffix(3))")
    try Self.ask(recording, "log edit \(ids[1]) --medicine Ibuprofen")
    #expect(recording.transcript.last?.hasSuffix(", Ibuprofen") ?? false, "\(recording.transcript.suffix(3))")
    #expect(try recording.events() == before)
    try Self.ask(recording, "log edit \(ids[0]) --medicine Ibuprofen")
    #expect(recording.says("refused (exit 65)"))
  }

  @Test("A sleep of many hours is saved, and the answer asks whether that is right")
  func aLongSleepIsRemarkedOn() throws {
    let long = try Self.play(
      "log add sleep --start 2026-02-09T17:00:00-05:00 --end 2026-02-10T13:00:00-05:00")
    #expect(
      long.says("sleep from 2026-02-09 17:00 to 2026-02-10 13:00, 20 h 00"), "\(long.transcript.suffix(3))")
    #expect(long.says("That is long"), "\(long.transcript.suffix(3))")
    let night = try Self.play(
      "log add sleep --start 2026-02-09T19:00:00-05:00 --end 2026-02-10T07:00:00-05:00")
    #expect(night.says("saved ") && !night.says("That is long"), "\(night.transcript.suffix(3))")
  }

  @Test(
    "An id as the list shows it takes precedence over longer ones; an ambiguous beginning is refused"
  )
  func idsByEndBeforeBeginning() throws {
    let ids = [
      EventID(high: 0x1234_5678_0000_0001, low: 7), EventID(high: 1, low: 0x1234_5678),
      EventID(high: 0x1234_5678_0000_0002, low: 8),
    ]
    let name = try #require(EventName("12345678"))
    #expect(ids.allSatisfy(name.matches))
    #expect(try name.chosen(of: ids, id: { $0 }) == ids[1])
    #expect(throws: RunFault.self) { try name.chosen(of: [ids[0], ids[2]], id: { $0 }) }
    #expect(try name.chosen(of: [ids[0]], id: { $0 }) == ids[0])
  }

  @Test("Digits with which one shown id begins and another one ends are ambiguous")
  func idsByTheBeginningOfWhatIsShown() throws {
    let ids = [EventID(high: 1, low: 0xC84D_E19E), EventID(high: 1, low: 0x1234_C84D)]
    let name = try #require(EventName("c84d"))
    #expect(try name.chosen(of: [ids[0]], id: { $0 }) == ids[0])
    let fault = #expect(throws: RunFault.self) { try name.chosen(of: ids, id: { $0 }) }
    #expect(fault?.message.hasPrefix("2 events begin or end with c84d; ") == true)
    #expect(try #require(EventName("c84de")).chosen(of: ids, id: { $0 }) == ids[0])
  }

  @Test("A correction of an old event is answered as saved only once it is on the card")
  func correctionOfAnOldEventThatTheCardRefuses() throws {
    let (recording, first, _) = try Self.playOld()
    recording.play.world.storage.fail(.from(1), reason: .device)
    try Self.ask(recording, "log delete \(first)", seconds: 5)
    #expect(!recording.says("saved \(first): deleted"))
    #expect(recording.says("NOT SAVED"))
    #expect(try recording.careIDs().count == 3)
  }

  @Test("A box with too many questions refuses to look up another event")
  func tooManyQuestions() throws {
    let (recording, first, _) = try Self.playOld()
    recording.play.world.stallDisk(forNanoseconds: 5_000_000_000)
    for token in 0..<QuestionWorker.capacity {
      let list = BoxRequest.logList(days: 1, json: false)
      recording.play.world.plan(.request(token: 100 + token, list))
    }
    try Self.ask(recording, "log delete \(first)")
    #expect(recording.says("other questions wait for their answers"))
  }

  @Test(
    "A command is saved, and the answer says what",
    arguments: ([
      ("log add bottle --start 12:45", "bottle at 2026-02-11 12:45", given + ["bottle 12:45:00"]),
      (
        "log add sleep --start 23:10 --end 23:50",
        "sleep from 2026-02-10 23:10 to 2026-02-10 23:50",
        given + ["sleep 23:10:00–23:50:00"]
      ),
      (
        "log add nursing --start 13:40 --side both", "nursing from 2026-02-11 13:40, running",
        given + ["nursing 13:40:00– both"]
      ),
      ("log add sleep --start 10:00 --end 10:30", "saved ", given + ["sleep 10:00:00–10:30:00"]),
    ] as [(String, String, [String])]).map { TableRow($0, $0.0) })
  func saved(row: TableRow<(String, String, [String])>) throws {
    let (words, told, events) = row.fields
    let recording = try Self.play(words)
    #expect(recording.says(told), "\(recording.transcript.suffix(3))")
    #expect(try recording.events() == events)
  }

  /// Ending and beginning something now is never refused, although the nap before ends a minute later by its phone's clock.
  @Test("A command means one moment, also if a millisecond ends while it is decided")
  func oneMoment() throws {
    let recording = try Scenario.play(#"13:00:10 "press":"nap""#)
    let world = recording.play.world
    world.readingMilliseconds = 1
    for words in ["log end nap --at 2026-02-11T13:01:30-05:00", "log add nap", "log end nap"] {
      world.plan(.request(token: 1, try RequestParser.request(words.split(separator: " ").map(String.init))))
      recording.goOn(forSeconds: 1)
    }
    #expect(!recording.says("refused"), "\(recording.transcript.suffix(3))")
    #expect(try recording.events().count == 2)
  }

  @Test(
    "A typed time in the minute in which a nap ended is its end",
    arguments: ([
      ("log add nap --start 13:20 --end 13:40", "sleep 13:20:40–13:40:00"),
      ("log add nap --start 2026-02-11T13:20:00-05:00 --end 13:40", "sleep 13:20:40–13:40:00"),
      ("log add nap --start 2026-02-11T13:20:40-05:00 --end 13:40", "sleep 13:20:40–13:40:00"),
      ("log add nap --start 2026-02-11T13:20:30-05:00 --end 13:40", nil),
      ("log add nap --start 2026-02-11T13:20:00.500-05:00 --end 13:40", nil),
      ("log add nap --start 40m_ago --end 13:40", "sleep 13:20:40–13:40:00"),
      ("log add nap --start 13:21 --end 13:40", "sleep 13:21:00–13:40:00"),
      ("log add nap --start 13:20 --end 2026-02-11T13:20:30-05:00", nil),
      ("log add nap --start 13:19 --end 13:40", nil),
      ("log add nursing --start 13:20 --end 13:40", "nursing 13:20:00–13:40:00 left"),
    ] as [(String, String?)]).map { TableRow($0, $0.0) })
  func minuteOfAnEnd(row: TableRow<(String, String?)>) throws {
    let (words, event) = row.fields
    let command = words.split(separator: " ").map { word in
      "\"" + word.map { $0 == "_" ? " " : String($0) }.joined() + "\""
    }.joined(separator: ",")
    let recording = try Scenario.play(
      #"""
      13:00:10 "press":"nap"
      13:20:40.100 "press":"nap"
      14:00:00 "command":[\#(command)]
      14:00:10 "shot":"end"
      """#)
    #expect(try recording.events() == ["sleep 13:00:10–13:20:40"] + (event.map { [$0] } ?? []))
  }

  @Test("An age that reaches before the boot of a box without a clock is refused, also near an end")
  func ageBeforeTheBoot() throws {
    let recording = try Scenario.play(
      #"""
      13:00:10 "press":"nap"
      13:20:40 "press":"nap"
      13:20:50 "power":"cut"
      13:20:51 "clock":"unsynced"
      18:00:00 "power":"on"
      18:10:20 "command":["log","add","nap","--start","11m ago"]
      18:11:00 "shot":"end"
      """#)
    #expect(recording.says("the clock"), "\(recording.transcript.suffix(3))")
    #expect(try recording.events() == ["sleep 13:00:10–13:20:40"])
  }

  @Test("Events are edited, deleted and restored by their last digits")
  func correct() throws {
    let recording = try Self.play("status")
    let bottle = try #require(recording.acknowledged.last).shortName
    func ask(_ words: [String]) throws {
      recording.play.world.plan(.request(token: 99, try RequestParser.request(words)))
      recording.goOn(forSeconds: 1)
    }
    try ask(["log", "edit", bottle, "--start", "13:20"])
    #expect(try recording.events() == ["sleep 09:00:00–10:00:00", "bottle 13:20:00"])
    try ask(["log", "delete", bottle])
    #expect(try recording.events() == ["sleep 09:00:00–10:00:00"])
    try ask(["log", "delete", bottle])
    #expect(recording.says("refused (exit 65): \(bottle) is deleted already"))
    try ask(["log", "edit", bottle, "--start", "13:25"])
    #expect(try recording.events() == ["sleep 09:00:00–10:00:00", "bottle 13:25:00"])
  }

  @Test(
    "A time of day in a correction is on the event's own day",
    arguments: [
      ("--end 10:40", "2026-02-08 09:30 to 2026-02-08 10:40"),
      ("--start 09:20", "2026-02-08 09:20 to 2026-02-08 10:30"),
      ("--start 12:00 --end 13:10", "2026-02-08 12:00 to 2026-02-08 13:10"),
      ("--start 23:00 --end 01:10", "2026-02-08 23:00 to 2026-02-09 01:10"),
      ("--end 08:00", "2026-02-08 09:30 to 2026-02-09 08:00"),
    ])
  func correctOlder(words: String, told: String) throws {
    let recording = try Scenario.play(
      #"""
      13:50:00 "command":["log","add","sleep","--start","2026-02-08T09:30:00-05:00","--end","2026-02-08T10:30:00-05:00"]
      14:00:00 "command":["status"]
      """#)
    let sleep = try #require(recording.acknowledged.last).shortName
    let request = try RequestParser.request(
      ["log", "edit", sleep] + words.split(separator: " ").map(String.init))
    recording.play.world.plan(.request(token: 99, request))
    recording.goOn(forSeconds: 1)
    #expect(
      recording.says("saved \(sleep): sleep from \(told)"), "\(recording.transcript.suffix(3))")
  }

  @Test(
    "The list has events that ended within its days, and no earlier ones",
    arguments: [("13:10", true), ("12:50", false)])
  func listByOverlap(end: String, isListed: Bool) throws {
    let recording = try Scenario.play(
      #"""
      12:00:00 "command":["log","add","sleep","--start","2026-02-10T11:00:00-05:00","--end","2026-02-10T\#(end):00-05:00"]
      13:00:00 "command":["log","list","--days","1"]
      """#)
    #expect(recording.says("2026-02-10 11:00   –\(end)") == isListed)
  }

  @Test("Digits that two events end with are ambiguous")
  func ambiguous() throws {
    let recording = try Self.play("status")
    let model = try #require(recording.play.rehearsal.station?.model)
    let ids = recording.acknowledged
    #expect(model.events { ids.contains($0) }.count == 2)
    let view = BoxView(
      model: model, moment: try #require(recording.play.rehearsal.station?.now), panel: PanelQueue(),
      recovery: nil)
    // The ids share their ending but not their last eight digits, so the test looks for the empty ending.
    var name = try #require(EventName("abcd"))
    name.digits = ""
    guard case .answer(let answer) = view.reply(to: .logDelete(name)) else {
      Issue.record("an ambiguous name must not come to a command")
      return
    }
    #expect(answer.exit == .data)
    #expect(answer.error.contains("2 events end with"))
  }

  @Test("An event that the card refuses is answered as not saved")
  func notSaved() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"disk-error","seconds":30
      13:05:01 "command":["log","add","bottle","--start","12:50"]
      13:05:45 "shot":"end"
      """#)
    #expect(recording.says("refused (exit 74): NOT SAVED"))
    #expect(try recording.events() == ["bottle 12:50:00"])
  }

  @Test(
    "status, explain, list and verify answer",
    arguments: [
      ("status", "storage   "), ("status", "          1 segment"),
      ("status", " syncs since the start"), ("status --json", #""segments":1"#),
      ("status", "clock     set"), ("status --json", #""page":"now""#),
      ("explain", "Mia: "), ("explain --baby Mia", "Mia: "),
      ("explain --baby Max", "no baby, or more than one, is named Max"),
      ("today", "  sleep     "), ("today", "  feeds     1 in 24 hours"), ("today --baby 1", "  bedtime   "),
      ("today --json", #""last24h":{"sleepMinutes""#), ("log list", "bottle    2026-02-11 13:30"),
      ("log list --json", #""kind":"sleep""#), ("log verify", " in 1 segment"),
      ("log verify --json", #""whole":true"#),
    ])
  func questions(words: String, told: String) throws {
    let recording = try Self.play(words)
    #expect(recording.says(told), "\(recording.transcript.suffix(8))")
    #expect(try recording.careIDs().count == 2)
  }
}
