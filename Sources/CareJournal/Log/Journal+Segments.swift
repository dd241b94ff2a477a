import Nursery

extension Journal {
  /// A segment with less room than this is followed by the next one before a press has to wait for it.
  private var spareBytes: Int { segmentBytes / 16 }

  /// Whether `tend` has something to do.
  public var wantsTending: Bool {
    guard held.isEmpty, !isMemoryOnly, canTend else { return false }
    return isNearlyFull || !retired.isEmpty || !leftovers.isEmpty || markFault != nil
  }

  private var isNearlyFull: Bool {
    guard let segment, !segment.isFresh else { return false }
    return segment.usedBytes + spareBytes > segment.roomBytes
  }

  /// Does one small step of what can wait: the next segment, a closed one's last line and length, a leftover, a mark that
  /// the card refused. None
  /// takes longer than a press that begins a segment. A fault of the card ends it until a press has begun a segment; no
  /// line is lost by it.
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

  /// The segment for a line. A full card has no room for another one: then the one that is open is used while it
  /// has room, and takes the next month too.
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

  /// Begins a new segment, and leaves the one before it open until there is one.
  @discardableResult
  mutating func rotate() throws(StorageFault) -> Segment {
    let created = try createSegmentOnAnyRoom()
    if let full = segment { retire(full) }
    (segment, canTend) = (created, true)
    return created
  }

  /// A card without room gets back what closed segments do not use, and is asked once more: the log's own blank room
  /// must not be what keeps lines from it.
  private mutating func createSegmentOnAnyRoom() throws(StorageFault) -> Segment {
    do throws(StorageFault) {
      return try createSegment()
    } catch {
      guard error.reason == .full, !retired.isEmpty else { throw error }
      while !retired.isEmpty {
        do throws(StorageFault) {
          try closeRetired()
        } catch {
          // One that cannot be cut keeps its room; that of the others may be enough.
        }
      }
      return try createSegment()
    }
  }

  /// A file that takes lines: its head, then line ends, so that there is room when the card is full. It is synced before
  /// it gets its name, and noted beside the log before the first line in it is confirmed.
  ///
  /// A card that keeps nothing is asked with a small file.
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
        // What is in the way there is in no one's way under the next number.
        lastSegmentNumber = number
        return try createSegment()
      }
      wear.note(bytes.count, at: moment.boot.milliseconds)
      discard(Self.stagedPath(number))
      throw error
    }
    lastSegmentNumber = number
    segmentCount += 1
    saveMark()
    return Segment(
      number: number, roomBytes: bytes.count, headBytes: head.count, usedBytes: head.count, skipped: skipped)
  }

  /// What the name of a segment's file ends with for as long as it is not whole.
  static var stagedSuffix: String { ".new" }

  /// The number in the name of a file that is not whole yet; nil for any other name.
  static func stagedNumber(_ name: String) -> Int? {
    name.hasSuffix(stagedSuffix) ? SegmentName.number(String(name.dropLast(stagedSuffix.utf8.count))) : nil
  }

  static func stagedPath(_ number: Int) -> String { SegmentName.path(number) + stagedSuffix }

  /// Writes and syncs a file beside the segments. Where someone has removed the folder, it is made again.
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

  /// The mark is a second look at the log, and no line waits for a card that has no room for it.
  private mutating func saveMark() {
    var faults: [StorageFault] = []
    Self.note(&faults) { () throws(StorageFault) in
      try BoxFile(box: box, mark: mark(importing)).save(to: storage)
    }
    markFault = faults.first
  }

  /// How far the log has come.
  func mark(_ importing: ClosedRange<Int>?) -> BoxFile.Mark {
    BoxFile.Mark(
      segment: max(importing?.upperBound ?? 0, lastSegmentNumber), firstWithHead: firstWithHead,
      boot: max(boot, summary.ledger.account(of: box).lastBoot),
      last: summary.ledger.allAccounts.mapValues { $0.last }, count: lastCount, importing: importing)
  }

  func createFolder() throws(StorageFault) {
    try storage.createFolder(SegmentName.folder)
    try storage.syncDirectory("")
  }

  /// The descriptor is dead: after a failed sync its pages count as clean, and a second sync would lie. A segment in
  /// which nothing was saved is replaced by the next one.
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

  /// Takes away a file in which nothing was saved. When that fails too, the next attempt does it.
  func discard(_ path: String) {
    storage.abandon(path)
    do throws(StorageFault) {
      try storage.remove(path)
    } catch {
      storage.abandon(path)
    }
  }
}
