import LinuxBoard

extension ScratchFolder {
  /// The names in the folder.
  func names() throws -> [String] { try DirectoryStorage(directory: path).list("") }
}
