/// Magnitudes in bins of equal ratio, sixteen to the octave: a median, a percentile and a sum above a threshold
/// in constant memory.
struct MagnitudeHistogram: Hashable, Sendable {
  /// From 2⁻⁷ to 2¹⁷: milligee from below any part's noise to above any range, and every activity count.
  private static let octaves = 24
  private static let lowestExponent = -7
  private static let binsPerOctave = 16
  /// The bit pattern's exponent and first four digits after it, of the lowest magnitude that has a bin.
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

  /// Lets what came before count half.
  mutating func halve() {
    total = 0
    for bin in weights.indices {
      weights[bin] /= 2
      sums[bin] /= 2
      total += weights[bin]
    }
  }

  /// The magnitude below which a share of the weight lies; nil without any.
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

  /// The sum of the magnitudes above a threshold; of the bin that it cuts, the share above it.
  func sum(above threshold: Float) -> Float {
    let cut = MagnitudeHistogram.bin(of: threshold)
    let (lower, upper) = (
      MagnitudeHistogram.lowerBound(ofBin: cut), MagnitudeHistogram.lowerBound(ofBin: cut + 1)
    )
    var sum = sums[cut] * max(0, min(1, (upper - threshold) / (upper - lower)))
    for bin in (cut + 1)..<max(cut + 1, weights.count) { sum += sums[bin] }
    return sum
  }

  /// A magnitude's bin, read off its bits: exponent and leading digits are its logarithm in sixteenths.
  private static func bin(of magnitude: Float) -> Int {
    let key = Int(magnitude.bitPattern >> 19) - firstKey
    return (0...binCount - 1).clamped(key)
  }

  private static func lowerBound(ofBin bin: Int) -> Float {
    Float(bitPattern: UInt32(firstKey + bin) << 19)
  }
}
