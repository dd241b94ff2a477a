import Peripherals
import SimulatedBoard
import Testing

/// Samples have the values that the part measures.
struct AccelerometerValueTests {
  private static let directions = [
    Acceleration(x: 0, y: 0, z: 1_000), Acceleration(x: 1, y: -1, z: 0),
    Acceleration(x: -1_234, y: 777, z: -3), Acceleration(x: 1_990, y: -1_990, z: 1_500),
    Acceleration(x: -3_900, y: 3_900, z: 2_500), Acceleration(x: 7_900, y: -7_900, z: -6_000),
    Acceleration(x: -15_900, y: 15_900, z: 12_345),
  ]

  @Test(
    "Samples are within a count of the acceleration at every range", arguments: kindsAndClocks,
    AccelerometerRange.allCases)
  func values(kindAndClock: (AccelerometerKind, Int), range: AccelerometerRange) throws {
    let limit = Double(range.gee) * 1_000
    for felt in Self.directions where [felt.x, felt.y, felt.z].allSatisfy({ abs($0) < limit }) {
      let bench = AccelerometerBench(
        kindAndClock.0, busHertz: kindAndClock.1, motion: { _ in felt })
      let batch = try #require(first(bench, range))
      let milligee = batch.milligeePerCount
      // The chip's own count, since four readings are added up.
      let tolerance = kindAndClock.0 == .adxl345 ? 3.90625 : milligee
      for sample in batch.samples {
        #expect(abs(Double(sample.x) * milligee - felt.x) <= tolerance)
        #expect(abs(Double(sample.y) * milligee - felt.y) <= tolerance)
        #expect(abs(Double(sample.z) * milligee - felt.z) <= tolerance)
      }
      #expect(batch.hertz == 25 && bench.chip.violations == [])
    }
  }

  private func first(_ bench: AccelerometerBench, _ range: AccelerometerRange) -> MotionBatch? {
    var session = bench.session(range)
    return bench.run(&session, forMilliseconds: 2_500).batches.first
  }

  /// Counts at a range's ends.
  struct Ends: Sendable, CustomTestStringConvertible {
    var kind: AccelerometerKind
    var busHertz = 100_000
    var range: AccelerometerRange
    var low: Int16
    var high: Int16
    var testDescription: String { "\(kind), ±\(range.gee) g, \(busHertz / 1_000) kHz" }
  }

  @Test(
    "Beyond its range a part returns the ends, with their signs",
    arguments: [
      Ends(kind: .adxl345, range: .two, low: -512, high: 511),
      Ends(kind: .adxl345, range: .sixteen, low: -4_096, high: 4_095),
      Ends(kind: .adxl345, busHertz: 400_000, range: .sixteen, low: -16_384, high: 16_380),
      Ends(kind: .lis3dh, range: .two, low: -2_048, high: 2_047),
      Ends(kind: .lis3dh, range: .sixteen, low: -2_048, high: 2_047),
      Ends(kind: .mpu6050, range: .two, low: -32_768, high: 32_767),
      Ends(kind: .mpu6050, range: .eight, low: -32_768, high: 32_767),
    ])
  func ends(ends: Ends) throws {
    let bench = AccelerometerBench(
      ends.kind, busHertz: ends.busHertz,
      motion: { _ in Acceleration(x: -40_000, y: 40_000, z: 0) })
    let batch = try #require(first(bench, ends.range))
    #expect(batch.samples.allSatisfy { $0 == MotionSample(x: ends.low, y: ends.high, z: 0) })
  }

  private static let scales: [(AccelerometerKind, [Double])] = [
    (.adxl345, [3.90625, 3.90625, 3.90625, 3.90625]), (.lis3dh, [1, 2, 4, 12]),
    (.mpu6050, [1 / 16.384, 1 / 8.192, 1 / 4.096, 1 / 2.048]),
  ]

  @Test("Each range has its scale", arguments: scales)
  func scale(kind: AccelerometerKind, milligee: [Double]) throws {
    for (range, expected) in zip(AccelerometerRange.allCases, milligee) {
      let batch = try #require(first(AccelerometerBench(kind), range))
      #expect(abs(batch.milligeePerCount - expected) < 1e-12)
    }
  }

  @Test("Four readings of an ADXL345 on a fast bus are one sample, and its noise is halved")
  func averaging() throws {
    let noise = Acceleration(x: 20, y: 20, z: 20)
    let deviations = try [100_000, 400_000].map { busHertz in
      let bench = AccelerometerBench(.adxl345, busHertz: busHertz, noise: noise)
      var session = bench.session()
      let run = bench.run(&session, forMilliseconds: 60_000)
      let milligee = try #require(run.batches.first).milligeePerCount
      let values = run.samples.map { Double($0.x) * milligee - Ramp.resting.x }
      return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
    #expect((18...22).contains(deviations[0]))
    #expect((9...11).contains(deviations[1]))
  }
}
