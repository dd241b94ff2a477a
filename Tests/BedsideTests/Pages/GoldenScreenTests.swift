import Bedside
import Foundation
import Testing

/// The panel's pictures, pixel by pixel. `CRIBSIDE_RECORD=1 swift test` records them. Look at the changes before
/// committing them.
@Suite struct GoldenScreenTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/screens")
  private static let isRecording = ProcessInfo.processInfo.environment["CRIBSIDE_RECORD"] == "1"

  @Test("The panel shows the golden frame", arguments: GoldenScreens.all)
  func thePanelShowsTheGoldenFrame(screen: GoldenScreens.Screen) throws {
    try Self.compare(Picture(of: screen.scene), with: screen.name)
  }

  @Test("A box that does not run shows its golden frame", arguments: GoldenScreens.withoutScene.keys.sorted())
  func aBoxThatDoesNotRunShowsItsGoldenFrame(name: String) throws {
    try Self.compare(try #require(GoldenScreens.withoutScene[name]), with: name)
  }

  private static func compare(_ picture: Picture, with name: String) throws {
    let file = folder.appendingPathComponent(path(name))
    let art = picture.frame.description
    if isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try Data(art.utf8).write(to: file)
    }
    let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(golden == art, Comment(rawValue: "\(name)\n" + difference(golden, art)))
  }

  /// One folder per page: `now-warning` is `now/warning.txt`.
  private static func path(_ name: String) -> String {
    let parts = name.split(separator: "-", maxSplits: 1)
    return parts.count == 1 ? "box/\(name).txt" : "\(parts[0])/\(parts[1]).txt"
  }

  @Test("Every file belongs to a screen")
  func everyFileBelongsToAScreen() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".txt") }
    let screens = GoldenScreens.all.map(\.name) + GoldenScreens.withoutScene.keys
    let names = screens.map(Self.path)
    #expect(Set(names).count == names.count)
    // The whole box makes the frames of the rig and of the situations, and its own tests compare them.
    let ours = files.filter { !$0.hasPrefix("rig") && !$0.hasPrefix("situation/") }
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
