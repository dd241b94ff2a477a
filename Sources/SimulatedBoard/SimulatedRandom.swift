/// Random numbers that a seed repeats exactly (SplitMix64). The simulated board makes every choice with them, so a
/// seed determines a run.
public struct SimulatedRandom: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// The sequence of a seed. Any seed is good, also 0.
  public init(seed: UInt64) { state = seed }

  /// The next number of the sequence, uniform over 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A second, independent sequence, for a part whose draws must not change those of others.
  public mutating func fork() -> SimulatedRandom { SimulatedRandom(seed: next()) }

  /// A number in `range`, uniformly distributed. The library's own algorithm may change between compilers, but the
  /// numbers of a seed must not.
  public mutating func number(in range: ClosedRange<Int>) -> Int {
    let span = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    guard span < UInt64.max else { return Int(truncatingIfNeeded: next()) }
    let scaled = next().multipliedFullWidth(by: span + 1).high
    return range.lowerBound &+ Int(truncatingIfNeeded: scaled)
  }

  /// True in `count` of `total` cases on average.
  public mutating func chance(_ count: Int, in total: Int) -> Bool {
    number(in: 1...total) <= count
  }

  /// That many bytes, uniformly distributed.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 56) }
  }
}
