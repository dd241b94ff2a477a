/// Which folders of a module depend on each other. Folder A depends on B if it names a type that B declares.
struct FolderRules {
  /// Modules whose folders still depend on each other in a circle, and why.
  static let knotted = [
    "Nursery": "the day's outlook has the plan and what is learned, and both are made from the day"
  ]

  /// The types that one folder names, by the folder that declares them.
  private var uses: [String: [String: Set<String>]] = [:]

  /// Reads the files of one module.
  init(_ files: [Repository.TextFile]) {
    let read = files.map { (folder: Self.folder(of: $0.path), words: SwiftTokens($0.text).words) }
    var homes: [String: String] = [:]
    for (folder, words) in read { for name in Self.declared(in: words) { homes[name] = folder } }
    for (folder, words) in read {
      for word in words where word.before != UInt8(ascii: ".") {
        guard let home = homes[word.text], home != folder else { continue }
        uses[folder, default: [:]][home, default: []].insert(word.text)
      }
    }
  }

  /// The dependencies that are part of a circle, or lead from one to another.
  func circles(in module: String) -> [Violation] {
    let knot = knot()
    return knot.sorted().flatMap { folder in
      (uses[folder] ?? [:]).filter { knot.contains($0.key) }.sorted { $0.key < $1.key }.map { home, names in
        let name = names.min() ?? ""
        return Violation(
          path: module + "/" + folder, line: 0,
          message: "names \(name) of \(home), which depends on \(folder)")
      }
    }
  }

  /// The folders that are left once those without dependencies, and those on which none depends, are taken away one by
  /// one.
  private func knot() -> Set<String> {
    var left = Set(uses.keys)
    while true {
      let next = left.filter { folder in
        let needed = Set((uses[folder] ?? [:]).keys)
        return !needed.isDisjoint(with: left) && left.contains { uses[$0]?[folder] != nil }
      }
      guard next != left else { return left }
      left = next
    }
  }

  /// The folder of a file within its module: `Plan/Original`, or `.` for the module's own.
  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/").dropFirst(2).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// The types that a file declares for other files: at the beginning of a line, and not private.
  private static func declared(in words: [SwiftTokens.Word]) -> [String] {
    words.indices.filter { words[$0].before ?? newline == newline }.compactMap { start in
      let rest = words[start...].drop { modifiers.contains($0.text) }
      guard let kind = rest.first, kinds.contains(kind.text) else { return nil }
      return rest.dropFirst().first?.text
    }
  }

  private static let newline = UInt8(ascii: "\n")
  private static let modifiers: Set<String> = ["public", "package", "internal", "final", "indirect"]
  private static let kinds: Set<String> = ["struct", "enum", "class", "protocol", "actor", "typealias"]
}
