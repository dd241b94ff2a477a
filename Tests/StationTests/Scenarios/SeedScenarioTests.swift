import Nursery
import SimulatedBoard
import Testing

@testable import cribside

/// The whole box under random presses, faults, cuts, kills and clock steps. A failure prints the script: put it
/// into a file, and `cribside simulate --script FILE` replays it.
@Suite struct SeedScenarioTests {
  @Test("Acknowledged is on the flash, the panel is right again, and nothing spins", arguments: 1...60)
  func seed(_ seed: Int) throws {
    var scenario = Scenario(Self.lines(seed: UInt64(seed)))
    scenario.seed = seed
    let recording = try scenario.play()
    let onFlash = Set(try recording.careIDs())
    let world = recording.play.world
    #expect(recording.acknowledged.allSatisfy(onFlash.contains), "\(scenario.script)")
    #expect(recording.wanted == world.oled.pixels, "\(scenario.script)")
    #expect(world.oled.violations == [], "\(scenario.script)")
    #expect(recording.play.rehearsal.turns < 40_000, "\(scenario.script)")
  }

  /// Forty things that happen within some hours, and two quiet minutes in the end with everything switched on.
  private static func lines(seed: UInt64) -> String {
    var random = SimulatedRandom(seed: seed)
    var milliseconds = 8 * 3_600_000
    var lines: [String] = []
    for _ in 0..<40 {
      milliseconds += [150, 400, 700, 2_000, 9_000, 60_000, 600_000].randomElement(using: &random) ?? 0
      lines.append(time(milliseconds) + " " + event(&random))
    }
    for (delay, event) in [
      (1_000, #""power":"on""#), (2_000, #""process":"start""#), (120_000, #""shot":"end""#),
    ] { lines.append(time(milliseconds + delay) + " " + event) }
    return lines.joined(separator: "\n")
  }

  private static func event(_ random: inout SimulatedRandom) -> String {
    let button = ["nap", "feed", "menu"].randomElement(using: &random) ?? "nap"
    let seconds = [1, 3, 20].randomElement(using: &random) ?? 1
    let fault = ["oled-nack", "oled-stuck", "disk-full", "disk-error", "disk-stall"].randomElement(
      using: &random)
    let events = [
      #""press":"\#(button)""#, #""press":"\#(button)""#, #""press":"\#(button)""#,
      #""doublePress":"\#(button)""#, #""hold":"\#(button)","seconds":\#(seconds)"#,
      #""chord":["nap","feed"],"seconds":\#(seconds)"#, #""fault":"\#(fault ?? "")","seconds":\#(seconds)"#,
      #""fault":"\#(fault ?? "")","seconds":\#(seconds)"#, #""power":"cut""#, #""power":"on""#,
      #""power":"on""#,
      #""process":"kill""#, #""process":"start""#, #""process":"start""#, #""clock":"unsynced""#,
      #""clock":"synced""#, #""clock":"step","seconds":-3600"#, #""clock":"step","seconds":1800"#,
      #""command":["log","add","bottle","--start","07:30"]"#,
    ]
    return events.randomElement(using: &random) ?? ""
  }

  private static func time(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let thousandths = String(1000 + milliseconds % 1000).dropFirst()
    return WallTime(minutesAfterMidnight: seconds / 60).text + ":"
      + String(100 + seconds % 60).dropFirst() + "." + thousandths
  }
}
