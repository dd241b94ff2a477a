import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// Lines of other boxes, as a program beside the box offers them over the socket.
@Suite struct OfferScenarioTests {
  /// A box of a household, and its answers.
  private final class Member {
    let recording: Recording
    private(set) var answers: [Int: BoxAnswer] = [:]
    private var token = 100

    init(_ lines: String, seed: Int, boxes: String) throws {
      var scenario = Scenario(lines)
      scenario.seed = seed
      scenario.config = #"{"household":{"boxes":\#(boxes)}}"#
      recording = try scenario.play()
      recording.play.world.answered = { [unowned self] token, answer in answers[token] = answer }
    }

    var name: String { Journal.owner(of: recording.play.world.storage) ?? "" }

    /// Every line of its log, byte for byte.
    func lines() throws -> [String] {
      var lines: [String] = []
      try LogLines.read(from: recording.play.world.storage) { _, text in
        lines.append(String(decoding: text, as: UTF8.self))
      }
      return lines
    }

    /// Sends a line, and returns the answer to it within some seconds.
    func ask(_ line: String, forSeconds seconds: Double = 3) throws -> BoxAnswer {
      token += 1
      let (request, asker) = try RequestParser.request(line: line)
      recording.play.world.plan(.request(token: token, request, asker))
      recording.goOn(forSeconds: seconds)
      return try #require(answers[token])
    }

    func offer(_ lines: [String], forSeconds seconds: Double = 3) throws -> BoxAnswer {
      try ask(JSONWriter.text(["offer": .array(lines.map { .string($0) })]), forSeconds: seconds)
    }
  }

  private static let nap = "13:05:00 \"press\":\"nap\"\n13:50:00 \"press\":\"nap\""

  private func member(_ answer: BoxAnswer, _ key: String) -> JSONValue? {
    answer.more.first { $0.key == key }?.value
  }

