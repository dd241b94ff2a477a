import Testing

/// Compares the claims of the documents with the repository.
struct DocumentTests {
  private static let pages = [
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "Tests/README.md", "Deploy/README.md",
    "Board/README.md", "Board/rig/README.md", "docs/backup.md", "docs/clocks.md", "docs/control.md",
    "docs/decisions.md",
    "docs/glossary.md", "docs/household.md",
    "docs/learning.md", "docs/limits.md", "docs/log-format.md", "docs/motion.md", "docs/page.md",
    "docs/planner.md",
    "docs/performance.md", "docs/quiet-sessions.md", "docs/service.md", "docs/simulation.md",
  ]

  private func page(_ path: String) throws -> String {
    try #require(Repository.read(path), "\(path) is not there").text
  }

  @Test(".ci/run runs the README's two commands")
  func commands() throws {
    let commands = try DocumentRules.commands(in: page("README.md")).prefix(2)
    #expect(
      commands == [
        "Deploy/install-build-deps && swift run cribside simulate", "Deploy/install-build-deps && swift test",
      ])
    let run = try page(".ci/run").split(separator: "\n").map(String.init)
    #expect(run.contains("Deploy/install-build-deps"))
    #expect(run.contains("swift test"))
    #expect(run.contains(".ci/first-command"))
    #expect(try page(".ci/first-command").contains("--command \"swift run cribside simulate\""))
  }

  @Test("The architecture page's table is the table of imports")
  func moduleTable() throws {
    var table = try DocumentRules.moduleTable(in: page("ARCHITECTURE.md"))
    for shim in ModuleTable.shims { #expect(table.removeValue(forKey: shim) == [], "\(shim)") }
    #expect(table == ModuleTable.imports)
  }

  @Test("Every import that the table allows is used")
  func usedImports() throws {
    var made: [String: Set<String>] = [:]
    for file in try Repository.swiftSources() {
      let words = SwiftTokens(file.text).words
      for (word, next) in zip(words, words.dropFirst()) where word.text == "import" {
        made[ModuleTable.module(of: file.path), default: []].insert(next.text)
      }
    }
    for (module, allowed) in ModuleTable.imports {
      #expect(allowed.subtracting(made[module] ?? []) == [], "\(module) imports less")
    }
  }

  @Test("Every step in the description of a press is a function of the sources")
  func steps() throws {
    let files = try Repository.swiftSources()
    let steps = try DocumentRules.steps(in: page("ARCHITECTURE.md"))
    #expect(steps.count > 20)
    for step in steps {
      let found = files.contains { file in
        guard file.text.contains("func \(step.function)") else { return false }
        return ["struct", "class", "enum", "extension", "protocol"].contains { kind in
          file.text.contains("\(kind) \(step.type)")
        }
      }
      #expect(found, "\(step.type).\(step.function)")
    }
  }

  @Test("Every page of docs is in the list of pages")
  func allPages() throws {
    let pages = try Repository.files(under: "docs")
    #expect(pages.count > 5)
    #expect(Set(pages).subtracting(Self.pages) == [])
  }

  @Test("The architecture page is short")
  func shortArchitecture() throws {
    #expect(try page("ARCHITECTURE.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 161)
  }

  @Test("Every test that a page names exists", arguments: ["docs/limits.md", "Tests/README.md"])
  func namedTests(path: String) throws {
    let files = try Repository.files(under: "Tests").filter { $0.hasSuffix(".swift") }
    let texts = files.compactMap(Repository.read).map(\.text)
    let names = try DocumentRules.testNames(in: page(path))
    #expect(names.count > 20)
    for name in names where !Repository.exists("Tests/\(name.type)") {
      let function = name.function.map { "func \($0)(" } ?? ""
      let found = texts.contains { text in
        text.contains("struct \(name.type) ") && (function.isEmpty || text.contains(function))
      }
      #expect(found, "\(name.type) \(function)")
    }
  }

  @Test("Every link within the repository has a target", arguments: pages)
  func links(path: String) throws {
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    let links = try DocumentRules.links(in: page(path), folder: folder)
    for link in links { #expect(Repository.exists(link), "\(path) links to \(link)") }
  }

  @Test("Tables, steps, commands and links are read from text")
  func planted() {
    let text = """
      | `A` | what | `B`, `C` |
      | `B` | what | – |
      | x | what | `C` |
      ```
        -> Type.function   what
      ```
      ```sh
      one && two   # why
      ```
      | a limit | 1 | `OneTests.two` |
      See [it](../x/y.md#z), [there](https://example.org) and [here](a.md).
      """
    #expect(DocumentRules.moduleTable(in: text) == ["A": ["B", "C"], "B": []])
    #expect(DocumentRules.steps(in: text).map { "\($0.type).\($0.function)" } == ["Type.function"])
    #expect(DocumentRules.commands(in: text) == ["one && two"])
    #expect(DocumentRules.testNames(in: text).map { [$0.type, $0.function] } == [["OneTests", "two"]])
    #expect(DocumentRules.links(in: text, folder: "Sources") == ["x/y.md", "Sources/a.md"])
  }
}
