import CareJournal
import Nursery

/// What is asked about phones: by the command line, and by the page for a phone.
package enum PhoneWish: Hashable, Sendable {
  /// Which phones there are.
  case list(json: Bool)
  /// Show a code.
  case pair(json: Bool)
  /// Let a phone in no longer.
  case remove(String)
  /// Whose token this is.
  case who(token: String)
  /// A phone gives the code that it was told.
  case join(code: String, name: String)
}

extension PhoneWish {
  /// Reads what the page asks for a phone: `{"token":…}`, or `{"code":…,"name":…}`.
  package init(from fields: inout Fields) throws(FieldFault) {
    if let token = try fields.optional("token", as: .string) {
      self = .who(token: token)
    } else {
      self = .join(
        code: try fields.required("code", as: .string), name: try fields.required("name", as: .string))
    }
  }
}

extension FieldKind where Value == String {
  /// The name of a phone, as it is kept on a line.
  static var phoneName: FieldKind {
    .text("a name of at most \(Phone.nameLimit) characters") { name in
      (1...Phone.nameLimit).contains(name.count) && name.utf8.count <= 4 * Phone.nameLimit
        ? name.printable : nil
    }
  }
}

extension Phone {
  /// The phone in JSON, without its hash.
  package func document(in zone: ZoneWindow) -> JSONValue {
    ["name": .string(name), "since": since.map { .string(ISO8601.text($0, in: zone)) } ?? .null]
  }
}
