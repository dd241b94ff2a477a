/// Reads big-endian numbers from bytes, refusing to go past their end.
struct ByteReader {
  /// The bytes ended before the part called `expected`.
  struct Ended: Error {
    let expected: String
  }

  private let bytes: [UInt8]
  /// Where the next read starts.
  private(set) var position = 0

  /// Reads from the start.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The bytes that are left.
  var rest: ArraySlice<UInt8> { bytes[position...] }

  /// The next `count` bytes, which are the part called `expected`.
  mutating func take(_ count: Int, _ expected: String) throws(Ended) -> ArraySlice<UInt8> {
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
    let value = try take(width, expected).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let unused = 64 - width * 8
    return Int(Int64(bitPattern: value << UInt64(unused)) >> Int64(unused))
  }
}
