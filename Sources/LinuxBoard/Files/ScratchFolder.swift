import Glibc

/// A folder that is gone, with all that is in it, when its owner is.
public final class ScratchFolder {
  /// Where it is.
  public let path: String

  /// Makes one below `$TMPDIR`, or `/tmp`.
  public init() throws(SystemFault) {
    let place = Environment.variable("TMPDIR") ?? "/tmp"
    var template = Array((place + "/cribside-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemFault(operation: "mkdtemp", subject: place, errno: errno)
    }
    path = String(terminated: template)
  }

  deinit {
    ScratchFolder.remove(path)
  }

  /// What cannot be removed is left to the next clean-up of `/tmp`.
  private static func remove(_ path: String) {
    if PlainFolder.isFolder(path) { for name in names(in: path) { remove(path + "/" + name) } }
    Glibc.remove(path)
  }

  private static func names(in path: String) -> [String] {
    do throws(ErrorNumber) {
      return try Folder.names(at: path)
    } catch {
      return []
    }
  }
}
