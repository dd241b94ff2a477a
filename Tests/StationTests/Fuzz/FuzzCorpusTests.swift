import Dispatch
import Foundation
import LinuxBoard
import Nursery
import Testing

@testable import CareJournal

/// Runs the kept inputs of the fuzzers again: inputs that reached something new, inputs that broke something, and
/// random mutations of them. `CRIBSIDE_MUTATIONS` is the number of mutations for each target.
@Suite(.serialized) struct FuzzCorpusTests {
  /// An input takes milliseconds. One that never ended would stop all tests without a message.
  private static let boundSeconds = 60
  private static let mutations =
    ProcessInfo.processInfo.environment["CRIBSIDE_MUTATIONS"].flatMap(UInt64.init) ?? 100
  private static let corpora: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/") + "/Fixtures/fuzz"
  }()

  @Test("Every kept input is accepted or refused", arguments: FuzzTarget.allCases)
  func corpus(target: FuzzTarget) throws {
    for (name, bytes) in try Self.inputs(of: target) {
      Self.bounded("\(target.corpus)/\(name)") { target.run(bytes) }
    }
  }

  /// The current input is written to a temporary file, which stays there if the input ends the tests.
  @Test("Random mutations of kept inputs are accepted or refused", arguments: FuzzTarget.allCases)
  func mutations(target: FuzzTarget) throws {
    let mutation = FuzzMutation(of: try Self.inputs(of: target).map(\.bytes))
    let process = ProcessInfo.processInfo.processIdentifier
    let place = FileManager.default.temporaryDirectory.path + "/cribside-fuzz-\(process)-" + target.corpus
    for seed in 0..<Self.mutations {
      let bytes = mutation.input(seed: seed)
      try PlainFile.write(bytes, to: place)
      Self.bounded(place) { target.run(bytes) }
    }
    try FileManager.default.removeItem(atPath: place)
  }

  private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let names = try DirectoryStorage(directory: corpora).list(target.corpus).sorted()
    try #require(!names.isEmpty)
    return try names.map { ($0, try PlainFile.read(corpora + "/" + target.corpus + "/" + $0)) }
  }

  private static func bounded(_ place: String, _ work: () -> Void) {
    let end = DispatchWorkItem { preconditionFailure("\(place) is taken for more than \(boundSeconds) s") }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(boundSeconds), execute: end)
    work()
    end.cancel()
  }
}
