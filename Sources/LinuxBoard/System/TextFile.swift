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

extension String {
  /// The text in a buffer that a C call filled in, up to its zero byte.
  init(terminated buffer: [CChar]) {
    self.init(
      decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Reading the names in a folder.
enum Folder {
  /// The names at a path, without `.` and `..`, in no order.
  static func names(at path: String) throws(ErrorNumber) -> [String] {
    try names(of: SystemCall.complete { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) })
  }

  /// The names in an open folder, whose descriptor is closed afterwards.
  static func names(of descriptor: Int32) throws(ErrorNumber) -> [String] {
    guard let stream = fdopendir(descriptor) else {
      let reason = ErrorNumber.last
      close(descriptor)
      throw reason
    }
    defer { closedir(stream) }
    return try names(in: stream)
  }

  private static func names(in stream: OpaquePointer) throws(ErrorNumber) -> [String] {
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = name(of: entry)
      if name != "." && name != ".." { names.append(name) }
    }
    if errno != 0 { throw ErrorNumber.last }
    return names
  }

  /// The kernel's record is as long as its name, not as the C declaration says, so it is never copied whole.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name)!
    let bytes = UnsafeRawPointer(entry).advanced(by: offset)
    return String(cString: bytes.assumingMemoryBound(to: CChar.self))
  }
}
