import LinuxBoard

extension ScratchFolder {
  /// The names in it.
  func names() throws -> [String] { try DirectoryStorage(directory: path).list("") }
}
