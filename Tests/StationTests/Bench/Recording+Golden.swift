import LinuxBoard
import Testing

@testable import Rehearsal

extension Recording {
  /// Compares the panel's memory at the end of the script with a golden picture. `CRIBSIDE_RECORD=1` records it instead.
  func comparePanel(with picture: String) throws {
    let file = Self.fixtures + "/screens/" + picture
    guard Environment.variable("CRIBSIDE_RECORD") != "1" else {
      return try PlainFile.write(Array(art.utf8), to: file)
    }
    let golden = String(decoding: try PlainFile.read(file), as: UTF8.self)
    #expect(golden == art, "\(picture)\n\(art)")
  }

  /// The folder of all fixtures.
  static let fixtures =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fixtures"

  /// The panel's memory as rows of `#` and `.`.
  private var art: String {
    let pixels = play.world.oled.pixels
    return (0..<64).map { y in
      let row = (0..<128).map { x in pixels[y / 8 * 128 + x] & (1 << UInt8(y % 8)) != 0 ? "#" : "." }
      return row.joined() + "\n"
    }.joined()
  }
}
