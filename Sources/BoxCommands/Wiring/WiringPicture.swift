import BoxRuntime

/// The wiring of a box as a picture: the 40-pin header in the middle, buttons on its left, panel and accelerometer
/// above, LED, piezo and the fourth button on its right. It is drawn from a board profile's wires.
package struct WiringPicture {
  /// A wire whose pin is on the other side of the header than the picture needs: odd pins are on one side, even pins on
  /// the other.
  package struct WrongSide: Error, Hashable {
    let part: Wire.Part
    let terminal: Wire.Terminal
    let pin: Int
  }

  /// The title above the picture.
  package let title: String
  private let wires: [Wire]

  /// The picture of a wiring. Throws if a pin is on a side on which its wire cannot be drawn.
  package init(title: String, wires: [Wire]) throws(WrongSide) {
    self.title = title
    self.wires = wires
    for wire in wires where wire.pin.isMultiple(of: 2) == wire.isDrawnOnOddSide {
      throw WrongSide(part: wire.part, terminal: wire.terminal, pin: wire.pin)
    }
  }

  /// The picture as an SVG document; the same values give the same text.
  package var svg: String {
    var drawing = SVGDrawing(width: Layout.width, height: Layout.height, title: title)
    drawing.text(title, at: .init(24, 34), size: 18, isBold: true)
    drawPanel(on: &drawing)
    drawAccelerometer(on: &drawing)
    drawButtons(on: &drawing)
    drawPiezo(on: &drawing)
    drawLED(on: &drawing)
    drawExtra(on: &drawing)
    drawHeader(on: &drawing)
    drawNotes(on: &drawing)
    return drawing.document
  }

  /// The point at the header where the wire to a part's terminal ends; nil without such a wire.
  package func end(_ part: Wire.Part, _ terminal: Wire.Terminal) -> SVGDrawing.Point? {
    wires.first { $0.part == part && $0.terminal == terminal }.map { Layout.end(ofPin: $0.pin) }
  }

  /// The colour of a pin's wire; nil for a pin without one.
  func color(ofPin pin: Int) -> String? { wires.first { $0.pin == pin }.map(Ink.color) }
}

extension Wire {
  fileprivate var isDrawnOnOddSide: Bool {
    switch (part, terminal) {
    case (.panel, .ground), (.accelerometer, .ground), (.accelerometer, .interrupt), (.extra, _), (.piezo, _),
      (.led, _):
      false
    default: true
    }
  }
}

extension WiringPicture {
  /// Colours by the wire's function.
  enum Ink {
    static let power = "#d1342f"
    static let ground = "#333333"
    static let data = "#2468c8"
    static let clock = "#d99a00"
    static let nap = "#2e8b57"
    static let feed = "#7b4fb5"
    static let menu = "#0f8f9c"
    static let extra = "#b8860b"
    static let led = "#e2711d"
    static let piezo = "#b03a7c"
    static let interrupt = "#7a7a7a"
    static let board = "#eef3ee"
    static let edge = "#9aa79a"
    static let faint = "#9a9a9a"

    static func color(of wire: Wire) -> String {
      switch wire.terminal {
      case .power: power
      case .ground: ground
      case .data: data
      case .clock: clock
      case .interrupt: interrupt
      case .line: color(of: wire.part)
      }
    }

    static func color(of part: Wire.Part) -> String {
      switch part {
      case .nap: nap
      case .feed: feed
      case .menu: menu
      case .extra: extra
      case .led: led
      case .piezo: piezo
      case .panel, .accelerometer: edge
      }
    }
  }

  /// Positions that several parts of the picture share, in pixels.
  enum Layout {
    static let width = 880
    static let height = 730
    static let headerTop = 200
    static let pinPitch = 25
    static let oddX = 428
    static let evenX = 456
    /// Where wires end at the header, outside the pins' labels.
    static let leftEnd = 360
    static let rightEnd = 524
    /// Where the tops of the modules' pads are.
    static let padY = 154

