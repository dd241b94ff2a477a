/// A picture that is being drawn: SVG elements in the order in which they are drawn. It has whole coordinates only,
/// so that the same calls give the same text everywhere.
package struct SVGDrawing {
  /// A place, in pixels from the top left.
  package struct Point {
    let x: Int
    let y: Int

    init(_ x: Int, _ y: Int) { (self.x, self.y) = (x, y) }
  }

  /// Which point of a text is at its position.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  private let width: Int
  private let height: Int
  private var elements: [String] = []

  /// An empty picture on a white card, so that it is readable on a dark page too.
  init(width: Int, height: Int, title: String) {
    self.width = width
    self.height = height
    elements.append("<title>\(Self.escaped(title))</title>")
    box(Point(0, 0), width: width, height: height, fill: "#ffffff", radius: 8)
  }

  /// The whole document, ending in a newline.
  var document: String {
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
      + "width=\"\(width)\" height=\"\(height)\" font-family=\"Helvetica, Arial, sans-serif\">"
    return ([head] + elements.map { "  " + $0 } + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// A rectangle.
  mutating func box(
    _ corner: Point, width: Int, height: Int, fill: String, stroke: String = "none", radius: Int = 0
  ) {
    elements.append(
      "<rect x=\"\(corner.x)\" y=\"\(corner.y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" "
        + "fill=\"\(fill)\" stroke=\"\(stroke)\" stroke-width=\"2\"/>")
  }

  /// A filled circle.
  mutating func disc(_ centre: Point, radius: Int, fill: String, stroke: String = "none") {
    elements.append(
      "<circle cx=\"\(centre.x)\" cy=\"\(centre.y)\" r=\"\(radius)\" fill=\"\(fill)\" stroke=\"\(stroke)\" "
        + "stroke-width=\"2\"/>")
  }

  /// A filled triangle or other polygon.
  mutating func polygon(_ corners: [Point], fill: String) {
    elements.append("<polygon points=\"\(Self.list(corners))\" fill=\"\(fill)\"/>")
  }

  /// A line through places.
  mutating func line(_ points: [Point], color: String, width: Int = 3, isDashed: Bool = false) {
    let dashes = isDashed ? " stroke-dasharray=\"7 4\"" : ""
    elements.append(
      "<polyline points=\"\(Self.list(points))\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"\(width)\" "
        + "stroke-linejoin=\"round\"\(dashes)/>")
  }

  /// A wire: a line with a white edge, so that at a crossing one wire visibly passes over the other.
  mutating func wire(_ points: [Point], color: String, isDashed: Bool = false) {
    line(points, color: "#ffffff", width: 7)
    line(points, color: color, isDashed: isDashed)
  }

  /// A text on one line; `size` in pixels.
  mutating func text(
    _ words: String, at point: Point, size: Int = 13, color: String = "#222222", anchor: Anchor = .start,
    isBold: Bool = false
  ) {
    let weight = isBold ? " font-weight=\"bold\"" : ""
    elements.append(
      "<text x=\"\(point.x)\" y=\"\(point.y)\" font-size=\"\(size)\" fill=\"\(color)\" "
        + "text-anchor=\"\(anchor.rawValue)\"\(weight)>\(Self.escaped(words))</text>")
  }

  private static func list(_ points: [Point]) -> String {
    points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
  }

  private static func escaped(_ words: String) -> String {
    words.reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
  }
}
