import Peripherals
import SimulatedBoard
import Testing

@Suite struct SimulatedLinesTests {
  private static let millisecond: UInt64 = 1_000_000

  /// Lines with latencies of exactly 50 µs and no bounce.
  private static let exact = BounceModel(
    name: "exact", pressNanoseconds: 0...0, releaseNanoseconds: 0...0, chatterCount: 0...0,
    latencyNanoseconds: 50_000...50_000)

  /// Presses and releases a line in turn, 10 ms apart, without reading.
  private func toggle(_ lines: SimulatedLines, _ offset: Int, edges: Int) {
    for edge in 0..<edges {
      let time = lines.nowNanoseconds + Self.millisecond * 10
      if edge % 2 == 0 {
        lines.press(offset, atNanoseconds: time)
      } else {
        lines.release(offset, atNanoseconds: time)
      }
      lines.advance(to: time)
    }
    lines.advance(to: lines.nowNanoseconds + Self.millisecond)
  }

  @Test("A clean press is one edge stamped when it came")
  func aCleanPressIsOneEdgeStampedWhenItCame() {
    let lines = SimulatedLines(offsets: [17, 27], bounce: Self.exact)
    lines.press(17, atNanoseconds: 5_000_000)
    #expect(lines.nextEdgeNanoseconds == 5_000_000)
    lines.advance(to: 4_999_999)
    #expect(lines.levels() == [17: false, 27: false])
    lines.advance(to: 5_000_000)
    #expect(lines.levels() == [17: true, 27: false])
    #expect(!lines.isReadable)
    #expect(lines.read().isEmpty)
    #expect(lines.nextEdgeNanoseconds == 5_050_000)
    lines.advance(to: 5_050_000)
    #expect(lines.isReadable)
    let expected = LineEvent(offset: 17, isActive: true, monotonicNanoseconds: 5_000_000, sequence: 1)
    #expect(lines.read() == [expected])
    #expect(lines.nextEdgeNanoseconds == nil && !lines.isReadable)
  }

  @Test(
    "Both interfaces differ in numbers",
    arguments: [(LineInterface.v1, [nil, nil]), (.v2, [1, 2])] as [(LineInterface, [UInt32?])])
  func bothInterfacesDifferInNumbers(interface: LineInterface, numbers: [UInt32?]) {
    let lines = SimulatedLines(offsets: [4], interface: interface, bounce: .clean)
    toggle(lines, 4, edges: 2)
    #expect(lines.read().map(\.sequence) == numbers)
  }

  // MARK: Bounce

  /// 200 presses by seed for every model: the last level is right, nothing happens outside the model's time, and the
  /// last event is correct.
  @Test("Bounce stays within its model", arguments: BounceModel.all, LineInterface.allCases)
  func bounceStaysWithinItsModel(model: BounceModel, interface: LineInterface) {
    for seed in UInt64(1)...200 {
      let lines = SimulatedLines(offsets: [4], interface: interface, bounce: model, seed: seed)
      for (isActive, range) in [(true, model.pressNanoseconds), (false, model.releaseNanoseconds)] {
        let start = lines.nowNanoseconds + 100 * Self.millisecond
        let end = start + UInt64(range.upperBound)
        if isActive {
          lines.press(4, atNanoseconds: start)
        } else {
          lines.release(4, atNanoseconds: start)
        }
        let events = collect(lines)
        #expect(lines.levels() == [4: isActive])
        #expect(events.last?.isActive == isActive, "seed \(seed)")
        #expect(events.first?.monotonicNanoseconds == start)
        // A remembered interrupt gets the time at which the thread for the previous one has run.
        let latest = end + UInt64(model.latencyNanoseconds.upperBound)
        #expect(events.allSatisfy { $0.monotonicNanoseconds <= latest })
        let stamps = events.map(\.monotonicNanoseconds)
        #expect(stamps == stamps.sorted())
      }
    }
  }

  /// Advances from edge to edge as a simulation does, and reads at each.
  private func collect(_ lines: SimulatedLines) -> [LineEvent] {
    var events: [LineEvent] = []
    while let next = lines.nextEdgeNanoseconds {
      lines.advance(to: next)
      events += lines.read()
    }
    return events
  }

  /// The chatter of each model over 300 presses: the largest number of edges for a press, and whether two events in a
  /// row ever had the same level.
  @Test(
    "Models chatter as they say",
    arguments: [
      (BounceModel.clean, 1...1, false), (.chatter, 3...17, true), (.release, 1...1, false),
      (.late, 2...25, true),
      (.long, 9...81, true),
    ] as [(BounceModel, ClosedRange<Int>, Bool)])
  func modelsChatterAsTheySay(model: BounceModel, most: ClosedRange<Int>, repeats: Bool) {
    var counts: [Int] = []
    var hasRepeats = false
    for seed in UInt64(1)...300 {
      let lines = SimulatedLines(offsets: [4], bounce: model, seed: seed)
      lines.press(4, atNanoseconds: 0)
      let events = collect(lines)
      counts.append(events.count)
      hasRepeats = hasRepeats || zip(events, events.dropFirst()).contains { $0.isActive == $1.isActive }
    }
    #expect(most.contains(counts.max() ?? 0), "\(counts.max() ?? 0)")
    #expect(hasRepeats == repeats)
  }

