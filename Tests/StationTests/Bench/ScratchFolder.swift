import Glibc
import LinuxBoard

/// A folder of one test with plain files in it, gone when the test is over.
final class ScratchFolder {
  let path: String

  init() throws {
    var random = SystemRandomNumberGenerator()
    path = "/tmp/cribside-station-" + String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
    try PlainFile.createFolders(path)
  }

  deinit {
    do {
      for folder in ["log/", ""] {
        for name in try DirectoryStorage(directory: path).list(String(folder.dropLast())) {
          remove(path + "/" + folder + name)
        }
      }
    } catch {
      return  // The folder stays; nothing depends on it.
    }
    remove(path)
  }

  /// What lies in it.
  func names() throws -> [String] { try DirectoryStorage(directory: path).list("") }
}
