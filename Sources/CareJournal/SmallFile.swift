import Nursery

/// A small JSON file beside the log: one object with its version and checksum. It is replaced whole, so a power cut
/// leaves either the old one or the new one.
public struct SmallFile<Content: Sendable>: Sendable {
  /// Its path in the box's directory.
  public let path: String
  private let encode: @Sendable (Content) -> JSONValue
  private let decode: @Sendable (inout Fields) throws(FieldFault) -> Content?

  /// A file with some content.
  ///
  /// - Parameters:
  ///   - encode: returns the object's members except version and checksum.
  ///   - decode: reads them; returns nil if they are impossible.
  init(
    path: String, encode: @escaping @Sendable (Content) -> JSONValue,
    decode: @escaping @Sendable (inout Fields) throws(FieldFault) -> Content?
  ) {
    (self.path, self.encode, self.decode) = (path, encode, decode)
  }

  /// The file's bytes.
  public func bytes(_ content: Content) -> [UInt8] {
    guard case .object(let members) = encode(content).kind else {
      preconditionFailure("\(path): not an object")
    }
    let version = JSONValue.Member(key: "v", value: .integer(JournalLineCodec.version))
    return ReplacedFile.sealed(JSONValue(.object([version] + members)))
  }

  /// The content of a file's bytes; nil if they are damaged, of an unknown version, or impossible.
  public func content(in bytes: [UInt8]) -> Content? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      return try decode(&fields)
    } catch {
      return nil
    }
  }

  /// The file with new content.
  public func draft(_ content: Content) -> FileDraft { FileDraft(path: path) { bytes(content) } }

  /// Replaces the file; durable when the call returns. Processes that may write it at the same time pass different
  /// writers.
  public func save<Storage: JournalStorage>(
    _ content: Content, by writer: String? = nil, in storage: Storage
  ) throws(StorageFault) {
    try ReplacedFile.save(bytes(content), as: path, writer: writer, in: storage)
  }

  /// What the file holds, for a writer that must not replace what it has not read.
  public func read<Storage: JournalStorage>(from storage: Storage) throws(StorageFault) -> KeptReading<
    Content
  > {
    try ReplacedFile.read(path, as: content(in:), from: storage)
  }

  /// The content of the file; nil if it is missing, damaged, of a newer version, or unreadable.
  public func load<Storage: JournalStorage>(from storage: Storage) -> Content? {
    do throws(StorageFault) {
      return try read(from: storage).content
    } catch {
      return nil
    }
  }

  /// Moves a damaged file to quarantine.
  public func setAside<Storage: JournalStorage>(in storage: Storage) throws(StorageFault) {
    try ReplacedFile.setAside(path, in: storage)
  }
}

/// A small file with new content, whatever its type. It becomes text only when it is saved.
public struct FileDraft: Sendable {
  /// The file's path in the box's directory.
  public let path: String
  fileprivate let bytes: @Sendable () -> [UInt8]

  /// Replaces the file; durable when the call returns.
  public func save<Storage: JournalStorage>(in storage: Storage) throws(StorageFault) {
    try ReplacedFile.save(bytes(), as: path, in: storage)
  }
}

extension SmallFile where Content == BabyID {
  /// `chosen.json`: the baby to which presses belong, so that the first press after a restart is not logged for another
  /// one. A missing or damaged file is ignored, and replaced with the next choice.
  public static var chosen: SmallFile {
    SmallFile(path: "chosen.json", encode: { ["baby": .integer($0.number)] }) {
      fields throws(FieldFault) in BabyID(number: try fields.required("baby", as: .integer(in: 1...9)))
    }
  }
}

/// When all closed segments were last copied, or last read again.
public struct MaintenanceRecord: Hashable, Sendable {
  /// When it was done.
  public var at: Instant
  /// How many entries were damaged.
  public var damaged: Int

  /// A record of all its parts.
  public init(at: Instant, damaged: Int) { (self.at, self.damaged) = (at, damaged) }
}

extension SmallFile where Content == MaintenanceRecord {
  /// `copied.json`: when `cribside log backup` last copied the log.
  public static var copied: SmallFile { maintenance("copied.json") }
  /// `checked.json`: when the box last checked the log.
  public static var checked: SmallFile { maintenance("checked.json") }

