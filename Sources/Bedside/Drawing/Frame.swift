/// 128×64 pixels, one bit each, in the panel's own memory order: eight pages of 128 columns, each byte eight
/// pixels of one column, the lowest bit on top.
public struct Frame: Hashable, Sendable {
  /// Pixels from left to right.
  public static let width = 128
  /// Pixels from top to bottom.
  public static let height = 64
  /// Pages of eight rows.
  public static let pages = 8

  /// 1,024 bytes, page-major: byte `page * 128 + column`.
  public private(set) var bytes: [UInt8]

  /// All dark.
  public init() {
    bytes = [UInt8](repeating: 0, count: Frame.width * Frame.pages)
  }

  /// Whether a pixel is lit; outside the frame nothing is.
  public func isLit(_ x: Int, _ y: Int) -> Bool {
    guard Frame.contains(x, y) else { return false }
    return bytes[y / 8 * Frame.width + x] & (1 << UInt8(y % 8)) != 0
  }

  /// Lights or darkens a pixel; outside the frame nothing happens.
  public mutating func set(_ x: Int, _ y: Int, lit: Bool = true) {
    guard Frame.contains(x, y) else { return }
    let mask = UInt8(1) << UInt8(y % 8)
    if lit {
      bytes[y / 8 * Frame.width + x] |= mask
    } else {
      bytes[y / 8 * Frame.width + x] &= ~mask
    }
  }

  /// Lights or darkens pixels of one column, bit n of `rows` being row n; outside the frame nothing happens. Eight rows
  /// at a time: letters are drawn so, each minute of each day.
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
  /// 64 rows of 128 characters, `#` lit and `.` dark: the form of the golden frames.
  public var description: String {
    var text = ""
    for y in 0..<Frame.height {
      for x in 0..<Frame.width { text += isLit(x, y) ? "#" : "." }
      text += "\n"
    }
    return text
  }
}

/// Where the whole picture stands at a time: it moves by one pixel every ten minutes, so that no pixel of the
/// panel is lit for days on end. OLEDs that show one picture around the clock burn it in.
public enum PixelDrift {
  /// Minutes from one position to the next.
  public static let minutesPerStep = 10
  /// Pixels from the first position to the farthest, in each direction.
  public static let reach = 3

  /// A way through all sixteen positions of a 4×4 square, which is then gone back; each step goes to a neighbour. Four of
  /// five steps go up or down: a panel does that by a register, while a step aside sends the picture again.
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
