/// An OLED module of 128×64 pixels that interprets the I²C bytes it receives by its controller's data sheet.
///
/// It is strict: a command that the data sheet does not allow is ignored and goes to `violations`. Not modelled:
/// reading display memory back, scrolling, the time a panel takes to light up, and the SH1106's read-modify-write.
public final class SimulatedOLED: SimulatedChip {
  /// A setting that must be made before a frame is sent, since it may not survive a power failure.
  enum Setting: String, CaseIterable {
    case addressingMode = "addressing mode (20h)"
    case multiplex = "multiplex ratio (A8h)"
    case offset = "display offset (D3h)"
    case startLine = "start line (40h…7Fh)"
    case segmentRemap = "segment remap (A0h, A1h)"
    case comScan = "COM scan direction (C0h, C8h)"
    case comPins = "COM pins (DAh)"
  }

  /// The module's chip.
  public let controller: OLEDController
  /// What the driver did against the data sheet, each with its transfer (from 1) and the byte in it (from 0, without
  /// the address).
  public private(set) var violations: [String] = []
  /// Violations while `isLost`. A driver cannot know of a brown-out before it looks, so these are not its fault.
  public private(set) var violationsWhileLost: [String] = []
  /// Whether registers may differ from what the driver last set, after a brown-out or a transfer that ended inside a
  /// command. It becomes false once every setting that a frame depends on was made again.
  public private(set) var isLost = false

  var registers: OLEDRegisters
  /// The settings that were not made since the last reset.
  var missingSettings: Set<Setting>
  /// Display memory by page and segment. The segment remap applies when a byte is written, not when it is shown
  /// (SSD1306 section 10.1.8).
  var memory: [UInt8]

  private let table: OLEDCommandTable
  private var random: SimulatedRandom
  /// A command that waits for arguments, also across transfers.
  private var pending: [UInt8] = []
  private var transferOrdinal = 0
  private var byteOrdinal = 0

  /// A module after power-up: display off, registers at their reset values, memory with random bytes of the seed.
  public init(controller: OLEDController, seed: UInt64 = 1) {
    self.controller = controller
    table = OLEDCommandTable(controller: controller)
    registers = OLEDRegisters(controller: controller)
    missingSettings = SimulatedOLED.settings(of: controller)
    random = SimulatedRandom(seed: seed)
    memory = random.bytes(controller.memoryColumns * 8)
  }

  /// A brown-out: the display goes dark, registers return to their reset values, and memory becomes garbage.
  public func reset() {
    registers = OLEDRegisters(controller: controller)
    missingSettings = SimulatedOLED.settings(of: controller)
    memory = random.bytes(memory.count)
    pending = []
    isLost = true
  }

  /// The transfer ended early. If it ended inside a command, the chip takes the arguments from the next transfer.
  public func breakOff() {
    guard !pending.isEmpty else { return }
    isLost = true
    missingSettings = SimulatedOLED.settings(of: controller)
  }

  /// Receives control bytes and the bytes that they announce (SSD1306 section 8.1.5). Co in bit 7 announces one byte
  /// and another control byte, and D/C# in bit 6 distinguishes data from commands. Acknowledges every byte.
  public func write(_ bytes: [UInt8]) -> Int {
    transferOrdinal += 1
    var position = 0
    while position < bytes.count {
      position = receiveStretch(of: bytes, from: position)
    }
    return bytes.count
  }

  /// The status byte, repeated. Bit 6 is set while the display is off. The other bits are reserved, and random here
  /// so that nothing depends on them.
  public func read(_ count: Int) -> [UInt8] {
    random.bytes(count).map { $0 & 0x3F | (registers.isOn ? 0 : 0x40) }
  }

  /// Receives one control byte and its bytes. Returns the position of the next control byte.
  private func receiveStretch(of bytes: [UInt8], from position: Int) -> Int {
    let control = bytes[position]
    byteOrdinal = position
    if control & 0x3F != 0 {
      report("control byte \(hexadecimal(control)) has bits besides Co and D/C#")
    }
    let end = control & 0x80 == 0 ? bytes.count : min(position + 2, bytes.count)
    if position + 1 == end {
      report("nothing follows control byte \(hexadecimal(control))")
    }
    for index in position + 1..<end {
      byteOrdinal = index
      if control & 0x40 == 0 { receiveCommandByte(bytes[index]) } else { receiveData(bytes[index]) }
    }
    return end
  }

  private func receiveData(_ byte: UInt8) {
    if let command = pending.first {
      report("data where \(hexadecimal(command)) waits for an argument")
      pending = []
    }
    if !missingSettings.isEmpty, !isLost {
      let names = missingSettings.map(\.rawValue).sorted().joined(separator: ", ")
      report("data before \(names)")
      missingSettings = []  // one report is enough
    }
    store(byte)
  }

  private func receiveCommandByte(_ byte: UInt8) {
    pending.append(byte)
    let command = pending[0]
    guard let count = table.argumentCount(of: command) else {
      report("\(hexadecimal(command)) is no command of this chip")
      pending = []
      return
    }
    guard pending.count == count + 1 else { return }
    let arguments = Array(pending.dropFirst())
    pending = []
    perform(command, arguments)
  }

  private func perform(_ command: UInt8, _ arguments: [UInt8]) {
    if registers.isLocked, command != 0xFD {
      report("\(hexadecimal(command)) while the chip is locked")
    } else if let objection = table.objection(to: command, arguments) {
      report("\(hexadecimal(command)): \(objection)")
    } else if let objection = modeObjection(to: command) {
      report(objection)
    } else {
      obey(command, arguments)
      if missingSettings.isEmpty { isLost = false }
    }
  }