    /// The end of a pin's wire at the header.
    static func end(ofPin pin: Int) -> SVGDrawing.Point {
      SVGDrawing.Point(pin.isMultiple(of: 2) ? rightEnd : leftEnd, y(ofPin: pin))
    }

    /// The height of a pin's row.
    static func y(ofPin pin: Int) -> Int { headerTop + (pin - 1) / 2 * pinPitch }
  }
}

extension WiringPicture {
  /// The header with every pin's number and function; the pins that the box uses are highlighted.
  func drawHeader(on drawing: inout SVGDrawing) {
    let top = Layout.headerTop - 18
    let height = 19 * Layout.pinPitch + 36
    drawing.box(
      .init(Layout.oddX - 18, top), width: Layout.evenX - Layout.oddX + 36, height: height, fill: "#2b2b2b",
      radius: 6)
    for pin in 1...40 { drawPin(pin, on: &drawing) }
    let middle = (Layout.oddX + Layout.evenX) / 2
    drawing.text(
      "odd pins: towards the middle of the board", at: .init(middle - 30, top + height + 20), size: 12,
      color: Ink.faint, anchor: .end)
    drawing.text(
      "even pins: at its edge", at: .init(middle + 30, top + height + 20), size: 12, color: Ink.faint)
  }

  private func drawPin(_ pin: Int, on drawing: inout SVGDrawing) {
    let isEven = pin.isMultiple(of: 2)
    let color = color(ofPin: pin)
    let place = SVGDrawing.Point(isEven ? Layout.evenX : Layout.oddX, Layout.y(ofPin: pin))
    drawing.disc(place, radius: 10, fill: color ?? "#6b6b6b", stroke: color == nil ? "none" : "#ffffff")
    drawing.text("\(pin)", at: .init(place.x, place.y + 4), size: 11, color: "#ffffff", anchor: .middle)
    drawing.text(
      PiHeader.function(ofPin: pin).label, at: .init(place.x + (isEven ? 22 : -22), place.y + 4), size: 11,
      color: color == nil ? Ink.faint : "#222222", anchor: isEven ? .start : .end, isBold: color != nil)
  }
}

extension WiringPicture {
  /// A terminal of a module, and the path of its wire: along the header's side at `x`, then at the height `rail`.
  private struct Pad {
    let terminal: Wire.Terminal
    let place: Int
    let x: Int
    let rail: Int
    let color: String
  }

  /// The panel with its four wires.
  func drawPanel(on drawing: inout SVGDrawing) {
    let pads = [
      Pad(terminal: .ground, place: 106, x: 540, rail: 64, color: Ink.ground),
      Pad(terminal: .power, place: 152, x: 352, rail: 118, color: Ink.power),
      Pad(terminal: .clock, place: 198, x: 328, rail: 82, color: Ink.clock),
      Pad(terminal: .data, place: 244, x: 340, rail: 100, color: Ink.data),
    ]
    drawModule("OLED 128×64", "SSD1306, SH1106 or SSD1309, 0x3C", left: 76, on: &drawing)
    drawing.box(.init(96, 182), width: 160, height: 46, fill: "#10161d", radius: 3)
    drawing.text("wake by 15:40", at: .init(176, 211), size: 17, color: "#dff3ff", anchor: .middle)
    for pad in pads { draw(pad, of: .panel, on: &drawing) }
  }

