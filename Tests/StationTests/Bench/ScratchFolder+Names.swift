import LinuxBoard

extension ScratchFolder {
  /// What lies in it.
  func names() throws -> [String] { try DirectoryStorage(directory: path).list("") }
}
