/// Turns readings into epochs, one reading at a time, in constant memory unless it measures again.
///
/// An epoch is returned 27 s after its end: 2 s for the mean that stands for gravity, and 25 s until its lasting
/// change is known.
public struct EpochBuilder: Sendable {
  /// Magnitudes above this many noise floors count as activity. A still part exceeds it once in a thousand readings.
  private static let activityThreshold: Float = 2.6

  /// The noise floor learned so far, to be stored.
  public private(set) var noiseFloor: NoiseFloor

  private let source: MotionSource
  private var frozenChip: FrozenChip
  private var gravity: GravityRemoval
  private var band: MicroMotionBand
  private var seconds: SecondRing
  private var gathered = GatheredEpoch()
  /// The last epoch while its lasting change is unknown.
  private var pending: Epoch?
  /// How many readings have left the removal of gravity; negative before the first.
  private var position: Int
  private var second = 0
  private var secondEnd: Int
  private var secondSum = SIMD4<Int32>()
  private var secondPeak: Float = 0
  /// The epochs so far, if they will be measured again.
  private var gatheredEpochs: [GatheredEpoch.Gist]?

  /// A builder at the beginning of an epoch, with the device's noise floor if that is known. `measuresAgain` keeps
  /// what `measured(again:)` needs, some hundred bytes for each epoch.
  public init(
    _ source: MotionSource, noiseFloor: NoiseFloor = NoiseFloor(), measuresAgain: Bool = false
  ) {
    self.source = source
    self.noiseFloor = noiseFloor
    gatheredEpochs = measuresAgain ? [] : nil
    frozenChip = FrozenChip(source)
    gravity = GravityRemoval(source)
    band = MicroMotionBand(rateHz: source.rateHz)
    seconds = SecondRing(source)
    position = -gravity.delaySamples
    secondEnd = Int(source.rateHz.rounded())
  }

  /// How long after its end an epoch is returned, in milliseconds.
  public var delayMilliseconds: Int {
    Int(Double(gravity.delaySamples) / source.rateHz * 1000) + SecondRing.lookAheadSeconds * 1000
  }

  /// Whether the part repeats the same reading over and over.
  public var isFrozen: Bool { frozenChip.isFrozen }

  /// Adds the next reading, nil for a missing one. Returns the epoch that it completes; nil if it completes none.
  @inline(__always)
  public mutating func add(_ sample: MotionSample?) -> Epoch? {
    let motion = gravity.filter(frozenChip.vector(sample))
    position += 1
    guard position > 0 else { return nil }
    let micro = band.filter(motion)
    if motion.w != 0 { gather(motion, micro) }
    return position == secondEnd ? endSecond() : nil
  }

  /// Returns the unfinished epochs, up to two. One with less than half of its readings is left out.
  public mutating func finish() -> [Epoch] {
    let whole = Int((Double(position + gravity.delaySamples) / source.rateHz / 30).rounded())
    let emitted = (second - SecondRing.lookAheadSeconds) / 30
    var epochs: [Epoch] = []
    while epochs.count < whole - max(0, emitted) {
      if let epoch = add(nil) { epochs.append(epoch) }
    }
    return epochs
  }

  /// Measures the returned epochs again, with the noise floor learned since.
  func measured(again epochs: [Epoch]) -> [Epoch] {
    var floor = noiseFloor
    return zip(epochs, gatheredEpochs ?? []).map { epoch, gist in
      var measured = measure(gist, by: &floor)
      measured.changeMilligee = epoch.changeMilligee
      return measured
    }
  }

  @inline(__always)
  private mutating func gather(_ motion: SIMD4<Float>, _ micro: SIMD4<Float>) {
    let square = motion * motion
    let magnitude = (square.x + square.y + square.z).squareRoot()
    let microSquare = micro * micro
    gathered.add(magnitude, microSquare.x + microSquare.y + microSquare.z)
    secondSum &+= gravity.judged
    secondPeak = max(secondPeak, magnitude)
  }

  private mutating func endSecond() -> Epoch? {
    seconds.add(sum: secondSum, peak: secondPeak)
    secondSum = SIMD4<Int32>()
    secondPeak = 0
    second += 1
    secondEnd = Int((Double(second + 1) * source.rateHz).rounded())
    let phase = second % (Epoch.milliseconds / 1000)
    if phase == 0 { endEpoch() }
    return phase == SecondRing.lookAheadSeconds ? release() : nil
  }

