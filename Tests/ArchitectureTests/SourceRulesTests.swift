import Testing

/// The rules of the sources, applied to the sources and to planted text.
struct SourceRulesTests {
  @Test("Every source follows the rules")
  func sources() throws {
    let files = try Repository.swiftSources()
    #expect(files.count > 20)
    #expect(files.flatMap(SourceRules.violations) == [])
  }

  struct Planted: Sendable, CustomTestStringConvertible {
    let path: String
    let text: String
    let violations: [String]
    var testDescription: String { "\(path) \(text)" }

    init(_ path: String, _ text: String, _ violations: String...) {
      self.path = path
      self.text = text
      self.violations = violations
    }
  }

  @Test(
    "An import against the table is found",
    arguments: [
      Planted("Sources/Nursery/main.swift", "import Bedside", "1: Nursery must not import Bedside"),
      Planted(
        "Sources/Nursery/main.swift", "\n\nimport Dispatch", "3: Nursery must not import Dispatch",
        "3: `Dispatch`: a pure module waits for nothing"),
      Planted("Sources/Bedside/main.swift", "import Nursery"),
      Planted(
        "Sources/Bedside/main.swift", "import struct Peripherals.LineEvent",
        "1: Bedside must not import Peripherals"),
      Planted(
        "Sources/Peripherals/main.swift", "public import Nursery", "1: Peripherals must not import Nursery"),
      Planted(
        "Sources/CareJournal/main.swift", "import Foundation", "1: CareJournal must not import Foundation"),
      Planted(
        "Sources/CareJournal/main.swift", "import FoundationEssentials",
        "1: CareJournal must not import FoundationEssentials"),
      Planted(
        "Sources/LinuxBoard/main.swift", "import Glibc; import FoundationEssentials",
        "1: LinuxBoard must not import FoundationEssentials"),
      Planted(
        "Sources/SimulatedBoard/main.swift", "@preconcurrency import Glibc",
        "1: SimulatedBoard must not import Glibc"),
      Planted(
        "Sources/cribside/main.swift", "import ArgumentParser\nimport Glibc",
        "2: cribside must not import Glibc"),
      Planted("Sources/Nursery/main.swift", "// import Foundation\nlet a = \"import Foundation\""),
      Planted("Sources/Phone/main.swift", "", "Phone is not in the table of modules"),
    ])
  func imports(planted: Planted) {
    #expect(found(planted) == planted.violations.map { described($0, planted.path) })
  }

  @Test(
    "A banned word is found only in code",
    arguments: [
      Planted("Sources/Bedside/main.swift", "print(1)", "1: `print(`: a pure module has no output"),
      Planted("Sources/Bedside/main.swift", "page.print(1); let print = 2"),
      Planted("Sources/cribside/main.swift", "print(1)"),
      Planted(
        "Sources/Nursery/main.swift", "let a = Int.random(in: 0..<3)",
        "1: `.random(`: in a pure module randomness is data"),
      Planted("Sources/Nursery/main.swift", "func random(limit: Int) {}"),
      Planted(
        "Sources/Peripherals/main.swift", "\nDispatchQueue.main",
        "2: `DispatchQueue`: a pure module waits for nothing"),
      Planted("Sources/CareJournal/main.swift", "let a = try? read()", "1: `try?` swallows an error"),
      Planted("Sources/LinuxBoard/main.swift", "let a = try? read()"),
      Planted(
        "Sources/LinuxBoard/main.swift", "let a = try! read()",
        "1: `try!` ends the box where an error could be told"),
      Planted(
        "Sources/cribside/main.swift", "fatalError (\"x\")",
        "1: `fatalError` ends the box where an error could be told"),
      Planted(
        "Sources/cribside/main.swift", "let a: UnsafePointer<Int>",
        "1: `UnsafePointer`: unsafe code stands in LinuxBoard only"),
      Planted(
        "Sources/SimulatedBoard/main.swift", "nonisolated(unsafe) var a = 1",
        "1: `unsafe`: unsafe code stands in LinuxBoard only"),
      Planted("Sources/LinuxBoard/main.swift", "let a: UnsafePointer<Int>"),
      Planted("Sources/Nursery/main.swift", "// try! unsafe\n/* unsafe /* print(1) */ print(1) */ let a = 1"),
      Planted(
        "Sources/Nursery/main.swift",
        "let a = \"unsafe \\\" print(1)\"; let b = \"\"\"\n  try! \"x\" print(1)\n  \"\"\""),
      Planted("Sources/Nursery/main.swift", "let a = #\"unsafe \"\\(print(1))\"#"),
      Planted(
        "Sources/Nursery/main.swift", "let a = \"\\(f(\"unsafe\", g(print(1)))) unsafe\"; print(2)",
        "1: `print(`: a pure module has no output", "1: `print(`: a pure module has no output"),
    ])
  func bannedWords(planted: Planted) {
    #expect(found(planted) == planted.violations.map { described($0, planted.path) })
  }

  @Test(
    "A file is named after what it declares, and no type after its module",
    arguments: [
      Planted("Sources/Nursery/Day/Nap.swift", "struct Nap {}"),
      Planted("Sources/Nursery/Day/Nap.swift", "extension Nap: Hashable {}"),
      Planted("Sources/Nursery/Day/Nap.swift", "extension Day.Nap {}"),
      Planted(
        "Sources/Nursery/Day/Nap.swift", "struct Naps { let nap: Nap }",
        "no line of the file declares or extends Nap"),
      Planted(
        "Sources/Nursery/Day/Nap.swift", "// struct Nap", "no line of the file declares or extends Nap"),
      Planted("Sources/Nursery/Day/Nap+Text.swift", "extension Nap {}"),
      Planted("Sources/Nursery/Day/Nap+Text.swift", "struct Nap {}", "no line of the file extends Nap"),
      Planted(
        "Sources/Nursery/Nursery.swift", "\npublic enum Nursery {}",
        "2: the type Nursery bears its module's name"),
      Planted(
        "Sources/Nursery/NapUtils.swift", "enum NapUtils {}",
        "Utils says nothing of what is in the file"),
      Planted(
        "Sources/Nursery/NapHelper.swift", "enum NapHelper {}",
        "Helper says nothing of what is in the file"),
      Planted(
        "Sources/Nursery/NapManager.swift", "enum NapManager {}",
        "Manager says nothing of what is in the file"),
    ])
  func names(planted: Planted) {
    #expect(found(planted) == planted.violations.map { described($0, planted.path) })
  }

  private func found(_ planted: Planted) -> [String] {
    SourceRules.violations(in: Repository.TextFile(path: planted.path, text: planted.text)).map(\.description)
  }

  /// The text of a violation with its path, from `3: message` or `message`.
  private func described(_ violation: String, _ path: String) -> String {
    violation.first?.isNumber == true ? "\(path):\(violation)" : "\(path): \(violation)"
  }
}
