/// Reads JSON text. Whatever the bytes, it returns a value or throws a fault with the place; it never traps.
public enum JSONReader {
  /// Which grammar.
  public enum Dialect: Hashable, Sendable {
    /// RFC 8259, with UTF-8 checked, no repeated keys and no unpaired surrogates.
    case strict
    /// For files that people edit: also comments, trailing commas, single quotes, bare keys, hexadecimal,
    /// a leading `+` and bare decimal points (json5.org). `Infinity` and `NaN` are refused all the same.
    case json5
  }

  /// How deep arrays and objects may nest. Bounds the stack, whatever the text.
  public static let depthLimit = 64

  /// Reads one document that fills the text; `firstLine` is the number of its first line in faults, `depth` how deep
  /// arrays and objects may nest.
  public static func read(
    _ bytes: [UInt8], dialect: Dialect = .strict, firstLine: Int = 1, depth: Int = depthLimit
  ) throws(JSONFault) -> JSONValue {
    var parser = JSONParser(bytes, dialect: dialect, firstLine: firstLine, depthLimit: depth)
    return try parser.document()
  }

  /// Reads one document that fills the text; `firstLine` is the number of its first line in faults.
  public static func read(
    _ text: String, dialect: Dialect = .strict, firstLine: Int = 1
  ) throws(JSONFault) -> JSONValue {
    try read(Array(text.utf8), dialect: dialect, firstLine: firstLine)
  }
}
