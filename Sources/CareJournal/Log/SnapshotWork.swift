/// A snapshot on its way to the card, in small steps: written down, written to a file of another name and
/// synced, read back, renamed, and only then the one before the last removed. A power cut leaves it or does not.
/// A snapshot that knows of lines that this one does not is the only one to tell of them: it keeps its name.
struct SnapshotWork {
  private enum Stage {
    case write
    case save(done: Int)
    case name
    case tidy
  }

  /// How much one step writes and syncs: as much as a new segment.
  private static let chunkBytes = 64 * 1024
  /// How many snapshots are kept, the new one included.
  private static let generations = 2

  /// What there is to tell of it once it is written.
  let figures: JournalFigures.Snapshot

  private let number: Int
  private let ledger: SequenceLedger
  private var writer: SnapshotWriter
  private var stage = Stage.write

  /// The work of a snapshot that is due; its last segment is read once more for its checksum.
  init<Storage: JournalStorage>(_ due: Upkeep.Due, in storage: Storage) throws(StorageFault) {
    let numbers = try storage.list(SegmentName.folder).compactMap(SegmentName.number).sorted()
    let last = try storage.read(SegmentName.path(due.number))
    number = due.number
    ledger = due.state.ledger
    figures = JournalFigures.Snapshot(segment: due.number, state: due.state)
    writer = SnapshotWriter(
      LogSnapshot(
        number: number, segments: LogSnapshot.ranges(numbers.filter { $0 <= due.number }),
        lastSegment: LogSnapshot.checksum(ofSegment: last), state: due.state))
  }

  /// One step; false when it was the last.
  mutating func step<Storage: JournalStorage>(in storage: Storage) throws(StorageFault) -> Bool {
    switch stage {
    case .write: if !writer.step() { stage = .save(done: 0) }
    case .save(let done): stage = try save(from: done, in: storage)
    case .name:
      try name(in: storage)
      stage = .tidy
    case .tidy:
      try tidy(in: storage)
      return false
    }
    return true
  }

  private func save<Storage: JournalStorage>(
    from done: Int, in storage: Storage
  ) throws(StorageFault) -> Stage {
    let path = SnapshotName.temporaryPath
    if done == 0 {
      if try storage.list("").contains(path) { try storage.remove(path) }
      try storage.create(path)
    }
    let end = min(done + Self.chunkBytes, writer.bytes.count)
    try storage.write(Array(writer.bytes[done..<end]), to: path, at: done)
    try storage.sync(path)
    return end < writer.bytes.count ? .save(done: end) : .name
  }

  private func name<Storage: JournalStorage>(in storage: Storage) throws(StorageFault) {
    let path = SnapshotName.temporaryPath
    try ReplacedFile.readBack(writer.bytes, from: path, in: storage)
    storage.abandon(path)
    for old in LogReading.snapshotNumbers(in: storage) where old == number {
      guard isDispensable(old, in: storage) else {
        throw StorageFault(operation: "replace", path: SnapshotName.path(number), reason: .exists)
      }
    }
    try storage.rename(path, to: SnapshotName.path(number))
    try storage.syncDirectory("")
  }

  /// Snapshots of segments that are not there any more go as well: their numbers will be used again.
  private func tidy<Storage: JournalStorage>(in storage: Storage) throws(StorageFault) {
    let numbers = LogReading.snapshotNumbers(in: storage)
    let old = numbers.filter { $0 > number } + numbers.filter { $0 <= number }.dropFirst(Self.generations)
    var isTidy = true
    for number in old where isDispensable(number, in: storage) {
      try storage.remove(SnapshotName.path(number))
      isTidy = false
    }
    if !isTidy { try storage.syncDirectory("") }
  }

  /// Whether all lines that a snapshot knows are known to this one too. Nobody can say it of a file that cannot be
  /// read, or is of a version to come.
  private func isDispensable<Storage: JournalStorage>(_ number: Int, in storage: Storage) -> Bool {
    do throws(StorageFault) {
      let bytes = try storage.read(SnapshotName.path(number))
      guard let other = SnapshotReader.ledger(in: bytes) else { return !SnapshotReader.isForeign(bytes) }
      return other.numbers(beyond: ledger).isEmpty
    } catch {
      return false
    }
  }
}
