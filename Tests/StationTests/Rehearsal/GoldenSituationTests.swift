import LinuxBoard
import Testing

/// The situations by which the screens are judged. Each is a script in `Fixtures/situations`, and the panel at its end is
/// the golden picture of the same name. `.ci/screens` records the pictures.
///
/// `cribside simulate --script Tests/Fixtures/situations/NAME.jsonl --frames frames` draws one.
@Suite struct GoldenSituationTests {
  private static let count = 25

  private static func scripts() throws -> [String] {
    try DirectoryStorage(directory: Recording.fixtures + "/situations").list("").sorted()
  }

  @Test("The panel at the end of a situation's script is its golden picture", arguments: 1...count)
  func situation(_ number: Int) throws {
    let name = try Self.scripts()[number - 1].dropLast(".jsonl".count)
    try #require(Int(name.prefix(2)) == number, "\(name) is not number \(number)")
    let script = String(
      decoding: try PlainFile.read(Recording.fixtures + "/situations/\(name).jsonl"), as: UTF8.self)
    let recording = try Recording(script: script, rests: false)
    #expect(!recording.says("refused (exit"), "\(recording.transcript)")
    try recording.comparePanel(with: "situation/\(name).txt")
  }

  @Test("Every picture has a script")
  func everyPictureHasAScript() throws {
    let folder = try DirectoryStorage(directory: Recording.fixtures + "/screens/situation")
    let (pictures, scripts) = (try folder.list("").sorted(), try Self.scripts())
    #expect(scripts.count == Self.count)
    #expect(pictures.map { $0.dropLast(".txt".count) } == scripts.map { $0.dropLast(".jsonl".count) })
  }
}
