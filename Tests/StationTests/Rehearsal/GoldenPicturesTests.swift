import LinuxBoard
import Testing

@testable import BoxRuntime
@testable import Rehearsal

/// The golden screens as pictures. `CRIBSIDE_PICTURES=DIR swift test --filter GoldenPictures` writes each as a PNG of
/// four times its size, for a person to look at.
struct GoldenPicturesTests {
  private static var folder: String {
    var parts = #filePath.split(separator: "/").dropLast(3)
    parts.append(contentsOf: ["Fixtures", "screens"])
    return "/" + parts.joined(separator: "/")
  }

  @Test("Every golden screen is a whole picture")
  func everyGoldenScreenIsAWholePicture() throws {
    let folders = ["baby", "box", "last", "night", "now", "plan", "quiet", "situation", "stopped", "today"]
    let names = try folders.flatMap { folder in
      try DirectoryStorage(directory: Self.folder + "/" + folder).list("").map { folder + "/" + $0 }
    }
    #expect(names.count > 100)
    for name in names {
      let rows = String(decoding: try PlainFile.read(Self.folder + "/" + name), as: UTF8.self)
        .split(separator: "\n").map(Array.init)
      #expect(rows.count == 64 && rows.allSatisfy { $0.count == 128 }, "\(name) is not 128×64")
      guard let target = Environment.variable("CRIBSIDE_PICTURES"), rows.count == 64 else { continue }
      let image = PNGImage(width: 4 * 128, height: 4 * 64) { x, y in rows[y / 4][x / 4] == "#" }
      try OutputFolder(target).write([Self.flat(name): image.bytes])
    }
  }

  /// `now/warning.txt` becomes `now-warning.png`.
  private static func flat(_ name: String) -> String {
    name.dropLast(".txt".count).split(separator: "/").joined(separator: "-") + ".png"
  }
}
