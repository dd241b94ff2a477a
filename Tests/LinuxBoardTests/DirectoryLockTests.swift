import Glibc
import Testing

@testable import LinuxBoard

@Suite struct DirectoryLockTests {
  let folder = TemporaryFolder()

  @Test func aSecondOneIsToldWhoHasIt() throws {
    let first = try DirectoryLock(directory: folder.path, program: "cribside run")
    let holder = DirectoryLock.Holder(processID: Int(getpid()), program: "cribside run")
    let fault = LockFault.held(path: folder.file("lock"), by: holder)
    #expect(throws: fault) { try DirectoryLock(directory: folder.path) }
    #expect(fault.exitCode == 75)
    #expect(
      fault.description
        == "\(folder.path)/lock: held by process \(getpid()) (cribside run): a box that runs; stop it first")
    withExtendedLifetime(first) {}
  }

  @Test func itIsFreeOnceTheHolderIsGone() throws {
    _ = try DirectoryLock(directory: folder.path, program: "a long name of a program")
    _ = try DirectoryLock(directory: folder.path, program: "b")
    #expect(try TextFile.firstLine(at: folder.file("lock")) == "\(getpid()) b")
    #expect(folder.mode("lock") == 0o600)
  }

  @Test(arguments: ["", "nonsense", "12x cribside\n"])
  func aHolderThatCannotBeReadIsNoOne(text: String) throws {
    folder.write(text, to: "lock")
    let other = open(folder.file("lock"), O_RDWR)
    flock(other, LOCK_EX)
    defer { close(other) }
    #expect(throws: LockFault.held(path: folder.file("lock"), by: nil)) {
      try DirectoryLock(directory: folder.path)
    }
  }

  /// A command that was run as root may have made the file.
  @Test(.enabled(if: geteuid() != 0, "root may write everything"), arguments: [0o444, 0o000] as [mode_t])
  func aFileThatMayOnlyBeReadIsLockedAllTheSame(mode: mode_t) throws {
    folder.write("", to: "lock")
    chmod(folder.file("lock"), mode)
    guard mode != 0 else {
      #expect(throws: LockFault.failed(path: folder.file("lock"), errno: EACCES)) {
        try DirectoryLock(directory: folder.path)
      }
      return
    }
    let first = try DirectoryLock(directory: folder.path)
    #expect(throws: LockFault.held(path: folder.file("lock"), by: nil)) {
      try DirectoryLock(directory: folder.path)
    }
    withExtendedLifetime(first) {}
  }

  @Test func aFileOfAnotherUserIsNamedWithWhatFixesIt() {
    let fault = LockFault.failed(path: "/var/lib/cribside/lock", errno: EACCES)
    #expect(fault.description.contains("sudo chown \(Environment.userName) /var/lib/cribside/lock"))
  }

  @Test func aMissingDirectoryIsAnInputOutputError() {
    let fault = LockFault.failed(path: "/nowhere/lock", errno: ENOENT)
    #expect(throws: fault) { try DirectoryLock(directory: "/nowhere") }
    #expect(fault.exitCode == 74)
    #expect(LockFault.failed(path: "lock", errno: EACCES).exitCode == 77)
  }
}
