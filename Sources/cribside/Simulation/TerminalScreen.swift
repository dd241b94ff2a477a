import Bedside

/// What the terminal shows of a simulated box: the panel, and below it what the hand and the clock are doing.
struct TerminalScreen {
  /// Everything the terminal shows.
  struct Content: Hashable {
    var pixels: [UInt8]
    var light: PanelLight
    var clock: String
    var speed: Int
    var crib: String
    var message: String
    var directory: String
  }

  /// The keys, as a row under the panel.
  static let keys = "n nap f feed m menu, capital: hold | a awake s asleep e empty r rocked | + - q"

  /// The escape sequences that draw a content on a terminal of a size, from its top left corner.
  static func text(_ content: Content, columns: Int, rows: Int) -> String {
    let style = TerminalPicture.style(columns: columns, rows: rows, margin: (2, 6))
    let picture = TerminalPicture(pixels: content.pixels).rows(style)
    let width = style.size.columns
    var lines = frame(picture, width: width, light: content.light)
    if style == .none { lines = ["This terminal is too small for the panel: 66 by 22 characters at least."] }
    lines += [
      "\(content.clock)   ×\(content.speed)   crib: \(content.crib)", keys, content.message,
      "log: \(content.directory)",
    ]
    let clipped = lines.prefix(max(1, rows - 1)).map { clip($0, to: columns) }
    return "\u{1B}[H" + clipped.map { $0 + "\u{1B}[K\r\n" }.joined() + "\u{1B}[J"
  }

  private static func frame(_ picture: [String], width: Int, light: PanelLight) -> [String] {
    let edge = String(repeating: "─", count: width)
    let (on, off) = colours(light)
    return ["┌\(edge)┐"] + picture.map { "│\(on)\($0)\(off)│" } + ["└\(edge)┘"]
  }

  /// Day contrast is bright white, night contrast the terminal's faint.
  private static func colours(_ light: PanelLight) -> (on: String, off: String) {
    switch light {
    case .on: ("\u{1B}[97m", "\u{1B}[0m")
    case .dim, .off: ("\u{1B}[2m", "\u{1B}[0m")
    }
  }

  /// Cuts a line of visible characters; the panel's rows fit by choice of style, and hold the only escapes.
  private static func clip(_ line: String, to columns: Int) -> String {
    line.contains("\u{1B}") || line.count <= columns ? line : String(line.prefix(columns))
  }
}
