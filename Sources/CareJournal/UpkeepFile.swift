import Nursery

/// `copied.json` and `checked.json`: when every closed segment was copied last, and when all were last read again. Each
/// has one writer, the command that copies and the box that checks. A file that is missing or damaged says nothing, and
/// is replaced at the next time.
public struct UpkeepFile: Hashable, Sendable {
  /// What a file says.
  public struct Record: Hashable, Sendable {
    /// When it was done.
    public var at: Instant
    /// How many entries were damaged then.
    public var damaged: Int

    /// A record of all its parts.
    public init(at: Instant, damaged: Int) {
      self.at = at
      self.damaged = damaged
    }
  }

  /// When the log was copied; written by `cribside log backup`.
  public static let copied = UpkeepFile(path: "copied.json")
  /// When the log was checked; written by the box.
  public static let checked = UpkeepFile(path: "checked.json")

  /// Where it lies in the box's directory.
  public let path: String

  /// Replaces the file. Durable when it returns.
  public func save<Storage: JournalStorage>(
    _ record: Record, in storage: Storage
  ) throws(StorageFault) {
    try ReplacedFile.save(bytes(record), as: path, in: storage)
  }

  /// What the file says; nil when it is missing, damaged, or the card does not give it.
  public func load<Storage: JournalStorage>(from storage: Storage) -> Record? {
    do throws(StorageFault) {
      return try ReplacedFile.read(path, as: record, from: storage).content
    } catch {
      return nil
    }
  }

  /// The file's bytes.
  public func bytes(_ record: Record) -> [UInt8] {
    ReplacedFile.sealed([
      "v": .integer(JournalLineCodec.version), "at": .integer(record.at.milliseconds),
      "damaged": .integer(record.damaged),
    ])
  }

  /// What a file's bytes say; nil when they are damaged, or of a version that is not known.
  public func record(in bytes: [UInt8]) -> Record? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      _ = try fields.required("v", as: .integer(in: 1...JournalLineCodec.version))
      let at = try fields.required("at", as: .integer(in: 0...(1 << 53)))
      let damaged = try fields.required("damaged", as: .integer(in: 0...(1 << 53)))
      return Record(at: Instant(milliseconds: at), damaged: damaged)
    } catch {
      return nil
    }
  }
}
