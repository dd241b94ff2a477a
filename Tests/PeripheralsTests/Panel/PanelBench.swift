import Peripherals
import SimulatedBoard

/// A panel of a kind on its own bus, which records everything.
struct PanelBench {
  static let address = I2CAddress(0x3C)

  let bus = SimulatedI2CBus()
  let panel: SimulatedOLED
  let kind: PanelKind

  init(_ kind: PanelKind, seed: UInt64 = 1, isAttached: Bool = true) {
    self.kind = kind
    panel = SimulatedOLED(controller: PanelBench.controller(of: kind), seed: seed)
    if isAttached { bus.attach(panel, at: PanelBench.address) }
    bus.keepsRecord = true
  }

  func driver() -> PanelDriver<PanelKind, SimulatedI2CBus> {
    PanelDriver(controller: kind, bus: bus, address: PanelBench.address)
  }

  func session(asksStatus: Bool = true) -> PanelSession<PanelKind, SimulatedI2CBus> {
    PanelSession(driver: driver(), asksStatus: asksStatus)
  }

  /// The bytes written since the last call, by transfer.
  func written() -> [[UInt8]] {
    let written = bus.record.map { $0.written }
    bus.record = []
    return written
  }

  private static func controller(of kind: PanelKind) -> OLEDController {
    switch kind {
    case .ssd1306: .ssd1306
    case .sh1106: .sh1106
    case .ssd1309: .ssd1309
    }
  }
}

enum Frames {
  static let dark = [UInt8](repeating: 0, count: 1024)
  static let lit = [UInt8](repeating: 0xFF, count: 1024)

  /// Nearby bytes of a page or column all differ, so that a frame that is off by one place is noticed.
  static let slanted = (0..<1024).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 / 128 &* 11 &+ 1) }

  /// `frame` with every byte of a rectangle changed.
  static func changed(_ frame: [UInt8], columns: ClosedRange<Int>, pages: ClosedRange<Int>) -> [UInt8] {
    var changed = frame
    for page in pages {
      for column in columns { changed[page * 128 + column] ^= 0x5A }
    }
    return changed
  }

  /// `frame` with a few random rectangles changed, or nothing, or everything.
  static func shaken(_ frame: [UInt8], by random: inout SimulatedRandom) -> [UInt8] {
    if random.chance(1, in: 10) { return random.bytes(1024) }
    var shaken = frame
    for _ in 0..<random.number(in: 0...3) {
      let column = random.number(in: 0...127)
      let page = random.number(in: 0...7)
      shaken = changed(
        shaken, columns: column...random.number(in: column...127), pages: page...random.number(in: page...7))
    }
    return shaken
  }
}
