import Glibc

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
