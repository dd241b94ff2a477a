import Glibc

@testable import LinuxBoard

/// A folder for one test, removed after it.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/cribside-test-XXXXXX".utf8CString)
    let made = mkdtemp(&template) != nil
    precondition(made, "no temporary folder")
    path = String(terminated: template)
  }

  deinit {
    TemporaryFolder.remove(path)
  }

  private static func remove(_ path: String) {
    do throws(ErrorNumber) {
      for name in try Folder.names(at: path) { remove(path + "/" + name) }
    } catch {
      // Not a folder: a file, which has nothing below it.
    }
    Glibc.remove(path)
  }

  /// A file's path in the folder.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a text to a file.
  func write(_ text: String, to name: String) {
    let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = Glibc.write(descriptor, text, text.utf8.count)
    close(descriptor)
  }

  /// Makes a link to another name in the folder.
  func link(_ name: String, to target: String) { symlink(file(target), file(name)) }

  /// The permission bits of a file or folder in the folder.
  func mode(_ name: String) -> UInt32 {
    var status = stat()
    stat(file(name), &status)
    return status.st_mode & 0o777
  }
}