  @Test(
    "Events of another box are on the card, on the pages and in lists, and can be passed on to a third box")
  func linesTravel() throws {
    let bedroom = try Member(Self.nap, seed: 2, boxes: "\"open\"")
    let nursery = try Member(#"14:00:00 "press":"feed""#, seed: 3, boxes: "\"open\"")
    try #require(bedroom.name != nursery.name)
    let answer = try nursery.offer(try bedroom.lines())
    #expect(answer.exit == .ok, "\(answer.error)")
    let have = try #require(member(answer, "have"))
    #expect(JSONWriter.text(have).contains("\"\(bedroom.name)\":"))
    #expect(try nursery.recording.events() == ["nursing 14:00:00– left", "sleep 13:05:00–13:50:00"])
    let listed = try nursery.ask(#"{"command":["log","list"]}"#).output
    #expect(listed.contains("sleep") && listed.contains("(at box \(bedroom.name))"))
    let baby = BabyID(number: 1)
    let model = try #require(nursery.recording.play.rehearsal.station?.model)
    #expect(model.log(of: baby)?.count == 2, "the box shows it without a start")
    let garden = try Member("15:00:00 \"press\":\"menu\"", seed: 4, boxes: "\"open\"")
    let extract = try nursery.ask(#"{"lines":{}}"#).output.split(separator: "\n").map(String.init)
    #expect(try garden.offer(extract).exit == .ok)
    #expect(try garden.recording.events() == ["nursing 14:00:00– left", "sleep 13:05:00–13:50:00"])
    let again = try nursery.offer(try garden.lines())
    #expect(again.exit == .ok)
    #expect(try nursery.recording.careIDs().count == 3, "a known line counts once")
    let own = try nursery.ask(#"{"have":{}}"#)
    #expect(member(own, "box") == .string(nursery.name))
    #expect(own.line.contains(#""have":{"#))
    nursery.recording.play.rehearsal.kill()
    nursery.recording.play.rehearsal.start()
    nursery.recording.goOn(forSeconds: 30)
    let started = try #require(nursery.recording.play.rehearsal.station?.model)
    #expect(started.log(of: baby)?.allRecords.map(\.care.kind) == [.nursing, .sleep])
  }

  @Test("Lines that came back behind higher numbers are found by a client that asks for the lowest numbers")
  func lowestFirst() throws {
    let bedroom = try Member(Self.nap, seed: 2, boxes: "\"open\"")
    let nursery = try Member(#"14:00:00 "press":"menu""#, seed: 3, boxes: "\"open\"")
    let lines = try bedroom.lines()
    try #require(lines.count > 2)
    #expect(try nursery.offer(lines.reversed()).exit == .ok)
    func extract(_ wish: String) throws -> [String] {
      try nursery.ask(#"{"lines":{"after":{"\#(nursery.name)":1000000000000},"limit":2\#(wish)}}"#).output
        .split(separator: "\n").map(String.init)
    }
    #expect(try extract("") == Array(lines.reversed().prefix(2)))
    #expect(try extract(#","lowestFirst":true"#) == Array(lines.prefix(2)))
  }

  @Test("NAP on two boxes at once is one nap, the same on both")
  func twoPressesAtOnce() throws {
    let bedroom = try Member(#"13:05:00 "press":"nap""#, seed: 2, boxes: "\"open\"")
    let nursery = try Member(#"13:05:02 "press":"nap""#, seed: 3, boxes: "\"open\"")
    let (ofBedroom, ofNursery) = (try bedroom.lines(), try nursery.lines())
    #expect(try bedroom.offer(ofNursery).exit == .ok)
    #expect(try nursery.offer(ofBedroom).exit == .ok)
    Hand.press(.nap, in: nursery.recording.play.world)
    nursery.recording.goOn(forSeconds: 2)
    #expect(try bedroom.offer(try nursery.lines()).exit == .ok)
    let now = Instant(milliseconds: 1_771_000_000_000)
    let logs = try [bedroom, nursery].map { member -> [SleepSpan] in
      let model = try #require(member.recording.play.rehearsal.station?.model)
      let log = try #require(model.log(of: BabyID(number: 1)))
      #expect(log.running(.sleep, clock: model.clockHistory, now: now) == nil)
      return log.sleeps(clock: model.clockHistory, since: Instant(milliseconds: 0), now: now)
    }
    #expect(logs[0] == logs[1] && logs[0].count == 1, "\(logs)")
  }

  @Test("The box asks nothing about a nap whose beginning another box told with a clock that is not set")
  func napOfABoxWithoutTheTime() throws {
    let nursery = try Member(
      #"""
      07:20:00 "command":["log","add","nappy","wet"]
      07:25:00 "clock":"unsynced"
      07:25:10 "power":"cut"
      12:29:30 "power":"on"
      12:30:00 "press":"nap"
      """#, seed: 3, boxes: "\"open\"")
    let bedroom = try Member(#"13:10:00 "press":"menu""#, seed: 2, boxes: "\"open\"")
    #expect(try bedroom.offer(try nursery.lines(), forSeconds: 90).exit == .ok)
    Hand.press(.nap, in: bedroom.recording.play.world)
    bedroom.recording.goOn(forSeconds: 2)
    let sleeps = try bedroom.recording.events().filter { $0.hasPrefix("sleep") }
    #expect(sleeps.count == 1 && sleeps[0].contains("–13:11:"), "\(sleeps)")
  }

  @Test(
    "A press on a box that came back without the time ends the nap that another box had logged, whenever its line came",
    arguments: [true, false])
  func pressWithoutTheTime(isKnownBefore: Bool) throws {
    let bedroom = try Member(
      "07:20:00 \"command\":[\"log\",\"add\",\"wake\"]\n13:05:00 \"press\":\"nap\"", seed: 2,
      boxes: "\"open\"")
    let nursery = try Member(
      #"""
      07:30:00 "command":["log","add","nappy","wet"]
      13:10:00 "press":"menu"
      """#, seed: 3, boxes: "\"open\"")
    let play = nursery.recording.play
    if isKnownBefore { #expect(try nursery.offer(try bedroom.lines()).exit == .ok) }
    play.move(.unsynced)
    play.powerCut()
    play.powerOn()
    nursery.recording.goOn(forSeconds: 60)
    if !isKnownBefore { #expect(try nursery.offer(try bedroom.lines()).exit == .ok) }
    Hand.press(.nap, in: play.world)
    nursery.recording.goOn(forSeconds: 5)
    #expect(try nursery.recording.events().filter { $0.hasPrefix("sleep") }.count == 1)
    #expect(try nursery.lines().contains { $0.contains(#""ws":"saved","op":"sync""#) })
    #expect(try bedroom.offer(try nursery.lines(), forSeconds: 5).exit == .ok)
    for member in [nursery, bedroom] {
      let model = try #require(member.recording.play.rehearsal.station?.model)
      let log = try #require(model.log(of: BabyID(number: 1)))
      #expect(
        log.running(.sleep, clock: model.clockHistory, now: Instant(milliseconds: 1_771_000_000_000)) == nil)
    }
  }

  @Test("A time of day set by hand is not before the lines of a box that has the network's time")
  func clockByHandAfterOtherLines() throws {
    let bedroom = try Member(Self.nap, seed: 2, boxes: "\"open\"")
    let nursery = try Member(
      #"""
      2026-02-08T09:00:00-05:00 "press":"nap"
      2026-02-08T10:00:00-05:00 "clock":"unsynced"
      2026-02-08T10:00:10-05:00 "power":"cut"
      13:59:00 "power":"on"
      13:59:30 "command":["status"]
      """#, seed: 3, boxes: "\"open\"")
    #expect(try nursery.offer(try bedroom.lines()).exit == .ok)
    let answer = try nursery.ask(#"{"command":["clock","set","14:00"]}"#)
    #expect(answer.output.contains("it is 2026-02-11 14:00"), "\(answer)")
  }

  @Test("A time entered by a clock set by hand corrects another box's event as it stands")
  func correctionByHand() throws {
    let bedroom = try Member(Self.nap, seed: 2, boxes: "\"open\"")
    let nursery = try Member(
      #"""
      13:00:00 "clock":"unsynced"
      13:00:10 "power":"cut"
      13:59:00 "power":"on"
      13:59:30 "command":["clock","set","14:10"]
      """#, seed: 3, boxes: "\"open\"")
    #expect(try nursery.offer(try bedroom.lines()).exit == .ok)
    let nap = try #require(try bedroom.recording.careIDs().first).shortName
    let answer = try nursery.ask(
      #"{"command":["log","edit","\#(nap)","--end","2026-02-11T13:40:00-05:00"]}"#)
    #expect(answer.exit == .ok, "\(answer.error)")
    let line = try #require(try nursery.lines().last)
    #expect(line.contains(#""end":1770835200000"#), "\(line)")
  }

  @Test("A malformed offer is refused with its reason, and nothing of it is saved")
  func refusals() throws {
    let bedroom = try Member(Self.nap, seed: 2, boxes: "[]")
    let lines = try bedroom.lines()
    let alone = try bedroom.offer(lines)
    #expect(alone.exit == .unavailable && alone.error.contains("household.boxes"))
    let stranger = try Member("14:00:00 \"press\":\"menu\"", seed: 3, boxes: "[\"attic\"]")
    let refused = try stranger.offer(lines)
    #expect(refused.exit == .data && refused.error.contains(bedroom.name), "\(refused.error)")
    let open = try Member("14:00:00 \"press\":\"menu\"", seed: 3, boxes: "[\"\(bedroom.name)\"]")
    let damaged = lines.dropLast() + [String(lines[lines.count - 1].dropLast(3)) + "0\"}"]
    let answer = try open.offer(Array(damaged))
    #expect(
      answer.exit == .data && answer.error.contains("line \(lines.count) of the offer"), "\(answer.error)")
    #expect(member(answer, "line") == .integer(lines.count))
    for bad in ["", "7", "{}", #"{"v":1}"#, lines[0] + "\n" + lines[1], String(repeating: "x", count: 5_000)]
    {
      #expect(try open.offer([bad]).exit == .data)
    }
    #expect(try open.recording.careIDs().isEmpty)
    #expect(try open.offer(lines).exit == .ok)
    #expect(try open.recording.careIDs().count == 2)
    #expect(try open.offer([]).exit == .ok)
  }

  @Test("A press during a long offer is saved like any other")
  func pressDuringOffer() throws {
    let days = (0..<160).map { #"1\#($0 / 60):\#($0 % 60 < 10 ? "0" : "")\#($0 % 60):00 "press":"feed""# }
    let bedroom = try Member(days.joined(separator: "\n"), seed: 2, boxes: "[]")
    let nursery = try Member("14:00:00 \"press\":\"menu\"", seed: 3, boxes: "\"open\"")
    let lines = try bedroom.lines()
    try #require(lines.count > 3 * Offer.stepLines)
    let world = nursery.recording.play.world
    let before = world.ledger.pressToSaved.count
    let (request, asker) = try RequestParser.request(
      line: JSONWriter.text(["offer": .array(lines.map { .string($0) })]))
    world.plan(.request(token: 7, request, asker))
    world.plan(afterNanoseconds: 5_000_000) { Hand.press(.nap, in: $0) }
    nursery.recording.goOn(forSeconds: 3)
    #expect(nursery.answers[7]?.exit == .ok)
    let took = world.ledger.pressToSaved.dropFirst(before).map { Double($0) / 1e6 }
    #expect(took.count == 1 && took[0] < 100, "\(took) ms")
  }

  @Test("An offer fails while the card refuses, and succeeds once it accepts lines again")
  func failingCard() throws {
    let bedroom = try Member(Self.nap, seed: 2, boxes: "[]")
    let nursery = try Member("14:00:00 \"fault\":\"disk-error\",\"seconds\":20", seed: 3, boxes: "\"open\"")
    let lines = try bedroom.lines()
    let failed = try nursery.offer(lines)
    #expect(failed.exit == .io && failed.error.contains("NOT SAVED"), "\(failed.error)")
    #expect(try !nursery.ask(#"{"have":{}}"#).line.contains(bedroom.name))
    nursery.recording.goOn(forSeconds: 60)
    #expect(try nursery.offer(lines).exit == .ok)
    #expect(try nursery.recording.careIDs().count == 2)
  }

  @Test("A feed of a box whose clock is ahead says nothing of the morning before its time has come")
  func feedOfTheFuture() throws {
    let bedroom = try Member(#"2026-02-11T08:30:00-05:00 "press":"feed""#, seed: 2, boxes: "[]")
    let nursery = try Member(
      #"""
      2026-02-10T07:00:00-05:00 "command":["log","add","wake","--start","06:40"]
      2026-02-10T18:40:00-05:00 "press":"nap"
      2026-02-11T07:18:00-05:00 "press":"menu"
      """#, seed: 3, boxes: "\"open\"")
    #expect(try nursery.offer(bedroom.lines()).exit == .ok)
    nursery.recording.goOn(forSeconds: 40)
    let status = try nursery.ask(#"{"command":["status"]}"#).output
    #expect(status.contains("Asleep 12 h") && !status.contains("Woke 08:30"), "\(status)")
  }

  @Test("A night that another box logged is not asked about, even if a nap without an end hides it")
  func hiddenNight() throws {
    let bedroom = try Member(
      #"""
      2026-02-10T19:30:00-05:00 "press":"nap"
      2026-02-11T05:00:00-05:00 "press":"nap"
      """#, seed: 2, boxes: "[]")
    let nursery = try Member(
      #"""
      2026-02-10T07:00:00-05:00 "command":["log","add","wake","--start","06:40"]
      2026-02-10T16:00:00-05:00 "press":"nap"
      2026-02-11T06:30:00-05:00 "press":"nap"
      """#, seed: 3, boxes: "\"open\"")
    nursery.recording.goOn(forSeconds: 15)
    let alone = try nursery.ask(#"{"command":["status"]}"#).output
    #expect(alone.contains("? NAP: yes"), "\(alone)")
    #expect(try nursery.offer(bedroom.lines()).exit == .ok)
    nursery.recording.goOn(forSeconds: 15)
    let both = try nursery.ask(#"{"command":["status"]}"#).output
    #expect(!both.contains("? NAP: yes"), "\(both)")
  }

  @Test("A new event of another box is announced with its place, and an old one is not")
  func newsOfAnotherBox() throws {
    let bedroom = try Member("13:05:00 \"press\":\"nap\"", seed: 2, boxes: "[]")
    let named = #"[{"id":"\#(bedroom.name)","name":"downstairs"}]"#
    let nursery = try Member("13:06:00 \"press\":\"menu\"", seed: 3, boxes: named)
    #expect(try nursery.offer(bedroom.lines(), forSeconds: 1).exit == .ok)
    let status = try nursery.ask(#"{"command":["status"]}"#, forSeconds: 1).output
    #expect(status.contains("13:05 downstairs"), "\(status)")
    nursery.recording.goOn(forSeconds: 15)
    #expect(try !nursery.ask(#"{"command":["status"]}"#).output.contains("downstairs"))
    let late = try Member("13:12:00 \"press\":\"menu\"", seed: 4, boxes: named)
    #expect(try late.offer(bedroom.lines(), forSeconds: 1).exit == .ok)
    #expect(try !late.ask(#"{"command":["status"]}"#, forSeconds: 1).output.contains("downstairs"))
  }

  @Test(
    "The state of the household is in the status and behind the Box page, and a silent program counts as away"
  )
  func household() throws {
    let box = try Member(
      "13:06:00 \"press\":\"menu\"", seed: 3, boxes: #"[{"id":"90ab12cd34ef","name":"downstairs"}]"#)
    let before = try box.ask(#"{"command":["status"]}"#).output
    #expect(!before.contains("household"))
    #expect(try box.ask(#"{"link":{"seconds":60,"behind":{"90ab12cd34ef":3,"c0ffee":0}}}"#).exit == .ok)
    let status = try box.ask(#"{"command":["status"]}"#).output
    #expect(status.contains("household connected since 2026-02-11T13:05:"), "\(status)")
    #expect(
      status.contains("downstairs 90ab12cd34ef lacks 3 lines") && status.contains("c0ffee has every line"))
    box.recording.goOn(forSeconds: 100)
    #expect(try box.ask(#"{"command":["status"]}"#).output.contains("household not connected"))
    #expect(throws: RequestFault.self) { try box.ask(#"{"link":{"seconds":-1}}"#) }
  }

  @Test("Files of other boxes are read at the start, and malformed lines in them are skipped")
  func peerFiles() throws {
    let bedroom = try Member(Self.nap, seed: 2, boxes: "[]")
    let lines = try bedroom.lines()
    var scenario = Scenario("14:00:00 \"press\":\"menu\"")
    scenario.seed = 3
    scenario.config = #"{"household":{"boxes":["\#(bedroom.name)"]}}"#
    let recording = try scenario.play { play in
      let text = lines.dropLast().joined(separator: "\n") + "\nno line\n" + (lines.last ?? "") + "\n{\"v\":1,"
      do throws(StorageFault) {
        try play.world.storage.createFolder("peers")
        try play.world.storage.create("peers/\(bedroom.name).jsonl")
        try play.world.storage.write(Array(text.utf8), to: "peers/\(bedroom.name).jsonl", at: 0)
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(try recording.events() == ["sleep 13:05:00–13:50:00"])
    #expect(recording.says("peers: 1 lines were not received"), "\(recording.transcript)")
  }

  @Test("Of a growing file of another box, only the new part is read")
  func growingPeerFile() throws {
    let bedroom = try Member(Self.nap, seed: 2, boxes: "[]")
    let lines = try bedroom.lines()
    let file = "peers/\(bedroom.name).jsonl"
    let half = lines.count / 2
    // The first half with a malformed line, and the beginning of the next line.
    let first = lines[..<half].joined(separator: "\n") + "\nno line\n" + String(lines[half].prefix(20))
    let rest = String(lines[half].dropFirst(20)) + "\n" + lines[(half + 1)...].joined(separator: "\n") + "\n"
    var scenario = Scenario("14:00:00 \"press\":\"menu\"")
    scenario.seed = 3
    scenario.config = #"{"household":{"boxes":["\#(bedroom.name)"]}}"#
    let recording = try scenario.play { play in
      do throws(StorageFault) {
        try play.world.storage.createFolder("peers")
        try play.world.storage.create(file)
        try play.world.storage.write(Array(first.utf8), to: file, at: 0)
      } catch {
        Issue.record("\(error)")
      }
    }
    #expect(try recording.events() != ["sleep 13:05:00–13:50:00"])
    try recording.play.world.storage.write(Array(rest.utf8), to: file, at: first.utf8.count)
    recording.play.world.plan(.peersChanged)
    recording.goOn(forSeconds: 5)
    #expect(try recording.events() == ["sleep 13:05:00–13:50:00"])
    #expect(recording.transcript.filter { $0.contains("were not received") }.count == 1)
    // A shorter file replaces it and is read from its beginning. Known lines count once.
    try recording.play.world.storage.truncate(file, to: 0)
    try recording.play.world.storage.write(Array((lines[0] + "\nnothing\n").utf8), to: file, at: 0)
    recording.play.world.plan(.peersChanged)
    recording.goOn(forSeconds: 5)
    #expect(try recording.events() == ["sleep 13:05:00–13:50:00"])
    #expect(recording.transcript.filter { $0.contains("were not received") }.count == 2)
  }
}
