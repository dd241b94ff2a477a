/// Which files belong where.
enum LayoutRules {
  /// The files of `Sources` that do not belong there, by their paths.
  static func strayFiles(_ paths: [String]) -> [Violation] {
    paths.filter { !isExpected($0) }.map {
      Violation(path: $0, line: 0, message: "no kind of file that belongs here")
    }
  }

  /// Folders of `Sources` or `Tests` that the manifest does not name as a target.
  static func undeclared(folders: [String], in parent: String, manifest: String) -> [Violation] {
    folders.filter { !manifest.contains("name: \"\($0)\"") }.map {
      Violation(path: "\(parent)/\($0)", line: 0, message: "Package.swift has no target of that name")
    }
  }

  private static func isExpected(_ path: String) -> Bool {
    let module = ModuleTable.module(of: path)
    if ModuleTable.shims.contains(module) {
      return [".c", ".h", ".modulemap"].contains(where: path.hasSuffix)
    }
    if path.hasPrefix("Sources/BoxRuntime/Profiles/") { return path.hasSuffix(".json") }
    if path.hasPrefix("Sources/PhonePage/Static/") {
      return [".html", ".css", ".js", ".svg"].contains(where: path.hasSuffix)
    }
    return ModuleTable.imports[module] != nil && path.hasSuffix(".swift")
  }
}
