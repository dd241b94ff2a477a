import Testing

@testable import LinuxBoard

@Suite("The battery clock that the kernel reports")
struct BatteryClockTests {
  private static let now = 1_770_811_200

  @Test(
    "A battery clock is believed if it was set, has set the system's clock, and agrees with it",
    arguments: [
      ("1\n", "\(now)\n", now, true), ("1\n", "\(now - 4)\n", now, true), ("0\n", "\(now)\n", now, false),
      ("1\n", "\(now - 3_600)\n", now, false), ("1\n", "12\n", 12, false), ("1\n", "", now, false),
      ("", "\(now)\n", now, false),
    ])
  func believed(hctosys: String, sinceEpoch: String, wallSeconds: Int, isBelieved: Bool) throws {
    let folder = try ScratchFolder()
    try PlainFile.createFolders(folder.path + "/rtc0")
    try PlainFile.write(Array(hctosys.utf8), to: folder.path + "/rtc0/hctosys")
    try PlainFile.write(Array(sinceEpoch.utf8), to: folder.path + "/rtc0/since_epoch")
    #expect(
      BatteryClock.hasSetTheClock(wallMilliseconds: wallSeconds * 1_000, folder: folder.path) == isBelieved)
  }

  @Test("A board without a battery clock has none")
  func none() throws {
    #expect(!BatteryClock.hasSetTheClock(wallMilliseconds: Self.now * 1_000, folder: "/nowhere"))
  }
}
