import Glibc
import Testing

@testable import LinuxBoard

@Suite struct ServiceNotifierTests {
  /// systemd's end of the notification socket.
  struct Listener {
    let socket: Descriptor

    init(_ path: String) throws {
      let address = try #require(SocketAddress(path))
      let opened = try Descriptor("socket") {
        Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | SocketAddress.nonBlocking, 0)
      }
      _ = try SystemCall.complete("bind") { address.withPointer { bind(opened.number, $0, $1) } }
      socket = opened
    }

    func message() -> String? {
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = recv(socket.number, &bytes, bytes.count, 0)
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  let folder = TemporaryFolder()

  @Test("Messages arrive", arguments: [false, true])
  func messagesArrive(isAbstract: Bool) throws {
    let path = isAbstract ? "@" + folder.path : folder.file("notify")
    let listener = try Listener(path)
    let notifier = try ServiceNotifier(path: path)
    try notifier.notify(.ready, .status("Asleep since 13:05\nREADY=0"))
    #expect(listener.message() == "READY=1\nSTATUS=Asleep since 13:05 READY=0")
    try notifier.notify(.watchdog)
    #expect(listener.message() == "WATCHDOG=1")
    try notifier.notify(.stopping)
    #expect(listener.message() == "STOPPING=1")
    #expect(listener.message() == nil)
  }

  @Test("An abstract name ends where its length says")
  func anAbstractNameEndsWhereItsLengthSays() throws {
    // Two bytes of family, then the name; a path has its zero byte besides.
    #expect(try #require(SocketAddress("@abc")).withPointer { $1 } == 6)
    #expect(try #require(SocketAddress("/abc")).withPointer { $1 } == 7)
  }

  @Test("A listener that is gone is a fault")
  func aListenerThatIsGoneIsAFault() throws {
    let notifier = try ServiceNotifier(path: folder.file("gone"))
    let fault = SystemFault(operation: "notify", subject: folder.file("gone"), errno: ENOENT)
    #expect(throws: fault) { try notifier.notify(.ready) }
  }

  @Test(
    "Paths of no socket are refused", arguments: ["", "relative", "/" + String(repeating: "a", count: 107)])
  func pathsOfNoSocketAreRefused(path: String) {
    #expect(throws: SystemFault(operation: "notify", subject: path, errno: EINVAL)) {
      try ServiceNotifier(path: path)
    }
  }

  @Test(
    "The watchdog's interval is read",
    arguments: [
      ("15000000", nil, 15_000), ("15000000", "42", 15_000), ("15000000", "41", nil),
      ("15000000", "x", nil), ("999", nil, nil), ("soon", nil, nil), (nil, nil, nil),
    ] as [(String?, String?, Int?)])
  func theWatchdogsIntervalIsRead(microseconds: String?, process: String?, expected: Int?) {
    let interval = WatchdogInterval.milliseconds(
      microsecondsText: microseconds, processText: process, processID: 42)
    #expect(interval == expected)
  }
}
