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
  public mutating func tend() {
    guard wantsTending else { return }
    do throws(StorageFault) {
      if isNearlyFull { try rotate() } else { try tendOnce() }
    } catch {
      // A card that is full must not keep half a snapshot in place of lines.
      discard(SnapshotName.temporaryPath)
      upkeep.giveUp()
    }
  }

  private var isNearlyFull: Bool {
    guard upkeep.isTrusted, let segment, segment.usedBytes > 0 else { return false }
    return segment.usedBytes + spareBytes > segmentBytes
  }

  private mutating func tendOnce() throws(StorageFault) {
    if let leftover = upkeep.takeLeftover() { return try removeLeftover(leftover) }
    if let retired = upkeep.takeRetired() { return try cut(retired.path, to: retired.usedBytes) }
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

  /// Before any snapshot is begun; an import since the start may have taken its place already.
  private func removeLeftover(_ path: String) throws(StorageFault) {
    guard try storage.list("").contains(path) else { return }
    try storage.remove(path)
    try storage.syncDirectory("")
  }

  /// Cuts what was closed while the box ran.
  mutating func cutRetired() throws(StorageFault) {
    guard upkeep.isTrusted else { return }
    while let retired = upkeep.takeRetired() { try cut(retired.path, to: retired.usedBytes) }
  }
}
