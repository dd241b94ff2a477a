import Household
import LinuxBoard
import Testing

@testable import HouseholdLink

/// Several boxes on one real broker.
@Suite(.enabled(if: TestBroker.isInstalled), .serialized) struct PeerLinkTests {
  @Test("A press is on the other box")
  func aPressIsOnTheOtherBox() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let (one, other) = (try bench.addBox("aaa"), try bench.addBox("bbb"))
    try bench.turn { bench.areAllUp }
    try bench.turn(milliseconds: 300)
    let text = try one.press()
    let start = LinuxClock().bootMilliseconds
    try bench.turn { other.all.contains(text) }
    #expect(LinuxClock().bootMilliseconds - start < 2000)
    #expect(other.all == one.all)
  }

  @Test("The box learns the state of the household")
  func theBoxLearnsTheStateOfTheHousehold() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let (one, other) = (try bench.addBox("aaa"), try bench.addBox("bbb") { $0.membership = .listed([]) })
    one.fill(3)
    try bench.turn { one.told.last == #"up {"bbb":3}"# && other.told.last == "up {}" }
    bench.broker.kill()
    try bench.turn { one.told.last == "down {}" }
    try bench.broker.start()
    try bench.turn { one.told.last == #"up {"bbb":3}"# }
    // A box that has just started knows nothing yet.
    let before = one.told.count
    try bench.stop(one)
    try bench.start(one)
    try bench.turn { one.told.count > before && one.told.last == #"up {"bbb":3}"# }
  }

  @Test("An entry that the others soon have is not reported")
  func anEntryThatTheOthersSoonHaveIsNotReported() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let (one, other) = (try bench.addBox("aaa"), try bench.addBox("bbb"))
    try bench.turn { one.told.last?.hasPrefix("up") == true && other.told.last?.hasPrefix("up") == true }
    try bench.turn(milliseconds: 1500)
    let before = one.told.count
    let text = try one.press()
    try bench.turn { other.all.contains(text) }
    try bench.turn(milliseconds: 3000)
    #expect(one.told.count == before, "\(one.told)")
  }

  @Test("Ten thousand lines reach a new box")
  func tenThousandLinesReachANewBox() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let old = try bench.addBox("aaa")
    old.fill(10_000)
    try bench.turn { bench.areAllUp }
    let new = try bench.addBox("bbb")
    let start = LinuxClock().bootMilliseconds
    try bench.turn(seconds: 60) { new.have == ["aaa": 10_000] }
    #expect(new.all == old.all)
    print("10,000 lines to a new box: \(LinuxClock().bootMilliseconds - start) ms")
  }

  /// All fifty join at once, and the broker is killed while they do. CRIBSIDE_LINES is how many lines each has
  /// written before.
  @Test("Fifty boxes have one diary", .enabled(if: Environment.variable("CRIBSIDE_FULL") == "1"))
  func fiftyBoxesHaveOneDiary() throws {
    let lines = Int(Environment.variable("CRIBSIDE_LINES") ?? "") ?? 50
    let bench = try LinkBench(broker: try TestBroker())
    var boxes: [StandInBox] = []
    for number in 0..<50 {
      let box = try bench.addBox("box\(number)")
      box.fill(lines)
      boxes.append(box)
    }
    let start = LinuxClock().bootMilliseconds
    try bench.turn(seconds: 60) { bench.areAllUp }
    bench.broker.kill()
    try bench.turn(milliseconds: 500)
    try bench.broker.start()
    try bench.turn(seconds: 3000) {
      boxes.allSatisfy { $0.have.count == 50 && $0.have.values.allSatisfy { $0 == lines } }
    }
    #expect(boxes.allSatisfy { $0.all == boxes[0].all && $0.all.count == 50 * lines })
    print("50 boxes with \(lines) lines each: \(LinuxClock().bootMilliseconds - start) ms")
  }

  @Test("A box that is not listed is refused")
  func aBoxThatIsNotListedIsRefused() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let one = try bench.addBox("aaa") { $0.membership = .listed(["bbb"]) }
    let friend = try bench.addBox("bbb")
    let stranger = try bench.addBox("ccc")
    friend.fill(5)
    stranger.fill(5)
    try bench.turn { bench.areAllUp && one.have["bbb"] == 5 && friend.have["ccc"] == 5 }
    try stranger.press()
    try bench.turn { friend.have["ccc"] == 6 }
    try bench.turn(milliseconds: 1500)
    #expect(one.have == ["bbb": 5])
    #expect(bench.said.contains { $0.contains("household.boxes does not name them") })
  }

  @Test("A box with another name ends the program")
  func aBoxWithAnotherNameEndsTheProgram() throws {
    let bench = try LinkBench(broker: try TestBroker())
    let box = try bench.addBox("aaa")
    try bench.turn { bench.areAllUp }
    try bench.stop(box)
    let blank = try StandInBox("zzz", path: box.path)
    defer { blank.stop() }
    #expect(throws: LinkFault.otherBox) {
      try bench.turn {
        try blank.serve()
        return false
      }
    }
  }
}
