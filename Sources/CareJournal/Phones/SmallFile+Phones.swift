import Nursery

/// A phone that may use the page.
public struct Phone: Hashable, Sendable {
  /// A name has at most as many characters.
  public static let nameLimit = 40
  /// Most phones of a household.
  public static let limit = 32

  /// What it calls itself; no two phones have the same name.
  public var name: String
  /// The hash of its token: 64 hexadecimal digits.
  public var hash: String
  /// When it was paired; nil when the clock was not known then.
  public var since: Instant?

  /// A phone of all its parts.
  public init(name: String, hash: String, since: Instant?) {
    self.name = name
    self.hash = hash
    self.since = since
  }

  /// The hash of a token of hexadecimal digits, in the form in which it is kept.
  public static func hash(ofToken token: String) -> String {
    String(
      decoding: SHA256.hash(Array(token.utf8)).flatMap { Hexadecimal.digits(UInt64($0), count: 2) },
      as: UTF8.self)
  }
}

extension SmallFile where Content == [Phone] {
  /// `phones.json`: the phones that may use the page. A damaged file is set aside; the phones are then paired again.
  public static var phones: SmallFile { SmallFile(path: "phones.json", encode: document, decode: phones) }

  private static func document(_ phones: [Phone]) -> JSONValue {
    let phones = phones.map { phone -> JSONValue in
      [
        "name": .string(phone.name), "hash": .string(phone.hash),
        "since": phone.since.map { .integer($0.milliseconds) } ?? .null,
      ]
    }
    return ["phones": .array(phones)]
  }

  private static func phones(_ fields: inout Fields) throws(FieldFault) -> [Phone]? {
    var phones: [Phone] = []
    for var phone in try fields.objects("phones") {
      let since = try phone.optional("since", as: .integer(in: LineLimits.milliseconds))
      phones.append(
        Phone(
          name: try phone.required("name", as: .string), hash: try phone.required("hash", as: .string),
          since: since.map { Instant(milliseconds: $0) }))
    }
    return phones
  }
}
