import Testing

@testable import LinuxBoard

@Suite struct ProcessTests {
  @Test("The kernel's figures of the process are read")
  func theKernelsFiguresOfTheProcessAreRead() throws {
    let before = try ProcessUsage.now()
    let ballast = (0..<4_000_000).map { UInt64($0) &* 0x9E37_79B9 }
    let after = try ProcessUsage.now()
    #expect(after.processorNanoseconds > before.processorNanoseconds)
    // Thirty megabytes of numbers are in no file.
    #expect(after.anonymousKibibytes > 25_000)
    #expect(after.residentKibibytes >= after.anonymousKibibytes)
    withExtendedLifetime(ballast) {}
  }

  @Test("A program is found on the path and its output read")
  func aProgramIsFoundOnThePathAndItsOutputRead() throws {
    let (output, exit) = try ChildProcess.run("sh", ["-c", "printf %s \"$0\"; exit 3", "said"])
    #expect(String(decoding: output, as: UTF8.self) == "said")
    #expect(exit == 3)
    #expect(throws: SystemFault.self) { try ChildProcess.run("cribside-is-no-such-program", []) }
  }

  @Test("A scratch folder goes with its owner")
  func aScratchFolderGoesWithItsOwner() throws {
    var folder: ScratchFolder? = try ScratchFolder()
    let path = try #require(folder?.path)
    try PlainFile.createFolders(path + "/log/deeper")
    try PlainFile.write([1], to: path + "/log/deeper/file")
    #expect(PlainFile.exists(path + "/log/deeper/file"))
    folder = nil
    #expect(!PlainFile.exists(path))
  }
}
