import CareJournal
import Glibc
import Testing

@testable import LinuxBoard

@Suite struct DirectoryStorageTests {
  let folder = TemporaryFolder()

  func storage() throws -> DirectoryStorage { try DirectoryStorage(directory: folder.path) }

  @Test("A file comes back as it was written")
  func aFileComesBackAsItWasWritten() throws {
    let storage = try storage()
    try storage.createFolder("log")
    try storage.create("log/a")
    try storage.write([1, 2, 3, 4], to: "log/a", at: 0)
    try storage.write([9, 9], to: "log/a", at: 6)
    #expect(try storage.read("log/a") == [1, 2, 3, 4, 0, 0, 9, 9])
    try storage.truncate("log/a", to: 3)
    try storage.sync("log/a")
    try storage.syncDirectory("log")
    try storage.syncDirectory("")
    #expect(try DirectoryStorage(directory: folder.path).read("log/a") == [1, 2, 3])
    #expect((storage.bytesWritten, storage.syncs) == (6, 3))
    #expect(storage.freeBytes ?? 0 > 0)
  }

  @Test("Only its own user may read")
  func onlyItsOwnUserMayRead() throws {
    let storage = try storage()
    try storage.createFolder("log")
    try storage.create("log/a")
    #expect(folder.mode("log") == 0o700)
    #expect(folder.mode("log/a") == 0o600)
  }

  @Test("Writes continue after the descriptor was closed")
  func writesContinueAfterTheDescriptorWasClosed() throws {
    let storage = try storage()
    try storage.create("a")
    try storage.write([1], to: "a", at: 0)
    storage.abandon("a")
    try storage.write([2], to: "a", at: 1)
    #expect(try storage.read("a") == [1, 2])
  }

  @Test("A renamed file is written under its new name")
  func aRenamedFileIsWrittenUnderItsNewName() throws {
    let storage = try storage()
    try storage.create("a.tmp")
    try storage.write([1], to: "a.tmp", at: 0)
    try storage.create("a")
    try storage.rename("a.tmp", to: "a")
    try storage.write([2], to: "a", at: 1)
    #expect(try storage.read("a") == [1, 2])
    #expect(try storage.list("") == ["a"])
  }

  /// A user moves the file or its folder away while it is written: no start would find these bytes.
  @Test("A file that was moved away is not durable", arguments: ["log/a", "log"])
  func aFileThatWasMovedAwayIsNotDurable(moved: String) throws {
    let storage = try storage()
    try storage.createFolder("log")
    try storage.create("log/a")
    try storage.write([1], to: "log/a", at: 0)
    try storage.sync("log/a")
    #expect(Glibc.rename(folder.path + "/" + moved, folder.path + "/away") == 0)
    try storage.write([2], to: "log/a", at: 1)
    expect(.missing, ENOENT, "sync", "log/a") { try storage.sync("log/a") }
  }

  @Test("A folder is listed and a missing one is empty")
  func aFolderIsListedAndAMissingOneIsEmpty() throws {
    let storage = try storage()
    try storage.createFolder("log")
    try storage.createFolder("log")
    try storage.create("log/b")
    try storage.create("log/a")
    #expect(try storage.list("log").sorted() == ["a", "b"])
    #expect(try storage.list("motion") == [])
    try storage.remove("log/a")
    #expect(try storage.list("log") == ["b"])
  }

  /// The log is on a separate disk that is not mounted.
  @Test("A link that leads nowhere is no empty folder")
  func aLinkThatLeadsNowhereIsNoEmptyFolder() throws {
    let storage = try storage()
    symlink(folder.file("mounted/log"), folder.file("log"))
    expect(.missing, ENOENT, "list", "log") { _ = try storage.list("log") }
    for name in ["mounted", "mounted/log"] { mkdir(folder.file(name), 0o700) }
    #expect(try storage.list("log") == [])
  }

