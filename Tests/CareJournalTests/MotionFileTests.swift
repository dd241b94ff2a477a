import CareJournal
import CribMotion
import Nursery
import SimulatedBoard
import Testing

/// `motion.json`: what is written is read, damage is noticed, and nonsense is rejected.
@Suite struct MotionFileTests {
  private static func kept(micro: Float? = 0.0625, gain: Float? = 4.5) throws -> KeptCalibration {
    KeptCalibration(
      source: try #require(MotionSource(rateHz: 25, milligeePerLSB: 0.9765625)),
      calibration: MotionCalibration(
        noiseFloorMilligee: 2.75, emptyMicroMilligeeSquared: micro, activityGain: gain))
  }

  @Test func whatIsWrittenIsRead() throws {
    let odd = try Self.kept(micro: 0.1, gain: 1 / 3)
    for kept in [try Self.kept(), try Self.kept(micro: nil, gain: nil), odd] {
      #expect(SmallFile.motion.content(in: SmallFile.motion.bytes(kept)) == kept)
    }
  }

  @Test func itsTextIsAPromise() throws {
    let text = String(decoding: SmallFile.motion.bytes(try Self.kept()), as: UTF8.self)
    let start =
      #"{"v":1,"rateHz":25.0,"milligeePerCount":0.9765625,"noiseFloorMilligee":2.75,"#
      + #""emptyMicroMilligeeSquared":0.0625,"activityGain":4.5,"crc":""#
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.hasSuffix("\"}\n"))
  }

  @Test func everyFlippedBitIsNoticed() throws {
    let bytes = SmallFile.motion.bytes(try Self.kept())
    for index in bytes.indices.dropLast() {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        #expect(SmallFile.motion.content(in: damaged) == nil, "byte \(index) bit \(bit)")
      }
    }
  }

  @Test func impossibleValuesAreNotBelieved() throws {
    let source = try Self.kept().source
    for floor: Float in [0, -1, .infinity, 1e6] {
      let kept = KeptCalibration(
        source: source, calibration: MotionCalibration(noiseFloorMilligee: floor))
      #expect(SmallFile.motion.content(in: SmallFile.motion.bytes(kept)) == nil, "\(floor)")
    }
  }

  @Test(arguments: 1...8)
  func aPowerCutLeavesTheOldFileOrTheNewOne(operation: Int) throws {
    let (old, new) = (try Self.kept(gain: nil), try Self.kept())
    for seed: UInt64 in 0..<32 {
      let disk = SimulatedDisk(files: [SmallFile.motion.path: SmallFile.motion.bytes(old)])
      disk.cutPower(atOperation: operation)
      var isSaved = false
      do {
        try SmallFile.motion.save(new, in: disk)
        isSaved = true
      } catch {}
      disk.powerCut(seed: seed)
      let found = try #require(try SmallFile.motion.read(from: disk).content)
      #expect(isSaved ? found == new : found == old || found == new)
    }
  }

  @Test func aMissingFileHasNoContent() throws {
    #expect(try SmallFile.motion.read(from: SimulatedDisk()) == .missing)
  }
}
