import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// No wall time is shown before it is known, and no clock changes a duration.
@Suite struct ClockScenarioTests {
  @Test("Without a clock there is no wall time; a sync adds the times")
  func unknownClock() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "clock":"unsynced"
      13:00:01 "power":"cut"
      13:00:05 "power":"on"
      13:05:00 "press":"nap"
      13:05:01 "shot":"pressed"
      13:10:58 "shot":"later"
      13:11:00 "clock":"synced"
      13:11:01 "shot":"known"
      13:11:02 "command":["log","list"]
      """#)
    let pressed = try recording.shot("pressed").texts
    #expect(pressed.contains("not set"), "\(pressed)")
    #expect(pressed.contains { $0.hasPrefix("Nap") && $0.hasSuffix("✓") }, "\(pressed)")
    let digits = /[0-9]:[0-9][0-9]/
    for name in ["pressed", "later"] {
      #expect(try !recording.shot(name).texts.contains { $0.contains(digits) }, "\(name)")
    }
    #expect(try recording.shot("later").texts.contains("~5 m"), "\(recording.words("later"))")
    #expect(
      try recording.shot("known").texts.contains { $0.contains("Nap 6 m") }, "\(recording.words("known"))")
    #expect(try recording.shot("known").texts.contains { $0.contains(digits) }, "\(recording.words("known"))")
    #expect(try recording.events() == ["sleep 13:05:00–"])
    #expect(recording.says("2026-02-11 13:05   –now"))
  }

  @Test("Without a clock a feed is shown as minutes ago")
  func minutesAgo() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "clock":"unsynced"
      13:00:01 "power":"cut"
      13:00:05 "power":"on"
      13:05:00 "doublePress":"feed"
      13:05:02 "shot":"just"
      13:17:00 "shot":"later"
      """#)
    #expect(
      try recording.shot("just").texts.contains { $0.contains("Bottle 120 ml ✓") },
      "\(recording.words("just"))")
    #expect(
      try recording.shot("later").texts.contains { $0.contains("~11 m ago") || $0.contains("~12 m ago") })
  }

  @Test("Without a clock, a feed before a power cut has only a lower bound")
  func feedBeforeCut() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "doublePress":"feed"
      13:20:00 "clock":"unsynced"
      13:20:10 "power":"cut"
      15:20:10 "power":"on"
      15:20:40 "shot":"earlier"
      15:35:00 "shot":"later"
      15:36:00 "doublePress":"feed"
      15:45:00 "shot":"own"
      """#)
    for (shot, fed) in [("earlier", "fed earlier"), ("later", "fed over 14 m ago"), ("own", "fed ~8 m ago")] {
      #expect(try recording.shot(shot).texts.contains(fed), "\(recording.words(shot))")
    }
  }

  @Test("A boot that never synced is bounded by the boots before and after it, and marked")
  func neverSynced() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "clock":"unsynced"
      13:00:01 "power":"cut"
      13:00:05 "power":"on"
      13:05:00 "press":"nap"
      13:35:00 "press":"nap"
      13:36:00 "doublePress":"feed"
      13:37:00 "command":["log","add","medicine","Paracetamol"]
      13:40:00 "power":"cut"
      13:40:05 "power":"on"
      13:41:00 "clock":"synced"
      13:41:05 "command":["log","list"]
      13:42:00 "command":["today"]
      13:42:30 "shot":"bounded"
      13:43:00 "press":"nap"
      13:45:30 "shot":"known"
      """#)
    let event = try #require(try recording.events().first)
    #expect(event.hasPrefix("sleep ~13:0"))
    let (bounded, known) = (try recording.shot("bounded").texts, try recording.shot("known").texts)
    #expect(bounded.contains { $0.hasPrefix("Awake ~") }, "\(bounded)")
    #expect(known.contains("Nap 2 m"), "what begins now is known: \(known)")
    #expect(recording.says("~2026-02-11 13:0"))
    #expect(recording.says("medicine  ~13:") && recording.says("the last ~"), "\(recording.transcript)")
    #expect(try recording.sleepMinutes().first == 30)
  }

  @Test(
    "A step of the wall clock changes no duration", arguments: [(-3600, 30), (-90, 31), (90, 31), (3600, 30)])
  func step(seconds: Int, minutes: Int) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "press":"nap"
      13:20:00 "clock":"step","seconds":\#(seconds)
      13:35:58 "shot":"later"
      13:50:00 "press":"nap"
      """#)
    #expect(try recording.shot("later").texts.contains("Nap \(minutes) m"), "\(recording.words("later"))")
    #expect(try recording.sleepMinutes() == [45])
    #expect(recording.says("durations stay as they are"))
  }

  /// The box dies while a step waits for a second report, and each start waits again.
  private static func heldStep(seconds: Int, then lines: String = "") throws -> Recording {
    try Scenario.play(
      #"""
      13:05:00 "press":"nap"
      13:10:00 "clock":"step","seconds":\#(seconds)
      13:11:00 "process":"kill"
      13:11:10 "process":"start"
      13:20:00 "press":"nap"
      13:25:00 "process":"kill"
      13:25:10 "process":"start"
      13:25:20 "shot":"held"
      13:25:21 "command":["log","list"]
      \#(lines)
      """#)
  }

  @Test(
    "A new start is no second report: a held step keeps waiting",
    arguments: [3_155_760_000, -946_728_000, 90_000, -90_000])
  func heldStep(seconds: Int) throws {
    let recording = try Self.heldStep(seconds: seconds)
    #expect(try recording.shot("held").texts.contains("nap 15:25"), "\(recording.words("held"))")
    #expect(recording.says("2026-02-11 13:05   –13:20"))
    #expect(try recording.events() == ["sleep 13:05:00–13:20:00"])
    #expect(recording.says("a clock step of \(seconds) s waits"))
    #expect(!recording.says("the clock was moved"))
  }

  @Test(
    "A card that cannot be listed ends the box with a message, and the next start confirms presses again")
  func cardUnreadable() throws {
    let recording = try Scenario(
      #"""
      13:05:00 "press":"nap"
      13:10:00 "process":"kill"
      13:10:05 "process":"start"
      13:10:06 "shot":"unreadable"
      13:10:07 "press":"feed"
      13:20:30 "press":"nap"
      13:20:40 "shot":"end"
      """#
    ).play { play in
      play.watch = { step in
        switch step.action {
        case .process: play.world.storage.unreadable = ["log"]
        case .press(.feed): play.world.plan(afterNanoseconds: 2_000_000_000) { $0.storage.unreadable = [] }
        default: break
        }
      }
    }
    #expect(recording.says("the card cannot be read: the log cannot be listed"))
    #expect(
      try recording.shot("unreadable").texts.contains("card cannot be read"),
      "\(recording.words("unreadable"))")
    #expect(try recording.events() == ["sleep 13:05:00–13:20:30"])
    #expect(try recording.shot("end").texts.contains { $0.hasPrefix("Awake") }, "\(recording.words("end"))")
  }

  /// A zone's window covers some years. The window around another century has no summer time for this year.
  @Test(
    "A held step does not remove this year's summer time",
    arguments: [3_155_760_000, -946_728_000])
  func heldStepInSummer(seconds: Int) throws {
    let recording = try Scenario.play(
      #"""
      2026-07-01T13:05:00-04:00 "press":"nap"
      2026-07-01T13:10:00-04:00 "clock":"step","seconds":\#(seconds)
      2026-07-01T13:11:00-04:00 "process":"kill"
      2026-07-01T13:11:10-04:00 "process":"start"
      2026-07-01T13:20:00-04:00 "press":"nap"
      2026-07-01T13:20:02-04:00 "shot":"held"
      2026-07-01T13:20:03-04:00 "command":["log","list"]
      """#)
    #expect(recording.says("2026-07-01 13:05   –13:20"))
    #expect(
      try recording.shot("held").texts.contains { $0.hasPrefix("Awake 13:20") }, "\(recording.words("held"))")
  }

  @Test(
    "The report at a new start is a first one: a second one that agrees applies the step",
    arguments: [3_155_760_000, -946_728_000, 90_000])
  func heldStepTaken(seconds: Int) throws {
    let report = #"13:30:00 "clock":"step","seconds":0"#
    let truth = try #require(try Self.heldStep(seconds: 0).spans().first)
    let span = try #require(try Self.heldStep(seconds: seconds, then: report).spans().first)
    #expect(abs(span.start - truth.start - seconds) <= 2 && span.isExact)
    #expect(span.end.map { $0 - span.start } == 900)
  }

  @Test("When the clocks go forward, the night and its sleep are an hour shorter")
  func daylightSaving() throws {
    let recording = try Scenario.play(
      #"""
      2026-03-08T00:10:00-05:00 "press":"nap"
      2026-03-08T00:20:02-05:00 "shot":"before"
      2026-03-08T03:10:02-04:00 "shot":"after"
      2026-03-08T03:20:00-04:00 "press":"nap"
      """#)
    #expect(try recording.shot("before").texts.contains("Asleep 10 m"), "\(recording.words("before"))")
    #expect(try recording.shot("after").texts.contains("Asleep 2 h 00"), "\(recording.words("after"))")
    #expect(try recording.events() == ["sleep 00:10:00–03:20:00"])
    #expect(try recording.sleepMinutes() == [130])
  }

  @Test("Midnight changes nothing about a sleep since the evening")
  func midnight() throws {
    let recording = try Scenario.play(
      #"""
      19:10:00 "press":"nap"
      23:59:02 "shot":"before"
      2026-02-12T00:10:02-05:00 "shot":"after"
      """#)
    #expect(try recording.shot("before").texts.contains("Asleep 4 h 49"), "\(recording.words("before"))")
    #expect(try recording.shot("after").texts.contains("Asleep 5 h 00"), "\(recording.words("after"))")
    #expect(try recording.shot("after").state == "nightSleep")
  }

  @Test("With an empty log and no clock there is still a picture")
  func firstEverBoot() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "clock":"unsynced"
      13:00:01 "process":"kill"
      13:00:02 "power":"cut"
      13:00:05 "power":"on"
      13:00:06 "shot":"end"
      """#)
    #expect(try recording.shot("end").texts.contains("Hello, Mia"), "\(recording.words("end"))")
  }

  @Test("A phone sets only an unknown clock, and never to the past")
  func phoneClock() throws {
    let recording = try Scenario.play(
      #"""
      08:00:00 "press":"nap"
      08:10:00 "clock":"unsynced"
      08:10:01 "power":"cut"
      08:10:30 "power":"on"
      08:11:00 "command":["status"]
      """#)
    func tell(_ time: String) throws -> String {
      let wish = try #require(TimeWish(time))
      recording.play.world.plan(.request(token: 99, .clockSet(wish), Asker(by: "Anna")))
      recording.goOn(forSeconds: 1)
      return recording.transcript.last ?? ""
    }
    #expect(try tell("2026-02-11T07:00:00-05:00").holds("the phone's clock is behind"))
    #expect(try tell("2026-02-11T08:11:20-05:00").holds("saved: it is 2026-02-11 08:11"))
    #expect(try tell("2026-02-11T09:00:00-05:00").holds("a phone sets it only while it is not"))
    let told = try lines(of: recording).filter { $0.moment.trust == .phone }
    #expect(told.count == 1)
  }

  private func lines(of recording: Recording) throws -> [JournalLine] {
    var lines: [JournalLine] = []
    try Journal.replay(recording.play.world.storage) { lines.append($0) }
    return lines
  }

  /// The clock was told by hand, 20 minutes ahead, and the network corrects it in the morning.
  private static func morningAfterAHand(_ lines: String, motion: String) throws -> Recording {
    var scenario = Scenario(
      #"""
      2026-02-10T09:00:00-05:00 "press":"nap"
      2026-02-10T10:00:00-05:00 "press":"nap"
      2026-02-10T16:59:00-05:00 "clock":"unsynced"
      2026-02-10T17:00:00-05:00 "power":"cut"
      2026-02-10T17:00:20-05:00 "power":"on"
      2026-02-10T17:05:00-05:00 "command":["clock","set","17:25"]

      """# + lines + "\n" + #"""
        2026-02-11T08:30:00-05:00 "clock":"synced"
        2026-02-11T08:40:00-05:00 "command":["log","list"]
        """#)
    scenario.motion = #"{"mode":"\#(motion)"}"#
    return try scenario.play()
  }

  @Test("A waking that NAP confirmed moves with all presses when the network corrects a clock told by hand")
  func correctedWaking() throws {
    let recording = try Self.morningAfterAHand(
      #"""
      2026-02-11T05:30:10-05:00 "shot":"asked"
      2026-02-11T05:30:30-05:00 "press":"nap"
      2026-02-11T05:50:00-05:00 "doublePress":"feed"
      """#, motion: "off")
    #expect(
      try recording.shot("asked").texts.contains("Woke 05:50? NAP: yes"), "\(recording.words("asked"))")
    #expect(try recording.events().dropFirst() == ["wake 05:30:30", "bottle 05:50:00"])
  }

  @Test("The end of a night that NAP confirmed stays on the clock on which the night began")
  func answeredNightEnd() throws {
    let recording = try Scenario.play(
      Scenario.night + #"""
        2026-02-10T23:00:00-05:00 "clock":"unsynced"
        2026-02-10T23:00:10-05:00 "power":"cut"
        2026-02-10T23:00:30-05:00 "power":"on"
        2026-02-10T23:05:00-05:00 "command":["clock","set","00:05"]
        2026-02-11T07:40:00-05:00 "shot":"asked"
        2026-02-11T07:40:10-05:00 "press":"nap"
        2026-02-11T08:00:00-05:00 "clock":"synced"
        2026-02-11T08:10:00-05:00 "command":["log","list"]
        """#)
    let asked = try recording.shot("asked").texts
    let question = try #require(asked.first { $0.hasPrefix("Woke ") }, "\(asked)")
    let time = question.dropFirst(5).prefix(5)
    let night = try #require(try recording.events().first { $0.hasPrefix("sleep 18:40") })
    #expect(night.contains("–\(time)"), "\(question), \(night)")
  }

  @Test("An entered time moves with the presses when the network corrects a clock told by hand")
  func correctedEntry() throws {
    let recording = try Self.morningAfterAHand(
      #"""
      2026-02-10T17:40:00-05:00 "command":["log","add","bottle","--start","17:50"]
      2026-02-10T17:41:00-05:00 "command":["log","add","nap","--start","16:00","--end","16:30"]
      2026-02-10T17:42:00-05:00 "command":["log","add","feed","--start","17:10","--end","17:50"]
      """#, motion: "off")
    #expect(
      try recording.events().dropFirst()
        == ["bottle 17:30:00", "sleep 16:00:00–16:30:00", "nursing 16:50:00–17:30:00 left"])
  }

  @Test("A waking that NAP confirmed is on the day of the boot, wherever the clock was set by hand")
  func answeredMorningAfterDaysOff() throws {
    let recording = try Scenario.play(
      #"""
      2026-02-08T09:00:00-05:00 "press":"nap"
      2026-02-08T10:00:00-05:00 "press":"nap"
      2026-02-08T17:00:00-05:00 "clock":"unsynced"
      2026-02-08T17:00:10-05:00 "power":"cut"
      2026-02-11T06:35:00-05:00 "power":"on"
      2026-02-11T06:35:30-05:00 "command":["clock","set","06:35"]
      2026-02-11T06:45:00-05:00 "shot":"asked"
      2026-02-11T06:45:10-05:00 "press":"nap"
      2026-02-11T07:30:00-05:00 "clock":"synced"
      2026-02-11T07:40:00-05:00 "command":["log","list"]
      """#)
    let asked = try recording.shot("asked").texts
    #expect(asked.contains { $0.hasPrefix("Woke 06:") }, "\(asked)")
    let listed = recording.transcript.suffix(6).filter { $0.contains("wake") }
    #expect(listed.count == 1 && listed[0].contains("2026-02-11 06:"), "\(recording.transcript.suffix(6))")
  }

  @Test("A night that NAP confirmed moves with all presses when the network corrects a clock told by hand")
  func correctedNight() throws {
    let recording = try Self.morningAfterAHand(
      #"""
      2026-02-10T18:50:00-05:00 "crib":"empty"
      2026-02-10T19:00:00-05:00 "crib":"asleep"
      2026-02-11T06:00:00-05:00 "crib":"awake"
      2026-02-11T06:12:00-05:00 "crib":"empty"
      2026-02-11T06:40:00-05:00 "shot":"asked"
      2026-02-11T06:45:00-05:00 "press":"nap"
      """#, motion: "suggest")
    let asked = try recording.shot("asked").texts
    #expect(asked.contains { $0.hasPrefix("19:20") && $0.hasSuffix("? NAP: yes") }, "\(asked)")
    let night = try #require(try recording.events().last)
    #expect(
      night.hasPrefix("sleep 19:00") && ["–05:59", "–06:00"].contains { night.contains($0) }, "\(night)")
  }
}

extension Recording {
  /// The minutes of each sleep that has ended.
  func sleepMinutes() throws -> [Int] {
    let fold = try fold()
    return fold.logs.values.flatMap(\.allRecords).compactMap { record in
      guard record.care.kind == .sleep, let end = record.care.end else { return nil }
      return fold.clocks.resolve(record.care.start).instant.minutes(until: fold.clocks.resolve(end).instant)
    }
  }
}
