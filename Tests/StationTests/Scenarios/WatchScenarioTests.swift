import CareJournal
import Nursery
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// What a program beside the box receives over the socket: the state, the lines, and the name of the phone behind
/// each.
@Suite struct WatchScenarioTests {
  /// A box that is watched from a moment on, and every line that the watcher received, with its second.
  private final class Watcher {
    let recording: Recording
    private(set) var lines: [(second: Double, line: StateWriter.Line)] = []

    init(_ script: String, motion: String? = nil) throws {
      var scenario = Scenario(script)
      if let motion { scenario.motion = motion }
      recording = try scenario.play()
      let world = recording.play.world
      world.watches = { _ in true }
      world.watching = { 1 }
      world.published = { [unowned self] line in
        lines.append((Double(world.clock.worldNanoseconds) / 1e9, line))
      }
      world.plan(.request(token: 7, .watch))
      recording.goOn(forSeconds: 0.1)
    }

    var states: [String] {
      lines.compactMap { if case .state(let text) = $0.line { text } else { nil } }
    }

    func say(_ line: String) throws {
      let (request, asker) = try RequestParser.request(line: line)
      recording.play.world.plan(.request(token: 9, request, asker))
    }
  }

  @Test("The state comes at once and after each change")
  func theStateComesAtOnceAndAfterEachChange() throws {
    let watcher = try Watcher(#"13:00:00 "press":"nap""#)
    #expect(watcher.states.count == 1)
    let first = try JSONReader.read(watcher.states[0])
    var fields = try Fields(first)
    #expect(try fields.required("v", as: .integer) == 1)
    #expect(try fields.required("clock", as: .string) == "synced")
    var baby = try #require(try fields.objects("babies").first)
    #expect(try baby.required("name", as: .string) == "Mia")
    #expect(try baby.required("state", as: .string).hasPrefix("sleeping"))
    var running = try #require(try baby.objects("running").first)
    #expect(try running.required("kind", as: .string) == "sleep")
    #expect(try running.required("start", as: .string) == "2026-02-11T13:00:00-05:00")
    var words = try baby.object("words")
    #expect(words.contains("now") && words.contains("plan") && words.contains("night"))
    #expect(try words.array("now", of: .string).isEmpty == false)
    try watcher.say(#"{"command":["log","add","bottle"]}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(watcher.states.last?.contains(#""bottles":1"#) == true)
  }

  @Test("The night has the crib's motion")
  func theNightHasTheCribsMotion() throws {
    let watcher = try Watcher(
      #"""
      18:30:00 "command":["log","add","wake","--start","06:40"]
      18:50:00 "crib":"awake"
      18:55:00 "press":"nap"
      19:00:00 "crib":"asleep"
      2026-02-12T06:10:00-05:00 "crib":"awake"
      2026-02-12T06:25:00-05:00 "press":"nap"
      2026-02-12T06:30:00-05:00 "crib":"empty"
      2026-02-12T07:00:00-05:00 "command":["log","add","wake"]
      """#, motion: #"{"mode":"suggest"}"#)
    var state = try Fields(try JSONReader.read(try #require(watcher.states.last)))
    var baby = try #require(try state.objects("babies").first)
    var night = try baby.object("night")
    var motion = try night.object("motion")
    #expect(try motion.required("from", as: .string) == "2026-02-11T18:55:00-05:00")
    #expect(try motion.required("minutes", as: .integer) == 5)
    let levels = try motion.array("levels", of: .integer)
    #expect(levels.count == 135, "from 18:55 to 06:10, when the crib began to move")
    #expect(levels[0] > 500 && levels.dropFirst(2).allSatisfy { $0 < 200 }, "awake, then asleep: \(levels)")
  }

  @Test("An event is in the state only once it is saved")
  func anEventIsInTheStateOnlyOnceItIsSaved() throws {
    let watcher = try Watcher(#"13:00:00 "command":["status"]"#)
    watcher.recording.play.world.stallDisk(forNanoseconds: 2_000_000_000)
    try watcher.say(#"{"command":["log","add","bottle"]}"#)
    watcher.recording.goOn(forSeconds: 1.9)
    #expect(watcher.states.allSatisfy { $0.contains(#""bottles":0"#) })
    watcher.recording.goOn(forSeconds: 1)
    #expect(watcher.states.last?.contains(#""bottles":1"#) == true)
  }

  @Test("Many changes make at most four documents a second")
  func manyChangesMakeAtMostFourDocumentsASecond() throws {
    let watcher = try Watcher(#"13:00:00 "command":["status"]"#)
    for minute in 10..<40 {
      try watcher.say(#"{"command":["log","add","bottle","--start","12:\#(minute)"]}"#)
      watcher.recording.goOn(forSeconds: 0.05)
    }
    watcher.recording.goOn(forSeconds: 1)
    let times = watcher.lines.map(\.second)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 0.249 })
    #expect((5...9).contains(times.count), "\(times)")
    #expect(watcher.states.last?.contains(#""bottles":30"#) == true, "the latest wins")
  }

  @Test("A question makes no document")
  func aQuestionMakesNoDocument() throws {
    let watcher = try Watcher(#"13:00:00 "command":["status"]"#)
    let world = watcher.recording.play.world
    let before = world.documents
    for _ in 0..<20 {
      try watcher.say(#"{"have":{}}"#)
      try watcher.say(#"{"lines":{}}"#)
      try watcher.say(#"{"command":["status"]}"#)
      watcher.recording.goOn(forSeconds: 0.5)
    }
    #expect(world.documents - before <= 1, "one is due every 15 s anyway")
    try watcher.say(#"{"command":["log","add","bottle"]}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(world.documents - before >= 2)
  }

  @Test("Without a change the box reports every 15 seconds")
  func withoutAChangeTheBoxReportsEvery15Seconds() throws {
    let watcher = try Watcher(#"03:00:00 "command":["status"]"#)
    watcher.recording.goOn(forSeconds: 55)
    #expect(watcher.lines.count >= 4)
    let times = watcher.lines.map(\.second)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 15.1 })
    #expect(watcher.lines.contains { if case .beat = $0.line { true } else { false } })
  }

  @Test("The phone is kept on the line and shown in lists")
  func thePhoneIsKeptOnTheLineAndShownInLists() throws {
    let watcher = try Watcher(#"13:00:00 "command":["status"]"#)
    try watcher.say(#"{"command":["log","add","nap"],"by":"Anna's phone"}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(watcher.states.last?.contains(#""by":"Anna's phone""#) == true)
    try watcher.say(#"{"command":["log","list"]}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(watcher.recording.says("(by Anna's phone)"))
    try watcher.say(#"{"lines":{}}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(watcher.recording.says(#""by":"Anna's phone","crc":"#))
  }

  @Test("The phone that changed a setting is shown and kept")
  func thePhoneThatChangedASettingIsShownAndKept() throws {
    let watcher = try Watcher(#"13:00:00 "command":["log","add","wake"]"#)
    try watcher.say(#"{"command":["set","today","naps","1","bed","19:30"],"by":"Anna's phone"}"#)
    watcher.recording.goOn(forSeconds: 1)
    try watcher.say(#"{"command":["set","today","bed","18:50"],"by":"Ben's phone"}"#)
    watcher.recording.goOn(forSeconds: 1)
    try watcher.say(#"{"command":["set","bedtime","19:20"],"by":"Ben's phone"}"#)
    watcher.recording.goOn(forSeconds: 1)
    let wishes = #""wishes":["1 nap","bed 18:50"],"wishesBy":["Anna's phone","Ben's phone"]"#
    let settings = #""wished":["bedtime"],"wishedBy":{"bedtime":"Ben's phone"}"#
    let state = try #require(watcher.states.last)
    #expect(state.contains(wishes) && state.contains(settings), "\(state)")
    try watcher.say(#"{"command":["explain"]}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(watcher.recording.says("1 nap by Anna's phone, bed 18:50 by Ben's phone."))
    let kept = try #require(try SmallFile.wishes.read(from: watcher.recording.play.world.storage).content)
    #expect(kept.settings.map(\.by) == ["Ben's phone"])
    #expect(kept.days.values.first?.first?.by == [.naps: "Anna's phone", .bed: "Ben's phone"])
    // At the box no phone is named, and a removed setting of a day leaves no name.
    try watcher.say(#"{"command":["set","today","bed","none","naps","2"]}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(watcher.states.last?.contains(#""wishes":["2 naps"],"wishesBy":[null]"#) == true)
  }

  @Test("A command that is repeated with its ID is done once")
  func aCommandThatIsRepeatedWithItsIDIsDoneOnce() throws {
    let watcher = try Watcher(#"13:00:00 "command":["status"]"#)
    let wish =
      #"{"command":["log","add","bottle","--start","12:30"],"id":"0198b0a2-5c3e-7d41-9b1f-0c2d4e6f8a90"}"#
    for _ in 0..<3 {
      try watcher.say(wish)
      watcher.recording.goOn(forSeconds: 1)
    }
    #expect(watcher.recording.says("saved 4e6f8a90: bottle at"))
    #expect(watcher.recording.says("saved before: 4e6f8a90"))
    #expect(try watcher.recording.events() == ["bottle 12:30:00"])
    watcher.recording.play.rehearsal.kill()
    watcher.recording.play.rehearsal.start()
    watcher.recording.goOn(forSeconds: 5)
    try watcher.say(wish)
    watcher.recording.goOn(forSeconds: 1)
    #expect(try watcher.recording.events() == ["bottle 12:30:00"], "a box that was killed knows it too")
  }

  @Test("Lines after a number are sent byte for byte")
  func linesAfterANumberAreSentByteForByte() throws {
    let watcher = try Watcher(
      #"""
      13:00:00 "command":["log","add","bottle","--start","12:30"]
      13:00:10 "command":["log","add","bottle","--start","12:40"]
      """#)
    var wanted: [String] = []
    var box = ""
    try LogLines.read(from: watcher.recording.play.world.storage) { line, text in
      box = line.box
      if line.sequence > 1 { wanted.append(String(decoding: text, as: UTF8.self)) }
    }
    var answers: [BoxAnswer] = []
    watcher.recording.play.world.answered = { _, answer in answers.append(answer) }
    try watcher.say(#"{"lines":{"after":{"\#(box)":1}}}"#)
    try watcher.say(#"{"lines":{"after":{"\#(box)":1},"limit":1}}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(wanted.count > 1)
    #expect(answers.map(\.output) == [wanted.map { $0 + "\n" }.joined(), wanted[0] + "\n"])
  }

  @Test("A phone is paired by the code on the panel and removed by its name")
  func aPhoneIsPairedByTheCodeOnThePanelAndRemovedByItsName() throws {
    let watcher = try Watcher(#"13:00:00 "command":["status"]"#)
    var answers: [BoxAnswer] = []
    func answer(_ line: String, seconds: Double = 1) throws -> BoxAnswer {
      watcher.recording.play.world.answered = { _, answer in answers.append(answer) }
      try watcher.say(line)
      watcher.recording.goOn(forSeconds: seconds)
      return try #require(answers.last)
    }
    #expect(try answer(#"{"phone":{"code":"123456","name":"Anna"}}"#).exit == .no, "nothing is being paired")
    let offered = try answer(#"{"command":["phones","pair","--json"]}"#).output
    var offer = try Fields(try JSONReader.read(offered))
    let code = try offer.required("code", as: .string)
    #expect(code.utf8.count == 6 && Int(code) != nil)
    #expect(try offer.required("until", as: .string).hasPrefix("2026-02-11T13:02:"))
    #expect(try offer.required("address", as: .string) == "127.0.0.1:8080")
    let texts = watcher.recording.play.rehearsal.station?.model?.picture?.texts ?? []
    #expect(texts.contains { $0.contains("\(code.prefix(3)) \(code.suffix(3))") }, "\(texts)")
    let joined = try answer(#"{"phone":{"code":"\#(code)","name":"Anna"}}"#).output
    var phone = try Fields(try JSONReader.read(joined))
    let token = try phone.required("token", as: .string)
    #expect(token.utf8.count == 32)
    #expect(try answer(#"{"phone":{"token":"\#(token)"}}"#).output.contains(#""name":"Anna""#))
    #expect(
      try answer(#"{"phone":{"token":"0\#(token.dropFirst())"}}"#).exit == (token.hasPrefix("0") ? .ok : .no))
    #expect(try answer(#"{"phone":{"code":"\#(code)","name":"Ben"}}"#).exit == .no, "a code is for one phone")
    let kept = try #require(watcher.recording.play.files["phones.json"])
    #expect(!String(decoding: kept, as: UTF8.self).contains(token), "the card has a hash only")
    watcher.recording.play.rehearsal.kill()
    watcher.recording.play.rehearsal.start()
    watcher.recording.goOn(forSeconds: 5)
    #expect(try answer(#"{"phone":{"token":"\#(token)"}}"#).exit == .ok)
    #expect(try answer(#"{"command":["phones"]}"#).output.hasPrefix("Anna  since 2026-02-11T13:00"))
    #expect(try answer(#"{"command":["phones","remove","Anna"]}"#).exit == .ok)
    #expect(try answer(#"{"phone":{"token":"\#(token)"}}"#).exit == .no)
  }

  @Test("A phone is not paired while the card refuses")
  func aPhoneIsNotPairedWhileTheCardRefuses() throws {
    let watcher = try Watcher(#"13:00:00 "command":["status"]"#)
    var answers: [BoxAnswer] = []
    watcher.recording.play.world.answered = { _, answer in answers.append(answer) }
    try watcher.say(#"{"command":["phones","pair","--json"]}"#)
    watcher.recording.goOn(forSeconds: 1)
    var offer = try Fields(try JSONReader.read(try #require(answers.last).output))
    let code = try offer.required("code", as: .string)
    watcher.recording.play.world.storage.failure = .device
    try watcher.say(#"{"phone":{"code":"\#(code)","name":"Anna"}}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(answers.last?.exit == .io)
    watcher.recording.play.world.storage.failure = nil
    try watcher.say(#"{"command":["phones"]}"#)
    watcher.recording.goOn(forSeconds: 1)
    #expect(answers.last?.output == "no phone is paired\n")
  }

  @Test("A command that is repeated before its answer is answered each time")
  func aCommandThatIsRepeatedBeforeItsAnswerIsAnsweredEachTime() throws {
    let watcher = try Watcher(#"13:00:00 "command":["status"]"#)
    let wish =
      #"{"command":["log","add","bottle","--start","12:30"],"id":"0198b0a2-5c3e-7d41-9b1f-0c2d4e6f8a90"}"#
    for _ in 0..<2 { try watcher.say(wish) }
    watcher.recording.goOn(forSeconds: 1)
    #expect(watcher.recording.says("saved 4e6f8a90: bottle at"))
    #expect(watcher.recording.says("saved before: 4e6f8a90"))
    #expect(try watcher.recording.events() == ["bottle 12:30:00"])
  }
}
