import Testing

/// A row of a table whose fields are too long for a line of the output, which has only one of them, shortened.
struct TableRow<Fields: Sendable>: Sendable, CustomTestStringConvertible {
  let fields: Fields
  let testDescription: String

  init(_ fields: Fields, _ name: String) {
    self.fields = fields
    let line = name.replacing("\n", with: " ")
    testDescription = line.count > 80 ? line.prefix(50) + "…" + line.suffix(29) : line
  }
}
