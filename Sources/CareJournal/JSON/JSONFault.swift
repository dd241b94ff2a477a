/// Why a text is not the JSON that was expected, and where.
public struct JSONFault: Error, Hashable, Sendable {
  /// The line, from the first line's number that the reader was told.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// What could have stood there, as a noun phrase: `a value`, `\`,\` or \`}\``.
  public let expected: String
  /// What stands there: `\`x\``, `byte 0xFF`, `the end of the text`.
  public let found: String

  /// A fault at a place.
  public init(line: Int, column: Int, expected: String, found: String) {
    self.line = line
    self.column = column
    self.expected = expected
    self.found = found
  }

  /// The fault as a sentence without its place: `expected a value, found \`}\``.
  public var message: String { "expected \(expected), found \(found)" }
}
