/// Subtracts from each reading the mean of the 4 s around it. The sums are whole numbers, so the mean never drifts.
struct GravityRemoval: Hashable, Sendable {
  /// Readings in the window, and how many of them follow the one that is judged.
  private let length: Int
  private let delay: Int
  private let milligeePerLSB: Float
  /// Counts of three axes, and 1 in the fourth lane for a reading that is there: one addition updates the sums and
  /// their divisor.
  private var ring: [SIMD4<Int32>]
  private var next = 0
  private var sum = SIMD4<Int32>()
  /// The counts of the last reading returned; the fourth lane is 0 when it is missing.
  private(set) var judged = SIMD4<Int32>()

  init(_ source: MotionSource) {
    length = Int((source.rateHz * 4).rounded())
    delay = length / 2
    milligeePerLSB = Float(source.milligeePerLSB)
    ring = Array(repeating: SIMD4<Int32>(), count: length)
  }

  /// How many readings later a reading is returned.
  var delaySamples: Int { delay }

  /// Adds a reading (fourth lane 1, or all lanes 0 when it is missing) and returns the one added `delaySamples`
  /// earlier, in milligee without gravity. Its fourth lane is 0 when it is missing or has too few readings around it.
  @inline(__always)
  mutating func filter(_ sample: SIMD4<Int32>) -> SIMD4<Float> {
    sum = sum &+ sample &- ring[next]
    ring[next] = sample
    judged = ring[next >= delay ? next - delay : next - delay + length]
    next = next + 1 == length ? 0 : next + 1
    guard judged.w != 0, sum.w >= Int32(delay) else { return SIMD4<Float>() }
    var motion = (SIMD4<Float>(judged) - SIMD4<Float>(sum) / Float(sum.w)) * milligeePerLSB
    motion.w = 1
    return motion
  }
}

/// Notices a part that repeats its last reading over and over. A working part always trembles in its last digit.
struct FrozenChip: Hashable, Sendable {
  /// Longer than a bus stalls, shorter than an epoch.
  private static let limitSeconds = 10.0

  private let limit: Int
  private var last: MotionSample?
  private var repetitions = 0

  init(_ source: MotionSource) {
    limit = Int(source.rateHz * FrozenChip.limitSeconds)
  }

  var isFrozen: Bool { repetitions >= limit }

  /// The reading as a vector of counts with 1 in its fourth lane; all 0 when it is missing or stale.
  @inline(__always)
  mutating func vector(_ sample: MotionSample?) -> SIMD4<Int32> {
    guard let sample else { return SIMD4<Int32>() }
    repetitions = sample == last ? repetitions + 1 : 0
    last = sample
    guard !isFrozen else { return SIMD4<Int32>() }
    return SIMD4<Int32>(Int32(sample.x), Int32(sample.y), Int32(sample.z), 1)
  }
}
