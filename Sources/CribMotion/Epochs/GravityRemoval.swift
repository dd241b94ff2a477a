/// Subtracts from each reading the mean of the 4 s around it. Its sums are whole numbers, so the mean never drifts.
struct GravityRemoval: Hashable, Sendable {
  /// The number of readings in the window, and how many of them are later than the one that is returned.
  private let length: Int
  private let delay: Int
  private let milligeePerLSB: Float
  /// Counts of three axes, with 1 in the fourth lane for a present reading, so that one addition updates the sums and
  /// the divisor.
  private var ring: [SIMD4<Int32>]
  private var next = 0
  private var sum = SIMD4<Int32>()
  /// The counts of the reading that was returned last; the fourth lane is 0 if it is missing.
  private(set) var judged = SIMD4<Int32>()

  init(_ source: MotionSource) {
    length = Int((source.rateHz * 4).rounded())
    delay = length / 2
    milligeePerLSB = Float(source.milligeePerLSB)
    ring = Array(repeating: SIMD4<Int32>(), count: length)
  }

  /// By how many readings a reading is returned late.
  var delaySamples: Int { delay }

  /// Adds a reading (fourth lane 1, or all lanes 0 if it is missing). Returns the one added `delaySamples` earlier,
  /// in milligee without gravity. Its fourth lane is 0 if it is missing or has too few readings around it.
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

/// Notices a part that repeats its last reading. The last digit of a working part always changes.
struct FrozenChip: Hashable, Sendable {
  /// Longer than the bus stalls, and shorter than an epoch.
  private static let limitSeconds = 10.0

  private let limit: Int
  private var last: MotionSample?
  private var repetitions = 0

  init(_ source: MotionSource) { limit = Int(source.rateHz * FrozenChip.limitSeconds) }

  var isFrozen: Bool { repetitions >= limit }

  /// The reading as a vector of counts with 1 in the fourth lane; all lanes are 0 if it is missing or stale.
  @inline(__always)
  mutating func vector(_ sample: MotionSample?) -> SIMD4<Int32> {
    guard let sample else { return SIMD4<Int32>() }
    repetitions = sample == last ? repetitions + 1 : 0
    last = sample
    guard !isFrozen else { return SIMD4<Int32>() }
    return SIMD4<Int32>(Int32(sample.x), Int32(sample.y), Int32(sample.z), 1)
  }
}

/// Passes motion between 0.3 and 1.2 Hz on three axes: a Butterworth filter with two poles at the lower edge and four
/// at the upper one, so that nothing remains of an appliance that hums at 5 Hz or more.
struct MicroMotionBand: Hashable, Sendable {
  private static let lowestHz = 0.3
  private static let highestHz = 1.2

  private var highPass: Biquad
  private var lowPassNarrow: Biquad
  private var lowPassWide: Biquad

  init(rateHz: Double) {
    highPass = Biquad(highPassHz: MicroMotionBand.lowestHz, quality: 0.707_106_8, rateHz: rateHz)
    // The two pole pairs of a Butterworth filter of the fourth order.
    lowPassNarrow = Biquad(lowPassHz: MicroMotionBand.highestHz, quality: 1.306_563, rateHz: rateHz)
    lowPassWide = Biquad(lowPassHz: MicroMotionBand.highestHz, quality: 0.541_196_1, rateHz: rateHz)
  }

  @inline(__always)
  mutating func filter(_ value: SIMD4<Float>) -> SIMD4<Float> {
    lowPassWide.filter(lowPassNarrow.filter(highPass.filter(value)))
  }
}

/// A filter of two poles in transposed direct form II.
private struct Biquad: Hashable, Sendable {
  private let b0, b1, b2, a1, a2: Float
  private var state1 = SIMD4<Float>()
  private var state2 = SIMD4<Float>()

  /// By the bilinear transform (R. Bristow-Johnson, Audio EQ Cookbook).
  init(lowPassHz corner: Double, quality: Double, rateHz: Double) {
    let (sine, cosine) = CircularFunctions.sineAndCosine(2 * .pi * corner / rateHz)
    let (alpha, one) = (sine / (2 * quality), 1 + sine / (2 * quality))
    b0 = Float((1 - cosine) / 2 / one)
    b1 = Float((1 - cosine) / one)
    b2 = b0
    a1 = Float(-2 * cosine / one)
    a2 = Float((1 - alpha) / one)
  }

  init(highPassHz corner: Double, quality: Double, rateHz: Double) {
    let (sine, cosine) = CircularFunctions.sineAndCosine(2 * .pi * corner / rateHz)
    let (alpha, one) = (sine / (2 * quality), 1 + sine / (2 * quality))
    b0 = Float((1 + cosine) / 2 / one)
    b1 = Float(-(1 + cosine) / one)
    b2 = b0
    a1 = Float(-2 * cosine / one)
    a2 = Float((1 - alpha) / one)
  }

  @inline(__always)
  mutating func filter(_ value: SIMD4<Float>) -> SIMD4<Float> {
    let result = value * b0 + state1
    state1 = value * b1 - result * a1 + state2
    state2 = value * b2 - result * a2
    return result
  }
}

/// Sine and cosine without a library.
enum CircularFunctions {
  /// For angles from 0 to 1, by their series. The error is below 10⁻¹⁵.
  static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
    let square = angle * angle
    var (sine, cosine) = (1.0, 1.0)
    for term in stride(from: 16.0, to: 0, by: -2) {
      cosine = 1 - cosine * square / ((term - 1) * term)
      sine = 1 - sine * square / (term * (term + 1))
    }
    return (sine * angle, cosine)
  }
}
