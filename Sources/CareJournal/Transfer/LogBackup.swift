/// Copies each closed segment of a log and `box.json` to another directory, and keeps the copy up to date. The copy is
/// itself a box's directory. The source is not changed, and a running box is not disturbed. A file of the copy is
/// replaced only by one that begins with all of its bytes.
public struct LogBackup<Source: JournalStorage, Target: JournalStorage> {
  /// The result of a run.
  public struct Outcome: Hashable, Sendable {
    /// Segments copied now.
    public internal(set) var copied = 0
    /// Segments that were already in the copy.
    public internal(set) var same = 0
    /// Files of the copy that differ from the log's; they were left as they are.
    public internal(set) var differing: [String] = []
    /// Files that could not be read, and so were not copied.
    public internal(set) var unreadable: [StorageFault] = []
    /// Damage in segments, which were copied with it.
    public internal(set) var damage: [JournalReport.Finding] = []
    /// The segment that is still open and was not copied; nil if the log was closed in order.
    public internal(set) var open: String?

    /// Whether the copy has every closed segment as in the log.
    public var isComplete: Bool { differing.isEmpty && unreadable.isEmpty }
  }

  private enum Likeness {
    case missing
    case same
    /// The log's file begins with the whole copy, which was made before the segment was closed.
    case earlier
    case different
  }

  private static var pieceBytes: Int { 64 << 10 }
  private static var stagedSuffix: String { ".copy" }

  private let source: Source
  private let target: Target
  private var outcome = Outcome()

  /// A backup from a box's directory to another one.
  public init(from source: Source, to target: Target) { (self.source, self.target) = (source, target) }

  /// Copies the missing files. Throws if the log cannot be listed, if the target fails, or if it has the copy of
  /// another box.
  public mutating func run() throws(LogBackupFault) -> Outcome {
    let numbers = try reading { () throws(StorageFault) in
      try source.list(SegmentName.folder).compactMap(SegmentName.number).sorted()
    }
    // Throws if the target has the copy of another box.
    var first = self
    _ = try first.boxFile()
    try writing { () throws(StorageFault) in
      try target.createFolder(SegmentName.folder)
      try target.syncDirectory("")
    }
    var scan = LogScan(mark: nil, own: Journal<Source>.owner(of: source))
    var missing: [String] = []
    for number in numbers {
      scan.read(number, of: source) { _, _ in }
      let path = SegmentName.path(number)
      // The newest segment is still written to unless it was closed in order.
      if number == numbers.last, !scan.endedCleanly, scan.unreadable.last?.path != path {
        outcome.open = path
      } else if try isMissing(path) {
        missing.append(path)
      }
    }
    // The mark comes before the segments: if the copying is interrupted, it names more than the copy has, and a start from
    // that copy uses no number again.
    try copyMark()
    for path in missing { try copy(path) }
    outcome.damage = scan.findings.filter { $0.kind.isLoss && $0.path != outcome.open }
    // A box that started meanwhile has closed the last segment; an older mark that names no later segment would make the
    // copy look complete.
    try copyMark()
    return outcome
  }

  /// Copies `box.json`, unless every segment of the copy differs: then they are of another card.
  private mutating func copyMark() throws(LogBackupFault) {
    guard outcome.differing.isEmpty || outcome.same > 0,
      outcome.unreadable.allSatisfy({ $0.path != LogIdentity.path }),
      let box = try boxFile()
    else { return }
    try writing { () throws(StorageFault) in
      try ReplacedFile.save(box, as: LogIdentity.path, in: target)
    }
  }

  /// The bytes of `box.json` if they must be copied; nil otherwise. The mark changes, the box's name does not.
  private mutating func boxFile() throws(LogBackupFault) -> [UInt8]? {
    let copy = try writing { () throws(StorageFault) in
      try target.list("").contains(LogIdentity.path) ? try target.read(LogIdentity.path) : nil
    }
    let own: [UInt8]
    do throws(StorageFault) {
      own = try source.read(LogIdentity.path)
    } catch {
      outcome.unreadable.append(error)
      return nil
    }
    guard let copy else { return own }
    guard let copied = LogIdentity(copy), let box = LogIdentity(own) else {
      if copy != own { outcome.differing.append(LogIdentity.path) }
      return nil
    }
    guard copied.box == box.box else { throw .anotherBox(copied.box) }
    return copy == own ? nil : own
  }