  @Test("Many files keep few descriptors")
  func manyFilesKeepFewDescriptors() throws {
    let storage = try storage()
    for number in 0..<100 {
      try storage.create("f\(number)")
      try storage.write([UInt8(number)], to: "f\(number)", at: 0)
      try storage.sync("f\(number)")
    }
    let own = try Folder.names(at: "/proc/self/fd").filter { name in
      var target = [CChar](repeating: 0, count: 256)
      guard readlink("/proc/self/fd/" + name, &target, 255) > 0 else { return false }
      return String(terminated: target).hasPrefix(folder.path + "/f")
    }
    #expect(own.count == WrittenFiles.keptMax)
    try storage.write([7], to: "f0", at: 1)
    #expect(try storage.read("f0") == [0, 7])
  }

  @Test("Unsynced files keep their descriptor")
  func unsyncedFilesKeepTheirDescriptor() {
    var files = WrittenFiles()
    for number in 0..<40 {
      files.hold(Descriptor(adopting: dup(STDERR_FILENO)), of: "\(number)")
      files.noteWritten("\(number)")
    }
    #expect(files.count == 40)
    for number in 0..<40 { files.noteSynced("\(number)") }
    #expect(files.count == WrittenFiles.keptMax)
    #expect(files.descriptor(of: "39") != nil)
    #expect(files.descriptor(of: "0") == nil)
  }

  @Test("Faults name operation, path and reason")
  func faultsNameOperationPathAndReason() throws {
    let storage = try storage()
    try storage.create("a")
    expect(.exists, EEXIST, "create", "a") { try storage.create("a") }
    expect(.exists, EEXIST, "create folder", "a") { try storage.createFolder("a") }
    expect(.missing, ENOENT, "read", "b") { _ = try storage.read("b") }
    expect(.missing, ENOENT, "write", "b") { try storage.write([1], to: "b", at: 0) }
    expect(.missing, ENOENT, "sync directory", "log") { try storage.syncDirectory("log") }
    expect(.missing, ENOENT, "rename", "b") { try storage.rename("b", to: "c") }
    expect(.missing, ENOENT, "remove", "b") { try storage.remove("b") }
  }

  @Test(
    "Paths that leave the directory are refused",
    arguments: ["../a", "/etc/passwd", "log/../../a", "log//a", "./a", "a/", ""])
  func pathsThatLeaveTheDirectoryAreRefused(path: String) throws {
    let storage = try storage()
    expect(.other, EINVAL, "create", path) { try storage.create(path) }
    expect(.other, EINVAL, "read", path) { _ = try storage.read(path) }
  }

  @Test("A path with a zero byte is refused whole")
  func aPathWithAZeroByteIsRefusedWhole() throws {
    let storage = try storage()
    #expect(throws: StorageFault.self) { try storage.create("a\0b") }
    #expect(try storage.list("") == [])
  }

  @Test("A link out of the directory is not followed")
  func aLinkOutOfTheDirectoryIsNotFollowed() throws {
    folder.write("secret", to: "outside")
    let storage = try storage()
    try storage.createFolder("box")
    symlink(folder.file("outside"), folder.file("box/inside"))
    let inner = try DirectoryStorage(directory: folder.file("box"))
    expect(.other, ELOOP, "read", "inside") { _ = try inner.read("inside") }
    // The length of the link says nothing about its target.
    expect(.other, EINVAL, "length", "inside") { _ = try inner.length(of: "inside") }
  }

  @Test("A call that accepts nothing ends the write")
  func aCallThatAcceptsNothingEndsTheWrite() throws {
    var offsets: [Int] = []
    expect(.device, EIO, "write", "a") {
      try DirectoryStorage.inPieces(10, "a") { done throws(StorageFault) in
        offsets.append(done)
        return offsets.count < 3 ? 4 : 0
      }
    }
    #expect(offsets == [0, 4, 8])
  }

