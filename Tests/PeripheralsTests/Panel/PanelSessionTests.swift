import Peripherals
import SimulatedBoard
import Testing

/// The panel over hours: absent, unplugged, reset, back again.
struct PanelSessionTests {
  @Test("Attempts at an absent panel grow rarer, to one in five seconds")
  func delays() {
    let bench = PanelBench(.ssd1306, isAttached: false)
    var session = bench.session()
    var now = 1_000
    var pauses: [Int] = []
    for _ in 0..<8 {
      let outcome = session.service(Frames.lit, at: .on, nowMilliseconds: now)
      #expect(outcome.result == .failed(.noAcknowledge))
      pauses.append(outcome.nextServiceMilliseconds - now)
      now = outcome.nextServiceMilliseconds
    }
    #expect(pauses == [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
    #expect(session.faults == 8)
  }

  @Test("Before the next attempt is due the bus is left alone, whatever there is to show")
  func waiting() {
    let bench = PanelBench(.ssd1306, isAttached: false)
    var session = bench.session()
    _ = session.service(Frames.lit, at: .on, nowMilliseconds: 0)
    _ = bench.written()
    let outcome = session.service(Frames.dark, at: .dim, nowMilliseconds: 249)
    #expect(
      outcome
        == PanelOutcome(result: .waiting(.noAcknowledge), nextServiceMilliseconds: 250))
    #expect(bench.written() == [])
  }

  @Test("A panel that answers again is right within ten seconds", arguments: PanelKind.allCases)
  func comesBack(kind: PanelKind) {
    for outageMilliseconds in [0, 100, 3_000, 60_000, 3_600_000] {
      let bench = PanelBench(kind)
      var session = bench.session()
      _ = session.service(Frames.lit, at: .on, nowMilliseconds: 0)
      bench.bus.fault(.stuck)
      var outcome = session.service(Frames.slanted, at: .on, nowMilliseconds: 10)
      while outcome.nextServiceMilliseconds < 10 + outageMilliseconds {
        outcome = session.service(
          Frames.slanted, at: .on, nowMilliseconds: outcome.nextServiceMilliseconds)
        #expect(outcome.result == .failed(.timedOut))
      }
      bench.bus.heal()
      bench.panel.reset()
      #expect(outcome.nextServiceMilliseconds <= 10 + outageMilliseconds + 10_000)
      outcome = session.service(Frames.slanted, at: .on, nowMilliseconds: outcome.nextServiceMilliseconds)
      #expect(outcome.result == .shown(.full))
      #expect(bench.panel.pixels == Frames.slanted && bench.panel.violations == [])
    }
  }

  @Test("After a success the first pause is short again")
  func delayResets() {
    let bench = PanelBench(.ssd1306)
    var session = bench.session()
    for now in [0, 100_000] {
      bench.bus.fault(.nack)
      var outcome = session.service(Frames.lit, at: .on, nowMilliseconds: now)
      outcome = session.service(Frames.dark, at: .on, nowMilliseconds: outcome.nextServiceMilliseconds)
      bench.bus.heal()
      outcome = session.service(Frames.lit, at: .on, nowMilliseconds: outcome.nextServiceMilliseconds)
      #expect(outcome.result == .shown(.full))
      bench.bus.failTransfer(at: 1, with: .noAcknowledge)
      outcome = session.service(Frames.dark, at: .on, nowMilliseconds: now + 5_000)
      #expect(outcome.nextServiceMilliseconds == now + 5_250)
    }
  }

  @Test(
    "Once a minute the status is read, and every tenth time the registers are sent, in at most 40 bytes",
    arguments: PanelKind.allCases)
  func minute(kind: PanelKind) {
    let bench = PanelBench(kind)
    var session = bench.session()
    var outcome = session.service(Frames.slanted, at: .dim, nowMilliseconds: 500)
    for minute in 1...20 {
      #expect(outcome.nextServiceMilliseconds == 500 + 59_000 * minute)
      let before = session.traffic
      outcome = session.service(
        Frames.slanted, at: .dim, nowMilliseconds: outcome.nextServiceMilliseconds - 1)
      #expect(session.traffic == before)
      outcome = session.service(Frames.slanted, at: .dim, nowMilliseconds: outcome.nextServiceMilliseconds)
      #expect(outcome.result == .shown(.none))
      let hasRegisters = minute % 10 == 0
      #expect(session.traffic.transactions - before.transactions == (hasRegisters ? 2 : 1))
      #expect(session.traffic.wireBytes - before.wireBytes <= (hasRegisters ? 40 : 8))
    }
    #expect(session.traffic.fullRedraws == 1 && session.resets == 0)
    #expect(bench.panel.violations == [])
  }

  @Test("A chip that was reset unnoticed is found and repaired at the minute", arguments: PanelKind.allCases)
  func brownOut(kind: PanelKind) {
    let bench = PanelBench(kind)
    var session = bench.session()
    _ = session.service(Frames.lit, at: .on, nowMilliseconds: 0)
    bench.panel.reset()
    _ = session.service(Frames.slanted, at: .on, nowMilliseconds: 30_000)
    #expect(!bench.panel.isOn)
    let outcome = session.service(Frames.slanted, at: .on, nowMilliseconds: 60_000)
    #expect(outcome.result == .shown(.full))
    #expect(session.resets == 1)
    #expect(bench.panel.isOn && bench.panel.pixels == Frames.slanted)
    #expect(bench.panel.violations == [])
  }

  @Test(
    "A change of light does not switch on a chip that was reset, which would hide the reset",
    arguments: PanelKind.allCases)
  func brownOutBeforeNight(kind: PanelKind) {
    let bench = PanelBench(kind)
    var session = bench.session()
    _ = session.service(Frames.lit, at: .on, nowMilliseconds: 0)
    bench.panel.reset()
    let outcome = session.service(Frames.slanted, at: .dim, nowMilliseconds: 30_000)
    #expect(outcome.result == .shown(.full) && session.resets == 1)
    #expect(bench.panel.isOn && bench.panel.pixels == Frames.slanted)
    #expect(bench.panel.violations == [])
  }

  @Test("A module that does not return its status is asked only at the start, and never redrawn for that")
  func mute() {
    for (status, reads) in [(MuteBus.Status.refused, 2), (.always(0xFF), 1), (.always(0x40), 1)] {
      let bench = PanelBench(.ssd1306)
      let bus = MuteBus(bench.bus, status: status)
      var session = PanelSession(
        driver: PanelDriver(controller: PanelKind.ssd1306, bus: bus, address: PanelBench.address))
      for minute in 0...5 {
        let outcome = session.service(Frames.slanted, at: .on, nowMilliseconds: minute * 60_000)
        #expect(outcome.result == .shown(minute == 0 ? .full : .none))
      }
      #expect(bus.reads == reads)
      #expect(session.faults == 0 && session.resets == 0)
    }
  }

  @Test("A panel that loses its power in the first question of its status is absent, and is started again")
  func absentInTheQuestion() {
    let other = PanelBench(.ssd1306)
    var undisturbed = other.session()
    _ = undisturbed.service(Frames.lit, at: .on, nowMilliseconds: 0)
    let question = other.bus.transactions

    let bench = PanelBench(.ssd1306)
    var session = bench.session()
    bench.bus.plan(BusMishap(transfer: question, trouble: .absent, nanoseconds: 1), at: PanelBench.address)
    #expect(session.service(Frames.lit, at: .on, nowMilliseconds: 0).result == .failed(.noAcknowledge))
    bench.bus.endMishap()
    #expect(session.service(Frames.lit, at: .on, nowMilliseconds: 5_000).result == .shown(.full))
    #expect(bench.panel.isVisible && bench.panel.pixels == Frames.lit)
  }

  @Test("A panel that answers only the second question may have been reset between, and is started again")
  func dipInTheQuestion() {
    let bench = PanelBench(.ssd1306)
    let bus = MuteBus(bench.bus, status: .refused)
    bus.answersFrom = 2
    var session = PanelSession(
      driver: PanelDriver(controller: PanelKind.ssd1306, bus: bus, address: PanelBench.address))
    #expect(session.service(Frames.lit, at: .on, nowMilliseconds: 0).result == .shown(.full))
    #expect(session.traffic.fullRedraws == 2 && session.faults == 0)
    #expect(bench.panel.isVisible && bench.panel.pixels == Frames.lit)
  }

  @Test("A status that can no longer be read is no fault: the chip is started again, once")
  func statusLost() {
    let bench = PanelBench(.ssd1306)
    let bus = MuteBus(bench.bus, status: .always(0x00))
    var session = PanelSession(
      driver: PanelDriver(controller: PanelKind.ssd1306, bus: bus, address: PanelBench.address))
    _ = session.service(Frames.slanted, at: .on, nowMilliseconds: 0)
    bus.status = .refused
    for (minute, redraw) in [(1, PanelRedraw.full), (2, .none), (3, .none)] {
      let outcome = session.service(Frames.slanted, at: .on, nowMilliseconds: minute * 60_000)
      #expect(outcome.result == .shown(redraw), "minute \(minute)")
    }
  }

  @Test("A module that must not be read is never read")
  func neverAsked() {
    let bench = PanelBench(.ssd1306)
    let bus = MuteBus(bench.bus, status: .always(0x00))
    var session = PanelSession(
      driver: PanelDriver(controller: PanelKind.ssd1306, bus: bus, address: PanelBench.address),
      asksStatus: false)
    for minute in 0...3 { _ = session.service(Frames.lit, at: .on, nowMilliseconds: minute * 60_000) }
    #expect(bus.reads == 0)
  }

  @Test("In the dark the minute's registers keep it dark", arguments: PanelKind.allCases)
  func darkMinute(kind: PanelKind) {
    let bench = PanelBench(kind)
    var session = bench.session()
    _ = session.service(Frames.lit, at: .off, nowMilliseconds: 0)
    bench.panel.reset()
    let before = session.traffic.wireBytes
    _ = session.service(Frames.lit, at: .off, nowMilliseconds: 60_000)
    #expect(session.traffic.wireBytes - before <= 40)
    #expect(!bench.panel.isOn)
    #expect(session.service(Frames.lit, at: .on, nowMilliseconds: 60_001).result == .shown(.full))
    #expect(bench.panel.pixels == Frames.lit && bench.panel.violations == [])
  }

  @Test("Redraws are counted by their kind")
  func counters() {
    let bench = PanelBench(.ssd1306)
    var session = bench.session()
    let pictures = [Frames.dark, Frames.dark, Frames.lit, Frames.slanted]
    for (step, frame) in pictures.enumerated() {
      _ = session.service(frame, at: .on, nowMilliseconds: step)
    }
    #expect(session.traffic.fullRedraws == 1)
    #expect(session.traffic.partialRedraws == 2)
  }
}

/// A bus whose module answers reads with a set status.
private final class MuteBus: I2CBus {
  enum Status {
    case refused
    case always(UInt8)
  }

  private let bus: SimulatedI2CBus
  var status: Status
  /// From this read on the module answers, as a lit one.
  var answersFrom = Int.max
  private(set) var reads = 0

  init(_ bus: SimulatedI2CBus, status: Status) {
    self.bus = bus
    self.status = status
  }

  func write(_ bytes: [UInt8], to address: I2CAddress) throws(BusFault) {
    try bus.write(bytes, to: address)
  }

  func writeThenRead(_ bytes: [UInt8], reading count: Int, at address: I2CAddress) throws(BusFault)
    -> [UInt8]
  {
    reads += 1
    if reads >= answersFrom { return [UInt8](repeating: 0, count: count) }
    switch status {
    case .refused: throw .noAcknowledge
    case .always(let byte): return [UInt8](repeating: byte, count: count)
    }
  }
}