  private mutating func endEpoch() {
    let gist = gathered.gist(
      expected: source.rateHz * Double(Epoch.milliseconds) / 1000,
      threshold: EpochBuilder.activityThreshold)
    pending = measure(gist, by: &noiseFloor)
    gatheredEpochs?.append(gist)
    gathered.clear()
  }

  private func measure(_ gist: GatheredEpoch.Gist, by floor: inout NoiseFloor) -> Epoch {
    if gist.share >= 0.5, let median = gist.median { floor.learn(medianMilligee: median) }
    return gist.epoch(
      floorMilligee: floor.milligee.map(source.audibleMilligee), threshold: EpochBuilder.activityThreshold)
  }

  private mutating func release() -> Epoch? {
    guard var epoch = pending else { return nil }
    pending = nil
    epoch.changeMilligee = seconds.change(minimumSamples: Int32(source.rateHz * 10))
    return epoch
  }
}

/// The data of the unfinished epoch.
private struct GatheredEpoch: Sendable {
  /// The ratio of the median to the lower quartile for noise on three axes (Maxwell's distribution).
  private static let medianByQuartile: Float = 1.397

  private var magnitudes = MagnitudeHistogram()
  private var peak: Float = 0
  private var microSum: Float = 0

  @inline(__always)
  mutating func add(_ magnitude: Float, _ microSquare: Float) {
    magnitudes.add(magnitude)
    peak = max(peak, magnitude)
    microSum += microSquare
  }

  mutating func clear() {
    magnitudes.clear()
    peak = 0
    microSum = 0
  }

  /// What is needed to measure the epoch by any noise floor. `threshold` is in noise floors, and `expected` is the
  /// number of readings in an epoch.
  func gist(expected: Double, threshold: Float) -> Gist {
    let loudness = (magnitudes.quantile(0.25) ?? 0) * GatheredEpoch.medianByQuartile
    return Gist(
      share: Float(magnitudes.total) / Float(expected), median: magnitudes.quantile(0.5), loudness: loudness,
      tail: magnitudes.tail(above: threshold * loudness), peak: peak,
      microMilligeeSquared: magnitudes.total > 0 ? microSum / Float(magnitudes.total) : 0)
  }

  /// An epoch that is not measured yet. Magnitudes are in milligee.
  struct Gist: Hashable, Sendable {
    /// The share of its readings that are present.
    let share: Float
    /// The median magnitude; nil without readings.
    let median: Float?
    /// The loudness of the quieter part of the epoch itself.
    let loudness: Float
    /// The magnitudes above the threshold by that loudness.
    let tail: MagnitudeHistogram.Tail
    let peak: Float
    let microMilligeeSquared: Float

    func epoch(floorMilligee: Float?, threshold: Float) -> Epoch {
      guard let floor = floorMilligee, let median else { return .missing }
      return Epoch(
        count: tail.sum(above: threshold * max(floor, loudness)) / floor / share, peakMilligee: peak,
        changeMilligee: nil, microMilligeeSquared: microMilligeeSquared, medianMilligee: median,
        missingShare: max(0, 1 - share))
    }
  }
}

/// The vector sum and the peak of each of the last 80 seconds: an epoch, and 25 s on either side.
struct SecondRing: Hashable, Sendable {
  /// Over how many seconds a mean vector is taken.
  private static let meanSeconds = 20
  /// How many seconds on either side of a peak are left out, since they have the jolt itself.
  private static let guardSeconds = 5
  /// After how many seconds from an epoch's end its change is known.
  static let lookAheadSeconds = meanSeconds + guardSeconds
  private static let epochSeconds = Epoch.milliseconds / 1000
  private static let length = epochSeconds + 2 * lookAheadSeconds

  private let milligeePerLSB: Float
  /// Sums of counts, with the number of readings in the fourth lane.
  private var sums = [SIMD4<Int32>](repeating: SIMD4<Int32>(), count: length)
  private var peaks = [Float](repeating: 0, count: length)
  /// The index of the second that has just ended.
  private var last = 0

  init(_ source: MotionSource) { milligeePerLSB = Float(source.milligeePerLSB) }

  mutating func add(sum: SIMD4<Int32>, peak: Float) {
    last = last + 1 == SecondRing.length ? 0 : last + 1
    sums[last] = sum
    peaks[last] = peak
  }

  /// The lasting change of the mean vector around the peak of the epoch that ended `lookAheadSeconds` ago, in
  /// milligee; nil if too many readings are missing.
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
