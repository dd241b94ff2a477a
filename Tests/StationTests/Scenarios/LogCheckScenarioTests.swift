import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands

/// The whole box reads its log again at night, and shows the age of its copy.
@Suite struct LogCheckScenarioTests {
  /// An evening of a box that was started twice, so one segment is closed.
  private static func evening() throws -> Recording {
    try Scenario.play(
      #"""
      20:00:00 "command":["log","add","bottle","--start","19:00"]
      20:00:01 "command":["log","add","bottle","--start","19:30"]
      20:01:00 "power":"cut"
      20:01:05 "power":"on"
      20:02:00 "command":["status"]
      """#)
  }

  /// Flips a bit in the first bottle.
  private static func rot(_ recording: Recording) throws {
    let disk = recording.play.world.storage
    var files = disk.files
    let path = "log/seg-000001.jsonl"
    let text = String(decoding: try #require(files[path]), as: UTF8.self)
    let place = try #require(text.utf8.indices.first { text.utf8[$0...].starts(with: "bottle".utf8) })
    files[path]?[text.utf8.distance(from: text.startIndex, to: place)] ^= 1
    disk.restore(from: SimulatedDisk(files: files))
  }

  private static func remarks(_ recording: Recording) -> Int {
    recording.transcript.count { $0.contains("the log was read again: 1 damaged") }
  }

  @Test("Damage is reported once and survives a start")
  func damageIsReportedOnceAndSurvivesAStart() throws {
    let recording = try Self.evening()
    try Self.rot(recording)
    recording.goOn(forSeconds: 3 * 3_600)
    #expect(Self.remarks(recording) == 0, "it waits for the night")
    recording.goOn(forSeconds: 3 * 3_600)
    #expect(Self.remarks(recording) == 1, "\(recording.transcript.suffix(3))")
    let record = SmallFile.checked.load(from: recording.play.world.storage)
    #expect(record?.damaged == 1)
    recording.goOn(forSeconds: 48 * 3_600)
    #expect(Self.remarks(recording) == 1)
    let again = try Recording(script: Scenario(#"20:00:00 "command":["status"]"#).script) { play in
      play.world.storage.restore(from: SimulatedDisk(files: recording.play.world.storage.files))
    }
    #expect(again.says("log: 1 damaged"))
  }

  @Test("A whole log is checked without a report")
  func aWholeLogIsCheckedWithoutAReport() throws {
    let recording = try Self.evening()
    recording.goOn(forSeconds: 8 * 3_600)
    #expect(!recording.says("read again"))
    let record = SmallFile.checked.load(from: recording.play.world.storage)
    #expect(record?.damaged == 0)
    let turns = recording.play.rehearsal.turns
    recording.goOn(forSeconds: 600)
    #expect(recording.play.rehearsal.turns - turns < 30, "it is over")
  }

  @Test("The box learns of a copy that another process makes")
  func theBoxLearnsOfACopyThatAnotherProcessMakes() throws {
    let recording = try Self.evening()
    let world = recording.play.world
    let now = try #require(world.readClocks().wall)
    let record = MaintenanceRecord(at: now.adding(minutes: -3 * 1440 - 60), damaged: 0)
    func ask() throws {
      world.plan(.request(token: 99, try RequestParser.request(["status"])))
      recording.goOn(forSeconds: 1)
    }
    try ask()
    #expect(!recording.says("copied"))
    try SmallFile.copied.save(record, in: world.storage)
    world.plan(.filesChanged)
    recording.goOn(forSeconds: 1)
    try ask()
    #expect(recording.says("copied 3 d ago"))
    let restarted = try Recording(script: Scenario(#"20:00:00 "command":["status"]"#).script) { play in
      play.world.storage.restore(from: SimulatedDisk(files: world.storage.files))
    }
    #expect(restarted.says("copied 3 d ago"), "a start reads the file")
  }
}
