import Bedside
import Foundation
import Testing

/// The panel's pictures, pixel by pixel. `CRIBSIDE_RECORD=1 swift test` writes them anew; look at the changes
/// before committing them.
@Suite struct GoldenScreenTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/screens")
  private static let isRecording = ProcessInfo.processInfo.environment["CRIBSIDE_RECORD"] == "1"

  @Test(arguments: GoldenScreens.all)
  func showsTheGoldenFrame(screen: GoldenScreens.Screen) throws {
    try Self.compare(Picture(of: screen.scene), with: screen.name)
  }

  @Test(arguments: GoldenScreens.withoutScene.keys.sorted())
  func showsTheGoldenFrameOfABoxThatDoesNotRun(name: String) throws {
    try Self.compare(try #require(GoldenScreens.withoutScene[name]), with: name)
  }

  private static func compare(_ picture: Picture, with name: String) throws {
    let file = folder.appendingPathComponent(name + ".txt")
    let art = picture.frame.description
    if isRecording { return try Data(art.utf8).write(to: file) }
    let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(golden == art, Comment(rawValue: "\(name)\n" + difference(golden, art)))
  }

  @Test func everyFileBelongsToAScreen() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let screens = GoldenScreens.all.map(\.name) + GoldenScreens.withoutScene.keys
    let names = screens.map { $0 + ".txt" }
    #expect(Set(names).count == names.count)
    // The frames of the rig are made by the whole box; its own tests compare them.
    let ours = files.filter { !$0.hasPrefix("rig-") }
    #expect(Set(ours).subtracting(names).isEmpty)
  }

  /// The rows that differ: `+` lit but should not be, `-` dark but should be lit.
  private static func difference(_ golden: String, _ art: String) -> String {
    let pairs = zip(golden.split(separator: "\n"), art.split(separator: "\n"))
    return pairs.enumerated().filter { $1.0 != $1.1 }.map { row, lines in
      let marks = zip(lines.0, lines.1).map { $0 == $1 ? $0 : $1 == "#" ? "+" : "-" }
      return "\(row < 10 ? " " : "")\(row) " + String(marks)
    }.joined(separator: "\n")
  }
}
