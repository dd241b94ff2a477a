/// What the Box page shows while a phone is being paired: a picture for its camera, the digits, and where to enter them.
struct PhoneCodePage {
  let offer: PhoneOffer
  let context: PageContext

  private static let pixelsPerModule = 2

  /// Draws over the whole panel; without a picture, or above a notice, the digits below the title.
  func draw(on canvas: inout Canvas, bottom: Int) {
    guard let picture = offer.picture, bottom == Canvas.height else { return drawDigits(on: &canvas, bottom) }
    TopLine(title: Wording("")).draw(context, on: &canvas)
    draw(picture, on: &canvas)
    let left = Canvas.height + 5
    canvas.text(Wording(context.words.pages.phone), faces: [.small], x: left, y: 15)
    canvas.text(code, x: left, y: 25, Canvas.Style(face: .medium))
    for (index, line) in addressLines(width: Canvas.width - left).enumerated() {
      canvas.text(line, x: left, y: 42 + index * 9, Canvas.Style(limit: Canvas.width - left))
    }
  }

  /// The code as large as it can be read across a room, and the address.
  private func drawDigits(on canvas: inout Canvas, _ bottom: Int) {
    TopLine(title: Wording(context.words.pages.box)).drawNamed(context, on: &canvas)
    canvas.text(Wording(context.words.pages.phone), faces: [.medium, .small], x: 0, y: 14)
    canvas.text(code, x: 0, y: 28, Canvas.Style(face: .medium, scale: 2))
    if bottom == Canvas.height { canvas.text(offer.address, x: 0, y: Zones.foot) }
  }

  private var code: String { "\(offer.code.prefix(3)) \(offer.code.dropFirst(3))" }

  /// Dark modules on a lit square, which is the quiet zone around them: cameras look for dark on light.
  private func draw(_ picture: CodePicture, on canvas: inout Canvas) {
    let margin = (Canvas.height - picture.rows.count * Self.pixelsPerModule) / 2
    canvas.fill(x: 0..<Canvas.height, y: 0..<Canvas.height)
    for (row, bits) in picture.rows.enumerated() {
      for column in 0..<picture.rows.count where bits >> UInt64(column) & 1 == 1 {
        let (x, y) = (margin + column * Self.pixelsPerModule, margin + row * Self.pixelsPerModule)
        canvas.fill(x: x..<x + Self.pixelsPerModule, y: y..<y + Self.pixelsPerModule, lit: false)
      }
    }
  }

  /// A long address on two lines, broken after a dot if that can be.
  private func addressLines(width: Int) -> [String] {
    guard TextLine(offer.address, face: .small).width > width else { return [offer.address] }
    let address = offer.address
    let fitting = address.indices.dropFirst().filter {
      TextLine(String(address[..<$0]), face: .small).width <= width
    }
    let end = fitting.last { address[address.index(before: $0)] == "." } ?? fitting.last ?? address.endIndex
    return [String(address[..<end]), String(address[end...])]
  }
}
