import Nursery

/// A phone that may use the page.
public struct Phone: Hashable, Sendable {
  /// A name has at most as many characters.
  public static let nameLimit = 40

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

/// `phones.json`: the phones that may use the page. A damaged file is set aside; the phones are then paired again.
public enum PhonesFile {
  /// Where it lies in the box's directory.
  public static let path = "phones.json"
  /// Most phones of a household.
  public static let limit = 32

  /// Replaces the file. Durable when it returns.
  public static func save<Storage: JournalStorage>(
    _ phones: [Phone], in storage: Storage
  ) throws(StorageFault) {
    try ReplacedFile.save(bytes(phones), as: path, in: storage)
  }

  /// What the file holds.
  public static func read<Storage: JournalStorage>(
    from storage: Storage
  ) throws(StorageFault) -> KeptReading<[Phone]> {
    try ReplacedFile.read(path, as: phones, from: storage)
  }

  /// Moves a damaged file to quarantine.
  public static func setAside<Storage: JournalStorage>(in storage: Storage) throws(StorageFault) {
    try ReplacedFile.setAside(path, in: storage)
  }

  /// The file's bytes.
  public static func bytes(_ phones: [Phone]) -> [UInt8] {
    ReplacedFile.sealed([
      "v": .integer(JournalLineCodec.version),
      "phones": .array(
        phones.map { phone in
          [
            "name": .string(phone.name), "hash": .string(phone.hash),
            "since": phone.since.map { .integer($0.milliseconds) } ?? .null,
          ]
        }),
    ])
  }

  /// The phones in the file's bytes; nil when they are damaged, or of a version that is not known.
  public static func phones(in bytes: [UInt8]) -> [Phone]? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      var phones: [Phone] = []
      for var phone in try fields.objects("phones") {
        phones.append(
          Phone(
            name: try phone.required("name", as: .string), hash: try phone.required("hash", as: .string),
            since: try phone.optional("since", as: .integer(in: LineLimits.milliseconds)).map {
              Instant(milliseconds: $0)
            }))
      }
      return phones
    } catch {
      return nil
    }
  }
}
