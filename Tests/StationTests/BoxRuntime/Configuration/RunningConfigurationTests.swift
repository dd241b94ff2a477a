import LinuxBoard
import Testing

@testable import BoxRuntime

/// The configuration of a box while its file is refused.
@Suite struct RunningConfigurationTests {
  private let folder: ScratchFolder
  private var path: String { folder.path + "/c.json5" }
  private var kept: String { folder.path + "/kept.json5" }

  init() throws { folder = try ScratchFolder() }

  @Test("A refused file is replaced by the kept one")
  func aRefusedFileIsReplacedByTheKeptOne() throws {
    try write(name: "Mia", bedtime: "19:00")
    let first = try RunningConfiguration.read(path, kept: kept)
    try RunningConfiguration.keep(path, as: kept)
    #expect(first.refusedAtLine == nil)
    try write(name: "Ben", bedtime: "25:00")
    let second = try RunningConfiguration.read(path, kept: kept)
    #expect(second.configuration == first.configuration)
    #expect(second.refusedAtLine == 3)
  }

  @Test("A missing file is replaced too")
  func aMissingFileIsReplacedToo() throws {
    try write(name: "Mia", bedtime: "19:00")
    try RunningConfiguration.keep(path, as: kept)
    #expect(try RunningConfiguration.read(folder.path + "/none", kept: kept).refusedAtLine == 0)
  }

  @Test("A corrected file is used again and replaces the copy")
  func aCorrectedFileIsUsedAgainAndReplacesTheCopy() throws {
    try write(name: "Mia", bedtime: "19:00")
    try RunningConfiguration.keep(path, as: kept)
    try write(name: "Ben", bedtime: "18:30")
    let running = try RunningConfiguration.read(path, kept: kept)
    #expect(running.refusedAtLine == nil)
    #expect(running.configuration.babies.map(\.name) == ["Ben"])
    try RunningConfiguration.keep(path, as: kept)
    #expect(try PlainFile.read(kept) == PlainFile.read(path))
  }

  @Test("A name that has another number than in the copy is reported")
  func moved() throws {
    let baby = { (name: String) in #"{ name: "\#(name)", birthdate: "2026-01-01", bedtime: "19:00" },"# }
    try PlainFile.write(Array("{ babies: [\(baby("Mia"))] }".utf8), to: path)
    #expect(try RunningConfiguration.read(path, kept: kept).movedBabies == nil)
    try RunningConfiguration.keep(path, as: kept)
    #expect(try RunningConfiguration.read(path, kept: kept).movedBabies == nil)
    try PlainFile.write(Array("{ babies: [\(baby("Ben"))\(baby("mia "))] }".utf8), to: path)
    let moved = try RunningConfiguration.read(path, kept: kept).movedBabies
    #expect(moved?.hasPrefix("mia  was baby 1 and is baby 2 now; entries stay") == true, "\(moved ?? "")")
    try PlainFile.write(Array("{".utf8), to: kept)
    #expect(try RunningConfiguration.read(path, kept: kept).movedBabies == nil)
  }

  @Test("Without a copy the fault is that of the file")
  func withoutACopyTheFaultIsThatOfTheFile() throws {
    try write(name: "Mia", bedtime: "25:00")
    for copy in [nil, kept] {
      let fault = #expect(throws: RunFault.self) { try RunningConfiguration.read(path, kept: copy) }
      #expect(fault?.exit == .configuration && fault?.line == 3)
    }
  }

  private func write(name: String, bedtime: String) throws {
    let text =
      "{\n  babies: [{ name: \"\(name)\", birthdate: \"2026-01-01\",\n    bedtime: \"\(bedtime)\" }],\n}\n"
    try PlainFile.write(Array(text.utf8), to: path)
  }
}
