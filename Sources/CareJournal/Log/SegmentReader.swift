/// Walks over one segment: every byte belongs to a line, to a blank, or to damage.
struct SegmentReader {
  /// What was met.
  enum Piece {
    /// A line, and where its text stands.
    case line(JournalLine, Range<Int>)
    /// Text with a good checksum that is no line, or none that a box can have written into this segment.
    case odd(Range<Int>)
    /// Bytes that are no line.
    case damage(Range<Int>)
  }

  private let number: Int
  private var scanner: LineScanner
  private var position = 0
  private let end: Int
  /// Parts of a chunk whose checksum failed, the next one last.
  private var parts: [Range<Int>] = []

  /// A walk over the segment of a number.
  init(_ bytes: [UInt8], number: Int) {
    self.number = number
    scanner = LineScanner(bytes)
    end = Self.lengthWithoutBlankTail(bytes)
  }

  /// The segment's bytes.
  var bytes: [UInt8] { scanner.bytes }

  /// Whether somebody has cut a segment within its last piece. It has its whole length before its first line, and is
  /// cut after whole lines only; so the power leaves no shorter one that ends within a line. One that was longer was
  /// taken in as a whole, but for a line that is longer than a segment: that one stands alone.
  static func isCutShort(_ bytes: [UInt8], within piece: Range<Int>, segmentBytes: Int) -> Bool {
    guard piece.upperBound == bytes.count else { return false }
    let isBegun = bytes[piece].prefix(lineOpening.count).elementsEqual(lineOpening.prefix(piece.count))
    return bytes.count < segmentBytes
      ? isBegun : bytes.count > segmentBytes && isBegun && piece.lowerBound > 0
  }

  private static let lineOpening = Array("{\"v\":".utf8)

  /// The next piece, or nil at the end. Blank lines are passed over.
  mutating func next() -> Piece? {
    if let part = parts.popLast() { return piece(part, isPart: true) }
    while position < end {
      let start = position
      let lineEnd = self.lineEnd(from: start)
      position = lineEnd + 1
      guard lineEnd > start, !isBlank(start..<lineEnd) else { continue }
      // Without a line end it was not written to its end, whatever its checksum says.
      guard lineEnd < bytes.count else { return .damage(start..<lineEnd) }
      return piece(start..<lineEnd, isPart: false)
    }
    return nil
  }

  private mutating func piece(_ range: Range<Int>, isPart: Bool) -> Piece {
    switch JournalLineCodec.decode(range, with: &scanner) {
    case .line(let line): return LineLimits.allow(line, inSegment: number) ? .line(line, range) : .odd(range)
    case .odd: return .odd(range)
    case .damaged where isPart: return .damage(range)
    case .damaged:
      parts = split(range).reversed()
      return piece(parts.popLast() ?? range, isPart: true)
    }
  }

  /// Damage may have eaten line ends: what follows it begins like a line in the middle of a chunk.
  private func split(_ range: Range<Int>) -> [Range<Int>] {
    let opening = Self.lineOpening
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range.dropFirst() where bytes[index] == opening[0] {
      guard index + opening.count <= range.upperBound,
        bytes[index..<(index + opening.count)].elementsEqual(opening)
      else { continue }
      parts.append(start..<index)
      start = index
    }
    return parts + [start..<range.upperBound]
  }

  private func lineEnd(from start: Int) -> Int {
    let bytes = scanner.bytes
    var index = start
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return index
  }

  /// Blanks, and the NUL bytes of a sector that was never written.
  private func isBlank(_ range: Range<Int>) -> Bool {
    let bytes = scanner.bytes
    guard bytes[range.lowerBound] <= 0x20 else { return false }
    return bytes[range].allSatisfy { $0 == 0x20 || $0 == 0 || $0 == 0x09 || $0 == 0x0D }
  }

  /// How much of a segment is used: all but the blank room at its end.
  static func usedLength(of bytes: [UInt8]) -> Int {
    let length = lengthWithoutBlankTail(bytes)
    return length == 1 && bytes[0] == 0x0A ? 0 : length
  }

  /// Where the room at the end of a segment begins, plus one line end.
  private static func lengthWithoutBlankTail(_ bytes: [UInt8]) -> Int {
    var length = bytes.count
    while length > 1, bytes[length - 1] == 0x0A, bytes[length - 2] == 0x0A { length -= 1 }
    return length
  }
}
