import Testing

/// The places of files and folders.
struct LayoutTests {
  @Test("Sources contains only modules")
  func strayFiles() throws {
    let files = try Repository.files(under: "Sources")
    #expect(files.count > 20)
    #expect(LayoutRules.strayFiles(files) == [])
  }

  @Test("Every folder of Sources and Tests is a target", arguments: ["Sources", "Tests"])
  func targets(parent: String) throws {
    let manifest = try #require(Repository.read("Package.swift"))
    // Fixtures contains no code, Fuzz is a separate program, and Page and Peers are Python.
    let folders = try Repository.folders(in: parent).filter {
      !["Fixtures", "Fuzz", "Page", "Peers"].contains($0)
    }
    #expect(!folders.isEmpty)
    #expect(LayoutRules.undeclared(folders: folders, in: parent, manifest: manifest.text) == [])
  }

  @Test("Every folder of Sources is in the table of modules")
  func table() throws {
    let folders = try Set(Repository.folders(in: "Sources"))
    #expect(folders.subtracting(ModuleTable.imports.keys).subtracting(ModuleTable.shims) == [])
  }

  @Test(
    "A stray file is found",
    arguments: [
      "Sources/README.md", "Sources/Nursery/notes.txt", "Sources/Nursery/Day/Nap.swift.orig",
      "Sources/stray.swift",
      "Sources/Phone/Phone.swift", "Sources/CI2C/ci2c.swift", "Sources/BoxRuntime/Profiles/README.md",
    ])
  func plantedFile(path: String) {
    #expect(
      LayoutRules.strayFiles([path]).map(\.description) == ["\(path): no kind of file that belongs here"])
  }

  @Test("A folder without a target is found")
  func plantedFolder() {
    let found = LayoutRules.undeclared(
      folders: ["Nursery", "Phone"], in: "Sources", manifest: ".target(name: \"Nursery\")")
    #expect(found.map(\.description) == ["Sources/Phone: Package.swift has no target of that name"])
  }
}
