import LinuxBoard
import Testing

@testable import Rehearsal

/// The golden situations on one sheet, four in a row, in the order of their names. `.ci/screens` draws the committed
/// sheet again.
struct ContactSheetTests {
  private static let (columns, gap, scale) = (4, 2, 2)
  private static let repository = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  private static let folder = repository + "/Tests/Fixtures/screens/situation"
  private static let sheet = repository + "/Board/screens.png"

  @Test("The committed sheet shows the golden situations")
  func theCommittedSheetShowsTheGoldenSituations() throws {
    let names = try DirectoryStorage(directory: Self.folder).list("").filter { $0.hasSuffix(".txt") }.sorted()
    #expect(names.count == 25)
    let screens = try names.map { name in
      String(decoding: try PlainFile.read(Self.folder + "/" + name), as: UTF8.self)
        .split(separator: "\n").map { Array($0.utf8) }
    }
    let (cell, rows) = ((width: 128 + Self.gap, height: 64 + Self.gap), (screens.count + 3) / Self.columns)
    let image = PNGImage(
      width: (Self.columns * cell.width - Self.gap) * Self.scale,
      height: (rows * cell.height - Self.gap) * Self.scale
    ) { x, y in
      let (x, y) = (x / Self.scale, y / Self.scale)
      let screen = y / cell.height * Self.columns + x / cell.width
      guard x % cell.width < 128, y % cell.height < 64, screen < screens.count else { return true }
      return screens[screen][y % cell.height][x % cell.width] == UInt8(ascii: "#")
    }
    if Environment.variable("CRIBSIDE_RECORD") == "1" { try PlainFile.write(image.bytes, to: Self.sheet) }
    #expect(try PlainFile.read(Self.sheet) == image.bytes, "draw it again with .ci/screens")
  }
}
