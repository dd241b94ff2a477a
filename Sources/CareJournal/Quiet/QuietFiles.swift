import Nursery

/// `quiet.json` and `shield.json`: what is kept of quiet sessions, for every process that shares the box's directory.
/// Each is replaced whole; who writes last wins.
public enum QuietFiles {
  /// Schedule, session and choices.
  public static let sessionPath = "quiet.json"
  /// The shield in force.
  public static let shieldPath = "shield.json"

  /// Replaces what differs from what the files hold. The session comes first: a shield without a session is cleared
  /// by the next process that looks, a session without a shield gets one. Durable when it returns.
  public static func save<Storage: JournalStorage>(
    _ state: QuietState, by writer: Writer, in storage: Storage
  ) throws(StorageFault) {
    try replace(sessionPath, with: QuietDocument.bytes(state), by: writer, in: storage)
    try replace(shieldPath, with: ShieldDocument.bytes(state.shield), by: writer, in: storage)
  }

  /// Who writes: each has temporary files of its own.
  public enum Writer: String, Sendable {
    /// Whoever holds the directory's lock: the box, or a command while no box runs.
    case box
    /// The process that stands by.
    case guardian = "guard"
  }

  /// A file that cannot be read may be good, and is left as it is.
  private static func replace<Storage: JournalStorage>(
    _ path: String, with bytes: [UInt8], by writer: Writer, in storage: Storage
  ) throws(StorageFault) {
    if try look(at: path, in: storage) == bytes { return }
    try ReplacedFile.save(bytes, as: path, writer: writer.rawValue, in: storage)
  }

  /// What the files hold. A missing file holds nothing. A damaged one is moved to `quarantine`, as far as the card
  /// lets it, and counts as damage. Where one cannot be read, nothing is known.
  public static func load<Storage: JournalStorage>(from storage: Storage) -> QuietFinding {
    do throws(StorageFault) {
      var finding = QuietFinding()
      if let state = try read(sessionPath, as: QuietDocument.state, from: storage, &finding.isDamaged) {
        finding.state = state
      }
      let shield = try read(shieldPath, as: ShieldDocument.reading, from: storage, &finding.isDamaged)
      finding.state.shield = shield?.shield
      return finding
    } catch {
      return .unreadable
    }
  }

  private static func read<Storage: JournalStorage, Content>(
    _ path: String, as content: ([UInt8]) -> Content?, from storage: Storage, _ isDamaged: inout Bool
  ) throws(StorageFault) -> Content? {
    guard let bytes = try look(at: path, in: storage) else { return nil }
    if let read = content(bytes) { return read }
    isDamaged = true
    setAside(path, in: storage)
    return nil
  }

  /// A file's bytes; nil when there is none.
  private static func look<Storage: JournalStorage>(
    at path: String, in storage: Storage
  ) throws(StorageFault) -> [UInt8]? {
    do throws(StorageFault) {
      guard try storage.list("").contains(path) else { return nil }
      return try storage.read(path)
    } catch {
      guard error.reason == .missing else { throw error }
      return nil
    }
  }

  /// Moves a damaged file out of the way.
  private static func setAside<Storage: JournalStorage>(_ path: String, in storage: Storage) {
    do throws(StorageFault) {
      try ReplacedFile.setAside(path, in: storage)
    } catch {
      // It stays where it is, and is replaced with the next change.
      return
    }
  }
}
