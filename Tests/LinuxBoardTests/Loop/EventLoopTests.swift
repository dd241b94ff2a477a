import Glibc
import Testing

@testable import LinuxBoard

/// Each wait has a distant deadline, so that a broken loop fails instead of hanging.
@Suite struct EventLoopTests {
  let folder = TemporaryFolder()
  let clock = LinuxClock()

  var farDeadline: Int { clock.bootMilliseconds + 20_000 }

  /// A loop that handles only a signal that nothing else uses.
  func loop(_ signals: [Int32] = [SIGURG], _ sign: SyncSign = .always) throws -> EventLoop {
    try EventLoop(signals: signals, syncSign: sign)
  }

  @Test("A passed deadline fires at once")
  func aPassedDeadlineFiresAtOnce() throws {
    let loop = try loop()
    #expect(try loop.wait(untilBootMilliseconds: clock.bootMilliseconds) == [.deadline])
    #expect(try loop.wait(untilBootMilliseconds: -5) == [.deadline])
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
  }

  @Test("A deadline never fires early")
  func aDeadlineNeverFiresEarly() throws {
    let loop = try loop()
    for delay in 1...5 {
      let deadline = clock.bootMilliseconds + delay
      #expect(try loop.wait(untilBootMilliseconds: deadline) == [.deadline])
      #expect(clock.bootMilliseconds >= deadline)
    }
  }

  @Test("A deadline fires once")
  func aDeadlineFiresOnce() throws {
    let loop = try loop()
    let past = clock.bootMilliseconds
    #expect(try loop.wait(untilBootMilliseconds: past) == [.deadline])
    loop.mailbox.ring()
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.mailbox])
    #expect(try loop.wait(untilBootMilliseconds: past) == [.deadline])
  }

  @Test("Rings before the loop looks count as one")
  func ringsBeforeTheLoopLooksCountAsOne() throws {
    let loop = try loop()
    loop.mailbox.ring()
    loop.mailbox.ring()
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.mailbox])
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
    #expect(loop.wakeUps == 2)
  }

  @Test("Signals are input")
  func signalsAreInput() throws {
    let loop = try loop([SIGURG, SIGWINCH])
    pthread_kill(pthread_self(), SIGWINCH)
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.signal(SIGWINCH)])
    pthread_kill(pthread_self(), SIGURG)
    pthread_kill(pthread_self(), SIGWINCH)
    let both = try loop.wait(untilBootMilliseconds: farDeadline)
    #expect(Set(both) == [.signal(SIGURG), .signal(SIGWINCH)])
    #expect(both.count == 2)
  }

  @Test("Watched descriptors wake until they are read or released")
  func watchedDescriptorsWakeUntilTheyAreReadOrReleased() throws {
    let loop = try loop()
    let (reader, writer) = try pipeEnds()
    try loop.watch(reader.number, as: .lines)
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
    write(writer.number, "x", 1)
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.lines])
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.lines])
    try loop.unwatch(reader.number)
    try loop.unwatch(reader.number)
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
  }

  @Test("Several descriptors of one purpose are one reason")
  func severalDescriptorsOfOnePurposeAreOneReason() throws {
    let loop = try loop()
    let pipes = try [pipeEnds(), pipeEnds(), pipeEnds()]
    for (reader, writer) in pipes {
      try loop.watch(reader.number, as: .lines)
      write(writer.number, "x", 1)
    }
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.lines])
  }

  @Test("The clock's sign is noticed when it appears and disappears")
  func theClocksSignIsNoticedWhenItAppearsAndDisappears() throws {
    let path = folder.file("systemd/timesync/synchronized")
    let loop = try loop([SIGURG], .file(path: path))
    // The folders of the service do not exist yet when the box starts.
    mkdir(folder.file("systemd"), 0o755)
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
    mkdir(folder.file("systemd/timesync"), 0o755)
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
    folder.write("", to: "systemd/timesync/synchronized")
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.syncChanged])
    folder.write("", to: "systemd/timesync/another")
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
    unlink(path)
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.syncChanged])
  }

  @Test("A touch of the clock's sign is another report")
  func aTouchOfTheClocksSignIsAnotherReport() throws {
    makeSign()
    let loop = try loop([SIGURG], .file(path: folder.file("a/b/synchronized")))
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
    folder.write("", to: "a/b/synchronized")
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.syncChanged])
    utimensat(AT_FDCWD, folder.file("a/b/synchronized"), nil, 0)
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.syncChanged])
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline])
  }

  @Test("The clock's sign is noticed in one step")
  func theClocksSignIsNoticedInOneStep() throws {
    let loop = try loop([SIGURG], .file(path: folder.file("a/b/synchronized")))
    makeSign()
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.syncChanged])
    unlink(folder.file("a/b/synchronized"))
    rmdir(folder.file("a/b"))
    rmdir(folder.file("a"))
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.syncChanged])
    makeSign()
    #expect(try loop.wait(untilBootMilliseconds: farDeadline) == [.syncChanged])
  }

  private func makeSign() {
    mkdir(folder.file("a"), 0o755)
    mkdir(folder.file("a/b"), 0o755)
    folder.write("", to: "a/b/synchronized")
  }

  private func pipeEnds() throws -> (reader: Descriptor, writer: Descriptor) {
    var ends: [Int32] = [-1, -1]
    _ = try SystemCall.complete("pipe") { pipe(&ends) }
    return (Descriptor(adopting: ends[0]), Descriptor(adopting: ends[1]))
  }
}
