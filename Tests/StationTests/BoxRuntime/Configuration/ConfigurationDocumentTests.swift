import Bedside
import CareJournal
import FoundationEssentials
import Nursery
import Testing

@testable import BoxRuntime

/// `Deploy/cribside.json5` compared with the reader of configurations: the file has every key, and nothing else.
@Suite struct ConfigurationDocumentTests {
  private static let path: String = {
    let parts = #filePath.split(separator: "/").dropLast(5)
    return "/" + parts.joined(separator: "/") + "/Deploy/cribside.json5"
  }()

  private let bytes: [UInt8]
  private let document: JSONValue

  init() throws {
    bytes = Array(try Data(contentsOf: URL(filePath: Self.path)))
    document = try JSONReader.read(bytes, dialect: .json5)
  }

  @Test("Every value is the default")
  func everyValueIsTheDefault() throws {
    let configuration = try Configuration(bytes, file: "cribside.json5")
    #expect(configuration.babies.count == 1)
    let given = try #require(configuration.babies.first)
    let baby = Baby(birthdate: given.baby.birthdate, bedtime: given.baby.bedtime)
    let fresh = Configuration.Resident(id: BabyID(number: 1), name: given.name, baby: baby)
    #expect(configuration == Configuration(babies: [fresh]))
  }

  /// When the reader refuses an unknown key, it names every key that it knows.
  @Test("Every key of the reader is in it")
  func everyKeyOfTheReaderIsInIt() {
    let objects = JSONObject.all(in: document)
    #expect(objects.count > 3)
    for object in objects {
      let stranger = object.inner("stranger")
      let fault = refusal(of: JSONObject.adding("stranger", to: object.path, in: document))
      #expect(fault?.field == stranger)
      let keys = object.members.map(\.key).joined(separator: ", ")
      #expect(fault?.expected == "one of the fields " + keys, "keys and their order in \"\(object.path)\"")
    }
  }

  @Test("Every key has a comment with its default")
  func everyKeyHasACommentWithItsDefault() {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    for member in JSONObject.all(in: document).flatMap(\.members) {
      let comment = lines[..<(member.line - 1)].reversed().prefix { $0.drop { $0 == " " }.hasPrefix("//") }
      #expect(!comment.isEmpty, "no comment above \(member.key)")
      if case .object = member.value.kind { continue }
      #expect(comment.contains { $0.contains("efault: ") || $0.contains("No default") }, "of \(member.key)")
    }
  }

  private func refusal(of document: JSONValue) -> ConfigurationFault? {
    do throws(ConfigurationFault) {
      _ = try Configuration(document)
      return nil
    } catch {
      return error
    }
  }
}

/// An object somewhere in a document.
private struct JSONObject {
  /// The path as faults name it, such as `babies[0]`. Empty for the document itself.
  let path: String
  let members: [JSONValue.Member]

  /// The path of a member.
  func inner(_ key: String) -> String { path.isEmpty ? key : path + "." + key }

  /// Every object of a document, outer objects before inner ones.
  static func all(in value: JSONValue, path: String = "") -> [JSONObject] {
    switch value.kind {
    case .object(let members):
      let object = JSONObject(path: path, members: members)
      return [object] + members.flatMap { all(in: $0.value, path: object.inner($0.key)) }
    case .array(let elements): return elements.enumerated().flatMap { all(in: $1, path: "\(path)[\($0)]") }
    default: return []
    }
  }

  /// The document with one more member in the object at a path.
  static func adding(_ key: String, to target: String, in value: JSONValue, path: String = "") -> JSONValue {
    switch value.kind {
    case .object(let members):
      let object = JSONObject(path: path, members: members)
      let inner = members.map { member in
        let value = adding(key, to: target, in: member.value, path: object.inner(member.key))
        return JSONValue.Member(key: member.key, line: member.line, value: value)
      }
      return .object(path == target ? inner + [JSONValue.Member(key: key, value: true)] : inner)
    case .array(let elements):
      return .array(elements.enumerated().map { adding(key, to: target, in: $1, path: "\(path)[\($0)]") })
    default: return value
    }
  }
}
