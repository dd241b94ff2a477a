import Glibc

/// Small files that the operating system keeps about itself.
enum TextFile {
  /// The largest file read here, in bytes; the rest is left.
  static let bytesMax = 1 << 20

  /// A file's bytes.
  static func bytes(at path: String) throws(ErrorNumber) -> [UInt8] {
    let file = Descriptor(adopting: try SystemCall.complete { open(path, O_RDONLY | O_CLOEXEC) })
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < bytesMax {
      let count = try SystemCall.complete { read(file.number, &chunk, chunk.count) }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  /// The first line of a file without the spaces around it.
  static func firstLine(at path: String) throws(ErrorNumber) -> String {
    let line = try bytes(at: path).prefix { $0 != 0x0A }
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    let end = text.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    return end.map { String(decoding: text[...$0], as: UTF8.self) } ?? ""
  }
}
