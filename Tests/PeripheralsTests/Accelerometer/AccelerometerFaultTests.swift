import Peripherals
import SimulatedBoard
import Testing

/// Whatever fails, samples are either correct or missing, and missing ones are reported.
struct AccelerometerFaultTests {
  private static let faults: [BusFault] = [
    .noAcknowledge, .timedOut, .arbitrationLost, .other(errno: 5),
  ]

  @Test("Whichever transfer fails, the part is back soon", arguments: kindsAndClocks, [nil, 1, 3])
  func transfers(kindAndClock: (AccelerometerKind, Int), bytesTaken: Int?) {
    var index = 1
    while index < 150, failOnce(index, Self.faults[index % 4], bytesTaken, kindAndClock) { index += 1 }
    #expect((13..<150).contains(index), "as many as bring-up and a drain have")
  }

  /// Whether the failure happened within 1.2 s.
  private func failOnce(
    _ index: Int, _ fault: BusFault, _ bytesTaken: Int?, _ kindAndClock: (AccelerometerKind, Int)
  ) -> Bool {
    let bench = AccelerometerBench(kindAndClock.0, busHertz: kindAndClock.1, motion: Ramp.motion)
    var session = AccelerometerSession(
      bus: bench.bus, kind: bench.kind, address: bench.address,
      setup: AccelerometerSetup(busHertz: bench.bus.clockHertz))
    bench.bus.failTransfer(at: index, with: fault, bytesTaken: bytesTaken)
    let run = bench.run(&session, forMilliseconds: 1_200)
    guard session.faults > 0 else { return false }
    let after = bench.run(&session, forMilliseconds: 4_500)
    let all = Run(outcomes: run.outcomes + after.outcomes)
    #expect(all.misplaced() == [] && bench.chip.violations == [], "transfer \(index)")
    #expect(all.gaps.count <= 1 && after.samples.count > 55, "transfer \(index)")
    #expect(all.gaps.map(\.reason) == [.fault(.bus(fault))], "transfer \(index)")
    checkAccount(all)
    return true
  }

  /// Samples and missing samples together fill the time.
  private func checkAccount(_ run: Run) {
    guard let first = run.batches.first, let last = run.batches.last, first.gapBefore == nil else { return }
    let counted = run.samples.count + run.gaps.reduce(0) { $0 + ($1.missing ?? 0) }
    let start = first.newestMilliseconds - (first.samples.count - 1) * 40
    let due = (last.newestMilliseconds - start) / 40 + 1
    #expect(abs(counted - due) <= 3, "\(counted) of \(due)")
  }

  @Test("A part that is reset before any transfer yields no sample of it", arguments: kindsAndClocks)
  func resets(kind: AccelerometerKind, busHertz: Int) {
    for index in 1...50 {
      let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
      let bus = MeddledBus(bench.bus)
      bus.before = { if $0 == index { bench.chip.reset() } }
      var session = AccelerometerSession(
        bus: bus, kind: kind, setup: AccelerometerSetup(busHertz: busHertz))
      let run = bench.run(&session, forMilliseconds: 5_400)
      #expect(run.misplaced() == [], "transfer \(index)")
      #expect(run.samples.count > 2 * 25 && session.faults == 0, "transfer \(index)")
      #expect(run.gaps.count <= 1 && run.gaps.allSatisfy { $0.reason == .reset }, "transfer \(index)")
      checkAccount(run)
    }
  }

  @Test("A reset in mid-run is found at the next call and leaves a gap", arguments: kindsAndClocks)
  func resetInMidRun(kind: AccelerometerKind, busHertz: Int) throws {
    let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
    var session = bench.session()
    let before = bench.run(&session, forMilliseconds: 10_000)
    bench.chip.reset()
    let run = bench.run(&session, forMilliseconds: 10_000)
    #expect(session.resets == 1 && session.faults == 0)
    #expect(run.outcomes[0].result == .started(try #require(session.part)))
    #expect(run.gaps.map(\.reason) == [.reset])
    checkAccount(Run(outcomes: before.outcomes + run.outcomes))
    #expect(run.misplaced() == [] && bench.chip.violations == [])
  }

  @Test("A changed register is found within a minute", arguments: AccelerometerKind.allCases)
  func bent(kind: AccelerometerKind) throws {
    let bench = AccelerometerBench(kind)
    var session = bench.session()
    _ = bench.run(&session, forMilliseconds: 5_000)
    let range: [UInt8] =
      switch kind {
      case .adxl345: [0x31, 0x0B]
      case .lis3dh: [0x23, 0xB8]
      case .mpu6050: [0x1C, 0x18]
      }
    try bench.bus.write(range, to: bench.address)
    let run = bench.run(&session, forMilliseconds: 65_000)
    #expect(session.resets == 1 && run.gaps.map(\.reason) == [.reset])
    let last = try #require(run.batches.last)
    #expect(abs(Double(last.samples[0].z) * last.milligeePerCount - 930) < 4)
  }

  @Test("An overrun FIFO is a gap of as many samples as the time shows", arguments: kindsAndClocks)
  func overrun(kind: AccelerometerKind, busHertz: Int) throws {
    for pause in [8_000, 60_000, 3_600_000] {
      let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
      var session = bench.session()
      let before = bench.run(&session, forMilliseconds: 5_000)
      bench.advance(toMilliseconds: bench.milliseconds + pause)
      let after = bench.run(&session, forMilliseconds: 5_000)
      #expect(session.overruns == 1 && session.faults == 0)
      #expect(after.gaps.map(\.reason) == [.overrun])
      #expect(before.misplaced() == [] && after.misplaced() == [] && bench.chip.violations == [])
      checkAccount(Run(outcomes: before.outcomes + after.outcomes))
      #expect(try #require(after.gaps[0].missing) > 25 * (pause - 4_000) / 1_000)
    }
  }