  /// What is wrong with a command in the current addressing mode (SSD1306 section 10.1.1…10.1.5); nil: nothing.
  private func modeObjection(to command: UInt8) -> String? {
    switch (command, registers.mode) {
    case (0x00...0x1F, .horizontal), (0x00...0x1F, .vertical), (0xB0...0xB7, .horizontal),
      (0xB0...0xB7, .vertical):
      "\(hexadecimal(command)) is for page addressing only"
    case (0x21, .page), (0x22, .page): "\(hexadecimal(command)) is not for page addressing"
    default: nil
    }
  }

  func report(_ text: String) {
    let place = "transfer \(transferOrdinal), byte \(byteOrdinal): "
    if isLost {
      violationsWhileLost.append(place + text)
    } else {
      violations.append(place + text)
    }
  }

  private static func settings(of controller: OLEDController) -> Set<Setting> {
    var settings = Set(Setting.allCases)
    if controller == .sh1106 { settings.remove(.addressingMode) }
    return settings
  }
}

/// The display controllers that a simulated panel can have.
public enum OLEDController: String, Hashable, Sendable, CaseIterable {
  /// Solomon Systech SSD1306: 128×64, charge pump off at reset.
  case ssd1306
  /// Sino Wealth SH1106: 132×64, of which a panel shows the middle 128; page mode only, pump on at reset.
  case sh1106
  /// Solomon Systech SSD1309: 128×64, external panel supply, command lock.
  case ssd1309

  var memoryColumns: Int { self == .sh1106 ? 132 : 128 }

  /// The segment that drives the panel's first column. Modules connect the middle of the SH1106's 132.
  var firstSegment: Int { self == .sh1106 ? 2 : 0 }
}

/// A controller's registers, with their values after a reset (SSD1306 rev 1.1 and SSD1309 rev 1.1, section 9; SH1106
/// V2.3, command table).
struct OLEDRegisters {
  enum AddressingMode: UInt8 {
    case horizontal = 0
    case vertical = 1
    case page = 2
  }

  var mode = AddressingMode.page
  var columnWindow = 0...127
  var pageWindow = 0...7
  var column = 0
  var page = 0

  var startLine = 0
  var offset = 0
  /// The number of scanned lines, less one.
  var multiplex = 63
  var isSegmentRemapped = false
  var isScanReversed = false
  var comPins: UInt8 = 0x12

  var contrast: UInt8
  var isAllOn = false
  var isInverted = false
  var isOn = false
  /// Whether the pump is enabled. It starts with the display (SSD1306 application note, 8Dh 14h AFh).
  var isPumpEnabled: Bool
  /// Whether the panel has its high voltage.
  var isSupplied: Bool
  var isLocked = false

  init(controller: OLEDController) {
    contrast = controller == .sh1106 ? 0x80 : 0x7F
    isPumpEnabled = controller == .sh1106
    isSupplied = controller == .ssd1309
  }
}

extension SimulatedOLED {
  /// Whether the display is switched on.
  public var isOn: Bool { registers.isOn }

  /// The contrast, 0…255. A panel at contrast 0 still glows.
  public var contrast: UInt8 { registers.contrast }

  /// Whether the panel can light up: it is on and has its high voltage.
  public var isVisible: Bool { registers.isOn && registers.isSupplied }

  /// Display memory page by page, as the current segment remap addresses it: 1,024 bytes, or 1,056 in an SH1106. Bit
  /// 0 is the topmost line of a page.
  public var ram: [UInt8] {
    (0..<8).flatMap { page in
      (0..<controller.memoryColumns).map { column in
        memory[page * controller.memoryColumns + segment(ofColumn: column)]
      }
    }
  }

  /// What the panel visibly shows: 1,024 bytes page by page, bit 0 on top, with the module upright under A1h and C8h.
  /// All are 0 if nothing is lit.
  public var pixels: [UInt8] {
    var picture = [UInt8](repeating: 0, count: 1024)
    guard isVisible else { return picture }
    for y in 0..<64 {
      guard let line = memoryLine(shownAt: y) else { continue }
      for x in 0..<128 where isLit(x: x, line: line) {
        picture[y / 8 * 128 + x] |= 1 << UInt8(y % 8)
      }
    }
    return picture
  }

  private func isLit(x: Int, line: Int) -> Bool {
    if registers.isAllOn { return true }
    let segment = controller.firstSegment + 127 - x
    let byte = memory[line / 8 * controller.memoryColumns + segment]
    return (byte >> UInt8(line % 8) & 1 == 1) != registers.isInverted
  }

  /// The line of display memory that the panel's line `y` shows; nil if its COM output is not scanned (SSD1306
  /// section 10.1.11…10.1.15 and tables 10-1 and 10-2).
  private func memoryLine(shownAt y: Int) -> Int? {
    let output = comOutput(wiredTo: 63 - y)
    let scanned = registers.isScanReversed ? registers.multiplex - output : output
    let row = (scanned + registers.offset + 64) % 64
    guard row <= registers.multiplex else { return nil }
    return (row + registers.startLine) % 64
  }

  /// The COM output at one of the panel's wires, 0 being the lowest. The glass is made for 12h, with odd and even
  /// outputs on alternate sides. Any other setting interleaves the picture.
  private func comOutput(wiredTo wire: Int) -> Int {
    let isAlternate = registers.comPins & 0x10 != 0
    let isSwapped = registers.comPins & 0x20 != 0
    let isSecondSide = (wire % 2 == 1) != isSwapped
    if isAlternate { return wire / 2 * 2 + (isSecondSide ? 1 : 0) }
    return wire / 2 + (isSecondSide ? 32 : 0)
  }
}
