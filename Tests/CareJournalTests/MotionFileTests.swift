import CareJournal
import CribMotion
import Nursery
import SimulatedBoard
import Testing

/// `motion.json`: what is written is read, and nonsense is rejected.
@Suite struct MotionFileTests {
  private static func kept(micro: Float? = 0.0625, gain: Float? = 4.5) throws -> KeptCalibration {
    KeptCalibration(
      source: try #require(MotionSource(rateHz: 25, milligeePerLSB: 0.9765625)),
      calibration: MotionCalibration(
        noiseFloorMilligee: 2.75, emptyMicroMilligeeSquared: micro, activityGain: gain))
  }

  @Test("What is written is read")
  func whatIsWrittenIsRead() throws {
    let odd = try Self.kept(micro: 0.1, gain: 1 / 3)
    for kept in [try Self.kept(), try Self.kept(micro: nil, gain: nil), odd] {
      #expect(SmallFile.motion.content(in: SmallFile.motion.bytes(kept)) == kept)
    }
  }

  @Test("Its text is a promise")
  func itsTextIsAPromise() throws {
    let text = String(decoding: SmallFile.motion.bytes(try Self.kept()), as: UTF8.self)
    let start =
      #"{"v":1,"rateHz":25.0,"milligeePerCount":0.9765625,"noiseFloorMilligee":2.75,"#
      + #""emptyMicroMilligeeSquared":0.0625,"activityGain":4.5,"crc":""#
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.hasSuffix("\"}\n"))
  }

  @Test("Impossible values are not believed")
  func impossibleValuesAreNotBelieved() throws {
    let source = try Self.kept().source
    for floor: Float in [0, -1, .infinity, 1e6] {
      let kept = KeptCalibration(
        source: source, calibration: MotionCalibration(noiseFloorMilligee: floor))
      #expect(SmallFile.motion.content(in: SmallFile.motion.bytes(kept)) == nil, "\(floor)")
    }
  }

  @Test("A missing file has no content")
  func aMissingFileHasNoContent() throws {
    #expect(try SmallFile.motion.read(from: SimulatedDisk()) == .missing)
  }
}
