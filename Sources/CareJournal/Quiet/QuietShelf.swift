import Nursery

/// One process's access to the file of quiet sessions. It does not write over what it could not read: a card that fails
/// for a moment must not cost a session that another process has written.
public struct QuietShelf: Sendable {
  /// The processes that write, each with a temporary file of its own.
  public enum Writer: String, Sendable {
    /// The holder of the directory's lock: the box, or a command while no box runs.
    case box
    /// The process that stands by.
    case guardian = "guard"
  }

  private let writer: Writer
  private var isBlind = false

  /// Access that has not read yet.
  public init(writer: Writer) {
    self.writer = writer
  }

  /// What the file holds: see `finding`.
  public mutating func load<Storage: JournalStorage>(from storage: Storage) -> QuietFinding {
    let finding = Self.finding(in: storage)
    isBlind = finding.isUnreadable
    return finding
  }

  /// Replaces the file if it differs. Durable when it returns. Or, where it could not be read before and can be now,
  /// returns what it holds, and nothing is replaced.
  public mutating func save<Storage: JournalStorage>(
    _ state: QuietState, in storage: Storage
  ) throws(StorageFault) -> QuietFinding? {
    guard isBlind else {
      try Self.replace(state, by: writer, in: storage)
      return nil
    }
    let finding = load(from: storage)
    guard !finding.isUnreadable else {
      throw StorageFault(operation: "read", path: SmallFile.quiet.path, reason: .device)
    }
    return finding
  }

  /// Replaces the file if it differs. Durable when it returns.
  public static func replace<Storage: JournalStorage>(
    _ state: QuietState, by writer: Writer, in storage: Storage
  ) throws(StorageFault) {
    if try read(storage).content == state { return }
    try SmallFile.quiet.save(state, by: writer.rawValue, in: storage)
  }

  /// A file that vanishes between the listing and the reading is missing.
  private static func read<Storage: JournalStorage>(
    _ storage: Storage
  ) throws(StorageFault) -> KeptReading<QuietState> {
    do throws(StorageFault) {
      return try SmallFile.quiet.read(from: storage)
    } catch {
      guard error.reason == .missing else { throw error }
      return .missing
    }
  }

  /// What the file holds. A missing file holds nothing. A damaged one is moved to `quarantine`, as far as the card lets
  /// it, and counts as damage. Where it cannot be read, nothing is known.
  public static func finding<Storage: JournalStorage>(in storage: Storage) -> QuietFinding {
    do throws(StorageFault) {
      switch try read(storage) {
      case .missing: return QuietFinding()
      case .whole(let state): return QuietFinding(state)
      case .damaged, .newer:
        setAside(in: storage)
        return QuietFinding(isDamaged: true)
      }
    } catch {
      return .unreadable
    }
  }

  /// A file that cannot be moved stays where it is, and is replaced with the next change.
  private static func setAside<Storage: JournalStorage>(in storage: Storage) {
    do throws(StorageFault) {
      try SmallFile.quiet.setAside(in: storage)
    } catch {
      return
    }
  }
}
