/// 128×64 pixels of one bit each, in the order of the panel's memory: eight pages of 128 columns. A byte is eight
/// pixels of one column, with the lowest bit at the top.
public struct Frame: Hashable, Sendable {
  /// Pixels from left to right.
  public static let width = 128
  /// Pixels from top to bottom.
  public static let height = 64
  /// Pages of eight rows.
  public static let pages = 8

  /// 1,024 bytes, page by page: byte `page * 128 + column`.
  public private(set) var bytes: [UInt8]

  /// A dark frame.
  public init() {
    bytes = [UInt8](repeating: 0, count: Frame.width * Frame.pages)
  }

  /// Whether a pixel is lit; false outside the frame.
  public func isLit(_ x: Int, _ y: Int) -> Bool {
    guard Frame.contains(x, y) else { return false }
    return bytes[y / 8 * Frame.width + x] & (1 << UInt8(y % 8)) != 0
  }

  /// Lights or darkens a pixel. Pixels outside the frame are ignored.
  public mutating func set(_ x: Int, _ y: Int, lit: Bool = true) {
    guard Frame.contains(x, y) else { return }
    let mask = UInt8(1) << UInt8(y % 8)
    if lit {
      bytes[y / 8 * Frame.width + x] |= mask
    } else {
      bytes[y / 8 * Frame.width + x] &= ~mask
    }
  }

  /// Lights or darkens pixels of one column. Bit n of `rows` is row n. Pixels outside the frame are ignored. Every
  /// letter is drawn with this, so it changes eight rows at a time.
  mutating func set(column x: Int, rows: UInt64, lit: Bool) {
    guard (0..<Frame.width).contains(x) else { return }
    var rest = rows
    var index = x
    while rest != 0 {
      let mask = UInt8(truncatingIfNeeded: rest)
      if lit { bytes[index] |= mask } else { bytes[index] &= ~mask }
      rest >>= 8
      index += Frame.width
    }
  }

  private static func contains(_ x: Int, _ y: Int) -> Bool {
    (0..<width).contains(x) && (0..<height).contains(y)
  }
}

extension Frame: CustomStringConvertible {
  /// 64 rows of 128 characters, where `#` is lit and `.` is dark.
  public var description: String {
    var text = ""
    for y in 0..<Frame.height {
      for x in 0..<Frame.width { text += isLit(x, y) ? "#" : "." }
      text += "\n"
    }
    return text
  }
}

/// The position of the whole picture at a time. It moves by one pixel every ten minutes, so that no pixel of the panel
/// is lit for days: an OLED that always shows the same picture burns it in.
public enum PixelDrift {
  /// Minutes from one position to the next.
  public static let minutesPerStep = 10
  /// Pixels from the first position to the farthest, in each direction.
  public static let reach = 3

  /// A path through all sixteen positions of a 4×4 square, forth and then back. Each step goes to a neighbour. Four of
  /// five steps go up or down: the panel does that with a register, but a step to the side sends the whole picture
  /// again.
  private static let path: [(dx: Int, dy: Int)] = [
    (0, 0), (0, 1), (0, 2), (0, 3), (1, 3), (1, 2), (1, 1), (1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (3, 3),
    (3, 2), (3, 1), (3, 0),
  ]

  /// The offset right and down, each 0…3 pixels, at a minute of any timeline.
  public static func offset(atMinute minute: Int) -> (dx: Int, dy: Int) {
    let steps = 2 * (path.count - 1)
    let round = steps * minutesPerStep
    let step = (minute % round + round) % round / minutesPerStep
    return path[min(step, steps - step)]
  }
}
