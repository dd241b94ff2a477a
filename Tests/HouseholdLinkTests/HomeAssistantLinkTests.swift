import Testing

@testable import HouseholdLink

/// One box and Home Assistant, over a real broker.
@Suite(.enabled(if: TestBroker.isInstalled), .serialized) struct HomeAssistantLinkTests {
  private let root = "cribside/home/aaa"
  private let device = "homeassistant/device/cribside_aaa_1/config"

  @Test("The devices are offered and retained")
  func theDevicesAreOfferedAndRetained() throws {
    let bench = try LinkBench(broker: try TestBroker())
    try bench.addBox("aaa")
    let home = try bench.observe(["homeassistant/#", root + "/#"])
    try bench.turn { home.last[root + "/baby/1/state"] != nil && home.last[root + "/link"] == "online" }
    #expect(home.last[device]?.contains(#""name":"Ada""#) == true)
    #expect(home.last["homeassistant/device/cribside_aaa/config"] != nil)
    let later = try bench.observe(["homeassistant/#", root + "/#"])
    try bench.turn {
      later.texts.contains { $0.hasPrefix(root + "/baby/1/state ") && $0.hasSuffix("(retained)") }
    }
    #expect(later.last[device] == home.last[device])
    #expect(!later.texts.contains { $0.contains("/alert ") || $0.contains("/event ") })
  }

  @Test("A birth is answered with the offer")
  func aBirthIsAnsweredWithTheOffer() throws {
    let bench = try LinkBench(broker: try TestBroker())
    try bench.addBox("aaa")
    let home = try bench.observe(["homeassistant/#"])
    try bench.turn { home.last[device] != nil }
    home.forget()
    home.send("homeassistant/status", "offline")
    home.send("homeassistant/status", "online")
    try bench.turn { home.last[device] != nil }
    #expect(home.last["homeassistant/device/cribside_aaa/config"] != nil)
  }

  @Test("A switch reaches the box once and changes after the sync")
  func aSwitchReachesTheBoxOnceAndChangesAfterTheSync() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let box = try bench.addBox("aaa")
    let home = try bench.observe([root + "/#"])
    try bench.turn { home.last[root + "/baby/1/state"]?.contains(#""asleep":"OFF""#) == true }
    for _ in 0..<5 {
      home.send(root + "/baby/1/set/asleep", #"{"do":"ON","at":"2026-02-11T13:05:00.123456+00:00"}"#)
    }
    try bench.turn { home.last[root + "/baby/1/state"]?.contains(#""asleep":"ON""#) == true }
    home.send(root + "/baby/1/set/asleep", #"{"do":"ON","at":"2026-02-11T13:05:00.123456+00:00"}"#)
    home.send(root + "/baby/1/set/asleep", "OFF")
    try bench.turn { home.last[root + "/baby/1/state"]?.contains(#""asleep":"OFF""#) == true }
    #expect(
      box.commands == [
        "log add nap --baby 1 by Home Assistant", "log end nap --baby 1 by Home Assistant",
      ])
  }

  @Test("A wish waits for a box that is away")
  func aWishWaitsForABoxThatIsAway() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let box = try bench.addBox("aaa")
    let home = try bench.observe([root + "/#"])
    try bench.turn { home.last[root + "/answers"] == "online" }
    try bench.stop(box)
    try bench.turn { home.last[root + "/answers"] == "offline" }
    home.send(root + "/baby/1/set/feeding", "ON")
    try bench.turn(milliseconds: 300)
    #expect(box.commands.isEmpty)
    try bench.start(box)
    try bench.turn { !box.commands.isEmpty && home.last[root + "/answers"] == "online" }
    #expect(box.commands == ["log add feed --baby 1 by Home Assistant"])
  }

  @Test("A press is an event")
  func aPressIsAnEvent() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let box = try bench.addBox("aaa")
    box.fill(3)
    let home = try bench.observe([root + "/#"])
    try bench.turn { home.last[root + "/answers"] == "online" }
    try bench.turn(milliseconds: 200)
    try box.press()
    try bench.turn { home.last[root + "/baby/1/event"] != nil }
    let events = home.texts.filter { $0.contains("/event ") }
    #expect(events.count == 1, "old lines are no news")
    #expect(events.first?.contains(#"{"event_type":"nappy","#) == true)
  }

  @Test("A renamed baby stays and a removed one goes")
  func aRenamedBabyStaysAndARemovedOneGoes() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let box = try bench.addBox("aaa")
    box.more = #",{"id":2,"name":"Bo","state":null,"feed":null,"sleeps":[],"feeds":[],"running":[]}"#
    let home = try bench.observe(["homeassistant/#"])
    let other = "homeassistant/device/cribside_aaa_2/config"
    try bench.turn { home.last[other]?.contains("Bo") == true && home.last[device] != nil }
    (box.name, box.more) = ("Bea", "")
    try box.publish()
    try bench.turn { home.last[other] == "" && home.last[device]?.contains("Bea") == true }
    let later = try bench.observe(["homeassistant/#"])
    try bench.turn { later.last[device] != nil }
    #expect(later.last[other] == nil, "nothing is retained of it")
    // A device that another configuration offered is removed too.
    later.send(other, "{}", isRetained: true)
    try bench.turn { later.connection.unacknowledged == 0 }
    let again = try LinkBench(broker: bench.broker)
    try again.addBox("aaa")
    let last = try again.observe(["homeassistant/#"])
    try again.turn { last.last[other] == "" }
  }

  @Test("The will says that the program is gone")
  func theWillSaysThatTheProgramIsGone() throws {
    let broker = try TestBroker()
    let home: Observer
    let watcher = try LinkBench(broker: broker)
    home = try watcher.observe([root + "/link"])
    do {
      let bench = try LinkBench(broker: broker)
      try bench.addBox("aaa")
      try bench.turn { bench.areAllUp }
      try bench.turn(milliseconds: 100)
    }
    try watcher.turn { home.last[root + "/link"] == "offline" }
    #expect(home.texts.first == root + "/link online")
  }

  @Test("Without Home Assistant nothing is offered")
  func withoutHomeAssistantNothingIsOffered() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let box = try bench.addBox("aaa") { $0.servesHomeAssistant = false }
    let home = try bench.observe(["#"])
    try bench.turn { home.last[root + "/have"] != nil }
    home.send(root + "/baby/1/set/asleep", "ON")
    try box.press()
    try bench.turn { home.last[root + "/line"] != nil }
    try bench.turn(milliseconds: 300)
    #expect(!home.texts.contains { $0.contains("/baby/1/event") || $0.contains("/answers") })
    #expect(!home.texts.contains { $0.hasPrefix("homeassistant/") })
    #expect(box.commands.isEmpty)
  }
}
