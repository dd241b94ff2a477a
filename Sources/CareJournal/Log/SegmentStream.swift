import Nursery

/// Reads one segment from its beginning to its end, a window at a time: every byte belongs to a piece or is blank.
/// Whatever the file holds and however long it is, the memory stays the same.
struct SegmentStream {
  /// What was met.
  enum Content {
    /// A line with its number.
    case line(JournalLine)
    /// The line that begins a segment.
    case head(SegmentHead)
    /// The line that ends a segment in order.
    case stop(SegmentStop)
    /// Text with a good checksum that is no line, or none that a box can have written into this segment.
    case odd
    /// Bytes that are no line.
    case damage
  }

  /// A piece and its place.
  struct Piece {
    let content: Content
    /// The bytes of the file, without the line end.
    let range: Range<Int>
    /// The line of the file, from 1.
    let line: Int
  }

  /// Reads so many bytes of the file from an offset on; fewer at its end.
  typealias Fetch = (_ offset: Int, _ count: Int) throws(StorageFault) -> [UInt8]

  static let windowBytes = 64 << 10
  private static let opening = Array("{\"v\":".utf8)

  /// How much of the file is used: the end of the last piece, its line end included.
  private(set) var usedBytes = 0
  /// How long the file is, as far as it was read.
  var length: Int { base + window.count }

  private let number: Int
  private let fetch: Fetch
  private var scanner = LineScanner([])
  /// Where the window begins in the file.
  private var base = 0
  /// The next byte to be looked at, in the window.
  private var position = 0
  private var isAtEnd = false
  private var line = 1
  /// Parts of a chunk whose checksum failed, the next one last; in the window.
  private var parts: [Range<Int>] = []

  /// A walk over the segment of a number.
  init(number: Int, fetch: @escaping Fetch) {
    self.number = number
    self.fetch = fetch
  }

  /// A walk over a segment on a storage, or the beginning of it. One of an import that is decided may not have its name
  /// yet.
  init<Storage: JournalStorage>(
    _ number: Int, of storage: Storage, windowBytes: Int = SegmentStream.windowBytes
  ) {
    let path = SegmentName.path(number)
    self.init(number: number) { offset, count throws(StorageFault) in
      let count = min(count, windowBytes)
      do throws(StorageFault) {
        return try storage.read(path, at: offset, count: count)
      } catch {
        guard error.reason == .missing else { throw error }
        return try storage.read(Journal<Storage>.stagedPath(number), at: offset, count: count)
      }
    }
  }

  private var window: [UInt8] { scanner.bytes }

  /// The text of the piece that was delivered last.
  func text(of piece: Piece) -> ArraySlice<UInt8> {
    window[(piece.range.lowerBound - base)..<(piece.range.upperBound - base)]
  }

  /// The next piece, or nil at the end. Blank lines are passed over.
  mutating func next() throws(StorageFault) -> Piece? {
    if let part = parts.popLast() { return piece(part, isPart: true) }
    while try refill() {
      if window[position] == 0x0A {
        position += 1
        line += 1
        continue
      }
      guard let end = lineEnd() else {
        guard let range = overlong() else { continue }
        return damage(range)
      }
      let range = position..<end
      guard !isBlank(range) else {
        position = end
        continue
      }
      position = end
      return piece(range, isPart: false)
    }
    return nil
  }

  /// Makes sure that a whole line stands in the window, if there is one; false at the end of the file.
  private mutating func refill() throws(StorageFault) -> Bool {
    while !isAtEnd, window.count - position <= StorageLimits.lineBytes {
      let offset = base + window.count
      let room = min(Self.windowBytes, StorageLimits.segmentReadBytes - offset)
      let more = room > 0 ? try fetch(offset, room) : []
      isAtEnd = more.isEmpty
      base += position
      scanner.load(Array(window[position...]) + more)
      position = 0
    }
    return position < window.count
  }

  /// Where the line at the position ends; nil where it is longer than a line may be, or has no end.
  private func lineEnd() -> Int? {
    let last = min(window.count, position + StorageLimits.lineBytes + 1)
    var index = position
    while index < last, window[index] != 0x0A { index += 1 }
    return index < last ? index : nil
  }

  /// Passes over text that is too long for a line, or has no line end, up to what begins like a line; nil where it is
  /// blank.
  private mutating func overlong() -> Range<Int>? {
    let start = position
    position += 1
    while position < window.count, window[position] != 0x0A, !isOpening(position) { position += 1 }
    return isBlank(start..<position) ? nil : start..<position
  }

  private func isOpening(_ index: Int) -> Bool {
    let opening = Self.opening
    guard window[index] == opening[0], index + opening.count <= window.count else { return false }
    return window[index..<(index + opening.count)].elementsEqual(opening)
  }

  private mutating func piece(_ range: Range<Int>, isPart: Bool) -> Piece {
    switch JournalLineCodec.decode(range, with: &scanner) {
    case .line(let line): return piece(LineLimits.allow(line, inSegment: number) ? .line(line) : .odd, range)
    case .head(let head): return piece(head.segment == number ? .head(head) : .odd, range)
    case .stop(let stop): return piece(.stop(stop), range)
    case .odd: return piece(.odd, range)
    case .damaged where isPart: return damage(range)
    case .damaged:
      parts = split(range).reversed()
      return piece(parts.popLast() ?? range, isPart: true)
    }
  }

  private mutating func damage(_ range: Range<Int>) -> Piece { piece(.damage, range) }

  private mutating func piece(_ content: Content, _ range: Range<Int>) -> Piece {
    usedBytes = base + min(range.upperBound + 1, window.count)
    return Piece(content: content, range: (base + range.lowerBound)..<(base + range.upperBound), line: line)
  }

  /// Damage may have eaten line ends: what follows it begins like a line in the middle of a chunk.
  private func split(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range.dropFirst() where isOpening(index) {
      parts.append(start..<index)
      start = index
    }
    return parts + [start..<range.upperBound]
  }

  /// Blanks, and the NUL bytes of a sector that was never written.
  private func isBlank(_ range: Range<Int>) -> Bool {
    guard window[range.lowerBound] <= 0x20 else { return false }
    return window[range].allSatisfy { $0 == 0x20 || $0 == 0 || $0 == 0x09 || $0 == 0x0D }
  }
}
