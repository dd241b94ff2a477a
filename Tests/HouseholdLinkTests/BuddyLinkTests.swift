import Glibc
import Household
import LinuxBoard
import Testing

@testable import HouseholdLink

/// The program between a box and a server that answers like Baby Buddy, over real sockets.
@Suite(.serialized) struct BuddyLinkTests {
  private static let row =
    #"{"id":"0198b0a2-5c3e-8d41-9b1f-0c2d4e6f8a90","baby":1,"kind":"sleep","start":"2026-02-11T11:00:00-05:00","end":"2026-02-11T11:45:00-05:00","side":null,"exact":true,"contradicts":false,"future":false}"#

  /// A box, a server with a child named Ada, and the program between them; no broker.
  private final class Bench {
    let loop: EventLoop
    let box: StandInBox
    let server: TinyServer
    let folder: ScratchFolder
    var said: [String] = []
    var link: LinkServer?
    /// The elements of `sleep`.
    var sleeps: [String] = []

    init() throws {
      folder = try ScratchFolder()
      loop = try EventLoop(signals: [SIGURG], syncSign: .always)
      box = try StandInBox("aaa", path: folder.path + "/control")
      server = try TinyServer()
      for descriptor in [box.socket?.descriptor ?? -1, server.descriptor] {
        try loop.watch(descriptor, as: .readable(descriptor))
      }
      server.answer = { [unowned self] in answer($0, $1) }
      try start()
    }

    func start() throws {
      var settings = LinkSettings(household: "home", broker: nil)
      settings.buddy = BuddySettings(url: "http://127.0.0.1:\(server.port)", token: "secret")
      link = nil
      link = try LinkServer(settings, box: box.path, loop: loop, state: folder.path) { [unowned self] in
        said.append($0)
      }
    }

    private func answer(_ method: String, _ path: String) -> (Int, String) {
      if method == "POST" {
        sleeps.append(server.requests.last?.body ?? "")
        return (201, #"{"id":\#(sleeps.count),"child":7}"#)
      }
      let list =
        path.hasPrefix("/api/children/")
        ? [#"{"id":7,"first_name":"Ada"}"#]
        : path.hasPrefix("/api/sleep/")
          ? sleeps.enumerated().map { #"{"id":\#($0.offset + 1),"# + $0.element.dropFirst() } : []
      return (200, #"{"count":0,"next":null,"results":[\#(list.joined(separator: ","))]}"#)
    }

    func turn(seconds: Int = 20, until isDone: () -> Bool) throws {
      let end = LinuxClock().bootMilliseconds + seconds * 1000
      while !isDone() {
        try link?.turn()
        try box.serve()
        server.serve()
        let deadline = min(link?.nextDeadline ?? end, end)
        if isDone() { return }
        _ = try loop.wait(untilBootMilliseconds: deadline)
        try #require(LinuxClock().bootMilliseconds < end, "\(said) \(server.requests.map(\.line))")
      }
    }

    var posts: Int { server.requests.count { $0.line.hasPrefix("POST") } }
    /// Passes that have ended.
    var passes: Int { server.requests.count { $0.line.hasPrefix("GET /api/timers/") } }
  }

  @Test("A nap is created once also after a restart")
  func aNapIsCreatedOnceAlsoAfterARestart() throws {
    let bench = try Bench()
    bench.box.diary = [Self.row]
    try bench.turn { bench.posts == 1 && PlainFile.exists(bench.folder.path + "/babybuddy.jsonl") }
    let post = try #require(bench.server.requests.first { $0.line.hasPrefix("POST") })
    #expect(post.line == "POST /api/sleep/ HTTP/1.1" && post.authorization == "Token secret")
    #expect(
      post.body
        == #"{"child":7,"start":"2026-02-11T16:00:00+00:00","end":"2026-02-11T16:45:00+00:00","tags":["cribside"]}"#
    )
    // The list is requested from two weeks before the server's time.
    #expect(bench.server.requests.contains { $0.line.contains("start_min=2026-01-28T18:05:00Z") })
    let passes = bench.passes
    try bench.start()
    try bench.turn { bench.passes > passes }
    #expect(bench.posts == 1 && bench.box.commands.isEmpty && bench.said.isEmpty, "\(bench.said)")
  }

  @Test("A nap that the log has lost is added again under its id, and only one that was deleted is deleted")
  func aNapThatTheLogHasLostIsAddedAgain() throws {
    let bench = try Bench()
    bench.box.diary = [Self.row]
    try bench.turn { bench.posts == 1 && PlainFile.exists(bench.folder.path + "/babybuddy.jsonl") }
    bench.box.diary = []
    try bench.start()
    try bench.turn { !bench.box.commands.isEmpty }
    #expect(
      bench.box.commands == [
        "log add nap --start 2026-02-11T16:00:00+00:00 --end 2026-02-11T16:45:00+00:00 --baby 1 by Baby Buddy"
      ])
    #expect(bench.box.known == ["0198b0a2-5c3e-8d41-9b1f-0c2d4e6f8a90"])
    func deletions() -> [String] { bench.server.requests.map(\.line).filter { $0.hasPrefix("DELETE") } }
    #expect(deletions().isEmpty)
    bench.box.diary = [Self.row.dropLast() + #","deleted":true}"#]
    try bench.start()
    try bench.turn { !deletions().isEmpty }
    #expect(deletions() == ["DELETE /api/sleep/1/ HTTP/1.1"] && bench.posts == 1)
  }

  @Test("A sleep of the server is added in its name")
  func aSleepOfTheServerIsAddedInItsName() throws {
    let bench = try Bench()
    bench.sleeps = [#"{"child":7,"start":"2026-02-11T16:00:00+00:00","end":"2026-02-11T16:45:00+00:00"}"#]
    try bench.turn { !bench.box.commands.isEmpty }
    #expect(
      bench.box.commands == [
        "log add nap --start 2026-02-11T16:00:00+00:00 --end 2026-02-11T16:45:00+00:00 --baby 1 by Baby Buddy"
      ])
  }

  @Test("A server that refuses is reported")
  func aServerThatRefusesIsReported() throws {
    let bench = try Bench()
    bench.server.answer = { _, _ in (401, #"{"detail":"Invalid token."}"#) }
    try bench.turn { !bench.said.isEmpty }
    #expect(bench.said == [#"Baby Buddy: the server answers 401: {"detail":"Invalid token."}"#])
  }
}
