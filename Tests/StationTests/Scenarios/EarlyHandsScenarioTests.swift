import Bedside
import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime
@testable import Rehearsal

/// Presses before the log was open, or while the loop stood still: each counts from its own time.
@Suite struct EarlyHandsScenarioTests {
  /// The presses from 13:05:02 on, and their events. Times are in milliseconds after 13:05:00.
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    var lines: String
    var events: [String]

    init(_ name: String, _ lines: String, _ events: [String]) {
      testDescription = name
      self.lines = lines
      self.events = events
    }
  }

  static let cases = [
    Case("one press", #"13:05:02.050 "press":"nap""#, ["sleep 2050–"]),
    Case(
      "NAP and FEED, released in between",
      #"""
      13:05:02.050 "press":"nap"
      13:05:02.600 "press":"feed"
      """#, ["sleep 2050–", "nursing 2600–"]),
    Case(
      "NAP and NAP, a nap of 17 s",
      #"""
      13:05:02.050 "press":"nap"
      13:05:19.051 "press":"nap"
      """#, ["sleep 2050–19051"]),
    Case(
      "three presses of two buttons",
      #"""
      13:05:02.007 "press":"feed"
      13:05:12.008 "press":"nap"
      13:05:22.009 "press":"feed"
      """#, ["nursing 2007–12008", "sleep 12008–", "nursing 22009–"]),
    Case("a command", #"13:05:02.050 "command":["log","add","nap"]"#, ["sleep 2050–"]),
    Case(
      "a command before a press",
      #"""
      13:05:02.050 "command":["log","add","nap"]
      13:05:19.051 "press":"nap"
      13:05:25.052 "press":"feed"
      """#, ["sleep 2050–19051", "nursing 25052–"]),
    Case(
      "a command between presses",
      #"""
      13:05:02.050 "press":"nap"
      13:05:19.051 "command":["log","add","wake"]
      13:05:36.052 "press":"nap"
      """#, ["sleep 2050–19051", "sleep 36052–"]),
    Case(
      "a command while a button is down",
      #"""
      13:05:02.050 "hold":"nap","seconds":3
      13:05:03.050 "command":["log","add","bottle"]
      13:05:09.051 "press":"feed"
      """#, ["sleep -1197950–", "bottle 3050", "nursing 9051–"]),
    Case("a bottle", #"13:05:02.050 "doublePress":"feed""#, ["bottle 2050"]),
    Case("a chord undoes its first press", #"13:05:02.050 "chord":["nap","feed"],"seconds":1"#, []),
    Case("a hold moves its sleep", #"13:05:02.050 "hold":"nap","seconds":3"#, ["sleep -1197950–"]),
    Case(
      "MENU held undoes",
      #"""
      13:05:02.050 "press":"feed"
      13:05:06.050 "press":"nap"
      13:05:10.000 "hold":"menu","seconds":2
      """#, ["nursing 2050–"]),
    Case(
      "MENU switches the side of a feed",
      #"""
      13:05:02.050 "press":"feed"
      13:05:06.050 "press":"menu"
      13:05:10.001 "press":"feed"
      """#, ["nursing 2050–10001 right"]),
    Case(
      "a stuck button, and another one",
      #"""
      13:05:02.050 "hold":"nap","seconds":15
      13:05:09.002 "press":"feed"
      """#, ["sleep 2050–", "nursing 9002–"]),
  ]

  /// The log opens long before the presses, between them, or long after them.
  @Test("Presses need not wait for the log", arguments: cases, [0, 3, 10, 30, 3_600])
  func whileStarting(hands: Case, stallSeconds: Int) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "process":"kill"
      13:05:00.100 "fault":"disk-stall","seconds":\#(max(stallSeconds, 1))
      13:05:00.200 "process":"start"
      \#(hands.lines)
      14:06:00 "shot":"end"
      """#)
    #expect(try Self.events(recording).map(Self.withoutLeft) == hands.events)
    #expect(try recording.careIDs() == recording.acknowledged)
  }

  @Test("The result of an early press is shown once the log is open")
  func isShown() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "process":"kill"
      13:05:00.100 "fault":"disk-stall","seconds":600
      13:05:00.200 "process":"start"
      13:06:00 "press":"nap"
      13:15:02 "shot":"open"
      """#)
    #expect(try recording.shot("open").texts.contains("Nap 13:06 ✓"), "\(recording.words("open"))")
    #expect(
      try recording.shot("open").texts.contains { $0.hasPrefix("Nap 9 m") }, "\(recording.words("open"))")
  }

  @Test(
    "A box that is told to stop before its log is open saves the presses that it holds", arguments: [1, 60])
  func stopWhileStarting(stallSeconds: Int) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "process":"kill"
      13:05:00.100 "fault":"disk-stall","seconds":\#(stallSeconds)
      13:05:00.200 "process":"start"
      13:05:00.300 "press":"nap"
      13:05:00.600 "shot":"end"
      """#)
    let station = try #require(recording.play.rehearsal.station)
    recording.play.world.plan(.stop)
    recording.goOn(forSeconds: 5)
    #expect(station.isStopped)
    #expect(try Self.events(recording) == (stallSeconds == 1 ? ["sleep 300–"] : []))
    #expect(recording.says("LOST: 1 events") == (stallSeconds != 1))
  }

  @Test("A night that an early press ends is shown as a night", arguments: [1, 30])
  func endsTheNight(stallSeconds: Int) throws {
    let recording = try Scenario.play(
      #"""
      19:10:00 "press":"nap"
      2026-02-12T06:30:00-05:00 "process":"kill"
      2026-02-12T06:30:00.100-05:00 "fault":"disk-stall","seconds":\#(stallSeconds)
      2026-02-12T06:30:00.200-05:00 "process":"start"
      2026-02-12T06:30:05-05:00 "press":"nap"
      2026-02-12T06:30:\#(stallSeconds < 5 ? "07" : "32")-05:00 "shot":"told"
      """#)
    #expect(try recording.shot("told").texts.contains("Awake 06:30 ✓"), "\(recording.words("told"))")
  }

  @Test("A request between early presses changes nothing about what they mean", arguments: [false, true])
  func requestBetweenPresses(asks: Bool) throws {
    // The session begins after the press, and before the log is open.
    let shielded = try Scenario.play(
      #"""
      13:04:20 "command":["quiet","allow","feed"]
      13:04:25 "command":["quiet","schedule","--on","--start","13:06","--end","14:00"]
      13:05:00 "process":"kill"
      13:05:00.100 "fault":"disk-stall","seconds":90
      13:05:00.200 "process":"start"
      13:05:05 \#(asks ? #""command":["quiet","status"]"# : #""shot":"waits""#)
      13:05:20 "press":"nap"
      13:07:00 "shot":"end"
      """#)
    #expect(try Self.events(shielded) == ["sleep 20000–"])
    // The page of the other baby is left before it counts as chosen.
    var twins = Scenario(
      #"""
      13:00:00 "command":["log","add","bottle"]
      13:05:00 "process":"kill"
      13:05:00.100 "fault":"disk-stall","seconds":30
      13:05:00.200 "process":"start"
      13:05:02 "doublePress":"menu"
      13:05:02.900 \#(asks ? #""command":["quiet","status"]"# : #""shot":"waits""#)
      13:05:03.500 "press":"menu"
      13:05:09 "press":"nap"
      13:06:00 "shot":"end"
      """#)
    twins.config = #"{"babies":[{"name":"Ben","birthdate":"2025-09-14","bedtime":"18:40"}]}"#
    let events = try twins.play().events()
    #expect(events == ["bottle 13:00:00 baby 2", "sleep 13:05:09– baby 2"])
  }

  @Test("A quiet session that is requested while the box starts begins then")
  func quietWhileStarting() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "process":"kill"
      13:05:00.100 "fault":"disk-stall","seconds":60
      13:05:00.200 "process":"start"
      13:05:05 "command":["quiet","start","30"]
      13:06:30 "command":["quiet","status"]
      13:07:00 "shot":"end"
      """#)
    #expect(recording.says("13:35"), "\(recording.transcript.suffix(4))")
    #expect(!recording.says("13:36"))
  }

  @Test("A button that was down before the process started is no press", arguments: [0, 4, 30])
  func heldSinceBefore(stallSeconds: Int) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "process":"kill"
      13:05:00.100 "hold":"nap","seconds":6
      13:05:00.200 "fault":"disk-stall","seconds":\#(max(stallSeconds, 1))
      13:05:01 "process":"start"
      13:05:04 "press":"feed"
      13:05:09.003 "press":"nap"
      13:06:00 "shot":"end"
      """#)
    #expect(try Self.events(recording).map(Self.withoutLeft) == ["nursing 4000–9003", "sleep 9003–"])
  }

  /// The clock becomes known while the box starts, so the answer to the press has its time of day.
  @Test("A clock that syncs during the start gives an early press its time")
  func syncWhileStarting() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "clock":"unsynced"
      13:00:01 "power":"cut"
      13:04:59 "fault":"disk-stall","seconds":60
      13:05:00 "power":"on"
      13:05:10 "press":"nap"
      13:05:30 "clock":"synced"
      13:06:00 "shot":"open"
      """#)
    #expect(try recording.shot("open").texts.contains("Nap 13:05 ✓"), "\(recording.words("open"))")
    #expect(try Self.events(recording) == ["sleep 10000–"])
  }

  /// Events that waited with the presses belong to the present. If they were handled first, all presses would be moved
  /// to now.
  @Test("A loop that stood still keeps the times of presses", arguments: [false, true])
  func stalledLoop(mailIsFirst: Bool) throws {
    let recording = try Scenario.play(#"13:05:00 "shot":"end""#)
    let world = recording.play.world
    let station = try #require(recording.play.rehearsal.station)
    let begin = world.clock.worldNanoseconds
    let presses: [(Button, milliseconds: Int)] = [
      (.nap, 1_000), (.feed, 1_400), (.nap, 20_000), (.feed, 31_007),
    ]
    var waiting: [BoardEvent] = mailIsFirst ? [.clockChanged] : []
    for (button, milliseconds) in presses {
      waiting += world.advance(to: begin + UInt64(milliseconds) * 1_000_000)
      Hand.press(button, in: world)
      waiting += world.advance(to: world.clock.worldNanoseconds + 200_000_000)
    }
    waiting += world.advance(to: begin + 60_000_000_000)
    station.receive(waiting + [.clockChanged])
    let log = try #require(station.model?.waitingEvents)
    let start = log[0].moment.boot.milliseconds
    #expect(log.map { $0.moment.boot.milliseconds - start } == [0, 400, 19_000, 30_007])
    #expect(
      log.map { event in
        if case .added(let care) = event.change { care.kind.name } else { "ended" }
      } == ["sleep", "nursing", "ended", "ended"])
  }

  // MARK: -

  private static let origin = ISO8601.instant("2026-02-11T13:05:00-05:00")

  /// Every event that was not deleted, in order, in milliseconds after 13:05:00.
  private static func events(_ recording: Recording) throws -> [String] {
    let fold = try recording.fold()
    let origin = try #require(origin)
    func text(_ time: EventTime) -> String {
      let resolved = fold.clocks.resolve(time)
      return (resolved.isExact ? "" : "~") + "\(resolved.instant.milliseconds - origin.milliseconds)"
    }
    return fold.logs.values.flatMap(\.allRecords).filter { !$0.isDeleted }.map(\.care).map { care in
      var words = "\(care.kind.name) \(text(care.start))"
      if care.kind.lasts { words += "–" + (care.end.map(text) ?? "") }
      return words + (care.side.map { " \($0.name)" } ?? "")
    }
  }

  /// Removes the side of a feed that began on the left, as all of them do by default.
  private static func withoutLeft(_ text: String) -> String {
    text.hasSuffix(" left") ? String(text.dropLast(5)) : text
  }

  @Test("A clock that is set while the card does not return the log is not behind by the wait")
  func clockSetWhileStarting() throws {
    let recording = try Scenario.play(
      #"""
      08:00:00 "clock":"unsynced"
      08:00:01 "power":"cut"
      08:00:09 "fault":"disk-stall","seconds":300
      08:00:10 "power":"on"
      08:00:20 "command":["clock","set","08:05"]
      08:00:30 "command":["log","add","wake","--start","08:04"]
      08:10:40 "shot":"later"
      """#)
    #expect(try recording.shot("later").texts.contains("08:15"), "\(recording.words("later"))")
    #expect(try recording.events().last == "wake 08:04:00")
  }
}
