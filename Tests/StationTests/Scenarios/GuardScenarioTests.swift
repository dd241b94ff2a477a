import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal
@testable import cribside_lab

/// The guard of a dead box: what the panel visibly shows, and what the card has.
@Suite struct GuardScenarioTests {
  private static let stopped = ["box stopped", "presses are not saved", "unplug it, plug it in"]
  private static let nightly = #"{"quiet":{"schedule":{"enabled":true}}}"#

  private static func isShielded(_ recording: Recording) -> Bool {
    let state = QuietShelf.finding(in: recording.play.world.storage).state
    return state.shield != nil || state.session != nil
  }

  private static func play(_ lines: String, config: String = "{}") throws -> Recording {
    var scenario = Scenario(lines)
    scenario.config = config
    return try scenario.play()
  }

  @Test("After the grace period the panel reports a dead box, and a box that comes back has its panel again")
  func stopped() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "process":"kill","which":"box"
      13:05:04 "shot":"grace"
      13:05:06 "shot":"stopped"
      13:20:00 "press":"nap"
      13:30:00 "process":"start","which":"box"
      13:30:02 "shot":"back"
      13:30:20 "shot":"stays"
      """#)
    #expect(try recording.shot("grace").texts.isEmpty == false, "the panel keeps what it was given")
    #expect(try recording.shot("stopped").texts == Self.stopped)
    #expect(try recording.shot("stopped").light == .on)
    for name in ["back", "stays"] {
      #expect(try recording.shot(name).page == "now" && recording.shot(name).texts != Self.stopped)
    }
    #expect(recording.play.world.oled.pixels == recording.wanted)
    #expect(recording.play.world.oled.violations.isEmpty)
  }

  @Test("A box that comes back within the grace period is never reported as stopped")
  func restart() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "process":"kill","which":"box"
      13:05:03 "process":"start","which":"box"
      13:05:10 "shot":"after"
      """#)
    #expect(try recording.shot("after").page == "now")
    #expect(!recording.says("guard: no box runs"))
  }

  @Test(
    "A dead box's session stays dark to its end, and then the panel reports the dead box",
    arguments: [true, false])
  func session(guardIsKilled: Bool) throws {
    let more =
      guardIsKilled
      ? """
      13:12:00 "process":"kill","which":"guard"
      13:33:00 "process":"start","which":"guard"
      """ : ""
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30","--strict"]
      13:10:00 "process":"kill","which":"box"
      \#(more)
      13:34:58 "shot":"dark"
      13:35:02 "shot":"over"
      13:40:00 "process":"start","which":"box"
      13:40:02 "shot":"back"
      """#)
    #expect(try recording.shot("dark").light == .off)
    #expect(try recording.shot("over").texts == Self.stopped)
    #expect(try recording.shot("back").page == "now" && !Self.isShielded(recording))
  }

  @Test("A cancel that has begun ends a dead box's session")
  func cancelling() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:10:00 "command":["quiet","cancel"]
      13:10:10 "process":"kill","which":"box"
      13:10:32 "shot":"over"
      """#)
    #expect(try recording.shot("over").texts == Self.stopped && !Self.isShielded(recording))
  }

  @Test(
    "After both were killed, either process restores the state",
    arguments: [("box", false), ("guard", false), ("box", true), ("guard", true)])
  func both(which: String, isOver: Bool) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:10:00 "process":"kill","which":"box"
      13:10:00 "process":"kill","which":"guard"
      \#(isOver ? "13:50" : "13:20"):00 "process":"start","which":"\#(which)"
      \#(isOver ? "13:50" : "13:20"):11 "shot":"after"
      """#)
    #expect(Self.isShielded(recording) == !isOver)
    let shot = try recording.shot("after")
    #expect(shot.light == (isOver ? .on : .off))
    if isOver { #expect((shot.texts == Self.stopped) == (which == "guard")) }
  }

  @Test(
    "The guard starts and ends a dead box's scheduled night",
    arguments: [
      ("2026-02-11T", "-05:00", "2026-02-12T", "-05:00"), ("2026-03-07T", "-05:00", "2026-03-08T", "-04:00"),
      ("2026-10-31T", "-04:00", "2026-11-01T", "-05:00"),
    ])
  func night(evening: String, before: String, morning: String, after: String) throws {
    let recording = try Self.play(
      #"""
      \#(evening)18:00:00\#(before) "process":"kill","which":"box"
      \#(evening)18:30:00\#(before) "shot":"day"
      \#(evening)19:00:01\#(before) "shot":"dusk"
      \#(evening)21:59:58\#(before) "shot":"before"
      \#(evening)22:00:02\#(before) "shot":"begun"
      \#(morning)06:59:58\#(after) "shot":"dark"
      \#(morning)07:00:02\#(after) "shot":"over"
      """#, config: Self.nightly)
    #expect(try recording.shot("day").light == .on)
    for name in ["dusk", "before"] { #expect(try recording.shot(name).light == .dim, "\(name)") }
    for name in ["begun", "dark"] { #expect(try recording.shot(name).light == .off, "\(name)") }
    #expect(try recording.shot("over").light == .on && recording.shot("over").texts == Self.stopped)
    #expect(!Self.isShielded(recording))
  }

  @Test(
    "A clock step moves a dead box's night, but not a session of some minutes",
    arguments: [-3600, 3600])
  func steps(seconds: Int) throws {
    let manual = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:10:00 "process":"kill","which":"box"
      13:20:00 "clock":"step","seconds":\#(seconds)
      13:34:58 "shot":"dark"
      13:35:02 "shot":"over"
      """#)
    #expect(try manual.shot("dark").light == .off && manual.shot("over").texts == Self.stopped)
    let night = try Self.play(
      #"""
      23:00:00 "process":"kill","which":"box"
      23:30:00 "clock":"step","seconds":\#(seconds)
      2026-02-12T05:59:58-05:00 "shot":"six"
      2026-02-12T06:00:02-05:00 "shot":"afterSix"
      2026-02-12T07:59:58-05:00 "shot":"eight"
      2026-02-12T08:00:02-05:00 "shot":"afterEight"
      """#, config: Self.nightly)
    #expect(try night.shot("six").light == .off)
    #expect(try (night.shot("afterSix").light != .off) == (seconds > 0))
    #expect(try (night.shot("eight").light != .off) == (seconds > 0))
    #expect(try night.shot("afterEight").texts == Self.stopped)
  }

  @Test("A clock step past its end ends a dead box's night, with few writes")
  func stepPastTheEnd() throws {
    let recording = try Self.play(
      #"""
      23:00:00 "process":"kill","which":"box"
      23:30:00 "clock":"step","seconds":36000
      23:30:03 "shot":"over"
      """#, config: Self.nightly)
    #expect(try recording.shot("over").texts == Self.stopped && !Self.isShielded(recording))
    let bytes = recording.play.world.storage.bytesWritten
    recording.goOn(forSeconds: 3_600)
    #expect(recording.play.world.storage.bytesWritten == bytes)
  }

  @Test("After a power cut the box continues a session by its log, which knows more than the guard")
  func mark() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:13:00 "press":"nap"
      13:13:10 "clock":"unsynced"
      13:13:20 "power":"cut"
      13:14:00 "power":"on"
      13:14:00 "process":"kill","which":"box"
      13:14:02 "process":"start","which":"box"
      13:35:55 "shot":"dark"
      13:36:10 "shot":"over"
      """#)
    // By the press, 8 of the 30 minutes were over, so 22 are left from the boot on. The guard starts first.
    #expect(try recording.shot("dark").light == .off && recording.shot("over").light != .off)
  }

  @Test("A power cut at any operation of the guard leaves files that the next start can use")
  func tornWrites() throws {
    var cuts: [SimulatedDisk] = []
    let recording = try Scenario(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:10:00 "process":"kill","which":"box"
      """#
    ).play { play in
      play.watch = { step in
        guard case .process = step.action else { return }
        play.world.storage.atEachOperation = { disk, _ in cuts.append(disk) }
      }
    }
    recording.goOn(forSeconds: 1800)
    #expect(cuts.count > 4 && !Self.isShielded(recording))
    for (number, disk) in cuts.enumerated() {
      disk.powerCut(seed: UInt64(number))
      let found = QuietShelf.finding(in: disk)
      #expect(!found.isDamaged)
      var course = QuietCourse(defaults: QuietDefaults(), zone: recording.zone)
      let wall = Instant(milliseconds: recording.play.world.clock.worldMilliseconds)
      _ = course.handle(
        .launch(found, lastAlive: nil), at: QuietMoment(kernelBoot: "next", milliseconds: 9_000, wall: wall))
      #expect(course.shield == nil && course.session == nil)
    }
  }

  @Test("A panel that does not answer is tried again, and reported once")
  func missingPanel() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "fault":"oled-nack","seconds":30
      13:05:00 "process":"kill","which":"box"
      13:06:30 "shot":"stopped"
      """#)
    #expect(try recording.shot("stopped").texts == Self.stopped)
    #expect(recording.transcript.count { $0.contains("does not answer") } == 1)
  }

  @Test("A write that the card refuses is tried again")
  func fullCard() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:10:00 "process":"kill","which":"box"
      13:34:00 "fault":"disk-full","seconds":90
      13:35:30 "shot":"over"
      13:35:45 "shot":"end"
      """#)
    #expect(try recording.shot("over").texts == Self.stopped)
    #expect(!Self.isShielded(recording))
  }

  @Test("Beside a running box the guard sleeps, and costs the box no turn")
  func idle() throws {
    let idle = #"13:00:00 "shot":"end""#
    let guarded = try Scenario.play(idle)
    let alone = try Scenario.play(#"12:59:51 "process":"kill","which":"guard""# + "\n" + idle)
    let wakes = guarded.play.rehearsal.guardWakes
    guarded.goOn(forSeconds: 7_200)
    alone.goOn(forSeconds: 7_200)
    #expect(guarded.play.rehearsal.guardWakes == wakes && wakes <= 1)
    #expect(guarded.play.rehearsal.turns == alone.play.rehearsal.turns)
    let bytes = [guarded, alone].map { $0.play.world.bus.traffic(of: $0.play.world.oledAddress).bytes }
    #expect(bytes[0] == bytes[1])
  }

  @Test("Beside a dead box the guard wakes twice a day for the light of the panel")
  func deadIdle() throws {
    let recording = try Scenario.play(
      #"""
      13:00:00 "process":"kill","which":"box"
      13:00:10 "shot":"end"
      """#)
    let wakes = recording.play.rehearsal.guardWakes
    recording.goOn(forSeconds: 10 * 86_400)
    #expect(recording.play.rehearsal.guardWakes == wakes + 20)
  }
}
