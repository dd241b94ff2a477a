/// Notices a part that hands out its last reading over and over: real ones always tremble in their last digit.
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
