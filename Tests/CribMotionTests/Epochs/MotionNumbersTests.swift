import Glibc
import Testing

@testable import CribMotion

/// Functions that are written without the library, compared with the library's.
@Suite struct MotionNumbersTests {
  @Test("The logarithm agrees with the library's to the last digits")
  func theLogarithmAgreesWithTheLibrarysToTheLastDigits() {
    var value = 1e-300
    while value < 1e300 {
      let error = abs(NaturalLogarithm.of(value) - log(value))
      #expect(error <= 4e-16 * abs(log(value)), "\(value)")
      value *= 1.618
    }
    for count in 1...2000 {
      #expect(abs(NaturalLogarithm.of(Double(count)) - log(Double(count))) <= 4e-16 * log(Double(count)))
    }
    #expect(NaturalLogarithm.of(1) == 0)
  }

  @Test("Sine and cosine agree with the library's from zero to one")
  func sineAndCosineAgreeWithTheLibrarysFromZeroToOne() {
    for step in 0...1000 {
      let angle = Double(step) / 1000
      let (sine, cosine) = CircularFunctions.sineAndCosine(angle)
      #expect(abs(sine - sin(angle)) <= 1e-15)
      #expect(abs(cosine - cos(angle)) <= 1e-15)
    }
  }

  @Test("A quantile is within a sixteenth of an octave")
  func aQuantileIsWithinASixteenthOfAnOctave() throws {
    var histogram = MagnitudeHistogram()
    for step in 1...1000 { histogram.add(Float(step) / 10) }
    for share in [Float(0.1), 0.25, 0.5, 0.9] {
      let quantile = try #require(histogram.quantile(share))
      #expect(abs(quantile / (share * 100) - 1) < 0.03)
    }
    #expect(abs(histogram.tail(above: 20).sum(above: 50) / 37_525 - 1) < 0.01)
    histogram.clear()
    #expect(histogram.quantile(0.5) == nil)
  }

  @Test(
    "The threshold of a part that is quieter than its rounding follows from the rounding",
    arguments: [(0.5, 1.5), (2.0, 2.0)])
  func rounding(floor: Float, audible: Float) throws {
    let source = try #require(MotionSource(rateHz: 25, milligeePerLSB: 1))
    #expect(source.audibleMilligee(floor) == audible)
    let calibration = MotionCalibration(noiseFloorMilligee: floor, emptyMicroMilligeeSquared: 0.02)
    #expect(calibration.isMicroMotionUsable(source) == (audible == floor))
  }

  @Test(
    "How strong a jolt makes an edge depends on the tilt and the mount",
    arguments: [
      // Firm mount; weak mount; a large tilt; almost no tilt; a large tilt of a very weak mount.
      (81.0, 3.0, 1.0, true), (79, 3, 1, false), (30, 3, 0.35, true), (27, 3, 0.35, false), (41, 12, 1, true),
      (39, 12, 1, false), (300, 1.9, 1, false), (19, 30, 0.25, false), (21, 30, 0.25, true),
    ])
  func handlingEdge(peak: Float, change: Float, firmness: Float, isEdge: Bool) {
    let epoch = Epoch(
      count: 500, peakMilligee: peak, changeMilligee: change, microMilligeeSquared: 1, medianMilligee: 2,
      missingShare: 0)
    #expect((HandlingEdge(epoch, floorMilligee: 2, firmness: firmness) != nil) == isEdge)
  }
}
