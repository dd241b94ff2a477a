/// `starts` in the runtime directory: the record of the program's starts. It lies in memory, so it costs the flash
/// nothing, and is gone after a power cut, which is no crash.
public enum StartsFile {
  /// Where it lies, beside the control socket.
  public static let path = "starts"
  private static let crashesMax = 16
  private static let times = 0...(1 << 53)

  /// Replaces the file.
  public static func save<Storage: JournalStorage>(
    _ record: StartRecord, in storage: Storage
  ) throws(StorageFault) {
    try ReplacedFile.save(bytes(record), as: path, in: storage)
  }

  /// What the file holds; nil when it is missing, cannot be read or is damaged.
  public static func load<Storage: JournalStorage>(from storage: Storage) -> StartRecord? {
    do throws(StorageFault) {
      guard try storage.list("").contains(path) else { return nil }
      return record(in: try storage.read(path))
    } catch {
      return nil
    }
  }

  /// The file's bytes.
  public static func bytes(_ record: StartRecord) -> [UInt8] {
    ReplacedFile.sealed([
      "v": .integer(JournalLineCodec.version), "bootId": .string(record.kernelBootID),
      "running": .bool(record.isRunning),
      "crashes": .array(record.crashes.suffix(crashesMax).map { .integer($0) }),
      "safeUntil": record.safeUntilMilliseconds.map { .integer($0) } ?? .null,
    ])
  }

  /// The record in the file's bytes; nil when they are damaged, or of a version that is not known.
  public static func record(in bytes: [UInt8]) -> StartRecord? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      return StartRecord(
        kernelBootID: try fields.required("bootId", as: .string),
        crashes: try fields.array("crashes", of: .integer(in: times)),
        safeUntilMilliseconds: try fields.optional("safeUntil", as: .integer(in: times)),
        isRunning: try fields.required("running", as: .bool))
    } catch {
      return nil
    }
  }
}
