import Peripherals
import SimulatedBoard
import Testing

/// Every transfer may fail; afterwards the panel shows the frame again.
struct PanelFaultTests {
  private static let faults: [BusFault] = [
    .noAcknowledge, .timedOut, .arbitrationLost, .other(errno: 5), .other(errno: 95),
  ]

  @Test(
    "Whichever transfer of a first picture fails, the panel recovers", arguments: PanelKind.allCases, faults)
  func firstPicture(kind: PanelKind, fault: BusFault) throws {
    try failEach(kind, fault) { (driver) throws(BusFault) in try driver.show(Frames.slanted, at: .on) }
  }

  @Test("Whichever transfer of a change fails, the panel recovers", arguments: PanelKind.allCases, faults)
  func change(kind: PanelKind, fault: BusFault) throws {
    let corners = Frames.changed(
      Frames.changed(Frames.slanted, columns: 0...3, pages: 0...1), columns: 40...90, pages: 4...7)
    try failEach(kind, fault, from: Frames.slanted) { (driver) throws(BusFault) in
      try driver.show(corners, at: .dim)
    }
  }

  @Test("Whichever transfer of darkening fails, the panel recovers", arguments: PanelKind.allCases)
  func darkening(kind: PanelKind) throws {
    try failEach(kind, .timedOut, from: Frames.slanted) { (driver) throws(BusFault) in
      try driver.refresh()
      try driver.show(Frames.slanted, at: .off)
    }
  }

  /// Fails the first transfer of `work`, then the second, and so on until it runs without a failure. Each time the chip
  /// has received nothing, a part, or all of the transfer. (A control byte alone has no effect, and the model reports
  /// it as the driver's mistake.) The fault must be thrown unchanged; then another frame and the first one again are
  /// shown.
  private func failEach(
    _ kind: PanelKind, _ fault: BusFault, from frame: [UInt8]? = nil,
    _ work: (inout PanelDriver<PanelKind, SimulatedI2CBus>) throws(BusFault) -> Void
  ) throws {
    for bytesTaken in [0, 2, 3, 5, 20, 129] {
      var index = 1
      while try failOnce(index, fault, bytesTaken, on: PanelBench(kind), from: frame, work) { index += 1 }
      #expect(index > 2, "\(kind) after \(bytesTaken) bytes")
    }
  }

  private func failOnce(
    _ index: Int, _ fault: BusFault, _ bytesTaken: Int, on bench: PanelBench, from frame: [UInt8]?,
    _ work: (inout PanelDriver<PanelKind, SimulatedI2CBus>) throws(BusFault) -> Void
  ) throws -> Bool {
    var driver = bench.driver()
    if let frame { try driver.show(frame, at: .on) }
    bench.bus.failTransfer(at: index, with: fault, bytesTaken: bytesTaken)
    do throws(BusFault) {
      try work(&driver)
      return false
    } catch {
      #expect(error == fault)
    }
    for next in [Frames.slanted.map { ~$0 }, Frames.slanted] {
      try driver.show(next, at: .on)
      #expect(bench.panel.isVisible && bench.panel.pixels == next, "transfer \(index), \(bytesTaken) taken")
    }
    #expect(bench.panel.violations == [])
    return true
  }

  @Test("With any frames and faults, the panel shows what was acknowledged", arguments: PanelKind.allCases)
  func anything(kind: PanelKind) throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      let bench = PanelBench(kind, seed: seed)
      try shake(bench, seed: seed)
      #expect(bench.panel.violations == [], "seed \(seed)")
    }
  }

  private func shake(_ bench: PanelBench, seed: UInt64) throws {
    var random = SimulatedRandom(seed: seed)
    var session = bench.session()
    var frame = Frames.dark
    var milliseconds = 0
    for step in 0..<60 {
      plan(on: bench.bus, by: &random)
      frame = Frames.shaken(frame, by: &random)
      milliseconds += random.number(in: 0...20_000)
      let brightness = PanelBrightness.allCases[random.number(in: 0...2)]
      let outcome = session.service(frame, at: brightness, nowMilliseconds: milliseconds)
      guard case .shown = outcome.result else { continue }
      try #require(bench.panel.isOn == (brightness != .off), "seed \(seed) step \(step)")
      try #require(
        bench.panel.pixels == (brightness == .off ? Frames.dark : frame), "seed \(seed) step \(step)")
    }
  }

  private func plan(on bus: SimulatedI2CBus, by random: inout SimulatedRandom) {
    guard random.chance(1, in: 3) else { return }
    bus.failTransfer(
      at: random.number(in: 1...14), with: PanelFaultTests.faults[random.number(in: 0...4)],
      bytesTaken: random.number(in: 2...129))
  }
}
