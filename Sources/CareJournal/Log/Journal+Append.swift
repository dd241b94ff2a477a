import Nursery

extension Journal {
  /// How many new segments may fail in a row before lines are held in memory.
  private static var newSegmentAttempts: Int { 3 }

  /// Saves lines in the order given, with one write and one sync for all that fit a segment. Returns when
  /// they are durable, or when three new segments have failed: then they are held. In memory-only mode the
  /// card is not tried; that is `retry`'s business.
  public mutating func append(_ drafts: [JournalDraft]) -> AppendReceipt {
    let room = max(0, Self.heldLimit - held.count { $0.cause != .unsettled })
    for draft in drafts.prefix(room) {
      lastSequence += 1
      hold(draft, draft.line(box: box, sequence: lastSequence))
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

  /// Holds the first line of a start.
  mutating func holdBootLine(_ line: JournalLine) {
    // Only a foreign line has no text of the codec's own.
    guard let bytes = JournalLineCodec.encode(line) else { return }
    hold(line, bytes, .start)
  }

  private mutating func hold(_ draft: JournalDraft, _ line: JournalLine) {
    guard let bytes = draft.text(of: line) else { return }
    hold(line, bytes, .draft)
  }

  private mutating func hold(_ line: JournalLine, _ bytes: [UInt8], _ cause: HeldLine.Cause) {
    held.append(
      HeldLine(line: line, bytes: bytes, cause: cause, month: line.month(believedBy: state.fold.clocks)))
  }

  /// Holds once more, byte for byte, the lines that may be in the kernel's memory only.
  mutating func holdAgain(_ segments: [LogReplay.Unsettled]) {
    var ids: Set<EventID> = []
    for segment in segments {
      var reader = SegmentReader(segment.bytes, number: segment.number)
      while held.count < Self.heldLimit, let piece = reader.next() {
        guard case .line(let line, let range) = piece, range.lowerBound >= segment.from,
          ids.insert(line.id).inserted
        else { continue }
        hold(line, segment.bytes[range] + [0x0A], .unsettled)
      }
    }
  }

  /// Writes held lines until none is left or the card is given up for now.
  mutating func flush() -> AppendReceipt {
    var receipt = AppendReceipt()
    var failedNewSegments = 0
    while !held.isEmpty, !isMemoryOnly {
      var isNew = true
      do throws(StorageFault) {
        let open = try openSegment(for: held[0])
        isNew = open.usedBytes == 0
        receipt.acknowledged += try saveBatch(in: open)
        failedNewSegments = 0
      } catch {
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
  private mutating func saveBatch(in open: Segment) throws(StorageFault) -> [EventID] {
    let count = batchCount(in: open)
    let batch = held.prefix(count)
    let bytes = batch.flatMap(\.bytes)
    do throws(StorageFault) {
      try storage.write(bytes, to: open.path, at: open.usedBytes)
      try storage.sync(open.path)
    } catch {
      giveUpSegment()
      throw error
    }
    segment?.usedBytes += bytes.count
    for held in batch {
      if held.cause != .unsettled { state.take(held.line) }
      if let month = held.month, segment?.month == nil { segment?.month = month }
    }
    let saved = batch.filter { $0.cause == .draft }.map(\.line.id)
    held.removeFirst(count)
    return saved
  }

  /// How many held lines fit; at least one, since a line longer than a segment has to go somewhere. A segment's last
  /// byte stays blank, or it would look like one that was closed in order. What is written once more is synced before
  /// the line of this start is written: so that line says that all before it is durable, and no later start writes it
  /// again.
  private func batchCount(in open: Segment) -> Int {
    var room = segmentBytes - open.usedBytes
    var month = open.month
    var count = 0
    for line in held {
      room -= line.bytes.count
      guard room > 0, !line.begins(monthAfter: month), line.cause.isSameBatch(as: held[0].cause) else {
        break
      }
      month = month ?? line.month
      count += 1
    }
    return max(count, 1)
  }

  /// The segment for a line. A full card has no room for another one: then the one that is open goes on while it
  /// has room, and takes the next month too.
  private mutating func openSegment(for line: HeldLine) throws(StorageFault) -> Segment {
    guard let open = segment else { return try rotate() }
    guard open.usedBytes > 0 else { return open }
    let hasRoom = open.usedBytes + line.bytes.count < segmentBytes
    if hasRoom, !line.begins(monthAfter: open.month) { return open }
    do throws(StorageFault) {
      return try rotate()
    } catch {
      guard hasRoom else { throw error }
      segment?.month = line.month
      return segment ?? open
    }
  }

  /// Begins a new segment, and leaves the one before it open until there is one. That one, if it is good, waits to be
  /// cut, and all up to it for a snapshot.
  @discardableResult
  mutating func rotate() throws(StorageFault) -> Segment {
    let created: Segment
    do throws(StorageFault) {
      created = try createSegmentOnAnyRoom()
    } catch {
      // A card that is full must not keep half a snapshot in place of lines.
      if upkeep.work != nil { discard(SnapshotName.temporaryPath) }
      upkeep.giveUp()
      throw error
    }
    let full = segment
    segment = created
    if let full { retire(full) }
    return created
  }

  /// A card without room gets back what closed segments do not use, and is asked once more: the log's own blank room
  /// must not be what keeps lines from it.
  private mutating func createSegmentOnAnyRoom() throws(StorageFault) -> Segment {
    do throws(StorageFault) {
      return try createSegment()
    } catch {
      let roomy = error.reason == .full ? upkeep.takeRoomy() : []
      guard !roomy.isEmpty else { throw error }
      // What waits to be written once more stands in them, and one without a blank looks closed in order.
      let blank = held.contains { $0.cause == .unsettled } ? 1 : 0
      for segment in roomy { giveBack(segment.path, from: segment.usedBytes + blank) }
      return try createSegment()
    }
  }

  /// One that cannot be cut keeps its room; that of the others may be enough.
  private mutating func giveBack(_ path: String, from usedBytes: Int) {
    do throws(StorageFault) {
      try cut(path, to: usedBytes)
    } catch {
      storage.abandon(path)
    }
  }

  private mutating func retire(_ full: Segment) {
    upkeep.noteClosed(
      (full.number, full.path, full.usedBytes), state,
      isFollowedByCopies: held.contains { $0.cause == .unsettled })
    // After a fault of the card nothing is cut any more, and nobody needs its descriptor.
    if !upkeep.isTrusted { storage.abandon(full.path) }
  }

  /// A file that takes lines: filled with line ends, so that there is room when the card is full, and synced
  /// together with its name before it is used.
  private mutating func createSegment() throws(StorageFault) -> Segment {
    if lastSegmentNumber == 0 { try createFolder() }
    try takeNextNumber()
    let segment = Segment(number: lastSegmentNumber)
    let path = segment.path
    try createFile(path)
    do throws(StorageFault) {
      try storage.write([UInt8](repeating: 0x0A, count: segmentBytes), to: path, at: 0)
      try storage.sync(path)
      try storage.syncDirectory(SegmentName.folder)
    } catch {
      discard(path)
      throw error
    }
    figures.segments += 1
    return segment
  }

  /// The highest number that a segment may have can only be somebody's joke, but nothing may be saved after it.
  mutating func takeNextNumber() throws(StorageFault) {
    guard LineLimits.segment.contains(lastSegmentNumber + 1) else {
      throw StorageFault(operation: "number", path: SegmentName.path(lastSegmentNumber), reason: .other)
    }
    lastSegmentNumber += 1
  }

  /// Where somebody has removed the folder, it is made again.
  private func createFile(_ path: String) throws(StorageFault) {
    do throws(StorageFault) {
      try storage.create(path)
    } catch {
      guard error.reason == .missing else { throw error }
      try createFolder()
      try storage.create(path)
    }
  }

  private func createFolder() throws(StorageFault) {
    try storage.createFolder(SegmentName.folder)
    try storage.syncDirectory("")
  }

  /// The descriptor is dead: after a failed sync its pages count as clean, and a second sync would lie.
  private mutating func giveUpSegment() {
    // What this card has taken is for the next start to find out, not for a snapshot to vouch for.
    upkeep.giveUp()
    guard let lost = segment else { return }
    segment = nil
    guard lost.usedBytes == 0 else { return storage.abandon(lost.path) }
    figures.segments -= 1
    discard(lost.path)
  }

  /// Takes away a segment in which nothing was ever saved, so that a card that stays full or dead does not
  /// fill with empty files. When that fails too, a blank file is left, which every reader passes over.
  func discard(_ path: String) {
    storage.abandon(path)
    do throws(StorageFault) {
      try storage.remove(path)
    } catch {
      storage.abandon(path)
    }
  }
}

extension Journal.HeldLine.Cause {
  fileprivate func isSameBatch(as other: Self) -> Bool { (self == .unsettled) == (other == .unsettled) }
}

extension JournalLine {
  /// The month in which it was written, by a wall clock that was known and is not in doubt; nil without one. A sync
  /// line is there because its clock is believed.
  fileprivate func month(believedBy clocks: ClockHistory) -> Int? {
    guard moment.trust == .synced, let wall = moment.wall else { return nil }
    guard entry == .sync || !ClockKeeper.doubts(wall, at: moment.boot, by: clocks) else { return nil }
    let (date, _) = ZoneWindow.utc.civil(wall)
    return date.year * 12 + date.month
  }
}

extension Journal.HeldLine {
  /// Whether a segment of a month ends before it. A clock that was set back ends none.
  func begins(monthAfter month: Int?) -> Bool {
    guard let month, let own = self.month else { return false }
    return own > month
  }
}
