import CareJournal
import LinuxBoard

/// A folder for what a command writes, created when it is missing.
struct OutputFolder {
  private let path: String

  /// The folder at a path.
  init(_ path: String) throws(RunFault) {
    self.path = path
    try Self.attempt { () throws(SystemFault) in try PlainFile.createFolders(path) }
  }

  /// Writes files by their paths within the folder.
  func write(_ files: [String: [UInt8]]) throws(RunFault) {
    for (name, bytes) in files {
      let file = path + "/" + name
      if let slash = file.lastIndex(of: "/") {
        try Self.attempt { () throws(SystemFault) in try PlainFile.createFolders(String(file[..<slash])) }
      }
      try Self.write(bytes, to: file)
    }
  }

  /// Writes a box's directory in place of the one that an earlier script left there. One that a box has lived in
  /// bears its lock, and is never touched.
  func replaceBox(with files: [String: [UInt8]]) throws(RunFault) {
    guard !PlainFile.exists(path + "/" + DirectoryLock.fileName) else {
      throw RunFault(
        exit: .usage, message: "--state \(path): expected a folder of its own, found the directory of a box")
    }
    try RunFault.storage { () throws(StorageFault) in
      let old = try DirectoryStorage(directory: path)
      for folder in ["log", "quarantine"] {
        for name in try old.list(folder) { try old.remove(folder + "/" + name) }
      }
      for name in try old.list("") where [NightsFile.path, MotionFile.path].contains(name) {
        try old.remove(name)
      }
    }
    try write(files)
  }

  /// Writes one file.
  static func write(_ bytes: [UInt8], to path: String) throws(RunFault) {
    try attempt { () throws(SystemFault) in try PlainFile.write(bytes, to: path) }
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
enum InputFile {
  /// The file's bytes; `-` is the standard input.
  static func read(_ path: String) throws(RunFault) -> [UInt8] {
    do throws(SystemFault) {
      return try PlainFile.read(path)
    } catch {
      throw RunFault(exit: .io, message: error.description)
    }
  }
}
