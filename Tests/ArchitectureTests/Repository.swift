import FoundationEssentials

/// The files of the repository from which this test was built.
enum Repository {
  /// A text file and its content.
  struct TextFile: Sendable {
    /// Relative to the repository.
    let path: String
    let text: String
  }

  /// The folder of `Package.swift`, without a slash at the end.
  static let root: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/")
  }()

  /// The paths of all files under a folder, relative to the repository, in order.
  static func files(under folder: String) throws -> [String] {
    let manager = FileManager.default
    guard manager.fileExists(atPath: "\(root)/\(folder)") else { return [] }
    return try manager.subpathsOfDirectory(atPath: "\(root)/\(folder)").map { "\(folder)/\($0)" }
      .filter { path in
        var isFolder = false
        return manager.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) && !isFolder
      }
      .sorted()
  }

  /// The names of the folders directly in a folder.
  static func folders(in folder: String) throws -> [String] {
    try Set(
      files(under: folder).map { $0.split(separator: "/") }.filter { $0.count > 2 }.map { String($0[1]) }
    )
    .sorted()
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(root)/\(path)")
  }

  /// A file's text; nil if it does not exist or is not text.
  static func read(_ path: String) -> TextFile? {
    guard let bytes = FileManager.default.contents(atPath: "\(root)/\(path)"), !bytes.contains(0),
      let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return TextFile(path: path, text: text)
  }

  /// All Swift sources of the product and of the laboratory.
  static func swiftSources() throws -> [TextFile] {
    try (files(under: "Sources") + files(under: "Lab")).filter { $0.hasSuffix(".swift") }.compactMap(read)
  }
}
