import Glibc
import Synchronization
import Testing

@testable import LinuxBoard

/// What the guard notices in the box's directory.
@Suite struct DirectoryWatchTests {
  private let folder = TemporaryFolder()

  private func watch() throws -> DirectoryWatch {
    try DirectoryWatch(directory: folder.path, names: ["quiet.json"])
  }

  private func replace(_ name: String) {
    folder.write("new", to: name + ".tmp")
    rename(folder.file(name + ".tmp"), folder.file(name))
  }

  @Test("A replaced file is noticed and others are not")
  func aReplacedFileIsNoticedAndOthersAreNot() throws {
    let watch = try watch()
    replace("nights.json")
    #expect(try watch.drain() == [])
    replace("quiet.json")
    #expect(try watch.drain() == [.replaced])
    #expect(try watch.drain() == [])
    unlink(folder.file("quiet.json"))
    #expect(try watch.drain() == [.replaced])
  }

  @Test("Files in a folder are noticed even if it is made later")
  func filesInAFolderAreNoticedEvenIfItIsMadeLater() throws {
    let watch = try DirectoryWatch(directory: folder.path, names: ["quiet.json"], drop: "peers")
    #expect(mkdir(folder.file("peers"), 0o700) == 0)
    #expect(try watch.drain() == [.arrived])
    folder.write("line", to: "peers/a.jsonl")
    #expect(try watch.drain() == [.arrived])
    folder.write("more", to: "b.tmp")
    rename(folder.file("b.tmp"), folder.file("peers/b.jsonl"))
    #expect(try watch.drain() == [.arrived])
    unlink(folder.file("peers/a.jsonl"))
    #expect(try watch.drain() == [])
    rename(folder.file("peers"), folder.file("old"))
    #expect(mkdir(folder.file("peers"), 0o700) == 0)
    #expect(try watch.drain() == [.arrived])
    folder.write("line", to: "peers/c.jsonl")
    #expect(try watch.drain() == [.arrived])
  }

  /// The kernel queues at most /proc/sys/fs/inotify/max_queued_events events, 16,384 by default.
  @Test("Dropped events count as any change")
  func droppedEventsCountAsAnyChange() throws {
    let watch = try watch()
    folder.write("", to: "a")
    for number in 0..<20_000 {
      let names = number % 2 == 0 ? ("a", "b") : ("b", "a")
      rename(folder.file(names.0), folder.file(names.1))
    }
    #expect(try watch.drain() == [.replaced, .opened, .released])
    #expect(try watch.drain() == [])
    replace("quiet.json")
    #expect(try watch.drain() == [.replaced])
  }

  @Test("The end of a box is noticed", arguments: [true, false])
  func theEndOfABoxIsNoticed(isThere: Bool) throws {
    if isThere { _ = try StandbyLock(directory: folder.path, program: "x") }
    let watch = try watch()
    var lock: DirectoryLock? = try DirectoryLock(directory: folder.path)
    // The first lock makes the file, which can be watched only then.
    #expect(try watch.drain() == (isThere ? [.opened] : []))
    withExtendedLifetime(lock) {}
    lock = nil
    #expect(try watch.drain() == [.released])
  }

  @Test("A waiting guard is no news")
  func aWaitingGuardIsNoNews() throws {
    let standby = try StandbyLock(directory: folder.path, program: "cribside guard")
    let watch = try watch()
    #expect(standby.holding { 7 } == 7)
    #expect(try watch.drain() == [])
  }

  @Test("A box on a read-only card is noticed too")
  func aBoxOnAReadOnlyCardIsNoticedToo() throws {
    _ = try StandbyLock(directory: folder.path, program: "x")
    let watch = try watch()
    let file = open(folder.file("lock"), O_RDONLY)
    #expect(try watch.drain() == [.opened])
    close(file)
    #expect(try watch.drain() == [.released])
  }

  @Test(
    "A directory that is gone is noticed, also by a process that has it open", arguments: [true, false],
    ["", "/"])
  func aDirectoryThatIsGone(isRenamed: Bool, end: String) throws {
    let path = folder.path + "/state"
    mkdir(path, 0o700)
    let watch = try DirectoryWatch(directory: path + end, names: ["quiet.json"])
    let storage = try DirectoryStorage(directory: path)
    _ = isRenamed ? rename(path, path + "2") : rmdir(path)
    #expect(try watch.drain() == [.gone])
    withExtendedLifetime(storage) {}
    rmdir(path + "2")
  }

  @Test("Only one holds the directory")
  func onlyOneHoldsTheDirectory() throws {
    let standby = try StandbyLock(directory: folder.path, program: "cribside guard")
    var box: DirectoryLock? = try DirectoryLock(directory: folder.path)
    #expect(standby.holding { 7 } == nil)
    withExtendedLifetime(box) {}
    box = nil
    let refusal = standby.holding { () -> LockFault? in
      do throws(LockFault) {
        _ = try DirectoryLock.acquire(
          directory: folder.path, waitingFor: "cribside guard", atMostMilliseconds: 30)
        return nil
      } catch {
        return error
      }
    }
    guard case .held(_, let holder)?? = refusal else {
      Issue.record("taken twice")
      return
    }
    #expect(holder?.program == "cribside guard")
  }

  @Test("A box waits for the guard only")
  func aBoxWaitsForTheGuardOnly() throws {
    let standby = try StandbyLock(directory: folder.path, program: "cribside guard")
    let path = folder.path
    let isTaken = Flag()
    let thread = try standby.holding {
      Result { () throws(SystemFault) in
        try PosixThread.start(name: "box") {
          isTaken.set(takes(path))
        }
      }
    }?.get()
    pthread_join(try #require(thread), nil)
    #expect(isTaken.isSet)
    let other = try DirectoryLock(directory: folder.path, program: "cribside")
    #expect(throws: LockFault.self) {
      try DirectoryLock.acquire(directory: path, waitingFor: "cribside guard")
    }
    withExtendedLifetime(other) {}
  }
}

/// Whether the lock could be acquired, waiting for the guard.
private func takes(_ path: String) -> Bool {
  do throws(LockFault) {
    _ = try DirectoryLock.acquire(directory: path, waitingFor: "cribside guard")
    return true
  } catch {
    return false
  }
}

private final class Flag: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set(_ isSet: Bool) { value.withLock { $0 = isSet } }
}
