import CareJournal
import FoundationEssentials
import Nursery

/// Reads the files of `Tests/Fixtures/motion`.
enum MotionFixture {
  /// The JSON objects of a file, one per line.
  static func objects(_ name: String) throws -> [JSONValue] {
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let text = try String(contentsOfFile: "/" + tests + "/Fixtures/motion/" + name, encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONReader.read(String($0)) }
  }
}

/// What the tests need to read an object of a fixture.
extension JSONValue {
  /// The fixture does not have the expected form.
  struct Malformed: Error {}

  func member(_ key: String) throws -> JSONValue {
    guard case .object(let members) = kind, let member = members.first(where: { $0.key == key })
    else { throw Malformed() }
    return member.value
  }

  func text(_ key: String) throws -> String {
    guard case .string(let text) = try member(key).kind else { throw Malformed() }
    return text
  }

  func array(_ key: String) throws -> [JSONValue] { try member(key).asArray() }

  func asArray() throws -> [JSONValue] {
    guard case .array(let values) = kind else { throw Malformed() }
    return values
  }

  func asInteger() throws -> Int {
    guard case .integer(let integer) = kind else { throw Malformed() }
    return integer
  }
}

/// An instant as written in a log.
func at(_ text: String) -> Instant {
  guard let instant = ISO8601.instant(text) else { preconditionFailure("not an instant: \(text)") }
  return instant
}