  @Test("A FIFO that is completely full counts as overrun")
  func brim() {
    let bench = AccelerometerBench(.adxl345, motion: Ramp.motion)
    var session = bench.session()
    _ = bench.service(&session)
    bench.advance(toMilliseconds: 32 * 40 + 15)
    #expect(bench.service(&session).batch?.gapBefore?.reason == .overrun)
  }

  @Test("Bytes that do not make whole readings are discarded", arguments: [1, 2, 3, 4, 5])
  func misaligned(bytes: Int) throws {
    let bench = AccelerometerBench(.mpu6050, motion: Ramp.motion)
    var session = bench.session()
    _ = bench.run(&session, forMilliseconds: 3_500)
    _ = try bench.bus.writeThenRead([0x74], reading: bytes, at: bench.address)
    let run = bench.run(&session, forMilliseconds: 4_000)
    #expect(run.gaps.map(\.reason) == [.misaligned] && run.misplaced() == [])
  }

  @Test("A part that was unplugged for an hour comes back", arguments: kindsAndClocks)
  func unplugged(kind: AccelerometerKind, busHertz: Int) throws {
    let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
    var session = bench.session()
    let before = bench.run(&session, forMilliseconds: 10_000)
    bench.detach()
    let without = bench.run(&session, forMilliseconds: 3_600_000)
    #expect(without.batches == [] && session.part == nil)
    #expect(without.outcomes.last?.result == .failed(.bus(.noAcknowledge)))
    #expect((700...760).contains(without.outcomes.count), "one attempt in five seconds")
    bench.chip.reset()
    bench.attach()
    let after = bench.run(&session, forMilliseconds: 20_000)
    let gap = try #require(after.batches.first?.gapBefore)
    #expect(gap.reason == .fault(.bus(.noAcknowledge)) && after.gaps.count == 1)
    #expect((90_000...90_250).contains(gap.missing ?? 0))
    checkAccount(Run(outcomes: before.outcomes + after.outcomes))
  }

  @Test("A bus that is stuck is a gap, and no call is made before its time", arguments: kindsAndClocks)
  func stuck(kind: AccelerometerKind, busHertz: Int) {
    let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
    var session = bench.session()
    _ = bench.run(&session, forMilliseconds: 3_000)
    bench.bus.fault(.stuck)
    let outcome = bench.service(&session)
    #expect(outcome.result == .failed(.bus(.timedOut)) && outcome.batch == nil)
    let before = bench.bus.transactions
    let early = session.service(nowMilliseconds: outcome.nextServiceMilliseconds - 1)
    #expect(early.result == .waiting(.bus(.timedOut)) && bench.bus.transactions == before)
    bench.bus.heal()
    let run = bench.run(&session, forMilliseconds: 10_000)
    #expect(run.gaps.map(\.reason) == [.fault(.bus(.timedOut))] && run.misplaced() == [])
  }

  @Test(
    "A part that answers but measures nothing counts as broken, and not as still",
    arguments: AccelerometerKind.allCases)
  func silent(kind: AccelerometerKind) {
    // A clock so slow that no reading arrives.
    let bench = AccelerometerBench(kind, clockErrorMillionths: -999_999)
    var session = bench.session()
    let run = bench.run(&session, forMilliseconds: 60_000)
    #expect(run.batches == [] && run.outcomes.contains { $0.result == .failed(.silent) })
    #expect(session.faults >= 5 && session.faults < 20)
  }

  @Test(
    "After any faults in any order no sample is misplaced, and every lost one is reported",
    arguments: kindsAndClocks)
  func anything(kind: AccelerometerKind, busHertz: Int) {
    for seed in 1...4 as ClosedRange<UInt64> {
      let bench = AccelerometerBench(kind, busHertz: busHertz, motion: Ramp.motion)
      var random = SimulatedRandom(seed: seed)
      var session = bench.session()
      var run = Run()
      for _ in 0..<15 {
        shake(bench, &random)
        run.outcomes += bench.run(&session, forMilliseconds: random.number(in: 500...4_000)).outcomes
        bench.bus.heal()
      }
      bench.bus.cancelPlannedFailures()
      run.outcomes += bench.run(&session, forMilliseconds: 20_000).outcomes
      #expect(run.misplaced() == [], "seed \(seed)")
      let first = run.batches.first?.newestMilliseconds ?? 0
      let due = ((run.batches.last?.newestMilliseconds ?? 0) - first) / 40
      let told = run.samples.count + run.gaps.reduce(0) { $0 + ($1.missing ?? 0) }
      #expect(abs(told - due) <= 30 + 2 * run.gaps.count, "seed \(seed)")
    }
  }

  private func shake(_ bench: AccelerometerBench, _ random: inout SimulatedRandom) {
    switch random.number(in: 0...4) {
    case 0: bench.chip.reset()
    case 1: bench.bus.fault(random.chance(1, in: 2) ? .stuck : .nack)
    case 2:
      bench.bus.failTransfer(
        at: random.number(in: 1...40), with: Self.faults[random.number(in: 0...3)],
        bytesTaken: random.chance(1, in: 2) ? 1 : nil)
    case 3: bench.advance(toMilliseconds: bench.milliseconds + random.number(in: 0...9_000))
    default: break
    }
  }
}
