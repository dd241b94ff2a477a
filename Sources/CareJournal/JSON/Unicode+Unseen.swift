extension Unicode.Scalar {
  /// Whether a terminal obeys it or shows nothing for it: C0, DEL and C1 (ECMA-48, 5th edition, 5.2 and 5.3), separators
  /// of lines, marks of direction (Unicode Standard Annex #9, 2), and characters that take no room: the word joiner and
  /// its kind, the byte order mark, tags. The joiner that emoji are made with is none of them.
  public var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }
}
