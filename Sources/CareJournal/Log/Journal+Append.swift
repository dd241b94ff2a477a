import Nursery

extension Journal {
  /// How many new segments may fail in a row before lines are held in memory.
  private static var newSegmentAttempts: Int { 3 }

  /// Saves lines in the order given, with one write and one sync for all that fit a segment. Returns when
  /// they are durable, or when three new segments have failed: then they are held. In memory-only mode the
  /// card is not tried; that is `retry`'s business.
  public mutating func append(_ drafts: [JournalDraft]) -> AppendReceipt {
    let room = max(0, Self.heldLimit - held.count)
    for draft in drafts.prefix(room) {
      lastSequence += 1
      hold(draft.line(box: box, sequence: lastSequence), isBootLine: false)
    }
    var receipt = isMemoryOnly ? AppendReceipt() : flush()
    if drafts.count > room {
      receipt.refused = drafts.dropFirst(room).map(\.id)
      receipt.fault = .memoryFull(capacity: Self.heldLimit)
    }
    receipt.heldCount = held.count
    return receipt
  }

  /// Tries again to save what is held; does nothing when nothing is.
  public mutating func retry() -> AppendReceipt {
    isMemoryOnly = false
    return flush()
  }

  mutating func hold(_ line: JournalLine, isBootLine: Bool) {
    // Only a foreign line has no text, and none is ever written here.
    guard let bytes = JournalLineCodec.encode(line) else { return }
    held.append(HeldLine(id: line.id, bytes: bytes, isBootLine: isBootLine))
  }

  /// Writes held lines until none is left or the card is given up for now.
  mutating func flush() -> AppendReceipt {
    var receipt = AppendReceipt()
    var failedNewSegments = 0
    while !held.isEmpty, !isMemoryOnly {
      let isNew = segment?.usedBytes ?? 0 == 0
      do throws(StorageFault) {
        receipt.acknowledged += try saveBatch()
        failedNewSegments = 0
      } catch {
        giveUpSegment()
        if isNew { failedNewSegments += 1 }
        if failedNewSegments == Self.newSegmentAttempts {
          isMemoryOnly = true
          receipt.fault = .unwritable(error)
        }
      }
    }
    receipt.heldCount = held.count
    return receipt
  }

  /// One write and one sync of as many held lines as fit; their ids, boot lines apart.
  private mutating func saveBatch() throws(StorageFault) -> [EventID] {
    let open = try openSegment(withRoomFor: held[0].bytes.count)
    let count = batchCount(room: segmentBytes - open.usedBytes)
    let batch = held.prefix(count)
    let bytes = batch.flatMap(\.bytes)
    try storage.write(bytes, to: open.path, at: open.usedBytes)
    try storage.sync(open.path)
    segment?.usedBytes += bytes.count
    let saved = batch.filter { !$0.isBootLine }.map(\.id)
    held.removeFirst(count)
    return saved
  }

  /// How many held lines fit; at least one, since a line longer than a segment has to go somewhere.
  private func batchCount(room: Int) -> Int {
    var room = room
    var count = 0
    for line in held {
      room -= line.bytes.count
      guard room >= 0 else { break }
      count += 1
    }
    return max(count, 1)
  }

  private mutating func openSegment(withRoomFor length: Int) throws(StorageFault) -> Segment {
    if let segment, segment.usedBytes == 0 || segment.usedBytes + length <= segmentBytes {
      return segment
    }
    let full = segment
    segment = nil
    let created: Segment
    do throws(StorageFault) {
      created = try createSegment()
    } catch {
      if let full { storage.abandon(full.path) }
      throw error
    }
    segment = created
    if let full { retire(full) }
    return created
  }

  /// A full segment is cut once its successor is ready. Failing costs the room at its end and nothing else.
  private func retire(_ full: Segment) {
    do throws(StorageFault) {
      try seal(full)
    } catch {
      storage.abandon(full.path)
    }
  }

  /// A file that takes lines: filled with line ends, so that there is room when the card is full, and synced
  /// together with its name before it is used.
  private mutating func createSegment() throws(StorageFault) -> Segment {
    if lastSegmentNumber == 0 { try createFolder() }
    lastSegmentNumber += 1
    let path = SegmentName.path(lastSegmentNumber)
    try storage.create(path)
    do throws(StorageFault) {
      try storage.write([UInt8](repeating: 0x0A, count: segmentBytes), to: path, at: 0)
      try storage.sync(path)
      try storage.syncDirectory(SegmentName.folder)
    } catch {
      discard(path)
      throw error
    }
    return Segment(path: path)
  }

  private func createFolder() throws(StorageFault) {
    try storage.createFolder(SegmentName.folder)
    try storage.syncDirectory("")
  }

  /// The descriptor is dead: after a failed sync its pages count as clean, and a second sync would lie.
  private mutating func giveUpSegment() {
    guard let lost = segment else { return }
    segment = nil
    if lost.usedBytes == 0 { discard(lost.path) } else { storage.abandon(lost.path) }
  }

  /// Takes away a segment in which nothing was ever saved, so that a card that stays full or dead does not
  /// fill with empty files. When that fails too, a blank file is left, which every reader passes over.
  private func discard(_ path: String) {
    storage.abandon(path)
    do throws(StorageFault) {
      try storage.remove(path)
    } catch {
      storage.abandon(path)
    }
  }
}
