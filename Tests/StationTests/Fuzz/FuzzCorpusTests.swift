import LinuxBoard
import Testing

@testable import cribside

/// What the fuzzers found worth keeping, fed once more: inputs that reached something new, and those that broke it.
@Suite struct FuzzCorpusTests {
  private static let corpora: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/") + "/Fixtures/fuzz"
  }()

  @Test("Every kept input is taken", arguments: FuzzTarget.allCases)
  func corpus(target: FuzzTarget) throws {
    let names = try DirectoryStorage(directory: Self.corpora).list(target.corpus)
    #expect(!names.isEmpty)
    for name in names {
      target.run(try PlainFile.read(Self.corpora + "/" + target.corpus + "/" + name))
    }
  }
}
