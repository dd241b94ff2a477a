import Glibc
import Testing

@testable import LinuxBoard

@Suite struct ControlSocketTests {
  enum Outcome: Hashable, Sendable {
    case answer(String)
    case fault(ControlFault)
  }

  /// Clients on their own threads, and the box's loop in the test.
  struct Scene {
    let folder = TemporaryFolder()
    let loop: EventLoop
    let socket: ControlSocket
    let clients: WorkerThread<String, Outcome>

    init(
      limits: ControlSocket.Limits = ControlSocket.Limits(),
      answerBytesMax: Int = ControlClient.answerBytesMax
    ) throws {
      let path = folder.file("control")
      loop = try EventLoop(signals: [SIGURG], syncSign: .always)
      socket = try ControlSocket(path: path, limits: limits)
      try loop.watch(socket.descriptor, as: .control)
      clients = try WorkerThread(name: "client", capacity: 8, mailbox: loop.mailbox) { line in
        do throws(ControlFault) {
          return .answer(
            try ControlClient.request(
              path: path, line: line, timeoutMilliseconds: 20_000, bytesMax: answerBytesMax))
        } catch {
          return .fault(error)
        }
      }
    }

    /// Runs the loop and answers each line until a client has its outcome.
    func outcome(answering answer: (String) -> String = { $0 }) throws -> Outcome {
      while true {
        let wakes = try loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
        try #require(!wakes.contains(.deadline))
        for request in try socket.serve() {
          try socket.answer(answer(request.line), to: request.client)
        }
        if let outcome = clients.drainReports().first { return outcome }
      }
    }
  }

