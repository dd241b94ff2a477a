/// A picture of lit and dark pixels as a PNG file: 8-bit grayscale, 255 lit and 0 dark, not interlaced.
///
/// Eight bits a pixel and uncompressed deflate blocks are the simplest form that every reader accepts. A panel's
/// picture then has 8.4 kB. (PNG specification, second edition; RFC 1950, zlib; RFC 1951, deflate.)
struct PNGImage: Hashable, Sendable {
  /// The whole file.
  let bytes: [UInt8]

  /// Encodes `width` × `height` pixels. `isLit` receives columns and rows from 0 at the top left.
  /// - Precondition: `width` and `height` are at least 1.
  init(width: Int, height: Int, isLit: (_ x: Int, _ y: Int) -> Bool) {
    precondition(width > 0 && height > 0, "an image has at least one pixel")
    let rows = PNGImage.rows(width: width, height: height, isLit: isLit)
    let header = PNGImage.bigEndian(width) + PNGImage.bigEndian(height) + PNGImage.grayscale
    bytes =
      PNGImage.signature + PNGImage.chunk("IHDR", header) + PNGImage.chunk("IDAT", PNGImage.zlib(rows))
      + PNGImage.chunk("IEND", [])
  }
}

// PNG specification, sections 5, 9 and 11.2.2.
extension PNGImage {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Bit depth 8, grayscale, deflate, adaptive filters, not interlaced.
  private static let grayscale: [UInt8] = [8, 0, 0, 0, 0]

  /// Each row after its filter byte, 0 for no filter.
  private static func rows(width: Int, height: Int, isLit: (_ x: Int, _ y: Int) -> Bool) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width + 1) * height)
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows.append(isLit(x, y) ? 255 : 0) }
    }
    return rows
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + content
    return bigEndian(content.count) + checked + bigEndian(Int(crc32(checked)))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

// RFC 1950, section 2.2; RFC 1951, section 3.2.4.
extension PNGImage {
  /// A stored block has 16 bits for its length.
  private static let longestBlock = 65_535

  private static func zlib(_ content: [UInt8]) -> [UInt8] {
    // Deflate with a 32 KiB window at the fastest level. The two bytes are a multiple of 31.
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: content.count, by: longestBlock) {
      let block = content[start..<min(start + longestBlock, content.count)]
      let isLast: UInt8 = block.endIndex == content.count ? 1 : 0
      let length = UInt16(block.count)
      stream.append(isLast)
      for part in [length, ~length] { stream += [UInt8(part & 0xFF), UInt8(part >> 8)] }
      stream += block
    }
    return stream + bigEndian(Int(adler32(content)))
  }
}

// PNG specification, annex D; RFC 1950, section 8.2.
extension PNGImage {
  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in
      crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1
    }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF) { crc, byte in
      crcTable[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
    }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
