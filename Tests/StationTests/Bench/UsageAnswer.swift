import Testing

@testable import cribside

/// The command line's answer to words that it refuses.
struct UsageAnswer: CustomStringConvertible {
  let exit: Int32
  let text: String

  /// Parses words as `cribside` does. The test fails if they are a command.
  init(_ words: [String]) throws {
    let refusal = #expect(throws: (any Error).self) { _ = try Cribside.parseAsRoot(words) }
    let error = try #require(refusal)
    exit = Cribside.exitCode(for: error).rawValue
    text = Cribside.fullMessage(for: error)
  }

  /// Whether the answer is a reason that begins with this one, followed by the usage of a command.
  func isOf(_ command: String, _ reason: String) -> Bool {
    exit == 64 && text.hasPrefix("Error: " + reason) && text.contains("\nUsage: cribside \(command) ")
  }

  var description: String { "exit \(exit): \(text)" }
}
