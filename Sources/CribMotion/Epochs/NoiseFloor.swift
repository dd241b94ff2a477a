/// The magnitude that a part shows when nothing moves: a low percentile of the epochs' medians. It belongs to one
/// device and is stored as one number.
public struct NoiseFloor: Hashable, Sendable {
  /// The share of epochs that are taken to be still.
  private static let share: Float = 0.1
  /// Two days of epochs. Beyond that, older epochs lose weight.
  private static let fullWeight: UInt32 = 5760
  /// A stored floor has the weight of an hour of epochs.
  private static let storedWeight = 120
  /// No real part is quieter. The limit keeps ratios finite for synthetic readings.
  static let lowestMilligee: Float = 0.01

  private var medians = MagnitudeHistogram()

  /// The floor of an unknown device.
  public init() {}

  /// The floor of a device that was measured before, in milligee.
  public init(storedMilligee: Float) {
    for _ in 0..<NoiseFloor.storedWeight { medians.add(max(storedMilligee, NoiseFloor.lowestMilligee)) }
  }

  /// The floor in milligee; nil before the first epoch.
  public var milligee: Float? {
    medians.quantile(NoiseFloor.share).map { max($0, NoiseFloor.lowestMilligee) }
  }

  /// Learns from an epoch's median.
  mutating func learn(medianMilligee: Float) {
    medians.add(medianMilligee)
    if medians.total > NoiseFloor.fullWeight { medians.halve() }
  }
}

/// Magnitudes in bins of equal ratio, sixteen to the octave, for quantiles and sums above a threshold in constant
/// memory.
struct MagnitudeHistogram: Hashable, Sendable {
  /// From 2⁻⁷ to 2¹⁷: from below any part's noise to above any range in milligee, and above any activity count.
  private static let octaves = 24
  private static let lowestExponent = -7
  private static let binsPerOctave = 16
  /// The leading bits of the lowest magnitude that has a bin: its exponent and four digits.
  private static let firstKey = Int(
    (Float(sign: .plus, exponent: lowestExponent, significand: 1)).bitPattern >> 19)
  static let binCount = octaves * binsPerOctave

  private(set) var weights = [UInt32](repeating: 0, count: binCount)
  private(set) var sums = [Float](repeating: 0, count: binCount)
  private(set) var total: UInt32 = 0

  mutating func add(_ magnitude: Float) {
    let bin = MagnitudeHistogram.bin(of: magnitude)
    weights[bin] += 1
    sums[bin] += magnitude
    total += 1
  }

  mutating func clear() {
    for bin in weights.indices {
      weights[bin] = 0
      sums[bin] = 0
    }
    total = 0
  }

  /// Halves the weight of everything added so far.
  mutating func halve() {
    total = 0
    for bin in weights.indices {
      weights[bin] /= 2
      sums[bin] /= 2
      total += weights[bin]
    }
  }

  /// The magnitude below which a share of the weight lies; nil if there is none.
  func quantile(_ share: Float) -> Float? {
    guard total > 0 else { return nil }
    let wanted = share * Float(total)
    var below: Float = 0
    for bin in weights.indices where weights[bin] > 0 {
      let weight = Float(weights[bin])
      if below + weight >= wanted {
        let lower = MagnitudeHistogram.lowerBound(ofBin: bin)
        let width = MagnitudeHistogram.lowerBound(ofBin: bin + 1) - lower
        return lower + width * max(0, (wanted - below) / weight)
      }
      below += weight
    }
    return nil
  }

  /// What is needed for the sum above this threshold or any higher one.
  func tail(above threshold: Float) -> Tail {
    let first = MagnitudeHistogram.bin(of: threshold)
    let end = sums.lastIndex { $0 > 0 }.map { max($0 + 1, first) } ?? first
    return Tail(first: first, sums: Array(sums[first..<end]))
  }

  /// The sums of the bins from `first` on.
  struct Tail: Hashable, Sendable {
    let first: Int
    let sums: [Float]

    /// The sum of the magnitudes above a threshold. The bin that contains the threshold counts in part.
    func sum(above threshold: Float) -> Float {
      let cut = MagnitudeHistogram.bin(of: threshold)
      guard cut - first < sums.count else { return 0 }
      let lower = MagnitudeHistogram.lowerBound(ofBin: cut)
      let upper = MagnitudeHistogram.lowerBound(ofBin: cut + 1)
      var sum = sums[cut - first] * max(0, min(1, (upper - threshold) / (upper - lower)))
      for place in (cut - first + 1)..<sums.count { sum += sums[place] }
      return sum
    }
  }

  /// The bin of a magnitude. The exponent and leading digits of a float are its logarithm in sixteenths.
  private static func bin(of magnitude: Float) -> Int {
    let key = Int(magnitude.bitPattern >> 19) - firstKey
    return min(max(key, 0), binCount - 1)
  }

  private static func lowerBound(ofBin bin: Int) -> Float {
    Float(bitPattern: UInt32(firstKey + bin) << 19)
  }
}
