import Nursery

extension Journal {
  /// How many new segments may fail in a row before lines are held in memory.
  private static var newSegmentAttempts: Int { 3 }

  /// Saves lines in the given order, with one write and one sync for all that fit a segment; deletions after other lines
  /// have a write and a sync of their own. It returns when they are durable, or when three new segments have failed;
  /// then the lines are held. While the card fails, each call tries only one new segment.
  public mutating func append(_ drafts: [JournalDraft]) -> AppendReceipt {
    let room = max(0, Self.heldLimit - held.count { $0.cause != .unsettled })
    var refused: [EventID] = []
    // While lines are held, each call would hold another declaration.
    if held.isEmpty, let moment = drafts.last?.moment, let declaration = declaration(at: moment) {
      _ = hold(declaration)
    }
    for (index, draft) in drafts.enumerated() {
      if index >= room || !hold(draft) { refused.append(draft.id) }
    }
    var receipt = flush()
    receipt.refused = refused
    if drafts.count > room { receipt.fault = .memoryFull(capacity: Self.heldLimit) }
    receipt.heldCount = held.count
    return receipt
  }

  /// Tries again to save the held lines; does nothing if there are none.
  ///
  /// - Parameter milliseconds: the boot clock.
  public mutating func retry(at milliseconds: Int) -> AppendReceipt {
    moment.boot = BootTime(boot: boot, milliseconds: milliseconds)
    return flush()
  }

  /// Tries a last time to save the held lines, even if the limit of `FailedWrites` is reached. Lines that are still
  /// held after it are lost.
  public mutating func retryLast() -> AppendReceipt {
    wear = FailedWrites()
    return flush()
  }

  mutating func holdBootLine(_ line: JournalLine) {
    // Only a foreign line cannot be encoded.
    guard let bytes = JournalLineCodec.encode(line) else { return }
    hold(line, bytes, .start)
  }

  /// Numbers a draft and holds it; false if its text is too long for a line.
  private mutating func hold(_ draft: JournalDraft) -> Bool {
    let line = draft.line(box: box, sequence: lastSequence + 1, count: nextCount())
    guard let bytes = draft.text(of: line), bytes.count <= StorageLimits.lineBytes + 1 else { return false }
    lastSequence += 1
    moment = line.moment
    hold(line, bytes, .draft)
    return true
  }

  private mutating func hold(_ line: JournalLine, _ bytes: [UInt8], _ cause: HeldLine.Cause) {
    held.append(
      HeldLine(line: line, bytes: bytes, cause: cause, month: line.month(believedBy: summary.clocks)))
  }

  /// Holds lines again, byte for byte, that may be only in the kernel's memory.
  mutating func holdAgain(_ segments: [LogScan.Unsettled]) {
    var ids: Set<EventID> = []
    for (line, text) in segments.flatMap(\.lines) where held.count < Self.heldLimit {
      if ids.insert(line.id).inserted { hold(line, text + [0x0A], .unsettled) }
    }
  }

  /// Writes held lines until none is left or the card fails for now.
  mutating func flush() -> AppendReceipt {
    var receipt = AppendReceipt()
    var failedNewSegments = 0
    isMemoryOnly = false
    while !held.isEmpty, !isMemoryOnly {
      guard !isCardFailing || wear.allows(held[0].bytes.count, at: moment.boot.milliseconds) else {
        isMemoryOnly = true
        receipt.fault = .resting
        break
      }
      var isNew = true
      do throws(StorageFault) {
        let open = try openSegment(for: held[0])
        isNew = open.isFresh
        for saved in try saveBatch(in: open) {
          receipt.note(saved.line, saved.cause)
        }
        (failedNewSegments, isCardFailing, wear) = (0, false, FailedWrites())
      } catch {
        if isNew { failedNewSegments += 1 }
        if failedNewSegments == Self.newSegmentAttempts || isCardFailing && failedNewSegments > 0 {
          (isMemoryOnly, isCardFailing) = (true, true)
          receipt.fault = .unwritable(error)
        }
      }
    }
    receipt.heldCount = held.count
    return receipt
  }

  /// Writes as many held lines as fit, with one write and one sync.
  private mutating func saveBatch(in open: Segment) throws(StorageFault) -> [HeldLine] {
    let count = batchCount(in: open)
    let batch = held.prefix(count)
    let bytes = batch.flatMap(\.bytes)
    do throws(StorageFault) {
      try storage.write(bytes, to: open.path, at: open.usedBytes)
      try storage.sync(open.path)
    } catch {
      giveUpSegment(bytes.count)
      throw error
    }
    segment?.usedBytes += bytes.count
    skipped.removeAll(where: open.skipped.contains)
    for held in batch {
      if held.cause != .unsettled { summary.apply(held.line) }
      if let month = held.month, segment?.month == nil { segment?.month = month }
    }
    let saved = Array(batch)
    held.removeFirst(count)
    return saved
  }

  /// Room kept for a segment's stop, in bytes, so that closing the segment needs no new space on a full card.
  static var stopBytes: Int { 192 }

  /// How many held lines fit in one write. A press deletes only once what stands in its place is durable, since a power
  /// cut may keep any part of a write. Lines written again are synced before this start's own line is written. So that line
  /// proves that everything before it is durable, and no later start writes those lines again.
  private func batchCount(in open: Segment) -> Int {
    var room = open.roomBytes - open.usedBytes - Self.stopBytes
    var month = open.month
    var count = 0
    for line in held {
      room -= line.bytes.count
      guard room > 0, !line.begins(monthAfter: month), line.cause.isSameBatch(as: held[0].cause),
        count == 0 || !line.deletes || held[count - 1].deletes || line.cause != .draft
      else { break }
      month = month ?? line.month
      count += 1
    }
    return max(count, 1)
  }
}

extension AppendReceipt {
  /// Notes a line that is now on the card.
  fileprivate mutating func note<Storage>(_ line: JournalLine, _ cause: Journal<Storage>.HeldLine.Cause) {
    switch cause {
    case .draft:
      acknowledged.append(line.id)
      stamps[line.id] = line.stamp
    case .offered: received.append(line)
    case .start, .unsettled: break
    }
  }
}

extension Journal.HeldLine.Cause {
  fileprivate func isSameBatch(as other: Self) -> Bool { (self == .unsettled) == (other == .unsettled) }
}

extension JournalLine {
  /// The month in which it was written, as twelve times the year plus the month, by a known wall clock that is not in
  /// doubt; nil without one. The clock of a sync line is believed.
  fileprivate func month(believedBy clocks: ClockHistory) -> Int? {
    guard moment.trust.isSet, let wall = moment.wall else { return nil }
    guard entry == .sync || !ClockJudge.doubts(wall, at: moment.boot, by: moment.trust, clocks) else {
      return nil
    }
    let (date, _) = ZoneWindow.utc.civil(wall)
    return date.year * 12 + date.month
  }
}

extension Journal.HeldLine {
  /// Whether it deletes an event.
  var deletes: Bool {
    if case .care(let event) = line.entry, case .deleted = event.change { true } else { false }
  }

  /// Whether its month is later than a segment's; then it begins a new segment. A clock that was set back begins none.
  func begins(monthAfter month: Int?) -> Bool {
    guard let month, let own = self.month else { return false }
    return own > month
  }
}
