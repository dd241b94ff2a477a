import Nursery

/// One process's hand on the files of quiet sessions, which does not write over what it could not read: a card that
/// fails for a moment must not cost a session that somebody else has written.
public struct QuietShelf: Sendable {
  private let writer: QuietFiles.Writer
  private var isBlind = false

  /// A hand that has not read yet.
  public init(writer: QuietFiles.Writer) {
    self.writer = writer
  }

  /// What the files hold.
  public mutating func load<Storage: JournalStorage>(from storage: Storage) -> QuietFinding {
    let finding = QuietFiles.load(from: storage)
    isBlind = finding.isUnreadable
    return finding
  }

  /// Replaces the files; or, where they could not be read before and can be now, gives what they hold, and nothing is
  /// replaced.
  public mutating func save<Storage: JournalStorage>(
    _ state: QuietState, in storage: Storage
  ) throws(StorageFault) -> QuietFinding? {
    guard isBlind else {
      try QuietFiles.save(state, by: writer, in: storage)
      return nil
    }
    let finding = load(from: storage)
    guard !finding.isUnreadable else {
      throw StorageFault(operation: "read", path: QuietFiles.sessionPath, reason: .device)
    }
    return finding
  }
}
