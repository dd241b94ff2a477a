import Nursery

/// The text of a line: one compact JSON object, its checksum last, then LF. The only place that knows it.
///
/// ```
/// {"v":1,"id":"…","box":"7c1e9a04b2d1","seq":12,"boot":3,"bt":86400000,"wt":null,"ws":"none",
///  "op":"add","src":"button","baby":1,"kind":"sleep","start":[3,86399000],"crc":"9f3c01ab"}
/// ```
/// `start` and `end` are `[boot, bt]` by the boot clock, or a number of milliseconds by the wall clock.
/// In an amendment `"end":null` takes the end away. Reading tries a scanner made for exactly what `encode`
/// writes, and for anything else the general JSON reader, whose word is the one that counts.
public enum JournalLineCodec {
  /// The version this codec writes, and the only one that it interprets.
  public static let version = 1

  /// What the bytes between two line ends turned out to be.
  public enum Decoded: Hashable, Sendable {
    /// A line, perhaps foreign.
    case line(JournalLine)
    /// The line that begins a segment.
    case head(SegmentHead)
    /// The line that ends one in order.
    case stop(SegmentStop)
    /// The checksum holds, but it is not the shape of any line: kept as it stands, never interpreted.
    case odd
    /// The checksum does not hold.
    case damaged
  }

  /// Reads one line, without its line end.
  public static func decode(_ bytes: [UInt8]) -> Decoded {
    var scanner = LineScanner(bytes)
    return decode(bytes.indices, with: &scanner)
  }

  /// Reads the line that fills a range of the scanner's bytes.
  static func decode(_ range: Range<Int>, with scanner: inout LineScanner) -> Decoded {
    guard let body = checkedBody(of: range, in: scanner.bytes) else { return .damaged }
    if let line = scanner.line(in: body) { return .line(line) }
    return interpret(Array(scanner.bytes[range]))
  }
}

// MARK: - Checksum

extension JournalLineCodec {
  private static let checksumKey = Array(",\"crc\":\"".utf8)
  private static let checksumEnd = Array("\"}".utf8)
  private static let checksumLength = 8

  /// Closes an object whose last member has just been written: checksum, brace.
  static func seal(_ bytes: inout [UInt8]) {
    let checksum = CRC32C.checksum(of: bytes)
    bytes.append(contentsOf: checksumKey)
    bytes.append(contentsOf: Hexadecimal.digits(UInt64(checksum), count: checksumLength))
    bytes.append(contentsOf: checksumEnd)
  }

  /// The bytes before `,"crc"`, when the checksum that follows them holds; else nil.
  static func checkedBody(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    let end = range.upperBound - checksumEnd.count
    let digits = end - checksumLength
    let key = digits - checksumKey.count
    guard key > range.lowerBound, matches(checksumKey, in: bytes, at: key),
      matches(checksumEnd, in: bytes, at: end),
      let claimed = Hexadecimal.value(of: bytes, at: digits, digits: checksumLength)
    else { return nil }
    let body = range.lowerBound..<key
    return UInt64(CRC32C.checksum(of: bytes, in: body)) == claimed ? body : nil
  }

  private static func matches(_ literal: [UInt8], in bytes: [UInt8], at start: Int) -> Bool {
    for index in literal.indices where bytes[start + index] != literal[index] { return false }
    return true
  }
}
