import CribMotion
import Nursery
import Testing

/// Epochs that are built from readings.
@Suite struct EpochBuilderTests {
  private func epochs(_ crib: MadeUpCrib, noiseFloor: NoiseFloor = NoiseFloor()) -> [Epoch] {
    var builder = EpochBuilder(crib.source, noiseFloor: noiseFloor)
    var epochs = crib.samples.compactMap { builder.add($0) }
    epochs += builder.finish()
    return epochs
  }

  @Test("A still crib has no activity")
  func aStillCribHasNoActivity() throws {
    var crib = MadeUpCrib(seed: 1)
    crib.add(.still, seconds: 300)
    let epochs = epochs(crib)
    #expect(epochs.count == 10)
    for epoch in epochs {
      // The noise of three axes has a deviation of 1.2 mg each. With rounding to whole counts the median is near 1.9.
      #expect((1.6...2.1).contains(epoch.medianMilligee))
      #expect(epoch.count < 20)
      #expect(epoch.peakMilligee < 7)
      #expect(epoch.missingShare < 0.02)
    }
    #expect(epochs[3].changeMilligee.map { $0 < 0.5 } == true)
  }

  @Test("Motion is counted in noise floors")
  func motionIsCountedInNoiseFloors() {
    var crib = MadeUpCrib(seed: 2)
    crib.add(.still, seconds: 90)
    crib.add(.lively, seconds: 60)
    crib.add(.still, seconds: 90)
    let quiet = epochs(crib)
    let lively = quiet[3].count
    #expect(lively > 200)
    #expect(quiet[1].count < 20)
    // For a part that is known to be twice as loud, only motion above 5.2 of its floors counts, in units twice as
    // large.
    let doubled = epochs(crib, noiseFloor: NoiseFloor(storedMilligee: quiet[1].medianMilligee * 2))[3].count
    #expect(doubled > lively * 0.3 && doubled < lively * 0.55)
  }

  @Test("Handling leaves a lasting change but a lively baby does not")
  func handlingLeavesALastingChangeButALivelyBabyDoesNot() {
    var crib = MadeUpCrib(seed: 3)
    crib.add(.still, seconds: 100)
    crib.add(.handled(tilt: 6), seconds: 20)
    crib.add(.still, seconds: 180)
    let epochs = epochs(crib)
    let edge = epochs[3]
    #expect(edge.peakMilligee > 80)
    #expect(edge.changeMilligee.map { (5.5...6.5).contains($0) } == true)
    #expect(epochs[6].changeMilligee.map { $0 < 0.5 } == true)
  }

  @Test("A gap is marked as missing", arguments: [(0.0, 20.0), (1.0, 20.0), (7.4, 20.0), (3.0, 45.0)])
  func aGapIsMarkedAsMissing(start: Double, seconds: Double) {
    var crib = MadeUpCrib(seed: 4)
    crib.add(.still, seconds: 60 + start)
    crib.add(.missing, seconds: seconds)
    crib.add(.still, seconds: 115 - start - seconds + 5)
    let epochs = epochs(crib)
    #expect(epochs.count == 6)
    let missing = epochs.reduce(0) { $0 + $1.missingShare } * 30
    #expect(abs(Double(missing) - seconds) < 3)
    #expect(epochs[2].isGap)
    #expect(epochs[2].changeMilligee == nil)
    #expect(!epochs[5].isGap)
  }

  @Test("A part that repeats itself is a gap after ten seconds")
  func aPartThatRepeatsItselfIsAGapAfterTenSeconds() {
    var crib = MadeUpCrib(seed: 5)
    crib.add(.still, seconds: 60)
    crib.add(.frozen, seconds: 120)
    let epochs = epochs(crib)
    #expect(epochs.map { $0.isGap } == [false, false, true, true, true, true])
  }

  @Test("An epoch lasts thirty seconds at every rate", arguments: [10.0, 12.5, 24.4, 25, 26, 50, 100])
  func anEpochLastsThirtySecondsAtEveryRate(rateHz: Double) {
    var crib = MadeUpCrib(seed: 6, rateHz: rateHz)
    crib.add(.still, seconds: 95)
    #expect(epochs(crib).count == 3)
  }

  @Test("Sway is seen in its band and faster motion is not")
  func swayIsSeenInItsBandAndFasterMotionIsNot() {
    var still = MadeUpCrib(seed: 7)
    still.add(.still, seconds: 120)
    var swaying = MadeUpCrib(seed: 7)
    swaying.add(.swaying(3), seconds: 120)
    let (low, high) = (epochs(still)[2].microMilligeeSquared, epochs(swaying)[2].microMilligeeSquared)
    // A sway of 3 mg along (0.4, 0.4, 0.8), in half waves of parabolas, has a mean square of 4.6. The mean over 4 s
    // removes an eighth of its amplitude.
    #expect((2.6...4.4).contains(high - low))
    #expect(low > 0.3 && low < 1)
  }

  @Test("The noise floor is learnt and returned")
  func theNoiseFloorIsLearntAndReturned() throws {
    var crib = MadeUpCrib(seed: 8)
    crib.add(.still, seconds: 200)
    crib.add(.lively, seconds: 400)
    var builder = EpochBuilder(crib.source)
    for sample in crib.samples { _ = builder.add(sample) }
    let floor = try #require(builder.noiseFloor.milligee)
    #expect((1.6...2.1).contains(floor))
    let stored = try #require(NoiseFloor(storedMilligee: floor).milligee)
    #expect(abs(stored - floor) < 0.05 * floor)
    #expect(NoiseFloor().milligee == nil)
  }

  @Test("An absurd part is refused", arguments: [(9.9, 1.0), (100.1, 1), (25, 0), (25, 65), (.nan, 1)])
  func anAbsurdPartIsRefused(rateHz: Double, scale: Double) {
    #expect(MotionSource(rateHz: rateHz, milligeePerLSB: scale) == nil)
  }
}
