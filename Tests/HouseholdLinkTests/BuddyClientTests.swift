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
}
