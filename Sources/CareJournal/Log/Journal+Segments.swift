import Nursery

extension Journal {
  /// When a segment has less room than this, in bytes, `tend` begins the next one before a press has to wait for it.
  private var spareBytes: Int { segmentBytes / 16 }

  /// Whether `tend` has work.
  public var wantsTending: Bool {
    guard held.isEmpty, !isMemoryOnly, canTend else { return false }
    return isNearlyFull || !retired.isEmpty || !leftovers.isEmpty || markFault != nil
  }

  private var isNearlyFull: Bool {
    guard let segment, !segment.isFresh else { return false }
    return segment.usedBytes + spareBytes > segment.roomBytes
  }

  /// Does one small step of the work that can wait: the next segment, the stop and cut of a closed one, a leftover
  /// file, a mark that the card refused. A step takes no longer than a press that begins a segment. A fault of the card
  /// stops this work until a press has begun a segment; no line is lost.
  public mutating func tend() {
    guard wantsTending else { return }
    do throws(StorageFault) {
      if isNearlyFull {
        try rotate()
      } else if !retired.isEmpty {
        try closeRetired()
      } else if !leftovers.isEmpty {
        try storage.remove(leftovers.removeFirst())
      } else {
        saveMark()
        if let markFault { throw markFault }
      }
    } catch {
      canTend = false
      retired = []
    }
  }

  /// The segment for a line. If a new one cannot be begun, as on a full card, the open one is used while it has room,
  /// even for the next month.
  mutating func openSegment(for line: HeldLine) throws(StorageFault) -> Segment {
    guard let open = segment else { return try rotate() }
    let saysAll = skipped.allSatisfy(open.skipped.contains)
    guard !open.isFresh || !saysAll else { return open }
    let hasRoom = open.usedBytes + line.bytes.count + Self.stopBytes < open.roomBytes
    if hasRoom, saysAll, !line.begins(monthAfter: open.month) { return open }
    do throws(StorageFault) {
      return try rotate()
    } catch {
      guard hasRoom else { throw error }
      segment?.month = line.month
      return segment ?? open
    }
  }

  /// Begins a new segment. The one before it stays open until the new one exists.
  @discardableResult
  mutating func rotate() throws(StorageFault) -> Segment {
    let created = try createSegmentOnAnyRoom()
    if let full = segment { retire(full) }
    (segment, canTend) = (created, true)
    return created
  }

  /// Creates a segment. On a full card, closed segments are cut to their used length first, and the creation is tried
  /// once more: the log's own unused room must not keep lines off the card.
  private mutating func createSegmentOnAnyRoom() throws(StorageFault) -> Segment {
    do throws(StorageFault) {
      return try createSegment()
    } catch {
      guard error.reason == .full, !retired.isEmpty else { throw error }
      while !retired.isEmpty {
        do throws(StorageFault) {
          try closeRetired()
        } catch {
          // A segment that cannot be cut keeps its room; the others may free enough.
        }
      }
      return try createSegment()
    }
  }

  /// Creates a file for lines: its head, then line ends, so that there is room when the card is full. It is synced
  /// before it is renamed, and noted in `box.json` before its first line is confirmed. A failing card gets a small
  /// file.
  private mutating func createSegment() throws(StorageFault) -> Segment {
    guard LineLimits.segment.contains(lastSegmentNumber + 1) else {
      throw StorageFault(operation: "number", path: SegmentName.path(lastSegmentNumber), reason: .other)
    }
    let number = lastSegmentNumber + 1
    let room = isCardFailing ? Self.probeBytes : segmentBytes
    let hasUnsettled = held.contains { $0.cause == .unsettled }
    let head = JournalLineCodec.encode(
      summary.head(
        number, box: box, at: moment, kernelBootID: kernelBootID, roomBytes: room, hasPast: !hasUnsettled,
        isBlind: isBlind, skipped: skipped))
    let bytes = head + [UInt8](repeating: 0x0A, count: max(0, room - head.count))
    do throws(StorageFault) {
      try writeStaged(bytes, number)
      try storage.rename(Self.stagedPath(number), to: SegmentName.path(number))
      try storage.syncDirectory(SegmentName.folder)
    } catch {
      guard error.operation != "remove" else {
        // Something that cannot be removed has this name. The next number is tried.
        lastSegmentNumber = number
        return try createSegment()
      }
      // A card that creates no file has written nothing.
      if error.operation != "create" { wear.note(bytes.count, at: moment.boot.milliseconds) }
      discard(Self.stagedPath(number))
      throw error
    }
    lastSegmentNumber = number
    segmentCount += 1
    saveMark()
    return Segment(
      number: number, roomBytes: bytes.count, headBytes: head.count, usedBytes: head.count, skipped: skipped)
  }

  /// The suffix of a segment's file until it is complete.
  static var stagedSuffix: String { ".new" }

  /// The number in the name of an incomplete file; nil for any other name.
  static func stagedNumber(_ name: String) -> Int? {
    name.hasSuffix(stagedSuffix) ? SegmentName.number(String(name.dropLast(stagedSuffix.utf8.count))) : nil
  }

  static func stagedPath(_ number: Int) -> String { SegmentName.path(number) + stagedSuffix }

  /// Writes and syncs a file beside the segments. If the folder was removed, it is created again.
  func writeStaged(_ bytes: [UInt8], _ number: Int) throws(StorageFault) {
    let path = Self.stagedPath(number)
    do throws(StorageFault) {
      try storage.create(path)
    } catch {
      switch error.reason {
      case .missing: try createFolder()
      case .exists: try storage.remove(path)
      default: throw error
      }
      try storage.create(path)
    }
    try storage.write(bytes, to: path, at: 0)
    try storage.sync(path)
  }

  /// Room for a head and the longest line.
  private static var probeBytes: Int { 12 << 10 }

  /// Saves the mark. It is a second check on the log, so lines do not wait for a card that cannot save it.
  private mutating func saveMark() {
    var faults: [StorageFault] = []
    Self.note(&faults) { () throws(StorageFault) in
      try LogIdentity(box: box, mark: mark(importing)).save(to: storage)
    }
    markFault = faults.first
  }

  /// The mark for the current end of the log.
  func mark(_ importing: ClosedRange<Int>?) -> LogIdentity.Mark {
    LogIdentity.Mark(
      segment: max(importing?.upperBound ?? 0, lastSegmentNumber), firstWithHead: firstWithHead,
      boot: max(boot, summary.ledger.account(of: box).lastBoot),
      last: summary.ledger.allAccounts.mapValues { $0.last }, count: lastCount, importing: importing)
  }

  func createFolder() throws(StorageFault) {
    try storage.createFolder(SegmentName.folder)
    try storage.syncDirectory("")
  }

  /// Gives up the open segment. After a failed sync the kernel counts its pages as clean, so a second sync would prove
  /// nothing. If nothing was saved in the segment, the next one takes its number.
  mutating func giveUpSegment(_ failedBytes: Int) {
    retired = []
    guard let lost = segment else { return }
    segment = nil
    storage.abandon(lost.path)
    wear.note(failedBytes + (lost.isFresh ? lost.roomBytes : 0), at: moment.boot.milliseconds)
    guard lost.isFresh else { return }
    segmentCount -= 1
    lastSegmentNumber -= 1
  }

  /// Removes a file in which nothing was saved. If that fails too, the next attempt does it.
  func discard(_ path: String) {
    storage.abandon(path)
    do throws(StorageFault) {
      try storage.remove(path)
    } catch {
      storage.abandon(path)
    }
  }
}
