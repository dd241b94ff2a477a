import Testing

/// The folders of each module.
struct FolderTests {
  private static func circles() throws -> [String: [Violation]] {
    Dictionary(grouping: try Repository.swiftSources()) { ModuleTable.module(of: $0.path) }.mapValues {
      files in
      FolderRules(files).circles(in: ModuleTable.module(of: files[0].path))
    }
  }

  @Test("No two folders of a module depend on each other, except in the modules that are known for it")
  func circles() throws {
    let circles = try Self.circles()
    #expect(circles.count > 15)
    for (module, found) in circles where FolderRules.knotted[module] == nil {
      #expect(found == [], "\(module)")
    }
    for module in FolderRules.knotted.keys { #expect(circles[module]?.isEmpty == false, "\(module) is free") }
  }

  private func file(_ path: String, _ text: String) -> Repository.TextFile {
    Repository.TextFile(path: "Sources/Phone/" + path, text: text)
  }

  @Test("A circle of three folders is found, and what only leads to it is not")
  func plantedCircle() {
    let rules = FolderRules([
      file("A/One.swift", "public struct One { var two: Two }"),
      file("B/Two.swift", "import Nursery\n\nfinal class Two {\n  var three: Three?\n}"),
      file("B/C/Three.swift", "package enum Three { case one(One) }"),
      file("D/Four.swift", "struct Four { var one: One }"), file("Five.swift", "enum Five {}"),
      file("A/Six.swift", "extension Five {}"),
    ])
    #expect(
      rules.circles(in: "Phone").map(\.description) == [
        "Phone/A: names Two of B, which depends on A", "Phone/B: names Three of B/C, which depends on B",
        "Phone/B/C: names One of A, which depends on B/C",
      ])
  }

  @Test(
    "A comment, a string, a private type and a type inside another one make no circle",
    arguments: [
      "// Two", "let a = \"Two\"", "let a: Other.Two", "private struct Two {}", "struct Two {}",
    ])
  func noCircle(text: String) {
    let rules = FolderRules([
      file("A/One.swift", "struct One {}\n" + text),
      file("B/Two.swift", "struct Outer {\n  struct Two {}\n}\n\nlet one: One"),
    ])
    #expect(rules.circles(in: "Phone") == [])
  }
}
