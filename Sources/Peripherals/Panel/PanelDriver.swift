/// One panel on a bus. Sends what differs from the last frame that the panel acknowledged, and tracks when the panel's
/// state is unknown.
///
/// Every transfer is either commands, `address 00 command…`, or picture, `address 40 byte…`, never both, and never
/// more than 129 bytes after the address, which every adapter and emulator so far accepts.
///
/// After a fault nothing is assumed: a transfer that was not acknowledged may have been carried out in part. The next
/// `show` then begins at the registers and ends with the light, as at the start.
public struct PanelDriver<Controller: PanelController, Bus: I2CBus> {
  /// The panel's traffic so far.
  public private(set) var traffic = PanelTraffic()

  /// The brightness in force; nil while the registers are unknown.
  public private(set) var brightness: PanelBrightness?

  private let controller: Controller
  private let bus: Bus
  /// The configured address of the panel; nil to try both at each start.
  private let configuredAddress: I2CAddress?
  /// The address at which the panel answered.
  private var address: I2CAddress?
  /// The panel's memory; nil while it is unknown.
  private var shown: [UInt8]?
  /// The line of the memory that is shown on top. To move the picture up or down costs this register and no picture.
  private var startLine = 0

  /// A driver that has not sent anything yet. Without an address it looks for the panel at 0x3C and then at 0x3D,
  /// each time that it has to start the panel.
  public init(
    controller: Controller, bus: Bus, address: I2CAddress? = nil
  ) {
    self.controller = controller
    self.bus = bus
    configuredAddress = address
    self.address = address
  }

  /// Makes the panel show `frame`, 1,024 bytes page-major, at a brightness; sends nothing if it already does. If the
  /// panel is unlit, the frame is not sent at all.
  ///
  /// A panel that was dark is started again, since a reset of its chip could not be noticed in the dark. The light
  /// comes last, so that the earlier content of a chip's memory is never seen.
  @discardableResult
  public mutating func show(_ frame: [UInt8], at brightness: PanelBrightness) throws(BusFault)
    -> PanelRedraw
  {
    precondition(frame.count == PanelGeometry.frameBytes, "a frame has 1024 bytes")
    if self.brightness == .off, brightness != .off { forget() }
    if self.brightness == nil { try start() }
    if brightness == .off { return try darken() }
    let redraw = try draw(frame)
    try light(brightness)
    return redraw
  }

  /// Sends every register again, without touching the picture or the light: this repairs what noise on the wires or a
  /// weak supply has changed. Does nothing where the panel was not started.
  public mutating func refresh() throws(BusFault) {
    guard let brightness else { return }
    try command(
      controller.registers(at: brightness, startLine: startLine)
        + controller.power(isOn: brightness != .off))
  }

  /// Forgets everything known of the panel: the next `show` starts it and sends the whole frame.
  public mutating func forget() {
    brightness = nil
    shown = nil
    address = configuredAddress
  }

  /// Whether the chip reports that its display is off, which means that it was reset if it was lit before; nil if it
  /// gives no answer. Not every module has the wire for a chip's answer, so no answer is no fault.
  ///
  /// Bit 6 of the status byte, set while the display is off (SSD1306 datasheet, table 9-2; SH1106 datasheet,
  /// "Read status"). It is what a read gives when the last write was of commands.
  public mutating func saysDisplayIsOff() -> Bool? {
    guard let address else { return nil }
    traffic.countExchange(of: PanelAddress.question, reading: 1)
    do throws(BusFault) {
      let status = try bus.writeThenRead(PanelAddress.question, reading: 1, at: address)
      return status.first.map { $0 & 0x40 != 0 }
    } catch {
      return nil
    }
  }
}

extension PanelDriver {
  /// The control byte before commands: D/C# 0, and no further control byte to come.
  private static var commands: UInt8 { 0x00 }
  /// The control byte before bytes of the picture: D/C# 1, and no further control byte to come.
  private static var picture: UInt8 { 0x40 }
  /// Bytes of the picture in one transfer: a page.
  private static var pictureLimit: Int { 128 }
  /// Lines of the memory.
  private static var lines: Int { PanelGeometry.pages * 8 }

  /// From an unknown state to known registers and no light. The memory stays unknown.
  private mutating func start() throws(BusFault) {
    try find()
    startLine = 0
    try command(controller.registers(at: .off, startLine: startLine) + controller.power(isOn: false))
    brightness = .off
  }

  private mutating func find() throws(BusFault) {
    if address != nil { return }
    for candidate in PanelAddress.all {
      traffic.countWrite(of: PanelAddress.question)
      if try PanelAddress.acknowledges(candidate, on: bus) {
        address = candidate
        return
      }
    }
    throw .noAcknowledge
  }

