import LinuxBoard
import Testing

@testable import BoxRuntime
@testable import Rehearsal

/// The frame that the rig's `press` scenario expects in the panel's memory, made by the same press on the simulated
/// board. `CRIBSIDE_RECORD=1 swift test --filter RigGolden` records it.
struct RigGoldenTests {
  /// The baby, the zone and the minute are those of Board/rig/guest/box.sh. The shot is made within the 4 s of the
  /// confirmation.
  private static let script = """
    {"timeZone":"Europe/Copenhagen","board":"pi-4",\
    "baby":{"name":"Mia","birthdate":"2026-03-01","bedtime":"19:00"}}
    {"at":"2026-08-11T14:30:10+02:00","press":"nap"}
    {"at":"2026-08-11T14:30:12+02:00","end":true}
    """

  private static var file: String {
    var parts = #filePath.split(separator: "/").dropLast(2)
    parts.append(contentsOf: ["Fixtures", "screens", "rig-nap-started.txt"])
    return "/" + parts.joined(separator: "/")
  }

  @Test func theSimulatedBoardShowsTheRigsFrame() throws {
    let script = try SimulationScript(Array(Self.script.utf8), file: "script", zones: Zones.window)
    let play = Play(script: script, frames: nil) { _ in }
    try play.run()
    let art = Self.art(play.world.oled.pixels)
    if Environment.variable("CRIBSIDE_RECORD") == "1" {
      try PlainFile.write(Array(art.utf8), to: Self.file)
    } else {
      let golden = String(decoding: try PlainFile.read(Self.file), as: UTF8.self)
      #expect(golden == art, "\(art)")
    }
  }

  /// A panel's memory as rows of `#` and `.`.
  private static func art(_ pixels: [UInt8]) -> String {
    var art = ""
    for y in 0..<64 {
      for x in 0..<128 {
        let isLit = pixels[y / 8 * 128 + x] & (1 << UInt8(y % 8)) != 0
        art += isLit ? "#" : "."
      }
      art += "\n"
    }
    return art
  }
}
