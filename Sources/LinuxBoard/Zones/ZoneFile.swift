import Nursery

/// A compiled time zone: TZif, RFC 8536. Only what the offset needs is kept; abbreviations are not.
struct ZoneFile: Hashable {
  /// A change of the offset.
  struct Change: Hashable {
    /// Seconds since 1970.
    let at: Int
    /// Seconds east of UTC from then on.
    let offsetSeconds: Int
  }

  /// The offset before the first change, in seconds east.
  let initialOffsetSeconds: Int
  /// The listed changes, in order of time.
  let changes: [Change]
  /// The rule after the last listed change, if the file has one.
  let rule: ZoneRule?

  /// Reads a file's bytes, or throws the name of the part that was expected.
  init(_ bytes: [UInt8]) throws(ByteReader.Ended) {
    var reader = ByteReader(bytes)
    var header = try Header(&reader)
    var width = 4
    if header.version >= 2 {
      // The first block repeats what fits into 32 bits, for readers of version 1.
      _ = try reader.read(header.blockLength(width: 4), "data of version 1")
      header = try Header(&reader)
      width = 8
    }
    let block = try Block(&reader, header, width)
    initialOffsetSeconds = block.offsets[0]
    changes = try block.changes()
    rule = width == 8 ? try ZoneFile.footer(reader.rest) : nil
  }

  /// The text between two line ends after the second block: empty when there is no rule.
  private static func footer(_ rest: ArraySlice<UInt8>) throws(ByteReader.Ended) -> ZoneRule? {
    let parts = rest.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isEmpty else { throw ByteReader.Ended(expected: "a footer") }
    if parts[1].isEmpty { return nil }
    guard let rule = ZoneRule(String(decoding: parts[1], as: UTF8.self)) else {
      throw ByteReader.Ended(expected: "a POSIX TZ string in the footer")
    }
    return rule
  }
}

extension ZoneFile {
  /// The 44 bytes before a block.
  private struct Header {
    let version: Int
    let utcMarks: Int
    let standardMarks: Int
    let leapSeconds: Int
    let changes: Int
    let kinds: Int
    let nameBytes: Int

    init(_ reader: inout ByteReader) throws(ByteReader.Ended) {
      let magic = try reader.read(4, "TZif")
      guard magic.elementsEqual("TZif".utf8) else { throw ByteReader.Ended(expected: "TZif") }
      let digit = try reader.byte("a version")
      version = digit == 0 ? 1 : Int(digit) - 0x30
      guard (1...4).contains(version) else { throw ByteReader.Ended(expected: "version 1 to 4") }
      _ = try reader.read(15, "a header")
      var counts: [Int] = []
      for _ in 0..<6 { counts.append(try reader.integer(width: 4, "a header")) }
      guard counts.allSatisfy({ (0...1_000_000).contains($0) }), (1...256).contains(counts[4]) else {
        throw ByteReader.Ended(expected: "1 to 256 kinds of time")
      }
      utcMarks = counts[0]
      standardMarks = counts[1]
      leapSeconds = counts[2]
      changes = counts[3]
      kinds = counts[4]
      nameBytes = counts[5]
    }

    /// The number of bytes in the block that follows, with times of `width` bytes.
    func blockLength(width: Int) -> Int {
      changes * (width + 1) + kinds * 6 + nameBytes + leapSeconds * (width + 4) + standardMarks
        + utcMarks
    }
  }

  /// The parts of a block that are used.
  private struct Block {
    let times: [Int]
    let kinds: [UInt8]
    let offsets: [Int]

    init(_ reader: inout ByteReader, _ header: Header, _ width: Int) throws(ByteReader.Ended) {
      // Zones of the "right/" folder count leap seconds, which no clock here does.
      guard header.leapSeconds == 0 else { throw ByteReader.Ended(expected: "no leap seconds") }
      var times: [Int] = []
      for _ in 0..<header.changes { times.append(try reader.integer(width: width, "a time")) }
      kinds = Array(try reader.read(header.changes, "a kind of time for each change"))
      var offsets: [Int] = []
      for _ in 0..<header.kinds {
        offsets.append(try reader.integer(width: 4, "an offset"))
        _ = try reader.read(2, "a kind of time")
      }
      let marks = header.nameBytes + header.standardMarks + header.utcMarks
      _ = try reader.read(marks, "names")
      self.times = times
      self.offsets = offsets
    }

    func changes() throws(ByteReader.Ended) -> [Change] {
      guard kinds.allSatisfy({ Int($0) < offsets.count }) else {
        throw ByteReader.Ended(expected: "kinds of time that are listed")
      }
      guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw ByteReader.Ended(expected: "changes in order of time")
      }
      return zip(times, kinds).map { Change(at: $0, offsetSeconds: offsets[Int($1)]) }
    }
  }
}

extension ZoneFile {
  /// The offset changes of the years from `years.lowerBound` to `years.upperBound`, both whole.
  func window(name: String, years: ClosedRange<Int>) -> ZoneWindow {
    let first = ZoneFile.start(ofYear: years.lowerBound)
    let end = ZoneFile.start(ofYear: years.upperBound + 1)
    let all = changes + ruled(years)
    let before = all.last { $0.at < first }?.offsetSeconds ?? initialOffsetSeconds
    var offset = before
    var transitions: [ZoneWindow.Transition] = []
    for change in all where change.at >= first && change.at < end {
      guard change.offsetSeconds != offset else { continue }  // only a name or a flag changed
      offset = change.offsetSeconds
      let at = Instant(milliseconds: change.at * 1000)
      transitions.append(ZoneWindow.Transition(at: at, offsetSeconds: offset))
    }
    return ZoneWindow(name: name, initialOffsetSeconds: before, transitions: transitions)
  }

  /// The changes that the rule makes after the last listed one. They begin in the year before the window, so that its
  /// first day has an offset too.
  private func ruled(_ years: ClosedRange<Int>) -> [Change] {
    guard let rule else { return [] }
    let from = changes.last?.at ?? Int.min
    if rule.summer == nil {
      // A rule without summer time holds from the last listed change on; a file without any has only the rule.
      return changes.isEmpty ? [Change(at: Int.min, offsetSeconds: rule.offsetSeconds)] : []
    }
    let ruled = (years.lowerBound - 1...years.upperBound).flatMap(rule.changes)
    return ruled.filter { $0.at > from }
  }

  private static func start(ofYear year: Int) -> Int {
    (CivilDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0) * 86_400
  }
}

/// Reads big-endian numbers from bytes, and refuses to go past their end.
struct ByteReader {
  /// The bytes ended before the part called `expected`.
  struct Ended: Error {
    let expected: String
  }

  private let bytes: [UInt8]
  /// Where the next read starts.
  private(set) var position = 0

  /// Reads from the start.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The bytes that are left.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  /// The next `count` bytes, which are the part called `expected`.
  mutating func read(_ count: Int, _ expected: String) throws(Ended) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - position else { throw Ended(expected: expected) }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// The next byte.
  mutating func byte(_ expected: String) throws(Ended) -> UInt8 {
    guard position < bytes.count else { throw Ended(expected: expected) }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next `width` bytes as a signed number, 4 or 8 of them.
  mutating func integer(width: Int, _ expected: String) throws(Ended) -> Int {
    let value = try read(width, expected).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unused = 64 - width * 8
    return Int(Int64(bitPattern: value << UInt64(unused)) >> Int64(unused))
  }
}
