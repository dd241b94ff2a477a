extension WiringPicture {
  /// The four wires that panel and accelerometer share, from the header up to a rail each.
  func drawBus(on drawing: inout SVGDrawing) {
    for (index, wire) in busWires.enumerated() {
      drawing.line([.init(56, wire.rail), .init(832, wire.rail)], color: wire.color)
      let x = Layout.leftEnd - 12 - 14 * index
      let end = Layout.end(ofPin: wire.pin)
      drawing.wire([end, .init(x, end.y), .init(x, wire.rail)], color: wire.color)
      drawing.disc(.init(x, wire.rail), radius: 5, fill: wire.color)
      drawing.text(wire.name, at: .init(48, wire.rail + 4), size: 11, color: wire.color, anchor: .end)
    }
  }

  /// The panel, hanging from the bus by four wires.
  func drawPanel(on drawing: inout SVGDrawing) {
    drawModule("OLED 128×64", "SSD1306, SH1106 or SSD1309, 0x3C", left: 76, on: &drawing)
    drawing.box(.init(96, 182), width: 160, height: 46, fill: "#10161d", radius: 3)
    drawing.text("wake by 15:40", at: .init(176, 211), size: 17, color: "#dff3ff", anchor: .middle)
    drawPads(at: [106, 152, 198, 244], on: &drawing)
  }

  /// The accelerometer, on the same four wires, and its interrupt.
  func drawAccelerometer(on drawing: inout SVGDrawing) {
    drawModule("Accelerometer", "ADXL345, LIS3DH or MPU-6050", left: 606, on: &drawing)
    drawing.text("optional; at the crib, not at the box", at: .init(706, 206), size: 12, anchor: .middle)
    drawPads(at: [636, 682, 728, 774], on: &drawing)
    let end = Layout.end(ofPin: pins.accelerometerInterrupt)
    drawing.wire(
      [end, .init(846, end.y), .init(846, 228), .init(806, 228)], color: Ink.interrupt, isDashed: true)
    drawing.text("INT1", at: .init(800, 232), size: 11, color: Ink.interrupt, anchor: .end)
    drawing.text(
      "INT1, optional", at: .init(Layout.rightEnd + 70, end.y + 18), size: 12, color: Ink.interrupt)
  }

  private var busWires: [(name: String, pin: Int, rail: Int, color: String)] {
    [
      ("3V3", 1, Layout.powerRail, Ink.power), ("SDA", 3, Layout.dataRail, Ink.data),
      ("SCL", 5, Layout.clockRail, Ink.clock), ("GND", 9, Layout.groundRail, Ink.ground),
    ]
  }

  private func drawModule(_ name: String, _ kinds: String, left: Int, on drawing: inout SVGDrawing) {
    drawing.box(
      .init(left, 146), width: 200, height: 110, fill: Ink.board, stroke: Ink.edge, radius: 6)
    drawing.text(name, at: .init(left + 100, 245), anchor: .middle, isBold: true)
    drawing.text(kinds, at: .init(left + 100, 274), size: 12, anchor: .middle)
  }

  /// A module's four pads, in the order that most modules have them; the names on the module count.
  private func drawPads(at places: [Int], on drawing: inout SVGDrawing) {
    let wires = [busWires[3], busWires[0], busWires[2], busWires[1]]
    for (x, wire) in zip(places, wires) {
      drawing.wire([.init(x, wire.rail), .init(x, 152)], color: wire.color)
      drawing.disc(.init(x, wire.rail), radius: 5, fill: wire.color)
      drawing.disc(.init(x, 154), radius: 5, fill: "#ffffff", stroke: wire.color)
      drawing.text(wire.name, at: .init(x, 174), size: 11, anchor: .middle)
    }
  }
}