  @Test("A line is answered")
  func aLineIsAnswered() throws {
    let scene = try Scene()
    #expect(scene.clients.submit("quiet start --minutes 60"))
    #expect(
      try scene.outcome { "you said: \($0)\nand more\n" }
        == .answer("you said: quiet start --minutes 60\nand more\n"))
    #expect(scene.clients.submit("zzz… 🍼"))
    #expect(try scene.outcome() == .answer("zzz… 🍼"))
    scene.clients.stop()
  }

  @Test("Long answers come whole")
  func longAnswersComeWhole() throws {
    let scene = try Scene()
    let long = String(repeating: "0123456789abcde\n", count: 200_000)
    #expect(scene.clients.submit("log export"))
    #expect(try scene.outcome { _ in long } == .answer(long))
    scene.clients.stop()
  }

  @Test("The longest answer is read and a longer one is not")
  func theLongestAnswerIsReadAndALongerOneIsNot() throws {
    let scene = try Scene(answerBytesMax: 40_000)
    let longest = String(repeating: "0123456789\n", count: 4_000).prefix(40_000)
    #expect(scene.clients.submit("log export"))
    #expect(try scene.outcome { _ in "\(longest)" } == .answer("\(longest)"))
    #expect(scene.clients.submit("log export"))
    let fault = ControlFault.failed(
      operation: "receive", path: scene.folder.file("control"), errno: EMSGSIZE)
    #expect(try scene.outcome { _ in "\(longest)0" } == .fault(fault))
    #expect(fault.exitCode == 74)
    scene.clients.stop()
  }

  @Test("Each line of an answer is heard")
  func eachLineOfAnAnswerIsHeard() throws {
    let scene = try Scene()
    let path = scene.folder.file("control")
    let client = try WorkerThread<String, [String]>(
      name: "client", capacity: 1, mailbox: scene.loop.mailbox
    ) { line in
      var heard: [String] = []
      do throws(ControlFault) {
        let answer = try ControlClient.request(path: path, line: line) { heard.append($0) }
        heard.append(answer)
      } catch {
        heard.append("\(error)")
      }
      return heard
    }
    #expect(client.submit("log verify"))
    var reports: [[String]] = []
    while reports.isEmpty {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(!wakes.contains(.deadline))
      for request in try scene.socket.serve() { try scene.socket.answer("1\n22\nend", to: request.client) }
      reports = client.drainReports()
    }
    #expect(reports == [["1", "22", "1\n22\nend"]])
    client.stop()
    scene.clients.stop()
  }

  @Test("The longest line is accepted and a longer one is not")
  func theLongestLineIsAcceptedAndALongerOneIsNot() throws {
    var limits = ControlSocket.Limits()
    limits.lineBytes = 10_000
    let scene = try Scene(limits: limits)
    let longest = String(repeating: "a", count: 10_000)
    #expect(scene.clients.submit(longest))
    #expect(try scene.outcome { "\($0.utf8.count)" } == .answer("10000"))
    #expect(scene.clients.submit(longest + "a"))
    #expect(try scene.outcome { _ in "taken" } != .answer("taken"))
    scene.clients.stop()
  }

  @Test("Only owner and group may connect")
  func onlyOwnerAndGroupMayConnect() throws {
    let scene = try Scene()
    #expect(scene.folder.mode("control") == 0o660)
    scene.clients.stop()
  }

  @Test("A silent client is dropped")
  func aSilentClientIsDropped() throws {
    var limits = ControlSocket.Limits()
    limits.idleMilliseconds = 1
    let scene = try Scene(limits: limits)
    let client = try connected(to: scene.folder.file("control"))
    var byte: UInt8 = 0
    while recv(client.number, &byte, 1, Int32(MSG_DONTWAIT)) != 0 {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.control])
      #expect(try scene.socket.serve() == [])
    }
    scene.clients.stop()
  }

  @Test("A client without an answer is dropped")
  func aClientWithoutAnAnswerIsDropped() throws {
    var limits = ControlSocket.Limits()
    (limits.idleMilliseconds, limits.answerMilliseconds) = (60_000, 1)
    let scene = try Scene(limits: limits)
    let client = try connected(to: scene.folder.file("control"))
    write(client.number, "status\n", 7)
    var lines: [String] = []
    var byte: UInt8 = 0
    while recv(client.number, &byte, 1, Int32(MSG_DONTWAIT)) != 0 {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.control])
      lines += try scene.socket.serve().map(\.line)
    }
    #expect(lines == ["status"])
    scene.clients.stop()
  }

  /// Connects a client that asks to watch. Returns it, and whether it may.
  private func watcher(of scene: Scene) throws -> (client: Descriptor, mayWatch: Bool) {
    let client = try connected(to: scene.folder.file("control"))
    write(client.number, "watch\n", 6)
    while true {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.control])
      guard let request = try scene.socket.serve().first else { continue }
      return (client, try scene.socket.watch(request.client))
    }
  }

  @Test("A ninth watcher is refused until one leaves")
  func aNinthWatcherIsRefusedUntilOneLeaves() throws {
    let scene = try Scene()
    var watchers: [(client: Descriptor, mayWatch: Bool)] = []
    for _ in 0..<9 { watchers.append(try watcher(of: scene)) }
    #expect(watchers.map(\.mayWatch) == Array(repeating: true, count: 8) + [false])
    watchers = Array(watchers.dropFirst())
    while scene.socket.watcherCount == 8 {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.control])
      #expect(try scene.socket.serve() == [])
    }
    #expect(try watcher(of: scene).mayWatch)
    scene.clients.stop()
  }

  @Test("A watcher that reads nothing is dropped")
  func aWatcherThatReadsNothingIsDropped() throws {
    var limits = ControlSocket.Limits()
    limits.readMilliseconds = 1
    let scene = try Scene(limits: limits)
    let (client, mayWatch) = try watcher(of: scene)
    #expect(mayWatch)
    let piece = String(repeating: "x", count: 65_536)
    for _ in 0..<100 { try scene.socket.publish(piece) }
    while scene.socket.watcherCount > 0 {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.control])
      #expect(try scene.socket.serve() == [])
    }
    withExtendedLifetime(client) {}
    scene.clients.stop()
  }

  /// The loop was delayed until after a client's deadline, but the client's question had arrived meanwhile.
  @Test("A question is read before its client is dropped")
  func aQuestionIsReadBeforeItsClientIsDropped() throws {
    var limits = ControlSocket.Limits()
    limits.idleMilliseconds = 1_000
    let scene = try Scene(limits: limits)
    let clients = try ["first\n", "second\n"].map { _ in try connected(to: scene.folder.file("control")) }
    func requests(until count: Int) throws -> [ControlSocket.Request] {
      var requests: [ControlSocket.Request] = []
      for _ in 0..<8 where requests.count < count {
        _ = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
        requests += try scene.socket.serve()
      }
      return requests
    }
    write(clients[0].number, "first\n", 6)
    let first = try requests(until: 1)
    #expect(first.map(\.line) == ["first"])
    write(clients[1].number, "second\n", 7)
    let late = LinuxClock().bootMilliseconds + limits.idleMilliseconds
    while LinuxClock().bootMilliseconds <= late {}
    try scene.socket.answer("done", to: first[0].client)
    #expect(try requests(until: 1).map(\.line) == ["second"])
    scene.clients.stop()
  }

  @Test("A client that leaves is forgotten")
  func aClientThatLeavesIsForgotten() throws {
    let scene = try Scene()
    var client: Descriptor? = try connected(to: scene.folder.file("control"))
    write(try #require(client).number, "status\n", 7)
    var requests: [ControlSocket.Request] = []
    while requests.isEmpty {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.control])
      requests = try scene.socket.serve()
    }
    client = nil
    #expect(try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000) == [.control])
    #expect(try scene.socket.serve() == [])
    try scene.socket.answer("too late", to: requests[0].client)
    #expect(try scene.loop.wait(untilBootMilliseconds: 0) == [.deadline])
    scene.clients.stop()
  }

  @Test("Newcomers wait outside while all places are taken")
  func newcomersWaitOutsideWhileAllPlacesAreTaken() throws {
    var limits = ControlSocket.Limits()
    limits.clients = 1
    let scene = try Scene(limits: limits)
    var first: Descriptor? = try connected(to: scene.folder.file("control"))
    #expect(try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000) == [.control])
    #expect(try scene.socket.serve() == [])
    let second = try connected(to: scene.folder.file("control"))
    write(second.number, "status\n", 7)
    #expect(try scene.loop.wait(untilBootMilliseconds: 0) == [.deadline])
    first = nil
    var requests: [ControlSocket.Request] = []
    while requests.isEmpty {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.control])
      requests = try scene.socket.serve()
    }
    #expect(requests.map(\.line) == ["status"])
    #expect(first == nil)
    scene.clients.stop()
  }

  /// The client still waits, and must not wake the loop without end.
  @Test("A system that is short of descriptors is left alone", arguments: [EMFILE, ENFILE, ENOMEM])
  func aSystemThatIsShortOfDescriptorsIsLeftAlone(shortage: Int32)
    throws
  {
    let folder = TemporaryFolder()
    let loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    var limits = ControlSocket.Limits()
    limits.pauseMilliseconds = 60_000
    let isShort = Shortage()
    let socket = try ControlSocket(path: folder.file("control"), limits: limits) { listener in
      guard isShort.lasts else { return accept(listener, nil, nil) }
      errno = shortage
      return -1
    }
    try loop.watch(socket.descriptor, as: .control)
    func wait() throws -> [Wake] {
      try loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
    }
    isShort.lasts = false
    var first: Descriptor? = try connected(to: folder.file("control"))
    #expect(try wait() == [.control])
    #expect(try socket.serve() == [])
    isShort.lasts = true
    let second = try connected(to: folder.file("control"))
    #expect(try wait() == [.control])
    #expect(try socket.serve() == [])
    #expect(try loop.wait(untilBootMilliseconds: 0) == [.deadline], "it is not listened to")
    isShort.lasts = false
    #expect(first != nil)
    first = nil
    write(second.number, "status\n", 7)
    var requests: [ControlSocket.Request] = []
    while requests.isEmpty {
      try #require(try wait() == [.control], "a place that is free again is a descriptor, too")
      requests = try socket.serve()
    }
    #expect(requests.map(\.line) == ["status"])
  }

  @Test("A pause ends by itself")
  func aPauseEndsByItself() throws {
    let folder = TemporaryFolder()
    let loop = try EventLoop(signals: [SIGURG], syncSign: .always)
    var limits = ControlSocket.Limits()
    limits.pauseMilliseconds = 1
    let isShort = Shortage()
    let socket = try ControlSocket(path: folder.file("control"), limits: limits) { listener in
      guard isShort.lasts else { return accept(listener, nil, nil) }
      isShort.lasts = false
      errno = EMFILE
      return -1
    }
    try loop.watch(socket.descriptor, as: .control)
    let client = try connected(to: folder.file("control"))
    write(client.number, "status\n", 7)
    var requests: [ControlSocket.Request] = []
    while requests.isEmpty {
      try #require(
        try loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000) == [.control])
      requests = try socket.serve()
    }
    #expect(requests.map(\.line) == ["status"])
  }

  private final class Shortage {
    var lasts = true
  }

  /// A client's lines are received, and another thread writes the answer.
  private func reader(_ scene: Scene, limits: ControlSocket.Limits) throws -> (ControlReader, Descriptor) {
    let client = try connected(to: scene.folder.file("control"))
    write(client.number, "log list\n", 9)
    while true {
      let wakes = try scene.loop.wait(untilBootMilliseconds: LinuxClock().bootMilliseconds + 20_000)
      try #require(wakes == [.control])
      guard let request = try scene.socket.serve().first else { continue }
      return (try #require(try scene.socket.release(request.client)), client)
    }
  }

  @Test("A client of another thread takes no place")
  func aClientOfAnotherThreadTakesNoPlace() throws {
    var limits = ControlSocket.Limits()
    limits.clients = 1
    let scene = try Scene(limits: limits)
    var given: [(ControlReader, Descriptor)] = []
    for _ in 0..<3 { given.append(try reader(scene, limits: limits)) }
    for (number, (reader, client)) in given.enumerated() {
      #expect(reader.isThere)
      #expect(reader.send("\(number)"))
      var byte: UInt8 = 0
      #expect(recv(client.number, &byte, 1, 0) == 1)
      #expect(byte == UInt8(ascii: "0") + UInt8(number))
    }
    scene.clients.stop()
  }

  @Test("A client that reads nothing is dropped")
  func aClientThatReadsNothingIsDropped() throws {
    var limits = ControlSocket.Limits()
    limits.readMilliseconds = 1
    let scene = try Scene(limits: limits)
    let (reader, client) = try reader(scene, limits: limits)
    let piece = String(repeating: "x", count: 65_536)
    var sent = 0
    while sent < 1_000, reader.send(piece) { sent += 1 }
    #expect(sent < 100, "what is not read stands in the kernel's buffer, which has an end")
    withExtendedLifetime(client) {}
    scene.clients.stop()
  }

  @Test("A client that left is noticed")
  func aClientThatLeftIsNoticed() throws {
    let scene = try Scene()
    var pair: (ControlReader, Descriptor)? = try reader(scene, limits: ControlSocket.Limits())
    let reader = try #require(pair?.0)
    #expect(reader.isThere)
    pair = nil
    #expect(!reader.isThere)
    #expect(!reader.send("x"))
    scene.clients.stop()
  }

  @Test("A second box is refused and a leftover is replaced")
  func aSecondBoxIsRefusedAndALeftoverIsReplaced() throws {
    let folder = TemporaryFolder()
    let path = folder.file("control")
    var first: ControlSocket? = try ControlSocket(path: path)
    #expect(throws: ControlFault.inUse(path: path)) { try ControlSocket(path: path) }
    #expect(first != nil)
    first = nil
    #expect(access(path, F_OK) != 0)
    leaveSocket(at: path)
    _ = try ControlSocket(path: path)
  }

  @Test("A file that is no socket is never removed")
  func aFileThatIsNoSocketIsNeverRemoved() throws {
    let folder = TemporaryFolder()
    folder.write("diary", to: "control")
    #expect(throws: ControlFault.notASocket(path: folder.file("control"))) {
      try ControlSocket(path: folder.file("control"))
    }
    #expect(try TextFile.firstLine(at: folder.file("control")) == "diary")
  }

  @Test("A missing box is reported")
  func aMissingBoxIsReported() {
    let folder = TemporaryFolder()
    let path = folder.file("control")
    let fault = ControlFault.notRunning(path: path)
    #expect(throws: fault) { try ControlClient.request(path: path, line: "status") }
    leaveSocket(at: path)
    #expect(throws: fault) { try ControlClient.request(path: path, line: "status") }
    #expect(fault.exitCode == 69)
    let long = folder.file(String(repeating: "a", count: 100))
    #expect(throws: ControlFault.pathTooLong(path: long)) {
      try ControlClient.request(path: long, line: "status")
    }
  }

  @Test("A box that does not answer is reported")
  func aBoxThatDoesNotAnswerIsReported() throws {
    let folder = TemporaryFolder()
    let path = folder.file("control")
    let socket = try ControlSocket(path: path)  // listens, but does not serve
    #expect(throws: ControlFault.timedOut(path: path)) {
      try ControlClient.request(path: path, line: "status", timeoutMilliseconds: 1)
    }
    #expect(ControlFault.timedOut(path: path).exitCode == 75)
    withExtendedLifetime(socket) {}
  }

  /// Closing a socket with unread data leads to a reset.
  @Test("A box that leaves is a bad answer", arguments: [ECONNRESET, EPIPE])
  func aBoxThatLeavesIsABadAnswer(errno: Int32) {
    #expect(ControlFault.failed("receive", "/run/control", errno) == .badAnswer(path: "/run/control"))
  }

  private func connected(to path: String) throws -> Descriptor {
    let address = try #require(SocketAddress(path))
    let client = try Descriptor("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
    _ = try SystemCall.complete("connect") { address.withPointer { connect(client.number, $0, $1) } }
    return client
  }

  /// A socket file that no process listens on, as after a killed process.
  private func leaveSocket(at path: String) {
    let leftover = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let bound = SocketAddress(path).map { $0.withPointer { bind(leftover, $0, $1) } }
    #expect(bound == 0)
    close(leftover)
  }
}