  private mutating func darken() throws(BusFault) -> PanelRedraw {
    var redraw = PanelRedraw.none
    if controller.clearsBeforeOff {
      redraw = try draw([UInt8](repeating: 0, count: PanelGeometry.frameBytes))
    }
    if brightness != .off {
      try command(controller.power(isOn: false))
      brightness = .off
    }
    return redraw
  }

  private mutating func light(_ wanted: PanelBrightness) throws(BusFault) {
    if brightness == wanted { return }
    try command(controller.level(at: wanted) + controller.power(isOn: true))
    brightness = wanted
  }

  /// Sends what differs. The frame counts as shown once the last window is acknowledged; a fault before that leaves the
  /// memory unknown.
  private mutating func draw(_ frame: [UInt8]) throws(BusFault) -> PanelRedraw {
    let way = cheapestWay(to: frame)
    if way.windows.isEmpty, way.startLine == startLine { return .none }
    let redraw: PanelRedraw = shown == nil ? .full : .partial
    for window in way.windows { try send(window, of: way.memory) }
    if way.startLine != startLine { try command(controller.startLine(way.startLine)) }
    (shown, startLine) = (way.memory, way.startLine)
    traffic.count(redraw)
    return redraw
  }

  /// What makes a frame visible, and what that costs.
  private typealias Way = (memory: [UInt8], startLine: Int, windows: [PanelWindow], wireBytes: Int)

  /// Chooses the cheapest way in bytes: with the start line in force, or, if the picture has moved, with a
  /// neighbouring one.
  private func cheapestWay(to frame: [UInt8]) -> Way {
    let memory = PanelGeometry.scrolled(frame, to: startLine)
    var best = way(memory, startLine, FrameDifference(from: shown, to: memory))
    guard shown != nil, !best.windows.isEmpty else { return best }
    for line in [(startLine + 1) % Self.lines, (startLine + Self.lines - 1) % Self.lines] {
      let memory = PanelGeometry.scrolled(frame, to: line)
      let difference = FrameDifference(from: shown, to: memory)
      guard difference.byteCount < best.wireBytes else { continue }
      let other = way(memory, line, difference)
      if other.wireBytes < best.wireBytes { best = other }
    }
    return best
  }

  private func way(_ memory: [UInt8], _ line: Int, _ difference: FrameDifference) -> Way {
    let fixed = 2 + controller.address(.whole).count
    let scroll = line == startLine ? 0 : 2 + controller.startLine(line).count
    let windows = difference.windows(spanPages: controller.windowsSpanPages) { fixed + Self.pictureBytes($0) }
    return (memory, line, windows, windows.reduce(scroll) { $0 + fixed + Self.pictureBytes($1) })
  }

  /// A window's bytes on the wires after its addressing.
  private static func pictureBytes(_ window: PanelWindow) -> Int {
    (window.byteCount + pictureLimit - 1) / pictureLimit * 2 + window.byteCount
  }

  private mutating func send(_ window: PanelWindow, of frame: [UInt8]) throws(BusFault) {
    try command(controller.address(window))
    let bytes = window.bytes(of: frame)
    for start in stride(from: 0, to: bytes.count, by: PanelDriver.pictureLimit) {
      let end = min(start + PanelDriver.pictureLimit, bytes.count)
      try transfer([PanelDriver.picture] + bytes[start..<end])
    }
  }

  private mutating func command(_ commands: [UInt8]) throws(BusFault) {
    try transfer([PanelDriver.commands] + commands)
  }

  private mutating func transfer(_ payload: [UInt8]) throws(BusFault) {
    guard let address else { throw .noAcknowledge }
    traffic.countWrite(of: payload)
    do throws(BusFault) {
      try bus.write(payload, to: address)
    } catch {
      forget()
      throw error
    }
  }
}

/// How much of the picture was sent.
public enum PanelRedraw: Hashable, Sendable {
  /// Nothing: the panel shows it already.
  case none
  /// The parts that differ from the frame that was acknowledged last.
  case partial
  /// All 1,024 bytes, because nothing was known of the panel's memory.
  case full
}

/// What a panel has cost since its driver was made. Failed transfers count too: they held the bus as well.
public struct PanelTraffic: Hashable, Sendable {
  /// Transfers asked of the bus, from START to STOP.
  public var transactions = 0
  /// Bytes on the wires, addresses included: at nine clocks each, this is the time that the bus was held.
  public var wireBytes = 0
  /// Frames that were sent whole.
  public var fullRedraws = 0
  /// Frames that were sent in part.
  public var partialRedraws = 0

  /// No traffic.
  public init() {}

  mutating func countWrite(of payload: [UInt8]) {
    transactions += 1
    wireBytes += 1 + payload.count
  }

  mutating func countExchange(of payload: [UInt8], reading count: Int) {
    transactions += 1
    wireBytes += 1 + payload.count + 1 + count
  }

  mutating func count(_ redraw: PanelRedraw) {
    switch redraw {
    case .none: break
    case .partial: partialRedraws += 1
    case .full: fullRedraws += 1
    }
  }
}
