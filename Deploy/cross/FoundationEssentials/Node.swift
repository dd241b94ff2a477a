/// A place in the document, which a container fills in while others may still fill in theirs.
final class Node {
  private enum Kind {
    case null
    case literal(String)
    case array([Node])
    case object([String: Node])
  }

  private var kind = Kind.null

  /// Makes it a list, if it is none, and adds a place to it.
  func append() -> Node {
    var elements: [Node] = []
    if case .array(let present) = kind { elements = present }
    let node = Node()
    kind = .array(elements + [node])
    return node
  }

  /// How many places the list has.
  var count: Int {
    if case .array(let elements) = kind { elements.count } else { 0 }
  }

  /// Makes it a list without places.
  func makeArray() { kind = .array([]) }

  /// Makes it an object without members.
  func makeObject() { kind = .object([:]) }

  /// A place in the object for a key.
  func member(_ key: String) -> Node {
    var members: [String: Node] = [:]
    if case .object(let present) = kind { members = present }
    let node = Node()
    members[key] = node
    kind = .object(members)
    return node
  }

  /// Puts a value here.
  func take(_ value: some Encodable, at path: [any CodingKey]) throws {
    switch value {
    case let string as String: kind = .literal(Self.quoted(string))
    case let bool as Bool: kind = .literal(bool ? "true" : "false")
    case let integer as any BinaryInteger: kind = .literal(String(integer))
    case is any FloatingPoint:
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "no fractions here"))
    default: try value.encode(to: NodeEncoder(node: self, codingPath: path))
    }
  }

  /// Appends it as JSON.
  func write(to text: inout String, indent: String) {
    switch kind {
    case .null: text += "null"
    case .literal(let literal): text += literal
    case .array(let elements):
      Self.write(elements.map { ("", $0) }, between: ("[", "]"), to: &text, indent: indent)
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }.map { (Self.quoted($0.key) + " : ", $0.value) }
      Self.write(sorted, between: ("{", "}"), to: &text, indent: indent)
    }
  }

  private static func write(
    _ parts: [(String, Node)], between brackets: (String, String), to text: inout String, indent: String
  ) {
    text += brackets.0
    for (index, part) in parts.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + indent + "  " + part.0
      part.1.write(to: &text, indent: indent + "  ")
    }
    text += (parts.isEmpty ? "\n\n" : "\n") + indent + brackets.1
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "/": text += "\\/"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\u{0}"..<" ": text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
