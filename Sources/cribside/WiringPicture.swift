/// The wiring of a box as a picture: the 40-pin header in the middle, buttons to ground on its left, panel and
/// accelerometer on the bus above, LED and piezo on its right. Made from a board profile's values, so that the
/// picture in the documentation cannot differ from the program.
struct WiringPicture {
  /// The lines of a board profile, as offsets on its GPIO chip.
  struct Lines: Hashable {
    var nap: Int
    var feed: Int
    var menu: Int
    var led: Int
    var piezo: Int
    var accelerometerInterrupt: Int
  }

  /// Why lines cannot be drawn.
  enum Fault: Error, Hashable {
    /// The header has no pin for this line.
    case notOnHeader(line: String, offset: Int)
    /// The pin is on the side of the header that the picture keeps for other parts: buttons are drawn on the
    /// odd side, everything else on the even side.
    case wrongSide(line: String, pin: Int)
  }

  /// The pins that lines come out at, 1…40.
  struct Pins: Hashable {
    let nap: Int
    let feed: Int
    let menu: Int
    let led: Int
    let piezo: Int
    let accelerometerInterrupt: Int
  }

  let title: String
  let pins: Pins

  /// The picture of a wiring; refused when a line has no pin, or has it on the side it cannot be drawn on.
  init(title: String, lines: Lines) throws(Fault) {
    self.title = title
    pins = Pins(
      nap: try Self.pin("nap", lines.nap, isOdd: true),
      feed: try Self.pin("feed", lines.feed, isOdd: true),
      menu: try Self.pin("menu", lines.menu, isOdd: true),
      led: try Self.pin("led", lines.led, isOdd: false),
      piezo: try Self.pin("piezo", lines.piezo, isOdd: false),
      accelerometerInterrupt: try Self.pin(
        "accelerometerInterrupt", lines.accelerometerInterrupt, isOdd: false))
  }

  /// The picture as an SVG document; the same values give the same text.
  var svg: String {
    var drawing = SVGDrawing(width: Layout.width, height: Layout.height, title: title)
    drawing.text(title, at: .init(24, 34), size: 18, isBold: true)
    drawBus(on: &drawing)
    drawPanel(on: &drawing)
    drawAccelerometer(on: &drawing)
    drawButtons(on: &drawing)
    drawPiezo(on: &drawing)
    drawLED(on: &drawing)
    drawHeader(on: &drawing)
    drawNotes(on: &drawing)
    return drawing.document
  }

  private static func pin(_ line: String, _ offset: Int, isOdd: Bool) throws(Fault) -> Int {
    guard let pin = PiHeader.pin(ofLine: offset) else { throw .notOnHeader(line: line, offset: offset) }
    guard pin.isMultiple(of: 2) != isOdd else { throw .wrongSide(line: line, pin: pin) }
    return pin
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
    static let led = "#e2711d"
    static let piezo = "#b03a7c"
    static let interrupt = "#7a7a7a"
    static let board = "#eef3ee"
    static let edge = "#9aa79a"
    static let faint = "#9a9a9a"
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
    /// The bus above the header, one rail for each wire of it.
    static let groundRail = 64
    static let clockRail = 82
    static let dataRail = 100
    static let powerRail = 118

    /// The end of a pin's wire at the header.
    static func end(ofPin pin: Int) -> SVGDrawing.Point {
      SVGDrawing.Point(pin.isMultiple(of: 2) ? rightEnd : leftEnd, y(ofPin: pin))
    }

    /// The height of a pin's row.
    static func y(ofPin pin: Int) -> Int {
      headerTop + (pin - 1) / 2 * pinPitch
    }
  }

  /// The first ground pin at or after a pin on the same side of the header.
  static func ground(near pin: Int) -> Int {
    let candidates = stride(from: pin, through: 40, by: 2)
    return candidates.first { PiHeader.function(ofPin: $0) == .ground } ?? 39
  }
}
