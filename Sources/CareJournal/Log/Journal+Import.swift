import Nursery

extension Journal {
  /// Where lines that are taken in together are written before they have their name.
  static var importPath: String { "import.tmp" }

  /// Saves lines of another log, all or none: they become a segment of their own, written and synced under
  /// another name and renamed. A power cut leaves all of them or none. After the fault `uncertain` all are taken in,
  /// after any other none, and taking them in again is safe.
  ///
  /// - Parameter drafts: lines whose ids this log does not know.
  public mutating func takeIn(_ drafts: [JournalDraft]) throws(JournalFault) {
    guard !drafts.isEmpty else { return }
    if let fault = retry().fault { throw fault }
    var lines: [(line: JournalLine, bytes: [UInt8])] = []
    for draft in drafts {
      let line = draft.line(box: box, sequence: lastSequence + lines.count + 1)
      if let bytes = draft.text(of: line) { lines.append((line, bytes)) }
    }
    let length = lines.reduce(0) { $0 + $1.bytes.count }
    guard length <= StorageLimits.fileBytes else { throw .tooLong(bytes: length) }
    do throws(StorageFault) {
      try endSegment()
      try publish(lines.flatMap(\.bytes))
    } catch {
      discard(Self.importPath)
      throw .unwritable(error)
    }
    lastSequence += lines.count
    for line in lines { state.take(line.line) }
    noteImported(length)
    try settleImport()
  }

  /// What follows has higher numbers, and so must not stand in a segment before it.
  private mutating func endSegment() throws(StorageFault) {
    guard let open = segment else { return }
    segment = nil
    guard open.usedBytes == 0 else {
      return upkeep.noteClosed((open.number, open.path, open.usedBytes), state)
    }
    figures.segments -= 1
    discard(open.path)
  }

  private mutating func publish(_ bytes: [UInt8]) throws(StorageFault) {
    let temporary = Self.importPath
    defer { storage.abandon(temporary) }
    if try storage.list("").contains(temporary) { try storage.remove(temporary) }
    try storage.create(temporary)
    try storage.write(bytes, to: temporary, at: 0)
    try storage.sync(temporary)
    try ReplacedFile.readBack(bytes, from: temporary, in: storage)
    try takeNextNumber()
    storage.abandon(temporary)
    try storage.rename(temporary, to: SegmentName.path(lastSegmentNumber))
  }

  /// From here on every reader finds the lines, whatever the card says.
  private mutating func settleImport() throws(JournalFault) {
    do throws(StorageFault) {
      try storage.syncDirectory(SegmentName.folder)
      try storage.syncDirectory("")
    } catch {
      upkeep.giveUp()
      throw .uncertain(error)
    }
  }

  private mutating func noteImported(_ bytes: Int) {
    figures.segments += 1
    let path = SegmentName.path(lastSegmentNumber)
    upkeep.noteClosed((lastSegmentNumber, path, bytes), state)
  }
}
