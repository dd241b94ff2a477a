extension WiringPicture {
  /// Three buttons; one side each to its line, the other sides together to ground.
  func drawButtons(on drawing: inout SVGDrawing) {
    let buttons = [
      ("NAP", pins.nap, Ink.nap, 340), ("FEED", pins.feed, Ink.feed, 430), ("MENU", pins.menu, Ink.menu, 520),
    ]
    drawing.wire([.init(66, Layout.groundRail), .init(66, 520)], color: Ink.ground)
    drawing.disc(.init(66, Layout.groundRail), radius: 5, fill: Ink.ground)
    for (index, (name, pin, color, y)) in buttons.enumerated() {
      let end = Layout.end(ofPin: pin)
      let x = Layout.leftEnd - 54 + 18 * index
      drawing.wire([end, .init(x, end.y), .init(x, y), .init(216, y)], color: color)
      drawing.line([.init(66, y), .init(126, y)], color: Ink.ground)
      drawing.disc(.init(66, y), radius: 5, fill: Ink.ground)
      drawButton(name, y: y, color: color, on: &drawing)
    }
  }

  private func drawButton(_ name: String, y: Int, color: String, on drawing: inout SVGDrawing) {
    drawing.box(.init(126, y - 27), width: 90, height: 54, fill: Ink.board, stroke: Ink.edge, radius: 6)
    drawing.disc(.init(171, y), radius: 21, fill: color)
    drawing.text(name, at: .init(171, y + 5), size: 12, color: "#ffffff", anchor: .middle, isBold: true)
  }

  /// The piezo between its line and the ground beside it.
  func drawPiezo(on drawing: inout SVGDrawing) {
    let end = Layout.end(ofPin: pins.piezo)
    let ground = Layout.end(ofPin: Self.ground(near: pins.piezo))
    drawing.wire([end, .init(612, end.y)], color: Ink.piezo)
    drawing.wire([ground, .init(612, ground.y)], color: Ink.ground)
    drawing.disc(.init(628, (end.y + ground.y) / 2), radius: 24, fill: "#3a3a3a")
    drawing.disc(.init(628, (end.y + ground.y) / 2), radius: 5, fill: "#ffffff")
    drawing.text("Piezo, passive", at: .init(664, end.y + 10), isBold: true)
    drawing.text("optional", at: .init(664, end.y + 27), size: 12)
  }

  /// The LED with its resistor between its line and the ground beside it.
  func drawLED(on drawing: inout SVGDrawing) {
    let end = Layout.end(ofPin: pins.led)
    let ground = Layout.end(ofPin: Self.ground(near: pins.led))
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

  /// What must be said beside the picture.
  func drawNotes(on drawing: inout SVGDrawing) {
    let notes = [
      "A dot joins wires; without a dot they only cross.",
      "Buttons need no resistors: the lines have pull-ups inside.",
      "3.3 V only: nothing goes to the 5 V pins 2 and 4.",
    ]
    for (index, note) in notes.enumerated() {
      drawing.text(note, at: .init(548, 560 + 22 * index), size: 13)
    }
  }
}
