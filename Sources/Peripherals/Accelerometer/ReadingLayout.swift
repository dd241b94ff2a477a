/// How six bytes are three counts.
struct ReadingLayout: Hashable, Sendable {
  /// Whether the byte of higher worth comes first.
  var isBigEndian: Bool
  /// Bits below the count's lowest one.
  var unusedBits: Int

  /// The axis 0…2 of the reading that begins at `start`.
  func count(_ bytes: [UInt8], _ start: Int, axis: Int) -> Int {
    let first = UInt16(bytes[start + 2 * axis])
    let second = UInt16(bytes[start + 2 * axis + 1])
    let word = isBigEndian ? first << 8 | second : second << 8 | first
    return Int(Int16(bitPattern: word)) >> unusedBits
  }
}
