import LinuxBoard
import Testing

@testable import cribside

/// The golden screens as pictures: `CRIBSIDE_PICTURES=DIR swift test --filter GoldenPictures` writes each as a PNG
/// of four times its size, to be looked at.
struct GoldenPicturesTests {
  private static var folder: String {
    var parts = #filePath.split(separator: "/").dropLast(2)
    parts.append(contentsOf: ["Fixtures", "screens"])
    return "/" + parts.joined(separator: "/")
  }

  @Test func everyGoldenScreenIsAWholePicture() throws {
    let names = try DirectoryStorage(directory: Self.folder).list("").filter { $0.hasSuffix(".txt") }
    #expect(names.count > 100)
    for name in names {
      let rows = String(decoding: try PlainFile.read(Self.folder + "/" + name), as: UTF8.self)
        .split(separator: "\n").map(Array.init)
      #expect(rows.count == 64 && rows.allSatisfy { $0.count == 128 }, "\(name) is not 128×64")
      guard let target = Environment.variable("CRIBSIDE_PICTURES"), rows.count == 64 else { continue }
      let image = PNGImage(width: 128, height: 64, scale: 4) { x, y in rows[y][x] == "#" }
      try OutputFolder(target).write([name.replacing(".txt", with: ".png"): image.bytes])
    }
  }
}

extension String {
  fileprivate func replacing(_ ending: String, with other: String) -> String {
    hasSuffix(ending) ? String(dropLast(ending.count)) + other : self
  }
}
