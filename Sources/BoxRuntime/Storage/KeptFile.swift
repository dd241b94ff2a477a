import CareJournal

/// A small file beside the log that the storage thread alone replaces: not before what it holds was seen, and never when
/// a newer version wrote it.
struct KeptFile<Content: Sendable>: Sendable {
  private let file: SmallFile<Content>
  /// Whether it may be replaced.
  private(set) var isFree = false
  /// What is to be reported of it; nil when all is well.
  private(set) var remark: String?

  /// A file that was not read yet.
  init(_ file: SmallFile<Content>) {
    self.file = file
  }

  /// Reads it, and sets a damaged one aside. Nil when the medium does not give it, or does not let it be set aside.
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

  /// Replaces it. False when it must not be, or the medium refuses.
  func save<Storage: JournalStorage>(_ content: Content, in storage: Storage) -> Bool {
    guard isFree else { return false }
    return file.isSaved(content, in: storage)
  }

  private mutating func note(_ reading: KeptReading<Content>) {
    switch reading {
    case .missing, .whole: isFree = true
    case .damaged:
      isFree = true
      remark = "\(file.path) was damaged, and lies in quarantine now"
    case .newer:
      remark = "\(file.path) is of a newer version, and is not replaced: what it is for stays in memory"
    }
  }
}

extension SmallFile {
  /// Replaces the file; false where the medium refuses. What such a file holds is in use all the same, and is handed over
  /// again with the next change, or by the user who was told.
  func isSaved<Storage: JournalStorage>(_ content: Content, in storage: Storage) -> Bool {
    do throws(StorageFault) {
      try save(content, in: storage)
      return true
    } catch {
      return false
    }
  }
}
