import LinuxBoard
import Testing

@testable import PhonePage

/// The page over real loopback sockets.
@Suite struct PageServerTests {
  @Test("The page is sent with its policy")
  func thePageIsSentWithItsPolicy() throws {
    let bench = try PageBench()
    let page = try bench.get("/", "")
    #expect(page.status == 200)
    #expect(page.head.contains("Content-Security-Policy: default-src 'self'"))
    #expect(page.head.contains("X-Content-Type-Options: nosniff"))
    #expect(!page.head.contains("Access-Control"))
    #expect(page.body.hasPrefix("<!doctype html>") || page.body.hasPrefix("<!DOCTYPE html>"))
    #expect(try bench.get("/static/page.js", "").status == 200)
    for path in [
      "/static/", "/static/../Package.swift", "/static/%2e%2e/x", "/etc/passwd", "/api/", "/api/x",
    ] {
      #expect(try bench.get(path, "").status == 404, "\(path)")
    }
  }

  @Test(
    "A request under a foreign name is refused",
    arguments: [
      ("evil.example", 421), ("cribside.local.evil.example", 421), (".local", 421), ("", 421),
      ("a b.local", 421),
      ("cribside.local:80", 200), ("CRIBSIDE.LOCAL", 200), ("127.0.0.1:8080", 200), ("[::1]:8080", 200),
      ("192.168.1.7", 200), ("192.168.1.7.evil.example", 421), ("[::1].evil.example", 421),
      ("cribside.local:80@evil.example", 421), ("localhost", 200),
    ])
  func foreignHosts(host: String, status: Int) throws {
    let bench = try PageBench()
    let found = try bench.get("/", "", host: host).status
    #expect(found == status || (host.isEmpty && found == 400))
  }

  @Test("Two names are refused")
  func twoNamesAreRefused() throws {
    let bench = try PageBench()
    let status = try bench.get("/", "Host: evil.example\r\n").status
    #expect(status == 421 || status == 400)
  }

  @Test("A foreign origin is refused")
  func aForeignOriginIsRefused() throws {
    let bench = try PageBench()
    #expect(try bench.get("/api/state", PageBench.cookie + "Origin: http://evil.example\r\n").status == 403)
    #expect(try bench.get("/api/state", PageBench.cookie + "Origin: null\r\n").status == 403)
    #expect(try bench.get("/api/state", PageBench.cookie + "Origin: http://cribside.local\r\n").status == 200)
  }

  @Test("A phone that is not paired sees nothing")
  func aPhoneThatIsNotPairedSeesNothing() throws {
    let bench = try PageBench()
    for path in ["/api/state", "/api/events", "/api/log"] {
      #expect(try bench.get(path, "").status == 401)
      #expect(try bench.get(path, "Cookie: cribside=\(String(repeating: "f", count: 32))\r\n").status == 401)
    }
    #expect(try bench.post("/api/command", #"{"id":"1","command":["status"]}"#, "").status == 401)
    #expect(bench.asked.isEmpty)
  }

