/// A reading's six bytes in the order in which a bus carries them, in one number: no array is made for each.
struct PackedReading {
  private let bits: UInt64

  /// Three words, the lower byte of each first, or the upper one.
  init(_ x: Int, _ y: Int, _ z: Int, isBigEndian: Bool = false) {
    bits =
      Self.word(x, isBigEndian) | Self.word(y, isBigEndian) << 16 | Self.word(z, isBigEndian) << 32
  }

  /// Nothing but zeros.
  static let zero = PackedReading(0, 0, 0)

  /// The byte at a place 0…5.
  func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> UInt64(8 * place)) }

  private static func word(_ value: Int, _ isBigEndian: Bool) -> UInt64 {
    let word = UInt16(truncatingIfNeeded: value)
    return UInt64(isBigEndian ? word.byteSwapped : word)
  }
}
