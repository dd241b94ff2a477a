/// A field that is missing, unknown, or not what it must be.
public struct FieldFault: Error, Hashable, Sendable {
  /// Where it stands in the document: `baby.birthdate`, `naps[2].start`; empty for the document itself.
  public let path: String
  /// The line of the text, from 1; 0 when the value was not read from text.
  public let line: Int
  /// What it must be, as a noun phrase: `a date YYYY-MM-DD`.
  public let expected: String
  /// What it is, shortened: `12`, `nothing`.
  public let found: String

  /// A fault of a field.
  public init(path: String, line: Int, expected: String, found: String) {
    self.path = path
    self.line = line
    self.expected = expected
    self.found = found
  }

  /// The fault as words without its place: `expected a date YYYY-MM-DD, found 12`.
  public var message: String { "expected \(expected), found \(found)" }
}
