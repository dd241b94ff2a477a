/// What can wait: files that a power cut has left, segments whose room is given back to the card, the next snapshot.
struct Upkeep {
  /// What opening one more file costs a start, in bytes that it could have read meanwhile: a block of the card.
  private static let fileBytes = 4096
  /// More segments than this are not left with their room when the log is opened.
  private static let leftLimit = 16

  /// A snapshot that is to be written.
  struct Due {
    let number: Int
    let state: LogState
  }

  /// Segments that were closed while the box ran, and have to be cut.
  private(set) var retired: [LogReplay.Roomy] = []
  /// Segments that unclean ends have left, to be cut with the next that is closed.
  private var left: [LogReplay.Roomy]
  /// Files of which nobody will read a byte.
  private var leftovers: [String]
  private(set) var due: Due?
  /// The snapshot that is being written.
  var work: SnapshotWork?
  /// Whether all that the state holds is known to be on the card. After a fault it is not, and then nothing but
  /// lines is written until the next start has read what is there.
  private(set) var isTrusted: Bool
  /// What a start would have to read beside the last snapshot, in bytes.
  private var tailBytes: Int
  private let segmentBytes: Int

  /// - Parameter isWrittenOnceMore: whether this start writes lines once more. A snapshot of what is there would then
  ///   be followed by lines that it has counted, so the first one is due when the last of their segments is closed.
  init(after reading: LogReading, segmentBytes: Int, isTrusted: Bool, isWrittenOnceMore: Bool) {
    let replay = reading.replay
    self.segmentBytes = segmentBytes
    self.isTrusted = isTrusted && replay.isWhole && !replay.state.isDoubtful
    left = replay.roomy
    leftovers = reading.leftovers
    tailBytes = replay.usedBytes + replay.segments * Self.fileBytes
    if let last = reading.numbers.last, !isWrittenOnceMore { noteDue(last, replay.state) }
    if due != nil || left.count >= Self.leftLimit { retireLeft() }
  }

  /// Leftovers are removed whatever the state is worth: nothing of theirs is in it.
  var isIdle: Bool { leftovers.isEmpty && (!isTrusted || retired.isEmpty && due == nil && work == nil) }

  /// A segment is closed; all up to it come to this.
  ///
  /// - Parameter isFollowedByCopies: whether lines are still to be written that the state has counted.
  mutating func noteClosed(
    _ segment: (number: Int, path: String, usedBytes: Int), _ state: LogState,
    isFollowedByCopies: Bool = false
  ) {
    retired.append(LogReplay.Roomy(path: segment.path, usedBytes: segment.usedBytes))
    retireLeft()
    tailBytes += segment.usedBytes + Self.fileBytes
    guard !isFollowedByCopies else { return }
    noteDue(segment.number, state)
  }

  /// A snapshot is worth its wear once a start would have to read as much beside the last one: so snapshots never
  /// take more of the card than the lines themselves, and a start never reads more than twice what it has to.
  private mutating func noteDue(_ number: Int, _ state: LogState) {
    guard isTrusted, !state.isDoubtful, tailBytes >= max(segmentBytes, state.snapshotBytes) else { return }
    due = Due(number: number, state: state)
    tailBytes = 0
  }

  private mutating func retireLeft() {
    guard isTrusted else { return }
    retired += left
    left = []
  }

  mutating func takeLeftover() -> String? { leftovers.popLast() }

  mutating func takeRetired() -> LogReplay.Roomy? { retired.isEmpty ? nil : retired.removeFirst() }

  /// Every closed segment that still has its room. What is cut is blank, so nobody has to trust the card for it.
  mutating func takeRoomy() -> [LogReplay.Roomy] {
    defer { (retired, left) = ([], []) }
    return retired + left
  }

  mutating func takeDue() -> Due? {
    defer { due = nil }
    return due
  }

  /// The card has failed.
  mutating func giveUp() {
    isTrusted = false
    retired = []
    left = []
    leftovers = []
    due = nil
    work = nil
  }
}
