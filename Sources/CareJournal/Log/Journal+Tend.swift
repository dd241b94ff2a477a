extension Journal {
  /// A segment with less room than this is followed by the next one before a press has to wait for it.
  private var spareBytes: Int { segmentBytes / 16 }

  /// Whether `tend` has something to do.
  public var wantsTending: Bool {
    guard held.isEmpty, !isMemoryOnly else { return false }
    return isNearlyFull || !upkeep.isIdle
  }

  /// Does one small step of what can wait: the next segment, room given back to the card, a piece of a
  /// snapshot. None takes longer than a press that begins a segment. A fault of the card ends it until the next
  /// start; no line is lost by it.
  ///
  /// - Returns: why something that was left behind stays where it is, if it does: once in a start.
  @discardableResult
  public mutating func tend() -> StorageFault? {
    guard wantsTending else { return nil }
    do throws(StorageFault) {
      if isNearlyFull { try rotate() } else { return try tendOnce() }
    } catch {
      // A card that is full must not keep half a snapshot in place of lines.
      discard(SnapshotName.temporaryPath)
      upkeep.giveUp()
    }
    return nil
  }

  private var isNearlyFull: Bool {
    guard upkeep.isTrusted, let segment, segment.usedBytes > 0 else { return false }
    return segment.usedBytes + spareBytes > segmentBytes
  }

  private mutating func tendOnce() throws(StorageFault) -> StorageFault? {
    if let leftover = upkeep.takeLeftover() { return try removeLeftover(leftover) }
    if let retired = upkeep.takeRetired() {
      try cut(retired.path, to: retired.usedBytes)
    } else {
      try continueSnapshot()
    }
    return nil
  }

  private mutating func continueSnapshot() throws(StorageFault) {
    if var work = upkeep.work {
      upkeep.work = nil
      if try work.step(in: storage) {
        upkeep.work = work
      } else {
        figures.snapshot = work.figures
      }
    } else if let due = upkeep.takeDue() {
      upkeep.work = try SnapshotWork(due, in: storage)
    }
  }

  /// Before any snapshot is begun; an import since the start may have taken its place already. One that cannot be
  /// removed, as a folder of that name, says nothing of the card and stands in the way of nothing else: returns why.
  private func removeLeftover(_ path: String) throws(StorageFault) -> StorageFault? {
    guard try storage.list("").contains(path) else { return nil }
    do throws(StorageFault) {
      try storage.remove(path)
    } catch {
      return error
    }
    try storage.syncDirectory("")
    return nil
  }

  /// Cuts what was closed while the box ran.
  mutating func cutRetired() throws(StorageFault) {
    guard upkeep.isTrusted else { return }
    while let retired = upkeep.takeRetired() { try cut(retired.path, to: retired.usedBytes) }
  }
}
