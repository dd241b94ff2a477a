import CareJournal

/// What the tests need to read a line of a fixture.
extension JSONValue {
  /// The fixture does not have the expected form.
  struct Malformed: Error {}

  func member(_ key: String) throws -> JSONValue {
    guard case .object(let members) = kind, let member = members.first(where: { $0.key == key })
    else { throw Malformed() }
    return member.value
  }

  func asText() throws -> String {
    guard case .string(let text) = kind else { throw Malformed() }
    return text
  }

  func asInteger() throws -> Int {
    guard case .integer(let integer) = kind else { throw Malformed() }
    return integer
  }

  func asArray() throws -> [JSONValue] {
    guard case .array(let values) = kind else { throw Malformed() }
    return values
  }
}
