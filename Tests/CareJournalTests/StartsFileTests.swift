import SimulatedBoard
import Testing

@testable import CareJournal

/// The record of starts, written to its file and read back.
@Suite struct StartsFileTests {
  @Test(
    "What is saved is loaded",
    arguments: [
      StartRecord(kernelBootID: "a", isRunning: true),
      StartRecord(kernelBootID: "b", crashes: [0, 5, 1 << 30], safeUntilMilliseconds: 7, isRunning: false),
    ])
  func whatIsSavedIsLoaded(record: StartRecord) throws {
    let disk = SimulatedDisk()
    #expect(SmallFile.starts.load(from: disk) == nil)
    try SmallFile.starts.save(record, in: disk)
    #expect(SmallFile.starts.load(from: disk) == record)
  }

  @Test("Only the last crashes are kept")
  func onlyTheLastCrashesAreKept() throws {
    let disk = SimulatedDisk()
    try SmallFile.starts.save(StartRecord(kernelBootID: "a", crashes: Array(1...40)), in: disk)
    #expect(SmallFile.starts.load(from: disk)?.crashes == Array(25...40))
  }
}
