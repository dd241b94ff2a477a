import LinuxBoard

/// A folder for what a command writes, created when it is missing.
package struct OutputFolder {
  private let path: String

  /// The folder at a path.
  package init(_ path: String) throws(RunFault) {
    self.path = path
    try Self.attempt { () throws(SystemFault) in try PlainFile.createFolders(path) }
  }

  /// Writes files by their paths within the folder.
  package func write(_ files: [String: [UInt8]]) throws(RunFault) {
    for (name, bytes) in files {
      let file = path + "/" + name
      if let slash = file.lastIndex(of: "/") {
        try Self.attempt { () throws(SystemFault) in try PlainFile.createFolders(String(file[..<slash])) }
      }
      try Self.write(bytes, to: file)
    }
  }

  /// Writes one file.
  package static func write(_ bytes: [UInt8], to path: String) throws(RunFault) {
    try attempt { () throws(SystemFault) in try PlainFile.write(bytes, to: path) }
  }

  /// Sees whether a file can be written, before the work whose outcome it is for.
  package static func check(_ path: String) throws(RunFault) {
    try attempt { () throws(SystemFault) in try PlainFile.checkWritable(path) }
  }

  private static func attempt(_ work: () throws(SystemFault) -> Void) throws(RunFault) {
    do throws(SystemFault) {
      try work()
    } catch {
      throw RunFault(exit: .io, message: error.description)
    }
  }
}

/// A file that a command reads whole.
package enum InputFile {
  /// The file's bytes; `-` is the standard input.
  package static func read(_ path: String) throws(RunFault) -> [UInt8] {
    do throws(SystemFault) {
      return try PlainFile.read(path)
    } catch {
      throw RunFault(exit: .io, message: error.description)
    }
  }
}
