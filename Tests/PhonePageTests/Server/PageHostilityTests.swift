import LinuxBoard
import Testing

@testable import PhonePage

/// What strangers on the network may send: none of it reaches the box, and the page still serves others.
@Suite struct PageHostilityTests {
  @Test("Long heads and bodies are refused")
  func longHeadsAndBodiesAreRefused() throws {
    let bench = try PageBench()
    #expect(try bench.get("/", "X: \(String(repeating: "a", count: 17_000))\r\n").status == 431)
    #expect(
      try bench.get("/", String(repeating: "X: \(String(repeating: "a", count: 90))\r\n", count: 190)).status
        == 431)
    #expect(try bench.get("/", "X: \(String(repeating: "a", count: 60_000))\r\n").status == 431)
    let long = #"{"id":"a","command":["\#(String(repeating: "a", count: 66_000))"]}"#
    #expect(try bench.post("/api/command", long).status == 413)
    let chunked = PageBench.request(
      "POST", "/api/command",
      PageBench.cookie + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")
    let piece = "8000\r\n\(String(repeating: "a", count: 0x8000))\r\n"
    #expect(try bench.response(to: chunked + piece + piece + piece + "0\r\n\r\n").status == 413)
    #expect(bench.asked.isEmpty)
  }

  @Test(
    "Garbage is refused",
    arguments: [
      "\r\n\r\n\r\n\u{0}\u{1}\u{2}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\nHost: cribside.local\r\n\r\n",
      "POST /api/command HTTP/1.1\r\nHost: cribside.local\r\nContent-Length: -1\r\n\r\n",
      "POST /api/command HTTP/1.1\r\nHost: cribside.local\r\nContent-Length: 99999999999999999999\r\n\r\n",
      "GET / HTTP/1.1\r\nHost cribside.local\r\n\r\n",
      "CONNECT evil.example:80 HTTP/1.1\r\nHost: cribside.local\r\n\r\n",
      "TRACE / HTTP/1.1\r\nHost: cribside.local\r\n\r\n", "DELETE / HTTP/1.1\r\nHost: cribside.local\r\n\r\n",
    ])
  func garbage(text: String) throws {
    let bench = try PageBench()
    let stranger = try bench.connect(text)
    stranger.send("\r\n\r\n")
    let phone = try bench.get("/", "")
    #expect(phone.status == 200)
    stranger.read()
    let status = Response(stranger.text).status
    #expect(status == 0 || status >= 400, "\(status)")
    #expect(bench.asked.isEmpty)
  }

  @Test(
    "Bad commands are refused",
    arguments: [
      ("text/plain", #"{"id":"a","command":["status"]}"#, 415),
      ("application/x-www-form-urlencoded", "id=a&command=status", 415),
      ("application/json", "", 400), ("application/json", "[]", 400),
      ("application/json", #"{"id":"a"}"#, 400),
      ("application/json", #"{"id":"","command":["status"]}"#, 400),
      ("application/json", #"{"id":"a","command":[]}"#, 400),
      ("application/json", #"{"id":"a","command":[["status"]]}"#, 400),
      ("application/json", "\u{FFFD}{", 400),
    ])
  func badCommandsAreRefused(type: String, body: String, status: Int) throws {
    let bench = try PageBench()
    let head = PageBench.cookie + "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
    #expect(try bench.response(to: PageBench.request("POST", "/api/command", head) + body).status == status)
    #expect(bench.asked.isEmpty)
  }

  @Test("A deeply nested command is refused")
  func aDeeplyNestedCommandIsRefused() throws {
    try badCommandsAreRefused(
      type: "application/json", body: String(repeating: "[", count: 1_000), status: 400)
  }

  @Test("A connection without a whole request is closed")
  func aConnectionWithoutAWholeRequestIsClosed() throws {
    var limits = WebServer.Limits()
    limits.requestMilliseconds = 1
    let bench = try PageBench(limits: limits)
    let strangers = try [
      "", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n", PageBench.posting("/api/pair", "{}").dropLast(),
    ]
    .map { try bench.connect(String($0)) }
    try bench.turn { strangers.allSatisfy(\.isClosed) }
    #expect(bench.asked.isEmpty)
  }

  @Test("An address has eight places")
  func anAddressHasEightPlaces() throws {
    let bench = try PageBench()
    var strangers = try (0..<8).map { _ in try bench.connect("GET / HT") }
    try bench.turn { bench.server.connections == 8 }
    // The kernel's queue of connections is shorter than 300.
    for _ in 0..<10 {
      for _ in 0..<30 { strangers.append(try bench.connect("GET / HT")) }
      try bench.turn { strangers.dropFirst(8).allSatisfy(\.isClosed) }
    }
    #expect(bench.server.connections == 8)
    for stranger in strangers { stranger.leave() }
    try bench.turn { bench.server.connections == 0 }
    #expect(try bench.get("/", "").status == 200)
  }

  @Test("A phone that finds no free place is served when one is free")
  func aPhoneThatFindsNoFreePlaceIsServedWhenOneIsFree() throws {
    var limits = WebServer.Limits()
    #expect(limits.connections == 32)
    limits.connections = 4
    // Only what this test sends may wake the server.
    limits.requestMilliseconds = 600_000
    let bench = try PageBench(limits: limits)
    let strangers = try (0..<4).map { _ in try bench.connect("GET / HT") }
    try bench.turn { bench.server.connections == 4 }
    let phone = try bench.connect(PageBench.request("GET", "/", ""))
    try bench.server.turn()
    #expect(bench.server.connections == 4)
    strangers[0].leave()
    try bench.turn { phone.isAnswered }
    #expect(Response(phone.text).status == 200)
  }

  @Test("A stream that no one reads is closed")
  func aStreamThatNoOneReadsIsClosed() throws {
    var limits = WebServer.Limits()
    limits.backlogBytes = 4_096
    let bench = try PageBench(limits: limits)
    let phone = try bench.connect(PageBench.request("GET", "/api/events", PageBench.cookie))
    try bench.turn { phone.text.contains("event: state\n") }
    let long = #"{"name":"\#(String(repeating: "a", count: 8_000))","since":null}"#
    try bench.publish(phones: long)
    try bench.turn { phone.isClosed || phone.text.hasSuffix("0\r\n\r\n") }
    #expect(try bench.get("/api/state").status == 200)
  }
}
