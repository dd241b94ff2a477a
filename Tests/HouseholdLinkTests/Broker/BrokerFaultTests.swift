import Glibc
import LinuxBoard
import Testing

@testable import HouseholdLink

/// A broker that dies, refuses, is silent, or delivers what strangers left there.
@Suite(.enabled(if: TestBroker.isInstalled), .serialized) struct BrokerFaultTests {
  private let root = "cribside/home/aaa"

  @Test("A broker that is killed many times loses nothing")
  func aBrokerThatIsKilledManyTimesLosesNothing() throws {
    let broker = try TestBroker()
    let bench = try LinkBench(broker: broker)
    let boxes = [try bench.addBox("aaa"), try bench.addBox("bbb"), try bench.addBox("ccc")]
    try bench.turn { bench.areAllUp }
    let rounds = Environment.variable("CRIBSIDE_FULL") == "1" ? 200 : 12
    for round in 0..<rounds {
      for press in 0..<10 {
        try boxes[(round + press) % 3].press()
        try bench.turn(milliseconds: 5)
      }
      broker.kill()
      try bench.turn(milliseconds: 20)
      for box in boxes { try box.press() }
      try broker.start()
      try bench.turn { bench.areAllUp }
    }
    try bench.turn(seconds: 60) { boxes.allSatisfy { $0.all.count == rounds * 13 } }
    #expect(boxes[0].all == boxes[1].all && boxes[1].all == boxes[2].all)
  }

  @Test("A broker whose queues are full loses nothing")
  func aBrokerWhoseQueuesAreFullLosesNothing() throws {
    let full = [
      "allow_anonymous true", "max_inflight_messages 1", "max_queued_messages 1", "sys_interval 1",
    ]
    let bench = try LinkBench(broker: try TestBroker(full))
    let boxes = try ["aaa", "bbb", "ccc"].map { try bench.addBox($0) }
    let dropped = "$SYS/broker/publish/messages/dropped"
    let observer = try bench.observe([dropped])
    try bench.turn { bench.areAllUp }
    bench.frozen = 2
    for _ in 0..<100 {
      for box in boxes { try box.press() }
      try bench.turn(milliseconds: 5)
    }
    try bench.turn { observer.last[dropped] ?? "0" != "0" }
    bench.frozen = nil
    try bench.turn(seconds: 120) { boxes.allSatisfy { $0.all.count == 300 } }
    print("a broker with full queues: \(observer.last[dropped] ?? "") messages dropped, no line missing")
  }

  @Test("A refusal of the broker is reported and ends nothing")
  func aRefusalOfTheBrokerIsReportedAndEndsNothing() throws {
    let broker = try TestBroker(["allow_anonymous true", "acl_file @/acl"], files: ["acl": "topic read #\n"])
    let bench = try LinkBench(broker: broker)
    try bench.addBox("aaa")
    try bench.turn { bench.said.contains("the broker refuses a message: Not authorized") }
    try bench.turn(milliseconds: 200)
    #expect(bench.areAllUp)
    #expect(bench.said.count { $0.contains("Not authorized") } == 1, "it is said once")
  }

  @Test("A wrong password is reported")
  func aWrongPasswordIsReported() throws {
    let broker = try TestBroker(["allow_anonymous false"])
    let bench = try LinkBench(broker: broker)
    try bench.addBox("aaa") { ($0.access.user, $0.access.password) = ("anna", "wrong") }
    try bench.turn { bench.said.contains { $0.hasSuffix("refuses the connection: Not authorized") } }
    #expect(!bench.areAllUp)
  }

  @Test("Messages that a stranger left change nothing")
  func messagesThatAStrangerLeftChangeNothing() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let stranger = try bench.observe([])
    let poison = ["", "{", "null", #"{"aaa":-1}"#, "ON", "online", #"{"do":"ON","at":"x"}"#, "\u{0}\u{1}"]
    let topics = [
      "bbb/have", "bbb/want", "bbb/line", "bbb/line/aaa", "bbb/link", "aaa/have", "aaa/want", "aaa/line",
      "aaa/set/quiet", "aaa/baby/1/set/asleep", "aaa/baby/x/set/asleep", "aaa/set", "//", "bbb/line/aaa/x",
    ]
    for topic in topics {
      for text in poison where !text.isEmpty {
        stranger.send("cribside/home/" + topic, text, isRetained: true)
      }
    }
    stranger.send("homeassistant/status", "online", isRetained: true)
    try bench.turn { stranger.connection.unacknowledged == 0 }
    let box = try bench.addBox("aaa")
    try bench.turn { bench.areAllUp }
    for topic in topics {
      for text in poison where text != "ON" { stranger.send("cribside/home/" + topic, text) }
    }
    let huge = String(repeating: "x", count: 1 << 20)
    for topic in topics { stranger.send("cribside/home/" + topic, huge, isRetained: true) }
    try bench.turn { stranger.connection.unacknowledged == 0 }
    try bench.turn(milliseconds: 300)
    #expect(bench.areAllUp)
    #expect(box.commands.isEmpty, "a wish that is retained is none")
    #expect(bench.said.count { $0.contains("a wish is refused") } == 1)
    #expect(box.have.isEmpty)
  }

  @Test("A flood of wishes is cut off")
  func aFloodOfWishesIsCutOff() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let box = try bench.addBox("aaa")
    let stranger = try bench.observe([root + "/answers"])
    try bench.turn { stranger.last[root + "/answers"] == "online" }
    for number in 0..<20_000 {
      stranger.send(
        root + "/set/quiet", #"{"do":"ON","at":"2026-02-11T13:05:00.\#(100_000 + number)+00:00"}"#)
    }
    try bench.turn { stranger.connection.unacknowledged == 0 }
    try box.press()
    let home = try bench.observe([root + "/#"])
    try bench.turn { home.last[root + "/baby/1/state"] != nil }
    #expect(bench.areAllUp)
  }

  @Test("A connection to a silent broker is closed")
  func aConnectionToASilentBrokerIsClosed() throws {
    let listener = try NetworkListener.open(address: "127.0.0.1", port: 0)
    defer { close(listener) }
    let broker = try TestBroker()
    let bench = try LinkBench(broker: broker)
    let port = NetworkListener.port(of: listener)
    try bench.addBox("aaa") { $0.broker = BrokerAddress("mqtt://127.0.0.1:\(port)")! }
    try bench.turn { bench.said.contains { $0.hasSuffix("does not answer") } }
  }

  @Test(
    "A connection that falls silent is noticed", .enabled(if: Environment.variable("CRIBSIDE_FULL") == "1"))
  func aConnectionThatFallsSilentIsNoticed() throws {
    let bench = try LinkBench(broker: try TestBroker())
    try bench.addBox("aaa")
    try bench.turn { bench.areAllUp }
    bench.broker.freeze(true)
    try bench.turn(seconds: 70) { !bench.areAllUp }
    bench.broker.freeze(false)
    try bench.turn { bench.areAllUp }
  }

  @Test("An unknown name delays nothing")
  func anUnknownNameDelaysNothing() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let box = try bench.addBox("aaa") { $0.broker = BrokerAddress("mqtt://no-such-host.invalid")! }
    try bench.addBox("bbb") { $0.broker = BrokerAddress("mqtt://localhost:\(bench.broker.port)")! }
    try bench.turn { bench.servers[1].isUp }
    try box.press()
    #expect(!bench.servers[0].isUp)
  }
}