  @Test("A seed repeats itself and lines are independent")
  func aSeedRepeatsItselfAndLinesAreIndependent() {
    func press(seed: UInt64, alsoOther: Bool) -> [LineEvent] {
      let lines = SimulatedLines(offsets: [4, 5], bounce: .long, seed: seed)
      if alsoOther { lines.press(5, atNanoseconds: 1000) }
      lines.press(4, atNanoseconds: 2000)
      return collect(lines).filter { $0.offset == 4 }
    }
    #expect(press(seed: 9, alsoOther: false) == press(seed: 9, alsoOther: true))
    #expect(press(seed: 9, alsoOther: false) != press(seed: 10, alsoOther: false))
  }

  @Test("A release ends the chatter of the press")
  func aReleaseEndsTheChatterOfThePress() {
    let model = BounceModel(
      name: "clean release", pressNanoseconds: 25_000_000...25_000_000, releaseNanoseconds: 0...0,
      chatterCount: 20...20)
    for seed in UInt64(1)...100 {
      let lines = SimulatedLines(offsets: [4], bounce: model, seed: seed)
      lines.press(4, atNanoseconds: 1000)
      lines.release(4, atNanoseconds: 2_000_000)
      lines.advance(to: 2_000_000)
      _ = lines.read()
      #expect(collect(lines).allSatisfy { !$0.isActive })
      #expect(lines.nowNanoseconds < 3_000_000)
    }
  }

  /// The contact changes every 20 µs and the latency is 50 µs: the thread finds the line pressed twice.
  @Test("A late reader sees two presses in a row")
  func aLateReaderSeesTwoPressesInARow() {
    let lines = SimulatedLines(offsets: [4], bounce: Self.exact)
    lines.press(4, atNanoseconds: 100_000)
    lines.release(4, atNanoseconds: 120_000)
    lines.press(4, atNanoseconds: 140_000)
    let events = collect(lines)
    #expect(events.map(\.isActive) == [true, true])
    #expect(events.map(\.monotonicNanoseconds) == [100_000, 150_000])
  }

  // MARK: Queues

  /// The oldest 16 of 51 unread edges.
  @Test("V1 keeps the oldest")
  func v1KeepsTheOldest() {
    let lines = SimulatedLines(offsets: [4, 5, 6], interface: .v1, bounce: .clean)
    toggle(lines, 4, edges: 51)
    let events = lines.read()
    #expect(events.count == 16)
    #expect(events.first?.monotonicNanoseconds == 10 * Self.millisecond)
    #expect(events.last?.isActive == false)
    #expect(lines.levels()[4] == true)
    #expect(lines.read().isEmpty)
  }

  @Test("V1 queues are each line's own")
  func v1QueuesAreEachLinesOwn() {
    let lines = SimulatedLines(offsets: [4, 5, 6], interface: .v1, bounce: .clean)
    toggle(lines, 4, edges: 51)
    toggle(lines, 6, edges: 3)
    let events = lines.read()
    #expect(events.map(\.offset) == Array(repeating: 4, count: 16) + [6, 6, 6])
  }

  /// One line keeps 16 edges, two keep 32, three keep 64 (48 rounded up).
  @Test("V2 keeps the newest", arguments: [([4], 16), ([4, 5], 32), ([4, 5, 6], 51)])
  func v2KeepsTheNewest(offsets: [Int], kept: Int) {
    let lines = SimulatedLines(offsets: offsets, interface: .v2, bounce: .clean)
    toggle(lines, 4, edges: 51)
    let events = lines.read()
    let numbers: [UInt32?] = (52 - kept...51).map { UInt32($0) }
    #expect(events.map(\.sequence) == numbers)
    #expect(events.last?.isActive == true)
  }

  @Test("V2 loses another line's events too")
  func v2LosesAnotherLinesEventsToo() {
    let lines = SimulatedLines(offsets: [4, 5], interface: .v2, bounce: .clean)
    toggle(lines, 5, edges: 1)
    toggle(lines, 4, edges: 32)
    #expect(lines.read().allSatisfy { $0.offset == 4 })
    toggle(lines, 5, edges: 2)
    #expect(lines.read().map(\.sequence) == [2])
  }

  @Test("A read returns at most 64 events")
  func aReadReturnsAtMost64Events() {
    let offsets = Array(0..<6)
    let lines = SimulatedLines(offsets: offsets, interface: .v1, bounce: .clean)
    for offset in offsets { toggle(lines, offset, edges: 16) }
    #expect(lines.read().count == 64)
    #expect(lines.read().count == 32)
  }

  // MARK: Restarts

  @Test("A new request hears nothing of an earlier edge")
  func aNewRequestHearsNothingOfAnEarlierEdge() {
    let lines = SimulatedLines(offsets: [4], bounce: .clean)
    lines.press(4, atNanoseconds: 1000)
    lines.advance(to: 1000)
    lines.requestAgain()
    #expect(collect(lines).isEmpty)
    #expect(lines.levels() == [4: true])
  }

  @Test("A reboot restarts the stamps and keeps the finger")
  func aRebootRestartsTheStampsAndKeepsTheFinger() {
    let lines = SimulatedLines(offsets: [4], bounce: .clean)
    lines.press(4, atNanoseconds: 1000)
    lines.advance(to: 10_000_000)
    lines.reboot()
    #expect(lines.read().isEmpty)
    #expect(lines.levels() == [4: true])
    lines.release(4, atNanoseconds: 12_500_000)
    let events = collect(lines)
    #expect(events.map(\.monotonicNanoseconds) == [2_500_000])
    #expect(events.map(\.sequence) == [1])
  }
}

extension BounceModel: CustomTestStringConvertible {
  /// The model's name.
  public var testDescription: String { name }
}
