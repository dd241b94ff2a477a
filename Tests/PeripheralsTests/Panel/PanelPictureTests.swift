import Peripherals
import SimulatedBoard
import Testing

/// What is visible, by the chip's strict model.
struct PanelPictureTests {
  @Test("A frame is shown as it is", arguments: PanelKind.allCases)
  func frame(kind: PanelKind) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .on)
    #expect(bench.panel.pixels == Frames.slanted)
    #expect(bench.panel.violations == [])
  }

  @Test("Every page and both edges can be changed alone", arguments: PanelKind.allCases)
  func windows(kind: PanelKind) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    var frame = Frames.slanted
    try driver.show(frame, at: .on)
    for page in 0...7 {
      for columns in [0...0, 127...127, 17...44, 0...127] {
        frame = Frames.changed(frame, columns: columns, pages: page...page)
        #expect(try driver.show(frame, at: .on) == .partial)
        #expect(bench.panel.pixels == frame)
      }
    }
    #expect(bench.panel.violations == [])
  }

  @Test("Any sequence of frames is shown", arguments: PanelKind.allCases)
  func anyFrames(kind: PanelKind) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    var random = SimulatedRandom(seed: 42)
    var frame = Frames.dark
    for step in 0..<300 {
      frame = Frames.shaken(frame, by: &random)
      try driver.show(frame, at: .on)
      try #require(bench.panel.pixels == frame, "step \(step)")
    }
    #expect(bench.panel.violations == [])
    #expect(driver.traffic.fullRedraws == 1)
  }

  @Test("The memory's old contents are never seen", arguments: PanelKind.allCases)
  func noFlash(kind: PanelKind) throws {
    let bus = WatchedBus(PanelBench(kind))
    var driver = PanelDriver(controller: kind, bus: bus, address: PanelBench.address)
    try driver.show(Frames.slanted, at: .on)
    #expect(bus.seen == [Frames.dark, Frames.slanted])
  }

  @Test("Dim is darker than on, off is dark, and only a change is sent", arguments: PanelKind.allCases)
  func light(kind: PanelKind) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .on)
    let byDay = bench.panel.contrast
    _ = bench.written()
    #expect(try driver.show(Frames.slanted, at: .dim) == .none)
    #expect(bench.written().count == 1)
    #expect(bench.panel.contrast < byDay && bench.panel.pixels == Frames.slanted)
    try driver.show(Frames.slanted, at: .off)
    #expect(!bench.panel.isOn && bench.panel.pixels == Frames.dark)
    #expect(bench.written().last == [0x00, 0xAE])
    try driver.show(Frames.slanted, at: .on)
    #expect(bench.panel.contrast == byDay && bench.panel.pixels == Frames.slanted)
    #expect(bench.panel.violations == [])
  }

  @Test("A dark SH1106 has an empty memory too, since modules still glow after the display-off command")
  func ghost() throws {
    let bench = PanelBench(.sh1106)
    var driver = bench.driver()
    try driver.show(Frames.lit, at: .off)
    #expect(bench.panel.ram.filter { $0 != 0 }.count <= 4 * 8, "all but the four columns that are not shown")
    try driver.show(Frames.lit, at: .on)
    try driver.show(Frames.lit, at: .off)
    #expect(!bench.panel.isOn)
    #expect(bench.panel.ram.filter { $0 != 0 }.count <= 4 * 8)
  }

  @Test("A panel that is reset in the dark is whole again when it is lit", arguments: PanelKind.allCases)
  func resetInTheDark(kind: PanelKind) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .on)
    try driver.show(Frames.slanted, at: .off)
    bench.panel.reset()
    #expect(try driver.show(Frames.slanted, at: .dim) == .full)
    #expect(bench.panel.pixels == Frames.slanted)
  }

  @Test("In the dark new frames are not sent", arguments: [PanelKind.ssd1306, .ssd1309])
  func darkFrames(kind: PanelKind) throws {
    let bench = PanelBench(kind)
    var driver = bench.driver()
    try driver.show(Frames.slanted, at: .off)
    _ = bench.written()
    try driver.show(Frames.lit, at: .off)
    #expect(bench.written() == [])
  }
}

/// A bus that records each new visible picture after a transfer.
private final class WatchedBus: I2CBus {
  private let bench: PanelBench
  private(set) var seen: [[UInt8]]

  init(_ bench: PanelBench) {
    self.bench = bench
    seen = [bench.panel.pixels]
  }

  func write(_ bytes: [UInt8], to address: I2CAddress) throws(BusFault) {
    try bench.bus.write(bytes, to: address)
    if seen.last != bench.panel.pixels { seen.append(bench.panel.pixels) }
  }

  func writeThenRead(_ bytes: [UInt8], reading count: Int, at address: I2CAddress) throws(BusFault)
    -> [UInt8]
  {
    try bench.bus.writeThenRead(bytes, reading: count, at: address)
  }
}
