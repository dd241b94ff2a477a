import CareJournal

/// Just enough to read a fixture's line.
extension JSONValue {
  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  var text: String? {
    guard case .string(let text) = kind else { return nil }
    return text
  }
}
