import FoundationEssentials

/// Reads the files of `Tests/Fixtures`.
enum Fixture {
  /// The lines of a text file, except empty ones.
  static func lines(_ name: String) throws -> [String] {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let text = try String(contentsOfFile: "/" + tests + "/Fixtures/" + name, encoding: .utf8)
    return text.split(separator: "\n").map(String.init)
  }
}
