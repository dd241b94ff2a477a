import BoxRuntime

extension WiringPicture {
  /// A button: the height of its middle, and how far left of the header its two wires turn.
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

  /// What must be said beside the picture.
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
