import SimulatedBoard
import Testing

@Suite struct SimulatedRandomTests {
  /// The first outputs for the seed 1234567 as the authors of SplitMix64 publish them.
  @Test("The numbers follow the published sequence")
  func theNumbersFollowThePublishedSequence() {
    var random = SimulatedRandom(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect((0..<5).map { _ in random.next() } == expected)
  }

  @Test("Numbers stay in their range", arguments: [0...0, 1...6, -3...3, Int.min...Int.max])
  func numbersStayInTheirRange(
    range: ClosedRange<Int>
  ) {
    var random = SimulatedRandom(seed: 7)
    let numbers = (0..<200).map { _ in random.number(in: range) }
    #expect(numbers.allSatisfy(range.contains))
  }

  @Test("Every number of a small range comes up")
  func everyNumberOfASmallRangeComesUp() {
    var random = SimulatedRandom(seed: 7)
    #expect(Set((0..<200).map { _ in random.number(in: 1...6) }) == Set(1...6))
  }

  @Test("Forks do not follow each other")
  func forksDoNotFollowEachOther() {
    var one = SimulatedRandom(seed: 3)
    var two = one.fork()
    #expect(one.bytes(16) != two.bytes(16))
  }
}
