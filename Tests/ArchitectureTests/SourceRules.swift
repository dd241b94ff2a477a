/// Which words, imports and names a Swift file of the product may have.
enum SourceRules {
  /// All rules that a file breaks.
  static func violations(in file: Repository.TextFile) -> [Violation] {
    let words = SwiftTokens(file.text).words
    let module = ModuleTable.module(of: file.path)
    return importViolations(words, module, file.path) + bannedWords(words, module, file.path)
      + nameViolations(words, module, file.path)
  }

  // MARK: Imports

  private static func importViolations(
    _ words: [SwiftTokens.Word], _ module: String, _ path: String
  ) -> [Violation] {
    guard let allowed = ModuleTable.imports[module] else {
      return [Violation(path: path, line: 0, message: "\(module) is not in the table of modules")]
    }
    let imported = words.indices.filter { words[$0].text == "import" }.compactMap { index in
      words[(index + 1)...].first { !importKinds.contains($0.text) }
    }
    return imported.filter { !allowed.contains($0.text) }.map {
      Violation(path: path, line: $0.line, message: "\(module) must not import \($0.text)")
    }
  }

  /// Such as in `import struct Nursery.Moment`.
  private static let importKinds: Set<String> = [
    "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
  ]

  // MARK: Words

  private static func bannedWords(
    _ words: [SwiftTokens.Word], _ module: String, _ path: String
  ) -> [Violation] {
    words.compactMap { word in
      guard let message = complaint(about: word, in: module) else { return nil }
      return Violation(path: path, line: word.line, message: message)
    }
  }

  private static func complaint(about word: SwiftTokens.Word, in module: String) -> String? {
    if let complaint = complaintAnywhere(about: word) { return complaint }
    if module != ModuleTable.boundary, let complaint = complaintInside(about: word) { return complaint }
    return ModuleTable.pure.contains(module) ? complaintInPure(about: word) : nil
  }

  private static func complaintAnywhere(about word: SwiftTokens.Word) -> String? {
    switch word.text {
    case "try" where word.after == UInt8(ascii: "!"): "`try!` ends the box where an error could be told"
    case "fatalError" where word.next == UInt8(ascii: "("):
      "`fatalError` ends the box where an error could be told"
    default: nil
    }
  }

  private static func complaintInside(about word: SwiftTokens.Word) -> String? {
    if word.text == "try", word.after == UInt8(ascii: "?") { return "`try?` swallows an error" }
    if word.text.lowercased().contains("unsafe") {
      return "`\(word.text)`: unsafe code stands in \(ModuleTable.boundary) only"
    }
    return nil
  }

  /// Words that the Embedded build does not refuse.
  private static func complaintInPure(about word: SwiftTokens.Word) -> String? {
    let isCall = word.next == UInt8(ascii: "(")
    let isMember = word.before == UInt8(ascii: ".")
    if word.text.hasPrefix("Dispatch") { return "`\(word.text)`: a pure module waits for nothing" }
    if word.text == "random", isMember, isCall { return "`.random(`: in a pure module randomness is data" }
    if word.text == "print", !isMember, isCall { return "`print(`: a pure module has no output" }
    return nil
  }

  // MARK: Names

  private static func nameViolations(
    _ words: [SwiftTokens.Word], _ module: String, _ path: String
  ) -> [Violation] {
    let namesakes = words.indices.filter { words[$0].text == module && declares(words, at: $0 - 1) }.map {
      Violation(path: path, line: words[$0].line, message: "the type \(module) bears its module's name")
    }
    return namesakes + fileNameViolations(words, path)
  }

  private static func fileNameViolations(_ words: [SwiftTokens.Word], _ path: String) -> [Violation] {
    let file = path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? ""
    if let empty = ["Utils", "Utilities", "Helper", "Helpers", "Manager"].first(where: file.hasSuffix) {
      return [Violation(path: path, line: 0, message: "\(empty) says nothing of what is in the file")]
    }
    let parts = file.split(separator: "+", maxSplits: 1).map(String.init)
    guard let type = parts.first, file != "main" else { return [] }
    let isDeclared = words.indices.contains { index in
      guard words[index].text == type else { return false }
      if parts.count == 1, declares(words, at: index - 1) { return true }
      return extends(words, at: index)
    }
    if isDeclared { return [] }
    let wanted = parts.count == 1 ? "declares or extends" : "extends"
    return [Violation(path: path, line: 0, message: "no line of the file \(wanted) \(type)")]
  }

  private static let declaringWords: Set<String> = [
    "struct", "class", "enum", "actor", "protocol", "typealias",
  ]

  private static func declares(_ words: [SwiftTokens.Word], at index: Int) -> Bool {
    words.indices.contains(index) && declaringWords.contains(words[index].text)
      && words[index].after == UInt8(ascii: " ")
  }

  /// Whether the word is the type of an extension, or its last part: `extension Journal.Recovered`.
  private static func extends(_ words: [SwiftTokens.Word], at index: Int) -> Bool {
    var index = index
    while index > 0, words[index].before == UInt8(ascii: ".") { index -= 1 }
    return index > 0 && words[index - 1].text == "extension"
  }
}
