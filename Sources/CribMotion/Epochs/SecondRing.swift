/// The mean vector and the peak of each of the last 80 seconds: an epoch, and 25 s on either side of it.
struct SecondRing: Hashable, Sendable {
  /// Seconds that a mean vector is taken over.
  private static let meanSeconds = 20
  /// Seconds left out on either side of a peak, for the jolt itself.
  private static let guardSeconds = 5
  /// Seconds after an epoch's end until its change is known.
  static let lookAheadSeconds = meanSeconds + guardSeconds
  private static let epochSeconds = Epoch.milliseconds / 1000
  private static let length = epochSeconds + 2 * lookAheadSeconds

  private let milligeePerLSB: Float
  /// Sums of counts, with the number of readings in the fourth lane.
  private var sums = [SIMD4<Int32>](repeating: SIMD4<Int32>(), count: length)
  private var peaks = [Float](repeating: 0, count: length)
  /// The index of the second that has just ended.
  private var last = 0

  init(_ source: MotionSource) {
    milligeePerLSB = Float(source.milligeePerLSB)
  }

  mutating func add(sum: SIMD4<Int32>, peak: Float) {
    last = last + 1 == SecondRing.length ? 0 : last + 1
    sums[last] = sum
    peaks[last] = peak
  }

  /// The lasting change of the mean vector around the peak of the epoch that ended `lookAheadSeconds` ago.
  func change(minimumSamples: Int32) -> Float? {
    let after = SecondRing.lookAheadSeconds
    var (age, peak) = (after, peaks[place(age: after)])
    for candidate in after..<(after + SecondRing.epochSeconds) where peaks[place(age: candidate)] > peak {
      (age, peak) = (candidate, peaks[place(age: candidate)])
    }
    guard let later = mean(fromAge: age - after, minimumSamples),
      let earlier = mean(fromAge: age + SecondRing.guardSeconds + 1, minimumSamples)
    else { return nil }
    let change = (later - earlier) * milligeePerLSB
    return (change.x * change.x + change.y * change.y + change.z * change.z).squareRoot()
  }

  /// The mean over 20 s that ended `age` seconds ago.
  private func mean(fromAge age: Int, _ minimumSamples: Int32) -> SIMD4<Float>? {
    var sum = SIMD4<Int32>()
    for second in age..<(age + SecondRing.meanSeconds) { sum &+= sums[place(age: second)] }
    return sum.w >= minimumSamples ? SIMD4<Float>(sum) / Float(sum.w) : nil
  }

  private func place(age: Int) -> Int {
    let place = last - age
    return place < 0 ? place + SecondRing.length : place
  }
}