  @Test("The paired phone gets the cookie")
  func thePairedPhoneGetsTheCookie() throws {
    let bench = try PageBench()
    bench.answer = { _ in
      #"{"exit":0,"output":"{\"token\":\"\#(PageBench.token)\",\"name\":\"Anna\"}\n","error":""}"#
    }
    let paired = try bench.post("/api/pair", #"{"code":"123456","name":"Anna"}"#, "")
    #expect(paired.status == 204)
    #expect(
      paired.head.contains(
        "Set-Cookie: cribside=\(PageBench.token); Path=/; Max-Age=315360000; HttpOnly; SameSite=Strict"))
    #expect(bench.asked == [#"{"phone":{"code":"123456","name":"Anna"}}"#])
    bench.answer = { _ in #"{"exit":1,"output":"","error":"that is not the code"}"# }
    #expect(try bench.post("/api/pair", #"{"code":"123457","name":"Anna"}"#, "").status == 401)
    bench.answer = { _ in #"{"exit":75,"output":"","error":"too many wrong codes"}"# }
    let closed = try bench.post("/api/pair", #"{"code":"123457","name":"Anna"}"#, "")
    #expect(closed.status == 429 && closed.head.contains("Retry-After: "))
    #expect(try bench.post("/api/pair", #"{"code":"12345","name":"Anna"}"#, "").status == 400)
    #expect(try bench.post("/api/pair", "{", "").status == 400)
  }

  @Test("A command is answered only when the box has synced")
  func aCommandIsAnsweredOnlyWhenTheBoxHasSynced() throws {
    let bench = try PageBench()
    bench.hesitates = true
    let phone = try bench.connect(
      PageBench.posting("/api/command", #"{"id":"a","command":["log","add","nap"]}"#))
    try bench.turn { bench.asked.count == 1 }
    #expect(phone.text.isEmpty)
    try bench.answerAll()
    try bench.turn { phone.isAnswered }
    #expect(Response(phone.text).body == #"{"exit":0,"output":"saved\n","error":""}"#)
    #expect(bench.asked[0].contains(#""by":"Anna""#))
  }

  @Test("The same ID is done once")
  func theSameIDIsDoneOnce() throws {
    let bench = try PageBench()
    let body = #"{"id":"a","command":["log","add","nap"]}"#
    bench.hesitates = true
    let first = try bench.connect(PageBench.posting("/api/command", body))
    let second = try bench.connect(PageBench.posting("/api/command", body))
    try bench.turn { bench.asked.count == 1 && bench.server.connections == 2 }
    try bench.answerAll()
    try bench.turn { first.isAnswered && second.isAnswered }
    bench.hesitates = false
    let third = try bench.post("/api/command", body)
    #expect(Response(first.text).body == third.body && Response(second.text).body == third.body)
    #expect(bench.asked.count == 1)
    #expect(try bench.post("/api/command", #"{"id":"b","command":["log","add","nap"]}"#).status == 200)
    #expect(bench.asked.count == 2)
    #expect(bench.asked[0] != bench.asked[1], "each has its own id for the log")
  }

  @Test("What was not saved may be sent again")
  func whatWasNotSavedMayBeSentAgain() throws {
    let bench = try PageBench()
    let body = #"{"id":"a","command":["log","add","nap"]}"#
    bench.answer = { _ in #"{"exit":74,"output":"","error":"NOT SAVED"}"# }
    #expect(try bench.post("/api/command", body).body.contains(#""exit":74"#))
    bench.answer = { _ in #"{"exit":0,"output":"saved\n","error":""}"# }
    #expect(try bench.post("/api/command", body).body.contains(#""exit":0"#))
    #expect(bench.asked.count == 2 && bench.asked[0] == bench.asked[1])
  }

  @Test("A late tap carries its time")
  func aLateTapCarriesItsTime() throws {
    let bench = try PageBench()
    let time = "2026-02-11T13:05:00-05:00"
    _ = try bench.post("/api/command", #"{"id":"a","command":["log","add","nap"],"at":"\#(time)"}"#)
    #expect(bench.asked[0].contains(#"["log","add","nap","--start","\#(time)"]"#))
  }

  @Test("The state is a stream of events")
  func theStateIsAStreamOfEvents() throws {
    let bench = try PageBench()
    let phone = try bench.connect(PageBench.request("GET", "/api/events", PageBench.cookie))
    try bench.turn { phone.text.contains("event: state\n") }
    #expect(phone.text.contains("text/event-stream"))
    #expect(phone.text.contains("id: 3-1\nevent: state\ndata: {\"v\":1,"))
    try bench.publish()
    try bench.turn { phone.text.contains("id: 3-2\n") }
    #expect(try bench.get("/api/state").body.contains(#""seq":2"#))
    let again = try bench.connect(
      PageBench.request("GET", "/api/events", PageBench.cookie + "Last-Event-ID: 3-2\r\n"))
    try bench.turn { again.text.contains(": \n\n") }
    #expect(!again.text.contains("event: state"), "it has it already")
    try bench.publish()
    try bench.turn { again.text.contains("id: 3-3\n") && phone.text.contains("id: 3-3\n") }
  }

  @Test("A reader that leaves frees its place at once")
  func aReaderThatLeavesFreesItsPlaceAtOnce() throws {
    let bench = try PageBench()
    for _ in 0..<20 {
      let phone = try bench.connect(PageBench.request("GET", "/api/events", PageBench.cookie))
      try bench.turn { phone.text.contains("event: state\n") }
      phone.leave()
    }
    try bench.turn { bench.server.connections == 0 }
  }

  @Test("A phone that leaves before its answer frees its place")
  func aPhoneThatLeavesBeforeItsAnswerFreesItsPlace() throws {
    let bench = try PageBench()
    bench.hesitates = true
    for number in 1...20 {
      let phone = try bench.connect(
        PageBench.posting("/api/command", #"{"id":"\#(number)","command":["log","add","nap"]}"#))
      try bench.turn { bench.asked.count >= min(number, BoxCalls.atOnce) && bench.server.connections > 0 }
      phone.leave()
      try bench.turn { bench.server.connections == 0 }
    }
    try bench.answerAll()
    #expect(try bench.get("/", "").status == 200)
  }

  @Test("A removed phone is refused")
  func aRemovedPhoneIsRefused() throws {
    let bench = try PageBench()
    let phone = try bench.connect(PageBench.request("GET", "/api/events", PageBench.cookie))
    try bench.turn { phone.text.contains("event: state\n") }
    bench.tokens = []
    try bench.publish(phones: #"{"name":"Ben","since":null}"#)
    try bench.turn { phone.isClosed || phone.text.hasSuffix("0\r\n\r\n") }
    #expect(try bench.get("/api/state").status == 401)
  }

  @Test("A box that is away is reported and comes back")
  func aBoxThatIsAwayIsReportedAndComesBack() throws {
    let bench = try PageBench(isBoxThere: false)
    let away = try bench.get("/api/state")
    #expect(away.status == 503 && away.head.contains("Retry-After: "))
    #expect(try bench.post("/api/command", #"{"id":"a","command":["status"]}"#).status == 503)
    #expect(bench.complaints.texts.count == 1)
    #expect(bench.complaints.texts.first?.contains("control: no cribside listens there") == true)
    try bench.startBox()
    #expect(try bench.get("/api/state").status == 200)
    let phone = try bench.connect(PageBench.request("GET", "/api/events", PageBench.cookie))
    try bench.turn { phone.text.contains("event: state\n") }
    try bench.stopBox()
    try bench.turn { phone.isClosed || phone.text.hasSuffix("0\r\n\r\n") }
    try bench.startBox()
    #expect(try bench.get("/api/state").status == 200)
  }

  @Test("Lists come whole")
  func listsComeWhole() throws {
    let bench = try PageBench()
    let rows = (0..<3_000).map { #"{\"id\":\"\#($0)\"}\n"# }
    bench.answer = { _ in
      rows.map { #"{"output":"\#($0)"}"# + "\n" }.joined() + #"{"exit":0,"output":"","error":""}"#
    }
    let list = try bench.get("/api/log?days=90")
    #expect(list.status == 200)
    #expect(list.body.split(separator: "\n").count == 3_000)
    #expect(bench.asked == [#"{"command":["log","list","--days","90","--json"]}"#])
    #expect(try bench.get("/api/log?days=0").status == 400)
    #expect(try bench.get("/api/log?days=x").status == 400)
  }
}
