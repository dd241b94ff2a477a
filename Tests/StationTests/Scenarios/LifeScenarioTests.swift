import Bedside
import CareJournal
import Nursery
import SimulatedBoard
import Testing

@testable import BoxCommands
@testable import BoxRuntime
@testable import Rehearsal

/// Killed processes, stops and power cuts, and what the next start finds.
@Suite struct LifeScenarioTests {
  @Test("A nap survives a kill, and the next press ends it", arguments: [0, 20, 200, 30_000])
  func kill(afterMilliseconds: Int) throws {
    let killed = 5000 + afterMilliseconds
    let recording = try Scenario.play(
      #"""
      13:04:00 "press":"nap"
      13:05:00 "press":"feed"
      13:05:\#(Self.seconds(killed)) "process":"kill"
      13:06:00 "process":"start"
      13:06:02 "shot":"started"
      13:50:00 "press":"nap"
      """#)
    #expect(
      try recording.shot("started").texts.contains { $0.hasPrefix("wake by 13:45") },
      "\(recording.words("started"))")
    #expect(try recording.events().first == "sleep 13:04:00–13:50:00")
    #expect(Set(recording.acknowledged).isSubset(of: try recording.careIDs()))
  }

  private static func seconds(_ milliseconds: Int) -> String {
    let text = "00\(milliseconds / 1000)".suffix(2)
    return "\(text).\("00\(milliseconds % 1000)".suffix(3))"
  }

  @Test("A press after a reboot ends the sleep that began before it")
  func reboot() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "press":"nap"
      13:10:00 "power":"cut"
      13:11:00 "power":"on"
      13:11:03 "shot":"up"
      13:50:00 "press":"nap"
      13:50:02 "shot":"ended"
      """#)
    #expect(try recording.shot("up").texts.contains("Nap 6 m"), "\(recording.words("up"))")
    #expect(try recording.shot("ended").texts.contains("Awake 13:50 ✓"), "\(recording.words("ended"))")
    #expect(try recording.events() == ["sleep 13:05:00–13:50:00"])
  }

  @Test("A press while the box starts counts")
  func pressWhileStarting() throws {
    var scenario = Scenario(
      #"""
      13:05:00 "process":"kill"
      13:05:01 "process":"start"
      13:05:01.050 "press":"nap"
      13:05:05 "shot":"end"
      """#)
    scenario.config = #"{"simulation":{"syncMilliseconds":200}}"#
    let recording = try scenario.play()
    #expect(try recording.events() == ["sleep 13:05:01–"])
    #expect(
      try recording.shot("end").texts.contains { $0.hasPrefix("Asleep") || $0.contains("✓") },
      "\(recording.words("end"))")
  }

  /// What the box does when SIGTERM arrives.
  static let moments = [
    "13:05:00.000 \"shot\":\"idle\"", "13:05:00.000 \"press\":\"nap\"",
    "13:05:00.000 \"hold\":\"menu\",\"seconds\":0.1",
    "13:05:00.000 \"fault\":\"disk-stall\",\"seconds\":1\n13:05:00.001 \"press\":\"nap\"",
    "13:04:00.000 \"press\":\"nap\"\n13:05:00.000 \"power\":\"cut\"\n13:05:01.000 \"power\":\"on\"",
  ]

  @Test("SIGTERM leaves the panel off and the log without room at its end", arguments: moments, [0, 3, 40])
  func terminate(moment: String, afterMilliseconds: Int) throws {
    let recording = try Recording(script: Scenario(moment).script, rests: false)
    recording.goOn(forSeconds: Double(afterMilliseconds) / 1000)
    let world = recording.play.world
    world.plan(.stop)
    recording.goOn(forSeconds: 2.5)
    #expect(recording.play.rehearsal.station == nil, "at rest within its time")
    #expect(!world.oled.isVisible)
    let last = try #require(world.storage.files.filter { $0.key.hasPrefix("log/") }.max { $0.key < $1.key })
    #expect(last.value.suffix(2) != [0x0A, 0x0A], "no room is left at the end")
    #expect(Set(recording.acknowledged).isSubset(of: try recording.careIDs()))
  }

  @Test("SIGTERM ends a box at once whose panel does not answer", arguments: [0.5, 20, 300])
  func terminateWithoutPanel(afterSeconds: Double) throws {
    let recording = try Recording(
      script: Scenario(#"13:05:00 "fault":"oled-nack","seconds":3600"#).script, rests: false)
    recording.goOn(forSeconds: afterSeconds)
    recording.play.world.plan(.stop)
    recording.goOn(forSeconds: 1)
    #expect(recording.play.rehearsal.station == nil)
  }

  @Test("SIGTERM cuts the segment after its last line, and the next start continues the log")
  func startAfterRest() throws {
    let recording = try Scenario.play(#"13:05:00 "press":"nap""#)
    recording.play.world.plan(.stop)
    recording.goOn(forSeconds: 4)
    recording.play.rehearsal.start()
    recording.goOn(forSeconds: 1)
    #expect(recording.play.rehearsal.station?.model?.picture?.texts.contains("Nap 0 m") == true)
    #expect(recording.play.rehearsal.station?.recovery?.damagedLines == 0)
  }

  @Test("Power cuts during many presses lose nothing that was shown as saved", arguments: 1...16)
  func powerCutStorm(seed: Int) throws {
    var random = SimulatedRandom(seed: UInt64(seed))
    var lines: [String] = []
    var milliseconds = 0
    for round in 0..<3 {
      for _ in 0..<12 {
        milliseconds += random.number(in: 5...400)
        lines.append(Self.time(milliseconds) + " " + Self.gesture(&random))
      }
      // At any time: during a bounce, a write or a sync.
      lines.append(Self.time(milliseconds + random.number(in: 0...60)) + #" "power":"cut""#)
      milliseconds += 2_000
      if round < 2 { lines.append(Self.time(milliseconds) + #" "power":"on""#) }
      milliseconds += 1_500
    }
    var scenario = Scenario(lines.joined(separator: "\n"))
    scenario.seed = seed
    let recording = try scenario.play()
    let found = try recording.careIDs()
    #expect(Set(recording.acknowledged).isSubset(of: found))
    #expect(found.count <= recording.acknowledged.count + 3 * 12)
    #expect(recording.acknowledged.count > 3)
    #expect(recording.play.world.oled.violations == [])
  }

  private static func time(_ milliseconds: Int) -> String {
    "13:05:\(seconds(milliseconds))"
  }

  private static func gesture(_ random: inout SimulatedRandom) -> String {
    let button = ["nap", "feed", "menu"][random.number(in: 0...2)]
    switch random.number(in: 0...5) {
    case 0: return #""doublePress":"\#(button)""#
    case 1: return #""hold":"\#(button)","seconds":0.9"#
    default: return #""press":"\#(button)""#
    }
  }

  @Test("A button that is down cannot be pressed, and the script continues")
  func pressWhileDown() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "hold":"nap","seconds":0.5
      13:05:00.040 "press":"nap"
      13:05:03 "press":"feed"
      """#)
    #expect(recording.says("NAP is down already: no press"))
    #expect(try recording.events() == ["sleep 13:05:00–", "nursing 13:05:03– left"])
  }

  @Test("A start of a box without power is refused")
  func startWithoutPower() throws {
    let recording = try Scenario.play(
      #"""
      13:05:00 "power":"cut"
      13:05:01 "process":"start"
      """#)
    #expect(recording.says("the power is off"))
    #expect(recording.play.rehearsal.station == nil)
  }
}
