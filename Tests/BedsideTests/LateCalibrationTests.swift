import CribMotion
import Nursery
import Testing

@testable import Bedside

/// What was kept of the accelerometer, when the log that it lies beside could be read only later.
@Suite struct LateCalibrationTests {
  private static func calibration(empty: Float) throws -> KeptCalibration {
    KeptCalibration(
      source: try #require(MotionSource(rateHz: 25, milligeePerLSB: 1)),
      calibration: MotionCalibration(noiseFloorMilligee: 2.5, emptyMicroMilligeeSquared: empty))
  }

  private static func moment(_ milliseconds: Int) -> Moment {
    Moment(boot: BootTime(boot: 1, milliseconds: milliseconds), wall: nil, trust: .none)
  }

  /// A box that has read the accelerometer for a minute, and what it does when its log comes.
  private func effects(
    known: KeptCalibration?, late: KeptCalibration?
  ) throws -> (model: BedsideModel, kept: [KeptCalibration]) {
    let baby = Baby(
      birthdate: CivilDate(daysSinceEpoch: 20_345), bedtime: WallTime(minutesAfterMidnight: 1_140))
    var settings = BedsideSettings(
      residents: [BedsideSettings.Resident(id: BabyID(number: 1), name: "Mia", baby: baby)], zone: .utc)
    settings.motion.mode = .suggest
    settings.motion.calibration = known
    var model = BedsideModel(
      settings: settings, logs: [:], clocks: ClockHistory(), idSeed: 1, box: BoxCondition())
    for second in 1...60 {
      let samples = (0..<25).map { MotionSample(x: Int16($0 % 3), y: 0, z: 1_000) }
      let reading = MotionReading(
        rateHz: 25, milligeePerLSB: 1, samples: samples, followsGap: false,
        newestMilliseconds: second * 1_000)
      _ = model.handle(.motion(reading), at: Self.moment(second * 1_000))
    }
    let log = BedsideModel.LateLog(
      logs: [:], clocks: ClockHistory(), boot: 1, lines: 1, damagedLines: 0, calibration: late)
    let kept = model.handle(log, at: Self.moment(61_000)).compactMap { effect in
      if case .keepCalibration(let calibration) = effect { calibration } else { nil }
    }
    return (model, kept)
  }

  @Test func whatWasKeptIsInUseFromThenOn() throws {
    let kept = try Self.calibration(empty: 0.25)
    let (model, handedOver) = try effects(known: nil, late: kept)
    #expect(model.calibration == kept)
    #expect(model.crib.witness?.source == kept.source)
    #expect(handedOver.isEmpty)
  }

  @Test func whatWasMeasuredMeanwhileIsNewer() throws {
    let measured = try Self.calibration(empty: 0.5)
    let (model, handedOver) = try effects(known: measured, late: try Self.calibration(empty: 0.25))
    #expect(model.calibration == measured)
    #expect(handedOver == [measured])
  }
}
