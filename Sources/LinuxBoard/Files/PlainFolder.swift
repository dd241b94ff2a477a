import Glibc

/// Folders that are not the box's directory.
public enum PlainFolder {
  /// The paths of all that is below a folder and no folder itself, in no order; empty when there is no such folder.
  /// Links are not followed.
  public static func files(below path: String) throws(SystemFault) -> [String] {
    do throws(ErrorNumber) {
      return try files(in: path, "")
    } catch {
      throw error.fault("list", path)
    }
  }

  private static func files(in root: String, _ folder: String) throws(ErrorNumber) -> [String] {
    let path = root + "/" + folder
    var files: [String] = []
    for name in try names(in: path) {
      if isFolder(path + name) {
        files += try self.files(in: root, folder + name + "/")
      } else {
        files.append(folder + name)
      }
    }
    return files
  }

  private static func names(in path: String) throws(ErrorNumber) -> [String] {
    do throws(ErrorNumber) {
      return try Folder.names(at: path)
    } catch {
      guard error.value == ENOENT else { throw error }
      return []
    }
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
