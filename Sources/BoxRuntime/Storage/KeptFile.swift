import CareJournal

/// A small file beside the log that only the storage thread replaces: not before its content was read, and never if a
/// newer version wrote it.
struct KeptFile<Content: Sendable>: Sendable {
  private let file: SmallFile<Content>
  /// Whether it may be replaced.
  private(set) var isFree = false
  /// What to report about it; nil if all is well.
  private(set) var remark: String?

  /// A file that was not read yet.
  init(_ file: SmallFile<Content>) {
    self.file = file
  }

  /// Reads it, and sets a damaged one aside. Nil if the medium does not return it, or it cannot be set aside.
  mutating func open<Storage: JournalStorage>(in storage: Storage) -> KeptReading<Content>? {
    (isFree, remark) = (false, nil)
    do throws(StorageFault) {
      let reading = try file.read(from: storage)
      if case .damaged = reading { try file.setAside(in: storage) }
      note(reading)
      return reading
    } catch {
      remark = "\(file.path) could not be read, and is not replaced: \(error.text)"
      return nil
    }
  }

  /// Replaces the file. Returns false if it must not be replaced, or the card refuses.
  func save<Storage: JournalStorage>(_ content: Content, in storage: Storage) -> Bool {
    guard isFree else { return false }
    return file.isSaved(content, in: storage)
  }

  private mutating func note(_ reading: KeptReading<Content>) {
    switch reading {
    case .missing, .whole: isFree = true
    case .damaged:
      isFree = true
      remark = "\(file.path) was damaged, and is in quarantine now"
    case .newer:
      remark = "\(file.path) is of a newer version, and is not replaced: changes stay in memory"
    }
  }
}

extension SmallFile {
  /// Replaces the file. Returns false if the card refuses. The content is in use all the same, and is handed over again
  /// with the next change, or when the user tries again.
  func isSaved<Storage: JournalStorage>(_ content: Content, in storage: Storage) -> Bool {
    do throws(StorageFault) {
      try save(content, in: storage)
      return true
    } catch {
      return false
    }
  }
}
