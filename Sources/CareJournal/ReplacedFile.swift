/// A small file that is replaced whole, so that a power cut leaves the old one or the new one.
enum ReplacedFile {
  /// Writes a file under another name, syncs it, reads it back, and only then gives it its name. Processes that may
  /// write the same file at once each need a temporary name of their own, `path.writer.tmp`.
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

  /// A file that does not say what was written to it must not take the place of one that does.
  static func readBack<Storage: JournalStorage>(
    _ bytes: [UInt8], from path: String, in storage: Storage
  ) throws(StorageFault) {
    guard try storage.read(path) == bytes else {
      throw StorageFault(operation: "read back", path: path, reason: .device)
    }
  }

  /// A JSON object with its checksum as last member, and a line end, as a line of the log has them.
  static func sealed(_ document: JSONValue) -> [UInt8] {
    var bytes = JSONWriter.bytes(document)
    bytes.removeLast()
    JournalLineCodec.seal(&bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// What the file holds; nothing is changed.
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

  /// Moves a damaged file to quarantine, under a name by its content.
  static func setAside<Storage: JournalStorage>(_ path: String, in storage: Storage) throws(StorageFault) {
    let checksum = Hexadecimal.digits(UInt64(CRC32C.checksum(of: try storage.read(path))), count: 8)
    let name = path.dropLast(".json".utf8.count) + "-" + String(decoding: checksum, as: UTF8.self) + ".txt"
    try storage.createFolder(Quarantine.folder)
    try storage.rename(path, to: Quarantine.folder + "/" + name)
    try storage.syncDirectory(Quarantine.folder)
    try storage.syncDirectory("")
  }

  /// What `sealed` made bytes of; nil when they are damaged.
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
