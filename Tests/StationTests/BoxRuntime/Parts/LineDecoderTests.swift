import Bedside
import Peripherals
import Testing

@testable import BoxRuntime

/// Buttons from lines, and the detection of lost edges.
@Suite struct LineDecoderTests {
  private let lines = BoardProfile.Lines(
    nap: 17, feed: 27, menu: 22, led: 24, piezo: 18, accelerometerInterrupt: 25)

  private func event(_ offset: Int, _ sequence: UInt32?, at nanoseconds: UInt64 = 5_999_999) -> LineEvent {
    LineEvent(offset: offset, isActive: true, monotonicNanoseconds: nanoseconds, sequence: sequence)
  }

  @Test("An edge has its button and its boot time")
  func anEdgeHasItsButtonAndItsBootTime() {
    var decoder = LineDecoder(lines: lines)
    #expect(decoder.offsets == [17, 22, 27])
    let edges = decoder.edges(
      [event(27, 1), event(22, 1), event(17, 1), event(4, 1)], bootMinusMonotonicNanoseconds: 2_000_000_000)
    #expect(edges.map(\.button) == [.feed, .menu, .nap])
    #expect(edges.map(\.milliseconds) == [2005, 2005, 2005])
    #expect(decoder.levels([17: true, 22: false, 4: true]) == [.nap: true, .menu: false])
  }

  @Test("A box with a fourth button has a fourth line")
  func extra() {
    var lines = lines
    lines.extra = 16
    var decoder = LineDecoder(lines: lines)
    #expect(decoder.offsets == [16, 17, 22, 27])
    #expect(decoder.edges([event(16, 1)], bootMinusMonotonicNanoseconds: 0).map(\.button) == [.extra])
    #expect(decoder.levels([16: true]) == [.extra: true])
  }

  @Test(
    "A gap in a line's numbers is a loss on that line",
    arguments: [
      ([1, 2, 3], [false, false, false]), ([1, 3, 4], [false, true, false]), ([5], [false]),
      ([4_294_967_295, 0], [false, false]), ([2, 2], [false, true]),
    ])
  func gaps(numbers: [UInt32], losses: [Bool]) {
    var decoder = LineDecoder(lines: lines)
    var found: [Bool] = []
    for number in numbers {
      // The other line is counted separately, across reads too.
      let edges = decoder.edges([event(17, number), event(27, nil)], bootMinusMonotonicNanoseconds: 0)
      found.append(edges[0].followsLoss)
      #expect(!edges[1].followsLoss)
    }
    #expect(found == losses)
  }

  @Test("Without numbers, a queue of sixteen was full", arguments: [(15, false), (16, true)])
  func fullQueue(count: Int, isLoss: Bool) {
    var decoder = LineDecoder(lines: lines)
    let events = (0..<count).map { _ in event(17, nil) } + (0..<15).map { _ in event(27, nil) }
    let edges = decoder.edges(events, bootMinusMonotonicNanoseconds: 0)
    #expect(edges.contains(where: \.followsLoss) == isLoss)
    #expect(edges[count - 1].followsLoss == isLoss)
  }
}
