import Nursery

/// Reads one segment from beginning to end, a window at a time: every byte belongs to a piece or is blank. The memory
/// stays the same, however long the file is and whatever it holds.
struct SegmentStream {
  /// The kinds of piece.
  enum Content {
    /// A line with its number.
    case line(JournalLine)
    /// The line that begins a segment.
    case head(SegmentHead)
    /// The line that ends a segment in order.
    case stop(SegmentStop)
    /// Text with a good checksum that is not a line, or not one that a box can have written into this segment.
    case odd
    /// Bytes that are not a line.
    case damage
  }

  /// A piece and its place in the file.
  struct Piece {
    let content: Content
    /// The bytes of the file, without the line end.
    let range: Range<Int>
    /// The line of the file, from 1.
    let line: Int
    /// How many texts it consists of: more than one if damage follows damage.
    var texts = 1
    /// Whether it continues the damage before it, with at most blanks between.
    var isContinued = false
  }

  /// Reads at most `count` bytes of the file from an offset; fewer at its end.
  typealias Fetch = (_ offset: Int, _ count: Int) throws(StorageFault) -> [UInt8]

  static let windowBytes = 64 << 10
  private static let lineEnd: UInt8 = 0x0A

  /// The used length of the file: the end of the last piece with its line end.
  private(set) var usedBytes = 0
  /// The length of the file, as far as it was read.
  var length: Int { base + scanner.bytes.count }

  private let number: Int
  private let fetch: Fetch
  private var scanner = LineScanner([])
  /// The offset of the window in the file.
  private var base = 0
  /// The next byte to look at, within the window.
  private var position = 0
  private var isAtEnd = false
  private var line = 1
  /// Whether the position is right after a line end.
  private var isAtLineStart = true
  /// A good piece that was met after damage.
  private var ahead: [Piece] = []
  private var wasDamage = false

  /// A stream of the segment with a number.
  init(number: Int, fetch: @escaping Fetch) { (self.number, self.fetch) = (number, fetch) }

  /// A stream of a segment on a storage. One of a decided import may not be renamed yet.
  init<Storage: JournalStorage>(
    _ number: Int, of storage: Storage, windowBytes: Int = SegmentStream.windowBytes
  ) {
    let path = SegmentName.path(number)
    self.init(number: number) { offset, count throws(StorageFault) in
      let count = min(count, windowBytes)
      do throws(StorageFault) {
        return try storage.read(path, at: offset, count: count)
      } catch {
        // A card that fails once may answer the next time. If a segment is missing, the next press may mean something
        // else.
        if error.reason == .device { return try storage.read(path, at: offset, count: count) }
        guard error.reason == .missing else { throw error }
        return try storage.read(Journal<Storage>.stagedPath(number), at: offset, count: count)
      }
    }
  }

  /// The text of the last delivered piece.
  func text(of piece: Piece) -> ArraySlice<UInt8> {
    scanner.bytes[(piece.range.lowerBound - base)..<(piece.range.upperBound - base)]
  }

  /// The next piece, or nil at the end. Blank lines are skipped. Damage with nothing but blanks in between is one
  /// piece, as far as the window holds it, so that a file full of damage costs no more than a look at its bytes.
  mutating func next() throws(StorageFault) -> Piece? {
    if let piece = ahead.popLast() { return piece }
    var damage: (range: Range<Int>, line: Int, texts: Int)?
    while try damage == nil ? refill() : holdsLine {
      if passBlankLines() { continue }
      let (line, isLineStart) = (line, isAtLineStart)
      var text = passText()
      if mayBeLine(text, isLineStart), let content = passLine(&text, isLineStart) {
        let piece = Piece(content: content, range: note(text), line: line)
        guard damage != nil else {
          wasDamage = false
          return piece
        }
        ahead = [piece]
        break
      }
      guard !isBlank(text) else { continue }
      let range = note(text)
      damage = (
        (damage?.range ?? range).lowerBound..<range.upperBound, damage?.line ?? line, (damage?.texts ?? 0) + 1
      )
    }
    guard let damage else { return nil }
    defer { wasDamage = ahead.isEmpty }
    return Piece(
      content: .damage, range: damage.range, line: damage.line, texts: damage.texts, isContinued: wasDamage)
  }

  /// Whether the window holds a whole line, if one is left.
  private var holdsLine: Bool {
    scanner.bytes.count - position > (isAtEnd ? 0 : limit(at: position))
  }

  /// The longest text that may begin at a byte of the window. Only the first text of the file can be a head.
  private func limit(at start: Int) -> Int {
    base + start == 0 ? StorageLimits.headBytes : StorageLimits.lineBytes
  }

  /// Makes the window hold a whole line, if one is left; false at the end of the file.
  private mutating func refill() throws(StorageFault) -> Bool {
    while !isAtEnd, !holdsLine {
      let room = min(Self.windowBytes, StorageLimits.segmentReadBytes - length)
      let more = room > 0 ? try fetch(length, room) : []
      isAtEnd = more.isEmpty
      let rest = scanner.bytes[position...]
      base += position
      position = 0
      scanner.load(Array(rest) + more)
    }
    return holdsLine
  }

  /// Skips line ends, which fill the rest of an open segment; false if there are none.
  private mutating func passBlankLines() -> Bool {
    let ends = scanner.bytes[position...].prefix { $0 == Self.lineEnd }.count
    guard ends > 0 else { return false }
    position += ends
    line += ends
    isAtLineStart = true
    return true
  }

