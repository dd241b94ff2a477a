import BoxRuntime

/// The wiring of a box as a picture: the 40-pin header in the middle, buttons on its left, panel and accelerometer
/// above, LED, piezo and the fourth button on its right. Drawn from a board profile's wires.
package struct WiringPicture {
  /// The picture keeps a side of the header for each wire: the odd pins or the even ones. This pin is on the other.
  package struct WrongSide: Error, Hashable {
    let part: Wire.Part
    let terminal: Wire.Terminal
    let pin: Int
  }

  package let title: String
  private let wires: [Wire]

  /// The picture of a wiring; refused when a pin is on the side that its wire cannot be drawn on.
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

  /// Where the wire to a part's terminal ends at the header; nil without such a wire.
  package func end(_ part: Wire.Part, _ terminal: Wire.Terminal) -> SVGDrawing.Point? {
    wires.first { $0.part == part && $0.terminal == terminal }.map { Layout.end(ofPin: $0.pin) }
  }

  /// The colour of a pin's wire; nil for a pin without one.
  func color(ofPin pin: Int) -> String? {
    wires.first { $0.pin == pin }.map(Ink.color)
  }
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
  /// Colours by what a wire carries.
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

  /// Places that several parts of the picture share, in pixels.
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
    static func y(ofPin pin: Int) -> Int {
      headerTop + (pin - 1) / 2 * pinPitch
    }
  }
}
