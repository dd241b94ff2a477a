/// Passes motion between 0.3 and 1.2 Hz, on three axes at once: a Butterworth filter with two poles below and four
/// above, so that nothing remains of a humming appliance at 5 Hz or more.
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

/// A filter of two poles, transposed direct form II.
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
  /// For angles of 0 to 1, by their series; the error is below 10⁻¹⁵.
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
