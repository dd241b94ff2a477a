import Bedside
import CareJournal
import LinuxBoard
import Nursery
import SimulatedBoard
import Testing

@testable import BoxRuntime
@testable import Rehearsal

/// A simulation script in short form: lines of a time and an action, `13:05:00 "press":"nap"`.
///
/// A time without a date is on 11 February 2026 in New York, in winter time. Blank lines are skipped. The script ends
/// a second after the last line, so a press on it is saved.
struct Scenario {
  /// The first line's `baby`, as JSON.
  var baby = #"{"name":"Mia","birthdate":"2025-09-14","bedtime":"18:40"}"#
  /// The first line's `config`, as JSON.
  var config = "{}"
  /// The configuration's `motion`, as JSON. It is off unless a scenario is about the crib, because readings take time.
  var motion = #"{"mode":"off"}"#
  var seed = 1
  var timeZone = "America/New_York"
  /// The lines, in short form.
  var lines: String

  init(_ lines: String) {
    self.lines = lines
  }

  /// The full script.
  var script: String {
    let rest = config.dropFirst().drop { $0 == " " }
    let config = #"{"motion":\#(motion)\#(rest.hasPrefix("}") ? "" : ",")\#(rest)"#
    let header =
      #"{"baby":\#(baby),"timeZone":"\#(timeZone)","board":"pi-zero-2w","seed":\#(seed),"config":\#(config)}"#
    let steps = lines.split(separator: "\n").map { Self.step($0.drop { $0 == " " }) }
    return ([header] + steps).joined(separator: "\n")
  }

  private static func step(_ line: Substring) -> String {
    let parts = line.split(separator: " ", maxSplits: 1)
    let time = parts[0].contains("T") ? String(parts[0]) : "2026-02-11T\(parts[0])-05:00"
    return #"{"at":"\#(time)",\#(parts[1])}"#
  }

  /// Plays the script on the simulated board. It needs no `end` line.
  func play() throws -> Recording { try Recording(script: script) }

  /// Plays the script on a board on which `prepare` has arranged a fault.
  func play(prepared: (Play) -> Void) throws -> Recording {
    try Recording(script: script, prepare: prepared)
  }

  /// A day with two naps and the night after it, which no press ended.
  static let night = #"""
    2026-02-10T06:40:00-05:00 "command":["log","add","wake","--start","06:30"]
    2026-02-10T09:00:00-05:00 "press":"nap"
    2026-02-10T10:00:00-05:00 "press":"nap"
    2026-02-10T13:00:00-05:00 "press":"nap"
    2026-02-10T14:00:00-05:00 "press":"nap"
    2026-02-10T18:40:00-05:00 "press":"nap"

    """#

  /// Makes a scenario and plays it.
  static func play(_ lines: String) throws -> Recording { try Scenario(lines).play() }
}

/// The result of a script.
final class Recording {
  let play: Play
  let zone: ZoneWindow
  private let told: Told
  var transcript: [String] { told.lines }

  /// Plays a script, after `prepare` has changed its world. The last line is the end, unless the box `rests`.
  init(script text: String, rests: Bool = true, prepare: (Play) -> Void = { _ in }) throws {
    let script = try SimulationScript(Array(text.utf8), file: "test", zones: Zones.window)
    zone = script.zone
    let told = Told()
    self.told = told
    play = Play(script: script, frames: nil) { told.lines.append($0) }
    prepare(play)
    try play.run()
    if rests { goOn(forSeconds: 1) }
  }

  private final class Told { var lines: [String] = [] }

  /// A shot by its name. The test fails if the script made none.
  func shot(_ name: String) throws -> Shot { try #require(play.shots[name]) }

  /// The log on the card, as any reader reads it.
  func fold() throws -> LogFold { try LogFold(of: play.world.storage) }

  /// Every event that was not deleted, oldest first: `sleep 13:05:00–13:50:00`.
  func events() throws -> [String] {
    let fold = try fold()
    let records = fold.logs.sorted { $0.key.number < $1.key.number }.flatMap { baby, log in
      log.allRecords.filter { !$0.isDeleted }.map { (baby: baby, care: $0.care) }
    }
    return records.map { text($0.care, of: $0.baby, fold) }
  }

  /// The texts of a shot, for the message of a failed expectation. Empty if there is no such shot.
  func words(_ name: String) -> [String] {
    do { return try shot(name).texts } catch { return [] }
  }

  /// The ids of the lines about care on the card, in the log's order.
  func careIDs() throws -> [EventID] {
    var ids: [EventID] = []
    try Journal.replay(play.world.storage) { line in
      if case .care(let event) = line.entry { ids.append(event.id) }
    }
    return ids
  }

  /// The picture that the box currently wants on the panel.
  var wanted: [UInt8]? { play.rehearsal.station?.model?.picture?.frame.bytes }

  /// Continues for some simulated time after the script's last line.
  func goOn(forSeconds seconds: Double) {
    play.rehearsal.run(until: play.world.clock.worldNanoseconds + UInt64(seconds * 1e9))
  }

  /// The ids that were shown as saved.
  var acknowledged: [EventID] { play.world.ledger.acknowledged }

  /// Whether a line of the transcript contains a text.
  func says(_ text: String) -> Bool { transcript.contains { $0.contains(text) } }

  private func text(_ care: Care, of baby: BabyID, _ fold: LogFold) -> String {
    var text = "\(care.kind.name) \(time(care.start, fold))"
    if care.kind.lasts { text += "–" + (care.end.map { time($0, fold) } ?? "") }
    if let side = care.side { text += " \(side.name)" }
    return baby.number == 1 ? text : text + " baby \(baby.number)"
  }

  /// The time of day with seconds. A time that is known only within bounds has `~` before it.
  private func time(_ time: EventTime, _ fold: LogFold) -> String {
    let resolved = fold.clocks.resolve(time)
    let text = ISO8601.text(resolved.instant, in: zone)
    return (resolved.isExact ? "" : "~") + text.dropFirst(11).prefix(8)
  }
}