  /// Whatever is in a file's place, reading it must not block or fill the memory.
  @Test("Other things than a plain file of good length are not read")
  func otherThingsThanAPlainFileOfGoodLengthAreNotRead() throws {
    let storage = try storage()
    for name in ["pipe", "folder", "hole", "long", "longest"] { lay(name) }
    expect(.other, EINVAL, "read", "pipe") { _ = try storage.read("pipe") }
    expect(.other, EISDIR, "read", "folder") { _ = try storage.read("folder") }
    expect(.other, EFBIG, "read", "hole") { _ = try storage.read("hole") }
    expect(.other, EFBIG, "read", "long") { _ = try storage.read("long") }
    #expect(try storage.read("longest").count == StorageLimits.fileBytes)
    expect(.device, ENXIO, "write", "pipe") { try storage.write([1], to: "pipe", at: 0) }
    expect(.other, EFBIG, "write", "longest") {
      try storage.write([1], to: "longest", at: StorageLimits.fileBytes)
    }
  }

  private func lay(_ name: String) {
    let path = folder.file(name)
    switch name {
    case "pipe": mkfifo(path, 0o600)
    case "folder": mkdir(path, 0o700)
    default:
      folder.write("", to: name)
      // The longest file on ext4 with small blocks or a tmpfs; one of 3 GB; and the longest that is read.
      let lengths = ["hole": 8 << 40, "long": 3 << 30, "longest": StorageLimits.fileBytes]
      truncate(path, lengths[name] ?? 0)
    }
  }

  /// Such a file has the name of the next segment: the log opens and reports it, and the box uses another segment. A
  /// readable file without lines is moved away.
  @Test("Nothing in the directory prevents a start", arguments: ["pipe", "folder", "hole", "long"])
  func nothingInTheDirectoryPreventsAStart(name: String) throws {
    let storage = try storage()
    let start = { (number: UInt64) in
      JournalStart(
        kernelBootID: "5d3c5b7e", bootMilliseconds: 4_000, wall: nil, trust: .none, random: (number, 2, 3))
    }
    var journal = try Journal.open(storage, start: start(1)).journal
    try journal.close()
    lay(name)
    let path = "log/seg-000002.jsonl"
    rename(folder.file(name), folder.file(path))
    let isFile = name == "hole" || name == "long"
    for number in [2, 3] as [UInt64] {
      let opened = try Journal.open(storage, start: start(number))
      journal = opened.journal
      #expect(opened.recovered.unreadable.map(\.path) == (isFile ? [] : [path]))
      #expect(opened.recovered.strays == (isFile && number == 2 ? ["seg-000002.jsonl"] : []))
      #expect(opened.recovered.fault == nil)
      #expect(opened.recovered.lines == Int(number) - 1)
      while journal.wantsTending { journal.tend() }
      try journal.close()
    }
    #expect(try JournalVerifier.verify(storage).unreadable.count == (isFile ? 0 : 1))
  }

  @Test(
    "Every errno has its reason",
    arguments: [
      (ENOSPC, StorageFault.Reason.full), (EDQUOT, .full), (EIO, .device), (EROFS, .device),
      (ENODEV, .device), (EACCES, .permission), (EPERM, .permission), (ENOENT, .missing),
      (EEXIST, .exists), (EMFILE, .other),
    ])
  func everyErrnoHasItsReason(errno: Int32, reason: StorageFault.Reason) {
    #expect(StorageFault("write", "a", errno: errno).reason == reason)
  }

  @Test("A full disk is distinguished")
  func aFullDiskIsDistinguished() throws {
    // /dev/full answers every write with ENOSPC (full(4)).
    let storage = try DirectoryStorage(directory: "/dev")
    expect(.full, ENOSPC, "write", "full") { try storage.write([1], to: "full", at: 0) }
  }

  private func expect(
    _ reason: StorageFault.Reason, _ errno: Int32, _ operation: String, _ path: String,
    _ body: () throws -> Void
  ) {
    let fault = StorageFault(operation: operation, path: path, reason: reason, errno: errno)
    #expect(throws: fault, performing: body)
  }
}
