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
    let file = Self.folder.appendingPathComponent(screen.name + ".txt")
    let art = Picture(of: screen.scene).frame.description
    if Self.isRecording {
      try Data(art.utf8).write(to: file)
    } else {
      let golden = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(golden == art, Comment(rawValue: "\(screen.name)\n" + Self.difference(golden, art)))
    }
  }

  @Test func everyFileBelongsToAScreen() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let names = GoldenScreens.all.map { $0.name + ".txt" }
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
