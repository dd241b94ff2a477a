import Foundation
import Peripherals
import SimulatedBoard
import Testing

/// Every transfer of bring-up and of some drains with every mishap, on every part: within ten seconds after the bus
/// works, samples come again, each in its place.
///
/// `CRIBSIDE_FULL=1` tries every transfer; otherwise every fifth, each with a different mishap.
struct AccelerometerMishapTests {
  private static let isFull = ProcessInfo.processInfo.environment["CRIBSIDE_FULL"] == "1"
  private static let mishaps: [(trouble: BusTrouble, seconds: Int)] = [
    (.nack, 0), (.stuck, 0), (.short, 0), (.garbage, 0), (.blocked, 0), (.nack, 60), (.stuck, 60),
    (.garbage, 5), (.blocked, 20), (.absent, 1), (.absent, 60),
  ]

  @Test("Whichever transfer goes wrong, samples come again", arguments: AccelerometerKind.allCases)
  func everyTransfer(kind: AccelerometerKind) throws {
    for transfer in 1...80 {
      for (index, mishap) in Self.mishaps.enumerated() where Self.isFull || (transfer + index) % 16 == 0 {
        try befall(
          kind,
          BusMishap(
            transfer: transfer, trouble: mishap.trouble, nanoseconds: UInt64(mishap.seconds) * 1_000_000_000))
      }
    }
  }

  private func befall(_ kind: AccelerometerKind, _ mishap: BusMishap) throws {
    let bench = AccelerometerBench(kind, motion: Ramp.motion)
    bench.bus.keepsRecord = false
    var session = bench.session()
    var end: Int?
    bench.bus.mishapBegan = { end = bench.milliseconds + Int($0.nanoseconds / 1_000_000) }
    bench.bus.plan(mishap, at: bench.address)
    var during = Run()
    while bench.bus.transactions < mishap.transfer || end != nil {
      try #require(bench.milliseconds < 200_000, "\(kind): \(mishap) never came")
      let next = bench.milliseconds + 500
      during.outcomes += bench.run(&session, forMilliseconds: 500).outcomes
      bench.advance(toMilliseconds: max(next, bench.milliseconds))
      if let due = end, bench.milliseconds >= due {
        bench.bus.endMishap()
        end = nil
      }
    }
    let settling = bench.run(&session, forMilliseconds: 10_000)
    let after = bench.run(&session, forMilliseconds: 10_000)
    try #require(after.samples.count > 200, "\(kind): \(mishap)")
    try #require(after.misplaced() == [] && after.gaps == [], "\(kind): \(mishap)")
    // Wrong bytes may identify another part, with other registers.
    guard mishap.trouble != .garbage, mishap.trouble != .short else { return }
    try #require(bench.chip.violations == [], "\(kind): \(mishap) \(bench.chip.violations)")
    // Samples read meanwhile are correct or missing, and missing ones are reported.
    try #require(during.misplaced() == [] && settling.misplaced() == [], "\(kind): \(mishap)")
  }
}
