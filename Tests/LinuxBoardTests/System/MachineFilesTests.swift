import Glibc
import Testing

@testable import LinuxBoard

/// Reads of the system's files, from files made for the test.
@Suite struct MachineFilesTests {
  private let folder = TemporaryFolder()
  private var files: MachineFiles { MachineFiles(root: folder.path) }

  private func make(_ text: String, at path: String) throws {
    try PlainFile.createFolders(folder.path + "/" + path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    folder.write(text, to: path)
  }

  @Test("A bare system has no answers")
  func aBareSystemHasNoAnswers() {
    #expect(files.boardName == nil)
    #expect(!files.hasRaspiConfig && !files.repairsCard && !files.keepsJournalOnCard)
    #expect(files.unitPath("cribside.service") == nil && !files.isEnabled("cribside.service"))
  }

  @Test("The board's name ends before its zero")
  func theBoardsNameEndsBeforeItsZero() throws {
    try make("Raspberry Pi 5 Model B Rev 1.0\0", at: "proc/device-tree/model")
    #expect(files.boardName == "Raspberry Pi 5 Model B Rev 1.0")
  }

  @Test(
    "The kernel's command line is read",
    arguments: [
      ("console=tty1 fsck.repair=yes rootwait\n", true), ("fsck.repair=preen\n", false),
      ("xfsck.repair=yes\n", false),
    ])
  func theKernelsCommandLineIsRead(text: String, repairs: Bool) throws {
    try make(text, at: "proc/cmdline")
    #expect(files.repairsCard == repairs)
  }

  @Test(
    "The journal's storage is read",
    arguments: [
      ("#Storage=volatile", nil, true), ("Storage=volatile", nil, false), ("Storage=auto", nil, true),
      ("Storage=volatile", "Storage=persistent", true), ("Storage=persistent", "Storage=none", false),
    ])
  func theJournalsStorageIsRead(main: String, folderFile: String?, isKept: Bool) throws {
    try PlainFile.createFolders(folder.path + "/var/log/journal")
    try make("[Journal]\n\(main)\n", at: "etc/systemd/journald.conf")
    if let folderFile { try make("[Journal]\n\(folderFile)\n", at: "etc/systemd/journald.conf.d/z.conf") }
    #expect(files.keepsJournalOnCard == isKept)
  }

  /// As in Raspberry Pi OS trixie; a file of the same name in /etc replaces it.
  @Test("A file of the system's own is read")
  func aFileOfTheSystemsOwnIsRead() throws {
    try PlainFile.createFolders(folder.path + "/var/log/journal")
    try make("[Journal]\nStorage=volatile\n", at: "usr/lib/systemd/journald.conf.d/40-volatile.conf")
    #expect(!files.keepsJournalOnCard)
    try make("[Journal]\n", at: "etc/systemd/journald.conf.d/40-volatile.conf")
    #expect(files.keepsJournalOnCard)
  }

  @Test("A unit with a process is active")
  func aUnitWithAProcessIsActive() throws {
    let place = "sys/fs/cgroup/system.slice/cribside.service/cgroup.events"
    #expect(!files.isActive("cribside.service"))
    try make("populated 0\nfrozen 0\n", at: place)
    #expect(!files.isActive("cribside.service"))
    try make("populated 1\nfrozen 0\n", at: place)
    #expect(files.isActive("cribside.service") && !files.isActive("cribside-guard.service"))
  }

  @Test("Buses are counted by their devices")
  func busesAreCountedByTheirDevices() throws {
    #expect(!files.hasBus(1))
    try make("", at: "dev/i2c-1")
    #expect(files.hasBus(1) && !files.hasBus(0))
  }

  @Test("A unit is enabled by a link even into another root")
  func aUnitIsEnabledByALinkEvenIntoAnotherRoot() throws {
    try make("", at: "usr/lib/systemd/system/cribside.service")
    try PlainFile.createFolders(folder.path + "/etc/systemd/system/multi-user.target.wants")
    #expect(files.unitPath("cribside.service") == "/usr/lib/systemd/system/cribside.service")
    #expect(!files.isEnabled("cribside.service"))
    let link = folder.file("etc/systemd/system/multi-user.target.wants/cribside.service")
    symlink("/not/in/this/root", link)
    #expect(files.isEnabled("cribside.service"))
  }

  @Test("Access follows owner, group and mode")
  func accessFollowsOwnerGroupAndMode() throws {
    folder.write("", to: "device")
    let path = folder.file("device")
    #expect(Account.current.access(to: path) == .open)
    #expect(Account.current.access(to: folder.file("none")) == .missing)
    let nobody = try #require(Account(named: "nobody"))
    chmod(path, 0o600)
    #expect(nobody.access(to: path) == .closed(group: Environment.groupName(getegid())))
    chmod(path, 0o666)
    #expect(nobody.access(to: path) == .open)
    #expect(Account(named: "no-such-user-here") == nil)
  }

  @Test("The room of a file system is read")
  func theRoomOfAFileSystemIsRead() throws {
    let room = try FileSystemRoom(at: folder.path)
    #expect(room.freeBytes > 0 && !room.isReadOnly)
    #expect(try FileSystemRoom(at: "/proc").freeBytes == 0)
    #expect(throws: SystemFault.self) { try FileSystemRoom(at: folder.file("none")) }
  }

  @Test("A replaced file keeps its mode")
  func aReplacedFileKeepsItsMode() throws {
    folder.write("old", to: "file")
    chmod(folder.file("file"), 0o640)
    try PlainFile.replace(Array("new".utf8), at: folder.file("file"))
    #expect(try PlainFile.read(folder.file("file")) == Array("new".utf8))
    #expect(folder.mode("file") == 0o640)
    #expect(try Folder.names(at: folder.path) == ["file"])
  }

  /// A second name of the old file shows whether its bytes were changed before it was replaced.
  @Test("A delivered file leaves the old one whole until it is whole")
  func aDeliveredFileLeavesTheOldOneWholeUntilItIsWhole() throws {
    folder.write("old", to: "file")
    chmod(folder.file("file"), 0o640)
    link(folder.file("file"), folder.file("old"))
    symlink("file", folder.file("link"))
    try deliver("new", to: folder.file("link"))
    #expect(try PlainFile.read(folder.file("file")) == Array("new".utf8))
    #expect(try PlainFile.read(folder.file("old")) == Array("old".utf8))
    #expect(folder.mode("file") == 0o640)
    #expect(try Folder.names(at: folder.path).sorted() == ["file", "link", "old"])
  }

  @Test("A failed delivery leaves the old file and nothing else")
  func aFailedDeliveryLeavesTheOldFileAndNothingElse() throws {
    try PlainFile.createFolders(folder.file("place"))
    #expect(throws: SystemFault.self) { try deliver("1", to: folder.file("place")) }
    #expect(throws: SystemFault.self) { try deliver("1", to: folder.file("none/file")) }
    #expect(throws: SystemFault.self) { try deliver("1", to: "/dev/full") }
    #expect(try Folder.names(at: folder.path) == ["place"])
  }

  private func deliver(_ text: String, to path: String) throws(SystemFault) {
    let file = try DeliveredFile(path)
    for character in text { try file.write(String(character)) }
    try file.finish()
  }

  @Test("A file that was not finished leaves the old one and nothing else")
  func aFileThatWasNotFinishedLeavesTheOldOneAndNothingElse() throws {
    folder.write("old", to: "file")
    do {
      let file = try DeliveredFile(folder.file("file"))
      try file.write("ne")
    }
    #expect(try PlainFile.read(folder.file("file")) == Array("old".utf8))
    #expect(try Folder.names(at: folder.path) == ["file"])
  }

  @Test("A device is written directly")
  func aDeviceIsWrittenDirectly() throws {
    mkfifo(folder.file("pipe"), 0o600)
    let reader = try Descriptor("open") { open(folder.file("pipe"), O_RDONLY | O_NONBLOCK) }
    try deliver("new", to: folder.file("pipe"))
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(reader.number, &bytes, 8) == 3)
    try deliver("new", to: "/dev/null")
  }

  @Test("The end of another program is reported", arguments: [("exit 3", 3), ("kill -9 $$", 137)])
  func theEndOfAnotherProgramIsReported(script: String, exit: Int32) throws {
    #expect(try ChildProcess.runInForeground("/bin/sh", ["-c", script]) == exit)
    #expect(throws: SystemFault.self) { try ChildProcess.runInForeground("/no/such/program", []) }
  }

  @Test("A file that never ends is refused")
  func aFileThatNeverEndsIsRefused() {
    let fault = #expect(throws: SystemFault.self) { try PlainFile.read("/dev/zero") }
    #expect(fault == SystemFault(operation: "read", subject: "/dev/zero", errno: EFBIG))
  }
}
