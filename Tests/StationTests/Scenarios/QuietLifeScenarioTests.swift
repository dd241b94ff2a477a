import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal
@testable import cribside_lab

/// Quiet sessions through everything that can go wrong: at each step of their life the box, the guard or both are
/// killed, the power is cut, the clock is stepped; and nights on which the clocks change.
@Suite struct QuietLifeScenarioTests {
  /// What happens 5 s after a step. It is over within 30 s.
  enum Mishap: String, CaseIterable, Sendable {
    case none, kill, killTwice, killLong, killGuard, killBoth, killBothBoxFirst
    case powerCut, clockBack, clockAhead, unsyncedPowerCut

    /// The lines of a script, at seconds after a minute.
    func lines(_ minute: String) -> String {
      func line(_ second: String, _ text: String) -> String { "\(minute):\(second) \(text)\n" }
      let (kill, start) = (#""process":"kill","which":"box""#, #""process":"start","which":"box""#)
      let (killGuard, startGuard) = (
        #""process":"kill","which":"guard""#, #""process":"start","which":"guard""#
      )
      switch self {
      case .none: return ""
      case .kill: return line("05", kill) + line("15", start)
      case .killTwice: return line("05", kill) + line("08", start) + line("09", kill) + line("12", start)
      case .killLong: return line("05", kill) + line("32", start)
      case .killGuard: return line("05", killGuard) + line("15", startGuard)
      case .killBoth:
        return line("05", kill) + line("05", killGuard) + line("10", startGuard) + line("32", start)
      case .killBothBoxFirst:
        return line("05", killGuard) + line("05", kill) + line("10", start) + line("15", startGuard)
      case .powerCut: return line("05", #""power":"cut""#) + line("15", #""power":"on""#)
      case .clockBack: return line("05", #""clock":"step","seconds":-3600"#)
      case .clockAhead: return line("05", #""clock":"step","seconds":3600"#)
      case .unsyncedPowerCut:
        return line("05", #""clock":"unsynced""#) + line("06", #""power":"cut""#)
          + line("15", #""power":"on""#)
          + line("20", #""clock":"synced""#)
      }
    }

    /// Whether the mishap also ends a cancel that is in progress.
    var forgetsCancel: Bool { self == .powerCut || self == .unsyncedPowerCut }
  }

  private static func isShielded(_ recording: Recording) -> Bool {
    QuietShelf.finding(in: recording.play.world.storage).state.shield != nil
  }

  @Test("A running session stays dark and logs to its end", arguments: Mishap.allCases)
  func running(mishap: Mishap) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30","--strict"]
      \#(mishap.lines("13:10"))13:10:40 "shot":"dark"
      13:11:00 "press":"nap"
      13:11:02 "shot":"said"
      13:34:58 "shot":"still"
      13:35:02 "shot":"lit"
      """#)
    #expect(try recording.shot("dark").light == .off)
    #expect(try recording.shot("said").light == .dim)
    #expect(try recording.shot("still").light == .off)
    #expect(try recording.shot("lit").light != .off)
    #expect(try recording.events().count == 1 && !Self.isShielded(recording))
  }

  @Test(
    "A session that ends while no process runs is over at the next start",
    arguments: [Mishap.kill, .powerCut])
  func endsMeanwhile(mishap: Mishap) throws {
    let stop = mishap == .kill ? #""process":"kill","which":"box""# : #""power":"cut""#
    let start = mishap == .kill ? #""process":"start","which":"box""# : #""power":"on""#
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:10:00 \#(stop)
      13:50:00 \#(start)
      13:50:02 "shot":"lit"
      """#)
    #expect(try recording.shot("lit").light == .on && !Self.isShielded(recording))
  }

  @Test("A cancel ends the session, except after a power cut", arguments: Mishap.allCases)
  func cancelling(mishap: Mishap) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:10:00 "command":["quiet","cancel"]
      \#(mishap.lines("13:10"))13:10:50 "shot":"after"
      13:35:05 "shot":"lit"
      """#)
    #expect(try recording.shot("after").light == (mishap.forgetsCancel ? .off : .on))
    #expect(try recording.shot("lit").light == .on && !Self.isShielded(recording))
  }

  @Test("A session that was cancelled, reset or over stays over", arguments: Mishap.allCases)
  func over(mishap: Mishap) throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30","--strict"]
      13:09:59 "command":["quiet","reset","--yes"]
      \#(mishap.lines("13:10"))13:10:50 "shot":"lit"
      """#)
    #expect(try recording.shot("lit").light == .on && !Self.isShielded(recording))
  }

  @Test("The schedule starts and ends a night, whatever happens in it", arguments: Mishap.allCases)
  func schedule(mishap: Mishap) throws {
    var scenario = Scenario(
      #"""
      21:50:00 "shot":"before"
      \#(mishap.lines("23:30"))23:40:00 "shot":"night"
      2026-02-12T05:00:00-05:00 "command":["quiet","status"]
      2026-02-12T07:00:05-05:00 "shot":"lit"
      """#)
    scenario.config = #"{"quiet":{"schedule":{"enabled":true}}}"#
    let recording = try scenario.play()
    #expect(try recording.shot("before").light == .dim)
    #expect(try recording.shot("night").light == .off)
    // The clock was stepped back, so the night ends an hour later.
    let isLate = mishap == .clockBack
    #expect(try recording.shot("lit").light == (isLate ? .off : .on))
    if isLate { recording.goOn(forSeconds: 3600) }
    #expect(!Self.isShielded(recording))
    #expect(recording.transcript.count { $0.contains("recurring, 9h, flexible, began") } == 1)
  }

  @Test(
    "Nights on which the clocks change have their real length",
    arguments: ([
      ("2026-03-07T21:59:00-05:00", "2026-03-08T06:59:55-04:00", "2026-03-08T07:00:05-04:00"),
      ("2026-10-31T21:59:00-04:00", "2026-11-01T06:59:55-05:00", "2026-11-01T07:00:05-05:00"),
    ] as [(String, String, String)]).map { TableRow($0, $0.0) })
  func clockChange(row: TableRow<(String, String, String)>) throws {
    let (from, last, after) = row.fields
    var scenario = Scenario(
      "\(from) \"shot\":\"before\"\n\(last) \"shot\":\"dark\"\n\(after) \"shot\":\"lit\"")
    scenario.config = #"{"quiet":{"schedule":{"enabled":true}}}"#
    let recording = try scenario.play()
    #expect(try recording.shot("before").light == .dim)
    #expect(try recording.shot("dark").light == .off)
    #expect(try recording.shot("lit").light == .on)
  }

  @Test("Of two overlapping sessions the one that ends later stays, and that is reported")
  func overlap() throws {
    var scenario = Scenario(
      #"""
      21:00:00 "command":["quiet","start","--minutes","120"]
      22:00:02 "shot":"said"
      22:00:10 "shot":"dark"
      """#)
    scenario.config = #"{"quiet":{"schedule":{"enabled":true}}}"#
    let recording = try scenario.play()
    #expect(try recording.shot("said").texts == ["22:00", "Quiet by schedule"], "\(recording.words("said"))")
    #expect(try recording.shot("dark").light == .off)
    #expect(recording.says("ends later and takes the place"))
  }

  @Test("In a quiet session a start with a slow card says so, and goes dark once the card answers")
  func darkStart() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30"]
      13:10:00 "power":"cut"
      13:10:10 "fault":"disk-stall","seconds":3
      13:10:11 "power":"on"
      13:10:12 "shot":"start"
      13:10:13.300 "shot":"dark"
      """#)
    #expect(try recording.shot("start").light == .dim)
    #expect(try recording.shot("start").texts.contains("reading the log…"), "\(recording.words("start"))")
    #expect(try recording.shot("dark").light == .off)
    #expect(recording.play.world.oled.violations.isEmpty)
  }

  @Test("A damaged file is set aside, and the box is lit")
  func damaged() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "command":["quiet","start","--minutes","30","--strict"]
      13:06:00 "process":"kill","which":"box"
      """#)
    let disk = recording.play.world.storage
    try disk.write([0x20], to: SmallFile.quiet.path, at: 3)
    recording.play.rehearsal.start()
    recording.goOn(forSeconds: 5)
    #expect(recording.play.world.oled.isVisible)
    #expect(disk.files.keys.contains { $0.hasPrefix("quarantine/") })
    #expect(!Self.isShielded(recording))
    #expect(QuietShelf.finding(in: disk).state.session == nil)
  }

  @Test("A session that another process writes is noticed")
  func another() throws {
    let recording = try Scenario.play(#"13:05:00 "command":["quiet","start","--minutes","30"]"#)
    let world = recording.play.world
    try QuietShelf.replace(QuietState(), by: .guardian, in: world.storage)
    world.plan(.filesChanged)
    recording.goOn(forSeconds: 1)
    #expect(world.oled.isVisible && recording.says("ended by another process"))
  }

  @Test("An invalid length of a session is refused with the valid ones")
  func length() throws {
    let recording = try Scenario.play(#"13:05:00 "command":["quiet","start","11h"]"#)
    #expect(
      recording.says("expected minutes, 1 to 1440, such as 660 for 11 hours, found \"11h\""),
      "\(recording.transcript)")
  }

  @Test(
    "Bad input is refused with its reason, and changes nothing",
    arguments: [
      (#""start","--minutes","0""#, "exit 64"), (#""start","--minutes","1441""#, "exit 64"),
      (#""start","--minutes","x""#, "exit 64"), (#""allow","music""#, "exit 64"), (#""allow""#, "exit 64"),
      (#""schedule","--start","22:00","--end","22:00""#, "exit 64"),
      (#""schedule","--end","22:00""#, "exit 65"),
      (#""schedule","--start","25:00""#, "exit 64"), (#""reset""#, "exit 64"), (#""cancel""#, "exit 1"),
      (#""keep""#, "exit 1"),
    ])
  func badInput(words: String, exit: String) throws {
    let recording = try Scenario.play("13:05:00 \"command\":[\"quiet\",\(words)]")
    #expect(recording.says("refused (\(exit))"), "\(recording.transcript)")
    #expect(recording.play.world.storage.files[SmallFile.quiet.path] == nil)
  }
}
