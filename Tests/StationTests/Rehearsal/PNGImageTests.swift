import Testing

@testable import Rehearsal

/// PNG files, compared with bytes that other decoders accept and with a small separate reader.
struct PNGImageTests {
  @Test("Two by two pixels make the known file")
  func wholeFile() {
    // zlib and Pillow decode these bytes.
    let expected: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A,
      0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0, 0x57, 0xDD, 0x52, 0xF8,
      0, 0, 0, 17, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 0x01, 6, 0, 0xF9, 0xFF, 0, 0xFF, 0, 0, 0, 0xFF,
      0x06, 0x00, 0x01, 0xFF, 0x4D, 0x07, 0x53, 0x09,
      0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
    #expect(PNGImage(width: 2, height: 2) { x, y in x == y }.bytes == expected)
  }

  @Test("A picture reads back as it was drawn", arguments: [1, 4])
  func roundTrip(scale: Int) {
    let image = PNGImage(width: 128 * scale, height: 64 * scale) { x, y in (x * 7 + y * 3) % 5 < 2 }
    var rows: [UInt8] = []
    for y in 0..<64 * scale {
      rows.append(0)
      for x in 0..<128 * scale { rows.append((x * 7 + y * 3) % 5 < 2 ? 255 : 0) }
    }
    #expect(storedContent(of: image.bytes) == rows)
  }

  /// The image data of a file whose deflate blocks are all stored; empty if anything is wrong with it.
  private func storedContent(of bytes: [UInt8]) -> [UInt8] {
    // Signature 8, header chunk 25, length and type 8, zlib header 2; at the end checksum 4 + 4, end chunk 12.
    var rest = bytes.dropFirst(8 + 25 + 8 + 2).dropLast(4 + 4 + 12)
    var content: [UInt8] = []
    while rest.count >= 5 {
      let head = Array(rest.prefix(5))
      let length = Int(head[1]) | Int(head[2]) << 8
      guard head[1] == ~head[3], head[2] == ~head[4], rest.count >= 5 + length else { return [] }
      rest = rest.dropFirst(5)
      content += rest.prefix(length)
      rest = rest.dropFirst(length)
      guard (head[0] == 1) == rest.isEmpty else { return [] }
    }
    return content
  }
}
