/// Reads from the text of documents what they claim about the sources.
enum DocumentRules {
  /// The commands of the fenced `sh` blocks of a text, one per line, without comments.
  static func commands(in text: String) -> [String] {
    blocks(of: text, language: "sh").flatMap { $0 }.map { line in
      let end = line.firstRange(of: " #")?.lowerBound ?? line.endIndex
      return line[..<end].split(separator: " ").joined(separator: " ")
    }
  }

  /// The rows of the table whose first cell is a name in backticks: the name, and the names in the third cell.
  static func moduleTable(in text: String) -> [String: Set<String>] {
    var table: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map(String.init)
      guard cells.count == 3, let name = names(in: cells[0]).first else { continue }
      table[name] = Set(names(in: cells[2]))
    }
    return table
  }

  /// Each `Type.function` after an arrow in the fenced blocks without a language.
  static func steps(in text: String) -> [(type: String, function: String)] {
    blocks(of: text, language: "").flatMap { $0 }.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 1, words[0] == "->" else { return nil }
      let parts = words[1].split(separator: ".").map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }

  /// Each `SomeTests` and `SomeTests.function` in backticks in the rows of tables. The function is nil if none is
  /// named.
  static func testNames(in text: String) -> [(type: String, function: String?)] {
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }
    return rows.flatMap { names(in: String($0)) }.compactMap { name in
      let parts = name.split(separator: ".").map(String.init)
      guard let type = parts.first, type.hasSuffix("Tests"), parts.count <= 2 else { return nil }
      return (type, parts.count == 2 ? parts[1] : nil)
    }
  }

  /// The targets of a document's links within the repository, relative to it. `folder` is the folder of the document.
  static func links(in text: String, folder: String) -> [String] {
    let targets = text.split(separator: "](").dropFirst().compactMap { rest in
      rest.firstIndex(of: ")").map { String(rest[..<$0]) }
    }
    return targets.filter { !$0.contains("://") && !$0.hasPrefix("#") }.map { resolved($0, in: folder) }
  }

  private static func resolved(_ target: String, in folder: String) -> String {
    var parts = folder.split(separator: "/").map(String.init)
    for part in target.split(separator: "#")[0].split(separator: "/") where part != "." {
      if part == ".." { parts = parts.dropLast() } else { parts.append(String(part)) }
    }
    return parts.joined(separator: "/")
  }

  private static func names(in cell: String) -> [String] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  /// The lines of each fenced block of a language.
  private static func blocks(of text: String, language: String) -> [[String]] {
    var blocks: [[String]] = []
    var open: String?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") {
        open = open == nil ? String(line.dropFirst(3)) : nil
        if open == language { blocks.append([]) }
      } else if open == language {
        blocks[blocks.count - 1].append(String(line))
      }
    }
    return blocks
  }
}
