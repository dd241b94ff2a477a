import BoxRuntime

extension WiringPicture {
  /// A terminal of a module, and the way of its wire: along the header's side at `x`, then at the height `rail`.
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

  /// A pad with its wire from the header. The names on the module count, not their order.
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
