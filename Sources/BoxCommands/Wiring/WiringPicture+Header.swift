extension WiringPicture {
  /// The header with every pin's number and function; those that the box uses stand out.
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
