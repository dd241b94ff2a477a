import Glibc
import LinuxBoard
import Testing

@testable import Household
@testable import HouseholdLink

/// Requests to a server over real sockets, up to the limits of an answer.
@Suite struct BuddyClientTests {
  private let loop: EventLoop

  init() throws {
    loop = try EventLoop(signals: [SIGURG], syncSign: .always)
  }

  private func client(port: UInt16, _ limits: BuddyClient.Limits) throws -> BuddyClient {
    let settings = BuddySettings(url: "http://127.0.0.1:\(port)", token: "secret")
    return try BuddyClient(settings, limits: limits, mailbox: loop.mailbox)
  }

  /// The report of the next request; nil if it has none.
  private func answer(_ client: BuddyClient, serving: () -> Void = {}) throws -> BuddyBridge.Answer? {
    client.ask(BuddyBridge.Request(method: "GET", path: "timers/"))
    let end = LinuxClock().bootMilliseconds + 20_000
    while true {
      serving()
      switch client.drainReports().first {
      case .answer(let answer): return answer
      case .none?: return nil
      case nil: break
      }
      try #require(LinuxClock().bootMilliseconds < end)
      _ = try loop.wait(untilBootMilliseconds: end)
    }
  }

  @Test("The longest answer is read and a longer one is not")
  func theLongestAnswerIsReadAndALongerOneIsNot() throws {
    let server = try TinyServer()
    try loop.watch(server.descriptor, as: .readable(server.descriptor))
    var limits = BuddyClient.Limits()
    limits.bytes = 1_000
    let client = try client(port: server.port, limits)
    for length in [1_000, 1_001, 1_000] {
      server.answer = { _, _ in (200, String(repeating: "x", count: length)) }
      let answer = try answer(client) { server.serve() }
      #expect(answer?.body.count == (length > 1_000 ? nil : length))
    }
  }

  @Test("A server that does not answer in time is left")
  func aServerThatDoesNotAnswerInTimeIsLeft() throws {
    let listener = try NetworkListener.open(address: "127.0.0.1", port: 0)
    defer { close(listener) }
    var limits = BuddyClient.Limits()
    limits.seconds = 1
    let client = try client(port: NetworkListener.port(of: listener), limits)
    #expect(try answer(client) == nil)
  }

  /// A server that keeps its connections, and closes each one that brings a POST.
  private final class ClosingServer {
    let listener: Int32
    private var connections: [Int32] = []
    private(set) var posts = 0

    init() throws {
      listener = try NetworkListener.open(address: "127.0.0.1", port: 0)
    }

    deinit {
      for connection in connections + [listener] { close(connection) }
    }

    func serve() {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        connections.append(connection)
      }
      for connection in connections {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { continue }
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        if text.hasPrefix("GET") {
          let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
          _ = write(connection, answer, answer.utf8.count)
        } else {
          posts += text.hasPrefix("POST") ? 1 : 0
          shutdown(connection, Int32(SHUT_RDWR))
        }
      }
    }
  }

  @Test("A POST without an answer is not sent again")
  func aPostWithoutAnAnswerIsNotSentAgain() throws {
    let server = try ClosingServer()
    let client = try client(port: NetworkListener.port(of: server.listener), BuddyClient.Limits())
    for (method, status) in [("GET", 200), ("POST", nil)] {
      client.ask(BuddyBridge.Request(method: method, path: "timers/", body: method == "GET" ? nil : "{}"))
      let end = LinuxClock().bootMilliseconds + 20_000
      var reports = client.drainReports()
      while reports.isEmpty, LinuxClock().bootMilliseconds < end {
        server.serve()
        usleep(5_000)
        reports = client.drainReports()
      }
      let report = try #require(reports.first)
      let answered: Int? = if case .answer(let answer) = report { answer.status } else { nil }
      #expect(answered == status)
    }
    #expect(server.posts == 1)
  }
}