  /// The accelerometer: power, ground and interrupt of its own; SDA and SCL join the panel's wires.
  func drawAccelerometer(on drawing: inout SVGDrawing) {
    drawModule("Accelerometer", "ADXL345, LIS3DH or MPU-6050", left: 606, on: &drawing)
    drawing.text("optional; goes to the crib", at: .init(706, 206), size: 12, anchor: .middle)
    draw(
      Pad(terminal: .ground, place: 636, x: 862, rail: 128, color: Ink.ground), of: .accelerometer,
      on: &drawing)
    draw(
      Pad(terminal: .power, place: 682, x: 312, rail: 46, color: Ink.power), of: .accelerometer, on: &drawing)
    drawJoint(.init(terminal: .clock, place: 728, x: 328, rail: 82, color: Ink.clock), on: &drawing)
    drawJoint(.init(terminal: .data, place: 774, x: 340, rail: 100, color: Ink.data), on: &drawing)
    drawing.text("Y leads", at: .init(360, 96), size: 11)
    if let end = self.end(.accelerometer, .interrupt) {
      drawing.wire(
        [end, .init(846, end.y), .init(846, 228), .init(806, 228)], color: Ink.interrupt, isDashed: true)
      drawing.text("INT1", at: .init(800, 232), size: 11, color: Ink.interrupt, anchor: .end)
      drawing.text("INT1, optional", at: .init(594, end.y + 18), size: 12, color: Ink.interrupt)
    }
  }

  private func drawModule(_ name: String, _ kinds: String, left: Int, on drawing: inout SVGDrawing) {
    drawing.box(
      .init(left, 146), width: 200, height: 110, fill: Ink.board, stroke: Ink.edge, radius: 6)
    drawing.text(name, at: .init(left + 100, 245), anchor: .middle, isBold: true)
    drawing.text(kinds, at: .init(left + 100, 274), size: 12, anchor: .middle)
  }

  /// A pad with its wire from the header. The names on the module matter, not their order.
  private func draw(_ pad: Pad, of part: Wire.Part, on drawing: inout SVGDrawing) {
    if let end = self.end(part, pad.terminal) {
      drawing.wire(
        [
          end, .init(pad.x, end.y), .init(pad.x, pad.rail), .init(pad.place, pad.rail),
          .init(pad.place, Layout.padY),
        ], color: pad.color)
    }
    drawTerminal(pad, on: &drawing)
  }

  /// A pad with a wire that joins the panel's.
  private func drawJoint(_ pad: Pad, on drawing: inout SVGDrawing) {
    drawing.wire(
      [.init(pad.x, pad.rail), .init(pad.place, pad.rail), .init(pad.place, Layout.padY)], color: pad.color)
    drawing.disc(.init(pad.x, pad.rail), radius: 5, fill: pad.color)
    drawTerminal(pad, on: &drawing)
  }

  private func drawTerminal(_ pad: Pad, on drawing: inout SVGDrawing) {
    drawing.disc(.init(pad.place, Layout.padY), radius: 5, fill: "#ffffff", stroke: pad.color)
    drawing.text(pad.terminal.rawValue, at: .init(pad.place, 174), size: 11, anchor: .middle)
  }
}

extension WiringPicture {
  /// A button: the height of its centre, and how far left of the header its two wires turn.
  private struct Button {
    let part: Wire.Part
    let y: Int
    let lineX: Int
    let groundX: Int
    /// Whether the ground's terminal is the upper one.
    var isGroundUp = false
  }

  /// Three buttons, each between its line and a ground pin of its own.
  func drawButtons(on drawing: inout SVGDrawing) {
    let buttons = [
      Button(part: .nap, y: 340, lineX: 304, groundX: 290, isGroundUp: true),
      Button(part: .feed, y: 430, lineX: 318, groundX: 290),
      Button(part: .menu, y: 520, lineX: 332, groundX: 290),
    ]
    for button in buttons {
      let offset = button.isGroundUp ? 12 : -12
      drawLead(.line, of: button.part, turningAt: button.lineX, to: button.y + offset, on: &drawing)
      drawLead(.ground, of: button.part, turningAt: button.groundX, to: button.y - offset, on: &drawing)
      drawButton(button.part, at: .init(171, button.y), on: &drawing)
    }
  }

