import Peripherals
import SimulatedBoard
import Testing

struct PanelAddressTests {
  @Test(
    "The first address that answers is chosen", arguments: [[], [0x3C], [0x3D], [0x3C, 0x3D]] as [[UInt8]])
  func probe(attached: [UInt8]) throws {
    let bus = SimulatedI2CBus()
    for address in attached { bus.attach(SimulatedOLED(controller: .ssd1306), at: I2CAddress(address)) }
    #expect(try PanelAddress.probe(bus)?.value == attached.first)
  }

  @Test("A search changes nothing on the panel")
  func harmless() throws {
    let bench = PanelBench(.sh1106)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .on)
    _ = try PanelAddress.probe(bench.bus)
    #expect(bench.panel.pixels == Frames.slanted && bench.panel.violations == [])
  }

  @Test(
    "Another failure of the bus says nothing about which part is there",
    arguments: [BusFault.timedOut, .arbitrationLost, .other(errno: 95)])
  func faults(fault: BusFault) {
    for index in 1...2 {
      let bus = SimulatedI2CBus()
      bus.failTransfer(at: index, with: fault)
      #expect(throws: fault) { try PanelAddress.probe(bus) }
    }
  }

  @Test("Without a configured address the panel is found at boot, and again after it moved")
  func moves() throws {
    let bus = SimulatedI2CBus()
    let panel = SimulatedOLED(controller: .ssd1306)
    var session = PanelSession(driver: PanelDriver(controller: PanelKind.ssd1306, bus: bus))
    #expect(session.service(Frames.lit, at: .on, nowMilliseconds: 0).result == .failed(.noAcknowledge))
    bus.attach(panel, at: PanelAddress.high)
    #expect(session.service(Frames.lit, at: .on, nowMilliseconds: 250).result == .shown(.full))
    #expect(panel.pixels == Frames.lit)
    bus.detach(PanelAddress.high)
    bus.attach(panel, at: PanelAddress.low)
    #expect(session.service(Frames.dark, at: .on, nowMilliseconds: 260).result == .failed(.noAcknowledge))
    #expect(session.service(Frames.dark, at: .on, nowMilliseconds: 600).result == .shown(.full))
    #expect(panel.pixels == Frames.dark && panel.violations == [])
  }
}