  private static func maintenance(_ path: String) -> SmallFile {
    SmallFile(
      path: path, encode: { ["at": .integer($0.at.milliseconds), "damaged": .integer($0.damaged)] }
    ) { fields throws(FieldFault) in
      let at = try fields.required("at", as: .integer(in: 0...(1 << 53)))
      let damaged = try fields.required("damaged", as: .integer(in: 0...(1 << 53)))
      return MaintenanceRecord(at: Instant(milliseconds: at), damaged: damaged)
    }
  }
}

/// What was found in a small file of the box's directory.
public enum KeptReading<Content: Sendable>: Sendable {
  /// The file does not exist.
  case missing
  /// The file is whole.
  case whole(Content)
  /// The checksum does not hold, or the values are impossible.
  case damaged
  /// The file is of a newer version. Apart from `quiet.json`, only that version may replace it.
  case newer

  /// The content; nil unless the file is whole.
  public var content: Content? {
    guard case .whole(let content) = self else { return nil }
    return content
  }
}

extension KeptReading: Equatable where Content: Equatable {}

/// A small file that is replaced whole, so that a power cut leaves either the old one or the new one.
enum ReplacedFile {
  /// The folder of damaged files, and of copies of damaged bytes.
  static let quarantine = "quarantine"

  /// Writes a file under another name, syncs it, reads it back, and only then renames it. Processes that may write the
  /// same file at the same time need different temporary names, `path.writer.tmp`.
  static func save<Storage: JournalStorage>(
    _ bytes: [UInt8], as path: String, writer: String? = nil, in storage: Storage
  ) throws(StorageFault) {
    let temporary = path + (writer.map { "." + $0 } ?? "") + ".tmp"
    defer { storage.abandon(temporary) }
    if try storage.list("").contains(temporary) { try storage.remove(temporary) }
    try storage.create(temporary)
    try storage.write(bytes, to: temporary, at: 0)
    try storage.sync(temporary)
    try readBack(bytes, from: temporary, in: storage)
    try storage.rename(temporary, to: path)
    try storage.syncDirectory("")
  }

  /// Throws if the file does not have the bytes that were written to it. Such a file must not replace a good one.
  static func readBack<Storage: JournalStorage>(
    _ bytes: [UInt8], from path: String, in storage: Storage
  ) throws(StorageFault) {
    guard try storage.read(path) == bytes else {
      throw StorageFault(operation: "read back", path: path, reason: .device)
    }
  }

  /// A JSON object with its checksum as last member and a line end, like a line of the log.
  static func sealed(_ document: JSONValue) -> [UInt8] {
    var bytes = JSONWriter.bytes(document)
    bytes.removeLast()
    JournalLineCodec.seal(&bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// What the file holds. Nothing is changed.
  static func read<Content, Storage: JournalStorage>(
    _ path: String, as content: ([UInt8]) -> Content?, from storage: Storage
  ) throws(StorageFault) -> KeptReading<Content> {
    guard try storage.list("").contains(path) else { return .missing }
    let bytes = try storage.read(path)
    if let content = content(bytes) { return .whole(content) }
    return isNewer(bytes) ? .newer : .damaged
  }

  private static func isNewer(_ bytes: [UInt8]) -> Bool {
    guard case .object(let members)? = document(in: bytes)?.kind,
      case .integer(let version)? = members.first(where: { $0.key == "v" })?.value.kind
    else { return false }
    return version > JournalLineCodec.version
  }

  /// Moves a damaged file to quarantine, under a name made from its content.
  static func setAside<Storage: JournalStorage>(_ path: String, in storage: Storage) throws(StorageFault) {
    let checksum = Hexadecimal.digits(UInt64(CRC32C.checksum(of: try storage.read(path))), count: 8)
    let name = path.dropLast(".json".utf8.count) + "-" + String(decoding: checksum, as: UTF8.self) + ".txt"
    try storage.createFolder(quarantine)
    try storage.rename(path, to: quarantine + "/" + name)
    try storage.syncDirectory(quarantine)
    try storage.syncDirectory("")
  }

  /// The document in bytes from `sealed`; nil if they are damaged.
  static func document(in bytes: [UInt8]) -> JSONValue? {
    let range = 0..<(bytes.last == 0x0A ? bytes.count - 1 : bytes.count)
    guard JournalLineCodec.checkedBody(of: range, in: bytes) != nil else { return nil }
    do throws(JSONFault) {
      return try JSONReader.read(bytes)
    } catch {
      return nil
    }
  }
}
