/// `box.json`: which box this is, and the format of its directory. Written once, like a line of the log.
enum BoxIdentity {
  static let path = "box.json"

  /// The box's name in the file's bytes; nil when they are damaged or say something else.
  static func box(in bytes: [UInt8]) -> String? {
    guard case .object(let members)? = ReplacedFile.document(in: bytes)?.kind,
      case .string(let box)? = members.first(where: { $0.key == "box" })?.value.kind, !box.isEmpty
    else { return nil }
    return box
  }

  /// The file's bytes.
  static func bytes(box: String) -> [UInt8] {
    var bytes = Array("{\"v\":\(JournalLineCodec.version),\"box\":".utf8)
    JSONWriter.append(box, to: &bytes)
    JournalLineCodec.seal(&bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// Writes the file so that a power cut leaves the old one or the new one.
  static func save<Storage: JournalStorage>(box: String, to storage: Storage) throws(StorageFault) {
    try ReplacedFile.save(bytes(box: box), as: path, in: storage)
  }
}