  /// Compares a segment with its copy; true if it must be copied.
  private mutating func isMissing(_ path: String) throws(LogBackupFault) -> Bool {
    do throws(LogBackupFault) {
      switch try likeness(of: path) {
      case .same: outcome.same += 1
      case .different: outcome.differing.append(path)
      case .missing, .earlier: return true
      }
    } catch {
      try noteUnreadable(error)
    }
    return false
  }

  private mutating func copy(_ path: String) throws(LogBackupFault) {
    do throws(LogBackupFault) {
      try write(path)
      outcome.copied += 1
    } catch {
      try noteUnreadable(error)
    }
  }

  /// Notes a fault of the log. Rethrows one of the target.
  private mutating func noteUnreadable(_ fault: LogBackupFault) throws(LogBackupFault) {
    guard case .source(let fault) = fault else { throw fault }
    outcome.unreadable.append(fault)
  }

  /// Compares a file with its copy, byte by byte. Blank lines at the end of the copy are the unused room of a segment
  /// that was still open when it was copied.
  private func likeness(of path: String) throws(LogBackupFault) -> Likeness {
    let name = String(path.dropFirst(SegmentName.folder.count + 1))
    guard
      try writing({ () throws(StorageFault) in try target.list(SegmentName.folder).contains(name) })
    else { return .missing }
    var offset = 0
    var isEqual = true
    while true {
      let own = try reading { () throws(StorageFault) in
        try source.read(path, at: offset, count: Self.pieceBytes)
      }
      let copy = try writing { () throws(StorageFault) in
        try target.read(path, at: offset, count: Self.pieceBytes)
      }
      if copy.isEmpty { return isEqual && own.isEmpty ? .same : .earlier }
      let common = isEqual ? zip(own, copy).prefix { $0 == $1 }.count : 0
      guard copy[common...].allSatisfy({ $0 == 0x0A }) else { return .different }
      isEqual = isEqual && common == copy.count
      offset += copy.count
    }
  }

  /// Copies a file under another name, syncs it, reads it back, and only then renames it.
  private func write(_ path: String) throws(LogBackupFault) {
    let staged = path + Self.stagedSuffix
    defer { target.abandon(staged) }
    try writing { () throws(StorageFault) in
      let name = staged.dropFirst(SegmentName.folder.count + 1)
      if try target.list(SegmentName.folder).contains(String(name)) { try target.remove(staged) }
      try target.create(staged)
    }
    var pieces: [(range: Range<Int>, checksum: UInt32)] = []
    var length = 0
    while true {
      let piece = try reading { () throws(StorageFault) in
        try source.read(path, at: length, count: Self.pieceBytes)
      }
      if piece.isEmpty { break }
      try writing { () throws(StorageFault) in try target.write(piece, to: staged, at: length) }
      pieces.append((length..<length + piece.count, CRC32C.checksum(of: piece)))
      length += piece.count
    }
    try writing { () throws(StorageFault) in
      try target.sync(staged)
      for (range, checksum) in pieces {
        let copy = try target.read(staged, at: range.lowerBound, count: range.count)
        guard CRC32C.checksum(of: copy) == checksum, copy.count == range.count else {
          throw StorageFault(operation: "read back", path: path, reason: .device)
        }
      }
      try target.rename(staged, to: path)
      try target.syncDirectory(SegmentName.folder)
    }
  }

  private func reading<Value>(_ work: () throws(StorageFault) -> Value) throws(LogBackupFault) -> Value {
    do throws(StorageFault) {
      return try work()
    } catch {
      throw .source(error)
    }
  }

  private func writing<Value>(_ work: () throws(StorageFault) -> Value) throws(LogBackupFault) -> Value {
    do throws(StorageFault) {
      return try work()
    } catch {
      throw .target(error)
    }
  }
}

/// Why a log could not be copied.
public enum LogBackupFault: Error, Hashable, Sendable {
  /// The log cannot be read.
  case source(StorageFault)
  /// The directory of the copy fails.
  case target(StorageFault)
  /// The directory has the copy of another box with this name.
  case anotherBox(String)
}
