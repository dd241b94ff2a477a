import Glibc
import Testing

@testable import LinuxBoard

@Suite struct DirectoryLockTests {
  let folder = TemporaryFolder()

  @Test("A second process learns which one has the directory")
  func held() throws {
    let first = try DirectoryLock(directory: folder.path, program: "cribside run")
    let holder = DirectoryLock.Holder(processID: Int(getpid()), program: "cribside run")
    let fault = LockFault.held(path: folder.path, by: holder)
    #expect(throws: fault) { try DirectoryLock(directory: folder.path) }
    #expect(fault.exitCode == 75)
    #expect(
      fault.description
        == "\(folder.path): held by process \(getpid()) (cribside run), a box or a command that runs; "
        + "stop it, or try again")
    withExtendedLifetime(first) {}
  }

  @Test("The directory is free once the holder is gone")
  func freed() throws {
    _ = try DirectoryLock(directory: folder.path, program: "a long name of a program")
    _ = try DirectoryLock(directory: folder.path, program: "b")
    #expect(try TextFile.firstLine(at: folder.file("lock")) == "\(getpid()) b")
    #expect(folder.mode("lock") == 0o600)
  }

  @Test("A holder whose name cannot be read is not named", arguments: ["", "nonsense", "12x cribside\n"])
  func unreadableHolder(text: String) throws {
    let first = try DirectoryLock(directory: folder.path)
    folder.write(text, to: "lock")
    #expect(throws: LockFault.held(path: folder.path, by: nil)) { try DirectoryLock(directory: folder.path) }
    withExtendedLifetime(first) {}
  }

  /// A tool that restores a backup removes or replaces the file of a running box.
  @Test("The lock holds whatever happens to the file that names the holder", arguments: LockFileFate.allCases)
  func lostFile(fate: LockFileFate) throws {
    let path = folder.file("lock")
    if fate == .neverMade { symlink("/nowhere/x", path) }
    let first = try DirectoryLock(directory: folder.path)
    switch fate {
    case .neverMade: break
    case .removed: unlink(path)
    case .replaced:
      folder.write("", to: "other")
      rename(folder.file("other"), path)
    case .folder:
      unlink(path)
      mkdir(path, 0o700)
    case .pipe:
      unlink(path)
      mkfifo(path, 0o600)
    }
    #expect(throws: LockFault.held(path: folder.path, by: nil)) { try DirectoryLock(directory: folder.path) }
    #expect(try StandbyLock(directory: folder.path, program: "x").isHeldByAnother)
    withExtendedLifetime(first) {}
  }

  /// A command run as root may have made the file.
  @Test(
    "A read-only lock file does not prevent a lock",
    .enabled(if: geteuid() != 0, "root may write everything"),
    arguments: [0o444, 0o000] as [mode_t])
  func readOnlyFile(mode: mode_t) throws {
    folder.write("", to: "lock")
    chmod(folder.file("lock"), mode)
    let first = try DirectoryLock(directory: folder.path)
    #expect(throws: LockFault.held(path: folder.path, by: nil)) { try DirectoryLock(directory: folder.path) }
    withExtendedLifetime(first) {}
  }

  @Test("A directory of another user is reported with what helps")
  func otherUser() {
    let fault = LockFault.failed(path: "/var/lib/cribside", errno: EACCES)
    #expect(fault.description.hasPrefix("/var/lib/cribside: "))
    #expect(fault.description.hasSuffix("use sudo"))
    #expect(fault.exitCode == 77)
  }

  @Test("A missing directory is an input or output error")
  func missingDirectory() throws {
    let fault = LockFault.failed(path: "/nowhere", errno: ENOENT)
    #expect(throws: fault) { try DirectoryLock(directory: "/nowhere") }
    #expect(fault.exitCode == 74)
  }
}

/// What may happen to the file with the holder's name.
enum LockFileFate: CaseIterable {
  case neverMade, removed, replaced, folder, pipe
}