  /// Skips text up to its line end, or to what begins like a line, since damage may have destroyed the line end.
  private mutating func passText() -> Range<Int> {
    let bytes = scanner.bytes
    // The beginning of a line may lie across the end of the window.
    let end = isAtEnd ? bytes.count : bytes.count - Self.openingBytes + 1
    var index = position + 1
    while index < end, bytes[index] != Self.lineEnd, !Self.isOpening(bytes, index) { index += 1 }
    let text = position..<index
    passLineEnd(at: index)
    return isAtLineStart ? withoutReturn(text) : text
  }

  /// Without a carriage return at the end: a text that was edited on Windows ends its lines with CR and LF.
  private func withoutReturn(_ text: Range<Int>) -> Range<Int> {
    text.isEmpty || scanner.bytes[text.upperBound - 1] != 0x0D ? text : text.lowerBound..<text.upperBound - 1
  }

  private mutating func passLineEnd(at index: Int) {
    isAtLineStart = index < scanner.bytes.count && scanner.bytes[index] == Self.lineEnd
    position = isAtLineStart ? index + 1 : index
    if isAtLineStart { line += 1 }
  }

  private static let openingBytes = 5

  /// Whether `{"v":` stands at an index. This is called for every byte of a log.
  private static func isOpening(_ bytes: [UInt8], _ index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "{") && index + openingBytes <= bytes.count
      && bytes[index + 1] == UInt8(ascii: "\"")
      && bytes[index + 2] == UInt8(ascii: "v") && bytes[index + 3] == UInt8(ascii: "\"")
      && bytes[index + 4] == UInt8(ascii: ":")
  }

  /// Whether a text may be a line or, at the start of a line, its beginning. Decoding each piece of a large file of
  /// noise would delay a start by seconds.
  private func mayBeLine(_ text: Range<Int>, _ isLineStart: Bool) -> Bool {
    guard position < scanner.bytes.count || isAtLineStart else { return false }
    guard !text.isEmpty, scanner.bytes[text.lowerBound] == UInt8(ascii: "{") else { return false }
    return scanner.bytes[text.upperBound - 1] == UInt8(ascii: "}") || isLineStart && !isAtLineStart
  }

  /// Reads a text as a line. If that fails because the line contains the beginning of another one, reads the whole line
  /// instead. This is tried only at the start of a line, so that no byte is looked at more than twice.
  private mutating func passLine(_ text: inout Range<Int>, _ isLineStart: Bool) -> Content? {
    if let content = read(text) { return content }
    guard isLineStart, !isAtLineStart, let whole = wholeLine(from: text.lowerBound),
      let content = read(withoutReturn(whole))
    else {
      return nil
    }
    text = withoutReturn(whole)
    passLineEnd(at: whole.upperBound)
    return content
  }

  private func wholeLine(from start: Int) -> Range<Int>? {
    let limit = min(scanner.bytes.count, start + limit(at: start) + 1)
    return scanner.bytes[start..<limit].firstIndex(of: Self.lineEnd).map { start..<$0 }
  }

  /// The text as a line; nil if it is none.
  private mutating func read(_ text: Range<Int>) -> Content? {
    guard text.count <= limit(at: text.lowerBound) else { return nil }
    switch JournalLineCodec.decode(text, with: &scanner) {
    case .head(let head): return head.segment == number ? .head(head) : .odd
    case _ where text.count > StorageLimits.lineBytes: return nil
    case .line(let line): return LineLimits.allow(line, inSegment: number) ? .line(line) : .odd
    case .stop(let stop): return .stop(stop)
    case .odd: return .odd
    case .damaged: return nil
    }
  }

  /// Marks the file as used up to the position, which is at the end of a text.
  ///
  /// - Returns: the text's place in the file.
  private mutating func note(_ text: Range<Int>) -> Range<Int> {
    usedBytes = base + position
    return (base + text.lowerBound)..<(base + text.upperBound)
  }

  /// Whether a text has only blanks, or the NUL bytes of a sector that was never written.
  private func isBlank(_ text: Range<Int>) -> Bool {
    scanner.bytes[text].allSatisfy { $0 == 0x20 || $0 == 0 || $0 == 0x09 || $0 == 0x0D }
  }
}

/// Recognises repeated lines. A box writes again what was not confirmed, at most 4,096 lines, in the segments that
/// follow. So the last 16,384 lines are enough, and a log of any length needs the same memory.
struct RecentLines {
  private static let window = 16_384

  private var newer: Set<EventID> = []
  private var older: Set<EventID> = []
  private var box = (name: "", hash: FNV1a.hash("".utf8))

  /// Notes a line; false if it was met recently. The same id on a line with another number, as after an import, is
  /// another line.
  mutating func insert(_ line: JournalLine) -> Bool {
    if line.box != box.name { box = (line.box, FNV1a.hash(line.box.utf8)) }
    let place = box.hash &+ UInt64(line.sequence) &* 0x9E37_79B9_7F4A_7C15
    let id = EventID(high: line.id.high ^ place, low: line.id.low)
    guard !older.contains(id), newer.insert(id).inserted else { return false }
    if newer.count >= Self.window { (older, newer) = (newer, []) }
    return true
  }
}
