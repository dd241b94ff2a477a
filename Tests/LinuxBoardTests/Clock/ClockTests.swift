import Glibc
import Nursery
import Testing

@testable import LinuxBoard

@Suite struct ClockTests {
  let folder = TemporaryFolder()

  @Test(
    "The boot clock counts time in suspend",
    arguments: [
      (1_000_000_000, 1_000_000_000, 0),
      // An hour of suspend before the clocks were read.
      (5_000_000_000, 3_605_000_000_000, 3_600_000_000_000),
      // This is impossible, but must not trap.
      (10, 5, -5),
    ] as [(UInt64, UInt64, Int)])
  func theBootClockCountsTimeInSuspend(monotonic: UInt64, boot: UInt64, nanoseconds: Int) {
    let pair = ClockPair(monotonicNanoseconds: monotonic, bootNanoseconds: boot)
    #expect(pair.bootMinusMonotonicNanoseconds == nanoseconds)
  }

  @Test("An edge now has the time of the boot clock")
  func anEdgeNowHasTheTimeOfTheBootClock() {
    let clock = LinuxClock()
    let before = clock.bootMilliseconds
    let edge = (Int(clock.monotonicNanoseconds) + clock.pair().bootMinusMonotonicNanoseconds) / 1_000_000
    let after = clock.bootMilliseconds
    #expect((before - 1...after + 1).contains(edge))
  }

  @Test("Trust follows the sign")
  func trustFollowsTheSign() {
    let sign = SyncSign.file(path: folder.file("synchronized"))
    let now = 1_800_000_000_000
    #expect(sign.trust(wallMilliseconds: now) == .saved)
    folder.write("", to: "synchronized")
    #expect(sign.trust(wallMilliseconds: now) == .synced)
    unlink(folder.file("synchronized"))
    #expect(sign.trust(wallMilliseconds: now) == .saved)
    #expect(SyncSign.always.trust(wallMilliseconds: now) == .synced)
  }

  @Test("A clock that was never set is not believed", arguments: [0, 1_704_067_199_999])
  func aClockThatWasNeverSetIsNotBelieved(wall: Int) {
    #expect(SyncSign.always.trust(wallMilliseconds: wall) == .none)
    #expect(SyncSign.file(path: "/nowhere").trust(wallMilliseconds: wall) == .none)
  }

  @Test("A moment carries its trust")
  func aMomentCarriesItsTrust() {
    let saved = LinuxClock(syncSign: .file(path: folder.file("synchronized"))).moment(boot: 3)
    #expect(saved.boot.boot == 3)
    #expect(saved.trust == .saved)
    #expect(saved.wall != nil)
    #expect(LinuxClock(syncSign: .always).moment(boot: 3).trust == .synced)
  }

  @Test(
    "The boot's identity is read",
    arguments: [
      ("0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0\n", nil),
      ("nonsense", "0F1E2D3C4B5A69788796A5B4C3D2E1F0"),
      ("ffffffff-ffff-ffff-ffff-ffffffffffff\n", "0f1e2d3c4b5a69788796a5b4c3d2e1f0"),
      ("0f1e2d3c4b5a69788796a5b4c3d2e1f0", "not an identity"),
    ] as [(String, String?)])
  func theBootsIdentityIsRead(file: String, variable: String?) throws {
    folder.write(file, to: "boot_id")
    let identity = try KernelBoot.identity(path: folder.file("boot_id"), variable: variable)
    #expect(identity == "0f1e2d3c4b5a69788796a5b4c3d2e1f0")
  }

  @Test("A boot without identity is a fault")
  func aBootWithoutIdentityIsAFault() {
    #expect(throws: SystemFault(operation: "read", subject: "/nowhere", errno: ENOENT)) {
      try KernelBoot.identity(path: "/nowhere", variable: nil)
    }
    folder.write("short\n", to: "boot_id")
    let fault = SystemFault(operation: "read", subject: folder.file("boot_id"), errno: EILSEQ)
    #expect(throws: fault) {
      try KernelBoot.identity(path: folder.file("boot_id"), variable: nil)
    }
  }

  @Test("Random bytes differ")
  func randomBytesDiffer() throws {
    let one = try Randomness.bytes(32)
    #expect(one.count == 32)
    #expect(try Randomness.bytes(32) != one)
    #expect(try Randomness.bytes(0) == [])
  }
}
