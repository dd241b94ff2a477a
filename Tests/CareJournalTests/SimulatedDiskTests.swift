import CareJournal
import SimulatedBoard
import Testing

/// The disk must lose everything that may be lost, or the journal's tests prove nothing.
@Suite struct SimulatedDiskTests {
  private func disk(_ text: String = "old") -> SimulatedDisk {
    SimulatedDisk(files: ["a": Array(text.utf8)])
  }

  private func text(_ disk: SimulatedDisk, _ path: String = "a") -> String? {
    disk.files[path].map { String(decoding: $0, as: UTF8.self) }
  }

  /// Every text that `a` may have after a cut.
  private func fates(_ disk: SimulatedDisk) -> Set<String?> {
    var odometer = Odometer()
    var fates: Set<String?> = []
    repeat {
      let copy = SimulatedDisk(copying: disk)
      copy.powerCut { odometer.answer(below: $0) }
      fates.insert(text(copy))
    } while odometer.advance()
    return fates
  }

  @Test("Unsynced writes are kept, dropped, torn or garbage")
  func unsyncedWritesAreKeptDroppedTornOrGarbage() throws {
    let disk = disk()
    try disk.write(Array("NEW".utf8), to: "a", at: 0)
    let fates = fates(disk)
    #expect(fates.isSuperset(of: ["old", "Nld", "NEd", "NEW"]))
    #expect(fates.count == 5, "and one that is garbage")
  }

  @Test("Synced bytes stay")
  func syncedBytesStay() throws {
    let disk = disk()
    try disk.write(Array("NEW".utf8), to: "a", at: 0)
    try disk.sync("a")
    #expect(fates(disk) == ["NEW"])
  }

  @Test("Each write has its own fate")
  func eachWriteHasItsOwnFate() throws {
    let disk = disk("__")
    try disk.write(Array("1".utf8), to: "a", at: 0)
    try disk.write(Array("2".utf8), to: "a", at: 1)
    #expect(fates(disk).isSuperset(of: ["__", "1_", "_2", "12"]))
  }

  @Test("Garbage stays within the write")
  func garbageStaysWithinTheWrite() throws {
    let disk = disk("keep")
    try disk.write(Array("....".utf8), to: "a", at: 4)
    #expect(fates(disk).allSatisfy { $0?.hasPrefix("keep") == true })
  }

  /// All sets of names that a power cut may leave.
  private func nameFates(_ disk: SimulatedDisk) -> Set<[String]> {
    var odometer = Odometer()
    var fates: Set<[String]> = []
    repeat {
      let copy = SimulatedDisk(copying: disk)
      copy.powerCut { odometer.answer(below: $0) }
      fates.insert(copy.files.keys.sorted())
    } while odometer.advance()
    return fates
  }

  @Test("Names need a sync of their directory")
  func namesNeedASyncOfTheirDirectory() throws {
    let disk = disk()
    try disk.createFolder("log")
    try disk.create("log/x")
    try disk.sync("log/x")
    try disk.rename("a", to: "b")
    #expect(nameFates(disk) == [["a"], ["b"], ["b", "log/x"], ["a", "log/x"]])
    try disk.syncDirectory("")
    try disk.syncDirectory("log")
    disk.powerCut { _ in 0 }
    #expect(disk.files.keys.sorted() == ["b", "log/x"])
  }

  /// Each folder has its own names: until both are synced, a moved file may have two names or none.
  @Test("A file that moves into another folder may have two names or none")
  func aFileThatMovesIntoAnotherFolderMayHaveTwoNamesOrNone() throws {
    let disk = SimulatedDisk(files: ["a": [1], "log/x": [2]])
    try disk.rename("a", to: "log/b")
    #expect(disk.files.keys.sorted() == ["log/b", "log/x"])
    #expect(nameFates(disk) == [["a", "log/x"], ["log/b", "log/x"], ["a", "log/b", "log/x"], ["log/x"]])
    try disk.syncDirectory("log")
    try disk.syncDirectory("")
    disk.powerCut { _ in 0 }
    #expect(disk.files == ["log/b": [1], "log/x": [2]])
  }

  @Test("A failed sync is not made good by another")
  func aFailedSyncIsNotMadeGoodByAnother() throws {
    let disk = disk()
    try disk.write(Array("NEW".utf8), to: "a", at: 0)
    disk.fail(.once(1), reason: .device)
    #expect(throws: StorageFault.self) { try disk.sync("a") }
    try disk.sync("a")
    #expect(text(disk) == "NEW")
    #expect(fates(disk).contains("old"))
  }

  @Test("Faults are counted")
  func faultsAreCounted() throws {
    let disk = disk()
    disk.fail(.once(2), reason: .full)
    try disk.create("1")
    #expect(throws: StorageFault(operation: "create", path: "2", reason: .full)) { try disk.create("2") }
    try disk.create("3")
    disk.fail(.from(2), reason: .device)
    try disk.create("4")
    #expect(throws: StorageFault.self) { try disk.create("5") }
    #expect(throws: StorageFault.self) { try disk.create("6") }
    disk.heal()
    try disk.create("7")
    #expect(disk.files.keys.sorted() == ["1", "3", "4", "7", "a"])
  }

  @Test("Power stays off until it is restored")
  func powerStaysOffUntilItIsRestored() throws {
    let disk = disk()
    disk.cutPower(atOperation: 2)
    try disk.write(Array("1".utf8), to: "a", at: 0)
    #expect(throws: StorageFault.self) { try disk.sync("a") }
    #expect(disk.isOff)
    #expect(throws: StorageFault.self) { try disk.read("a") }
    disk.powerCut { _ in 0 }
    #expect(text(disk) == "old")
  }

  @Test("Costs are counted")
  func costsAreCounted() throws {
    let disk = SimulatedDisk(syncCostNanoseconds: 5)
    disk.stallNanoseconds = 100
    try disk.create("a")
    try disk.write([1, 2, 3], to: "a", at: 0)
    try disk.sync("a")
    try disk.syncDirectory("")
    #expect((disk.bytesWritten, disk.syncs, disk.elapsedNanoseconds) == (3, 2, 210))
  }

  @Test("Seeds repeat")
  func seedsRepeat() throws {
    let disk = disk()
    try disk.write([UInt8](repeating: 0x41, count: 900), to: "a", at: 0)
    let fates = (UInt64(0)..<40).map { seed in
      let copies = (0..<2).map { _ in SimulatedDisk(copying: disk) }
      copies.forEach { $0.powerCut(seed: seed) }
      #expect(copies[0].files == copies[1].files)
      return copies[0].files["a"] ?? []
    }
    #expect(Set(fates).count > 10)
  }
}
