import Peripherals
import SimulatedBoard
import Testing

/// An accelerometer over minutes, without faults.
struct AccelerometerRunTests {
  @Test("Every sample is returned once, in order and with its time", arguments: kindsAndClocks)
  func whole(kind: AccelerometerKind, busHertz: Int) {
    let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
    var session = bench.session()
    let run = bench.run(&session, forMilliseconds: 120_000)
    #expect(run.gaps == [] && run.misplaced(toleranceMilliseconds: tolerance(kind, busHertz)) == [])
    #expect((120 * 25 - 40...120 * 25).contains(run.samples.count))
    #expect(run.outcomes.count <= 120 * 4 + 1)
    #expect(bench.chip.violations == [] && session.faults == 0 && session.resets == 0)
  }

  @Test(
    "Nothing is lost with a clock off by 3 % and a frame on the bus",
    arguments: kindsAndClocks)
  func tolerances(kind: AccelerometerKind, busHertz: Int) {
    // 1,048 bytes of a frame, at nine clocks each.
    let frame = 1_048 * 9 * 1_000 / busHertz + 1
    for clockErrorMillionths in [-30_000, 30_000] {
      let bench = AccelerometerBench(kind, busHertz: busHertz, clockErrorMillionths: clockErrorMillionths)
      var session = bench.session()
      let run = bench.run(&session, forMilliseconds: 60_000, lateMilliseconds: frame)
      #expect(run.gaps == [] && session.overruns == 0)
      let due = 60.0 * 25 * (1 + Double(clockErrorMillionths) / 1_000_000)
      #expect(abs(Double(run.samples.count) - due) < 45)
    }
  }

  private static let wired: [(AccelerometerKind, AccelerometerInterrupt.Pin, Int)] = [
    (.adxl345, .one, 100_000), (.adxl345, .one, 400_000), (.adxl345, .two, 400_000), (.lis3dh, .one, 100_000),
  ]

  @Test("An interrupt line ends the wait", arguments: wired)
  func interrupt(kind: AccelerometerKind, pin: AccelerometerInterrupt.Pin, busHertz: Int) {
    for isActiveLow in [false, true] {
      let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
      let wire = AccelerometerInterrupt(pin: pin, isActiveLow: isActiveLow)
      var session = bench.session(interrupt: wire)
      let run = bench.run(&session, forMilliseconds: 60_000, wire: wire)
      #expect(session.usesInterrupt)
      #expect(run.wrongLevels == 0 && run.interrupts == run.outcomes.count - 1)
      #expect(run.gaps == [] && run.misplaced() == [] && run.outcomes.count <= 60 * 4)
      #expect(bench.chip.violations == [])
    }
  }

  @Test("A cut line costs only time", arguments: kindsAndClocks)
  func cutLine(kind: AccelerometerKind, busHertz: Int) {
    let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
    var session = bench.session(interrupt: AccelerometerInterrupt(isActiveLow: true))
    let run = bench.run(&session, forMilliseconds: 60_000, lateMilliseconds: 20)
    #expect(run.gaps == [] && run.misplaced() == [] && session.overruns == 0)
  }

  @Test(
    "Without a watermark on the pin, the clock decides when to read",
    arguments: [(AccelerometerKind.mpu6050, AccelerometerInterrupt.Pin.one), (.lis3dh, .two)])
  func noInterrupt(kind: AccelerometerKind, pin: AccelerometerInterrupt.Pin) {
    let bench = AccelerometerBench(kind)
    var session = bench.session(interrupt: AccelerometerInterrupt(pin: pin, isActiveLow: true))
    let outcome = bench.service(&session)
    #expect(!session.usesInterrupt && outcome.nextServiceMilliseconds == 1_080)
    #expect(bench.chip.nextInterruptNanoseconds == nil)
  }

  @Test("Calls that come early do no harm", arguments: kindsAndClocks)
  func early(kind: AccelerometerKind, busHertz: Int) {
    let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
    var session = bench.session()
    var run = Run()
    for step in 0...1_000 {
      bench.advance(toMilliseconds: step * 21)
      run.note(bench.service(&session))
    }
    #expect(run.gaps == [] && run.misplaced(toleranceMilliseconds: tolerance(kind, busHertz)) == [])
    let expected = 21 * 25
    #expect((expected - 40...expected + 1).contains(run.samples.count))
  }

  /// A sample has the time of its newest reading, which may be late by one reading's time; a count of the ramp lasts up
  /// to 40 ms.
  private func tolerance(_ kind: AccelerometerKind, _ busHertz: Int) -> Int {
    kind == .adxl345 && busHertz == 400_000 ? 35 : 65
  }
}
