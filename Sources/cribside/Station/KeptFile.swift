import CareJournal

/// Whether a small file beside the log may be replaced by its one owner: not before what it holds was seen, and never
/// when a newer version wrote it.
struct KeptFile: Sendable {
  /// Its name in the directory.
  let path: String
  /// Whether it may be replaced.
  private(set) var isFree = false
  /// What there is to tell of it; nil when all is well.
  private(set) var remark: String?

  /// A file that nobody has looked at yet.
  init(_ path: String) {
    self.path = path
  }

  /// Looks at it. Nil when the medium does not give it, or not let a damaged one be set aside.
  mutating func open<Content>(
    _ read: () throws(StorageFault) -> KeptReading<Content>,
    settingAside setAside: () throws(StorageFault) -> Void
  ) -> KeptReading<Content>? {
    (isFree, remark) = (false, nil)
    do throws(StorageFault) {
      let reading = try read()
      if case .damaged = reading { try setAside() }
      note(reading)
      return reading
    } catch {
      remark = "\(path) could not be read, and is not replaced: \(error.text)"
      return nil
    }
  }

  private mutating func note<Content>(_ reading: KeptReading<Content>) {
    switch reading {
    case .missing, .whole: isFree = true
    case .damaged:
      isFree = true
      remark = "\(path) was damaged, and lies in quarantine now"
    case .newer: remark = "\(path) is of a newer version, and is not replaced: what it is for stays in memory"
    }
  }
}