  private func drawLead(
    _ terminal: Wire.Terminal, of part: Wire.Part, turningAt x: Int, to y: Int, on drawing: inout SVGDrawing
  ) {
    if let end = self.end(part, terminal) {
      drawing.wire(
        [end, .init(x, end.y), .init(x, y), .init(216, y)],
        color: terminal == .ground ? Ink.ground : Ink.color(of: part))
    }
  }

  private func drawButton(_ part: Wire.Part, at middle: SVGDrawing.Point, on drawing: inout SVGDrawing) {
    let corner = SVGDrawing.Point(middle.x - 45, middle.y - 27)
    drawing.box(corner, width: 90, height: 54, fill: Ink.board, stroke: Ink.edge, radius: 6)
    drawing.disc(middle, radius: 21, fill: Ink.color(of: part))
    drawing.text(
      part.title, at: .init(middle.x, middle.y + 5), size: part.title.count > 4 ? 10 : 12, color: "#ffffff",
      anchor: .middle, isBold: true)
  }

  /// The fourth button between its line and its ground.
  func drawExtra(on drawing: inout SVGDrawing) {
    guard let end = self.end(.extra, .line), let ground = self.end(.extra, .ground) else { return }
    drawing.wire([ground, .init(600, ground.y)], color: Ink.ground)
    drawing.wire([end, .init(600, end.y)], color: Ink.extra)
    drawButton(.extra, at: .init(645, (end.y + ground.y) / 2), on: &drawing)
    drawing.text("A fourth button", at: .init(702, end.y - 14), isBold: true)
    drawing.text("optional", at: .init(702, end.y + 3), size: 12)
  }

  /// The piezo between its line and its ground.
  func drawPiezo(on drawing: inout SVGDrawing) {
    guard let end = self.end(.piezo, .line), let ground = self.end(.piezo, .ground) else { return }
    drawing.wire([end, .init(612, end.y)], color: Ink.piezo)
    drawing.wire([ground, .init(612, ground.y)], color: Ink.ground)
    drawing.disc(.init(628, (end.y + ground.y) / 2), radius: 24, fill: "#3a3a3a")
    drawing.disc(.init(628, (end.y + ground.y) / 2), radius: 5, fill: "#ffffff")
    drawing.text("Piezo, passive", at: .init(664, end.y + 10), isBold: true)
    drawing.text("optional", at: .init(664, end.y + 27), size: 12)
  }

  /// The LED with its resistor between its line and its ground.
  func drawLED(on drawing: inout SVGDrawing) {
    guard let end = self.end(.led, .line), let ground = self.end(.led, .ground) else { return }
    drawing.wire([end, .init(646, end.y), .init(646, ground.y), ground], color: Ink.ground)
    drawing.line([end, .init(600, end.y)], color: Ink.led)
    drawing.box(.init(548, end.y - 7), width: 40, height: 14, fill: "#ecd9b0", stroke: "#8a6d3b", radius: 3)
    drawing.polygon(
      [.init(606, end.y - 11), .init(606, end.y + 11), .init(624, end.y)], fill: Ink.led)
    drawing.line([.init(600, end.y), .init(606, end.y)], color: Ink.led)
    drawing.line([.init(625, end.y - 11), .init(625, end.y + 11)], color: Ink.led)
    drawing.text("1 kΩ", at: .init(568, end.y - 13), size: 12, anchor: .middle)
    drawing.text("LED", at: .init(664, end.y + 10), isBold: true)
    drawing.text("optional; short leg to ground", at: .init(664, end.y + 27), size: 12)
  }

  /// The warnings beside the picture.
  func drawNotes(on drawing: inout SVGDrawing) {
    let notes = [
      "One wire for each pin; a dot is a Y lead.",
      "Buttons need no resistors (pull-ups inside).",
      "3.3 V only: nothing goes to the 5 V pins 2 and 4.",
    ]
    for (index, note) in notes.enumerated() {
      drawing.text(note, at: .init(548, 658 + 20 * index), size: 13)
    }
  }
}
