import Nursery

/// Reads the segments in order and takes each line once, from nothing or from a snapshot on. Collects what
/// opening has to know besides.
struct LogReplay {
  /// A segment that still has the room at its end, and what of it is used.
  struct Roomy: Hashable, Sendable {
    let path: String
    let usedBytes: Int
  }

  /// A segment whose lines from some byte on may not be durable.
  struct Unsettled {
    let number: Int
    /// All of the segment.
    let bytes: [UInt8]
    let from: Int
  }

  /// What all lines come to.
  private(set) var state: LogState
  private(set) var quarantine = Quarantine()
  /// What no sync is known to have made durable, although this start sees it: the lines from the last boot line on,
  /// in segments that were not closed in order. A line is written only when every line before it is durable, or
  /// stands in the same write once more; so a segment that was closed in order speaks for those before it.
  private(set) var unsettled: [Unsettled] = []
  /// Segments whose room has not been given back to the card.
  private(set) var roomy: [Roomy] = []
  /// Bytes of lines that were read: what a snapshot would spare the next start.
  private(set) var usedBytes = 0
  /// Segments that were read.
  private(set) var segments = 0

  private var unreadable: [StorageFault] = []
  /// Segments after the last line that the medium did not give back. It may give them back one day, and then what
  /// they hold must be nobody else's.
  private var unreadAtEnd = 0
  /// How many lines those may hold at most.
  private var numbersLeftOut = 0
  private var endedCleanly = true
  /// Where in the segment that is being read the last start begins, and how many lines there are from there on.
  private var fresh = (from: 0, lines: 0)
  private var seen: Set<EventID> = []
  /// The last line number of each box in the snapshot that the replay began with.
  private let snapshotLast: [String: Int]
  /// What the snapshot has counted that the replay adds to, where it tells more than the segments.
  private let counted: SequenceLedger?
  private let countedAccounts: [String: SequenceLedger.Account]
  private var recallsForgotten = false
  /// A line that cannot stand beside that snapshot: it has numbers that are another's there.
  private var isContradicted = false
  /// Events with such numbers that the snapshot does not hold, and that were not old when they were added.
  private var unexplained: Set<EventID> = []
  /// Events whose times were put right in lines that the snapshot has counted: it may have forgotten those as old.
  private var retimed: Set<EventID> = []
  /// A line has come again, or late, that the snapshot may have counted.
  private var isRepeating = false

  /// What a line usually takes: a log's size tells about how many there are.
  private static let usualLineBytes = 280
  /// How many segments may hold what is not durable: the last one with lines, and those that were begun for the same
  /// lines, failed, and could not be taken away.
  private static let unsettledLimit = 4
  /// No line is shorter, in bytes: so many numbers at most are in a segment that cannot be read.
  static let leastLineBytes = 128

  /// A replay of a whole log of about that size; a table that grows as it fills is filled twice.
  init(floor: Instant = Instant(milliseconds: 0), logBytes: Int = 0) {
    state = LogState(floor: floor)
    snapshotLast = [:]
    (counted, countedAccounts) = (nil, [:])
    seen.reserveCapacity(logBytes / Self.usualLineBytes)
  }

  /// A replay of the segments after a snapshot.
  init(after snapshot: LogSnapshot) {
    state = snapshot.state
    snapshotLast = state.ledger.allAccounts.mapValues(\.last)
    (counted, countedAccounts) = (nil, [:])
  }

  /// A replay of all segments beside a snapshot that tells more than they do: what it has counted counts once.
  ///
  /// - Parameter recallsForgotten: events that it has forgotten are taken from the segments that still have them. An
  ///   end may be lost that it has known; so that is for where it has forgotten too much.
  init(beside snapshot: LogSnapshot, recallsForgotten: Bool) {
    self.recallsForgotten = recallsForgotten
    state = snapshot.state
    snapshotLast = [:]
    (counted, countedAccounts) = (state.ledger, state.ledger.allAccounts)
    // What is no line has no number: it is counted anew.
    (state.tally.odd, state.tally.repeated) = (0, 0)
    (state.tally.damaged, state.tally.torn) = (0, 0)
  }

  /// Whether what was read can stand on the snapshot that it began with. Where something came that touches
  /// what a snapshot leaves out, only reading the whole log tells what it means.
  var isSound: Bool { !isRepeating && !state.isDoubtful }

  /// Whether the segments hold lines that cannot stand beside the snapshot which tells more than they do.
  var contradictsSnapshot: Bool { isContradicted || !unexplained.isSubset(of: retimed) }

  /// Whether the medium gave every segment back.
  var isWhole: Bool { unreadable.isEmpty }

  /// Pieces that are no line that can be read, and segments that the medium did not give back.
  var losses: (damaged: Int, unreadable: Int) {
    (state.tally.damaged + state.tally.torn + state.tally.odd, unreadable.count)
  }

  /// Reads one segment.
  mutating func read(_ bytes: [UInt8], number: Int, apply: (JournalLine) -> Void = { _ in }) {
    var reader = SegmentReader(bytes, number: number)
    var damage: [Range<Int>] = []
    var tornCount = 0
    fresh = (0, 0)
    while let piece = reader.next() {
      switch piece {
      case .line(let line, let range):
        // Copies are written together, and nothing follows them until they are synced: where only copies follow, it
        // was one of them, and the power did not let it be finished.
        if deliver(line, at: range.lowerBound, apply: apply) { tornCount = 0 }
        fresh.lines += 1
      case .odd:
        tornCount = 0
        state.tally.odd += 1
      case .damage(let range):
        damage.append(range)
        tornCount += 1
      }
    }
    state.tally.torn += tornCount
    state.tally.damaged += damage.count - tornCount
    quarantine.add(damage, of: bytes, segment: number)
    noteEnd(of: bytes, number: number, isWhole: tornCount == 0)
  }

  /// Notes a segment of some length that the medium did not give back.
  mutating func noteUnreadable(_ fault: StorageFault, bytes: Int) {
    unreadable.append(fault)
    unreadAtEnd += 1
    numbersLeftOut += bytes / Self.leastLineBytes
    endedCleanly = false
  }

  /// Leaves out numbers and ordinals of lines that cannot be read.
  mutating func leaveOut(_ ledger: SequenceLedger) { state.ledger.leaveOut(ledger) }

  /// Forgets what is too old at a start. False when the snapshot left out what is not too old.
  mutating func forget(at start: JournalStart) -> Bool {
    state.forget(at: start, boot: nextBoot, isLast: recallsForgotten)
  }

  /// The ordinal of the next boot: no line was written in it. Every start begins a segment, so one that cannot be
  /// read holds one ordinal at most.
  private var nextBoot: Int { state.ledger.lastBoot + unreadAtEnd + 1 }

  /// The findings, once every segment is read and the box's name is known.
  func summary(box: String) -> Recovered {
    var recovered = Recovered()
    recovered.lines = state.tally.lines
    recovered.foreign = state.tally.foreign
    recovered.odd = state.tally.odd
    recovered.repeated = state.tally.repeated
    recovered.damaged = state.tally.damaged
    recovered.torn = state.tally.torn
    recovered.unreadable = unreadable
    recovered.endedCleanly = endedCleanly
    recovered.box = box
    recovered.boot = nextBoot
    recovered.lastSequence = state.ledger.last(of: box) + numbersLeftOut
    recovered.gaps = state.ledger.gaps
    return recovered
  }

  /// False for a line that was met before.
  private mutating func deliver(
    _ line: JournalLine, at start: Int, apply: (JournalLine) -> Void
  ) -> Bool {
    guard seen.insert(line.id).inserted else {
      state.tally.repeated += 1
      // Taken back by id, and found again after that, it has a number of its own.
      state.ledger.note(line)
      return false
    }
    // A line that is new has a number and an ordinal of its own; a copy says nothing of what came before it.
    (unreadAtEnd, numbersLeftOut) = (0, 0)
    if !snapshotLast.isEmpty, let last = snapshotLast[line.box], line.sequence <= last {
      isRepeating = true
    }
    if let counted { take(line, beside: counted) } else { state.take(line) }
    if case .boot = line.entry {
      unsettled = []
      fresh = (start, 0)
    }
    apply(line)
    return true
  }

  private mutating func take(_ line: JournalLine, beside counted: SequenceLedger) {
    let account = countedAccounts[line.box]
    if let account, account.has(line.sequence) {
      noteCounted(line)
      if recallsForgotten { state.recall(line) }
      return
    }
    // Boots go with numbers: a later line of an earlier boot is of a log that went on without the snapshot's lines.
    let isLate = line.sequence <= (account?.last ?? 0)
    if !isLate, line.moment.boot.boot < account?.lastBoot ?? counted.lastBoot + 1 {
      isContradicted = true
    }
    state.take(line)
  }

  /// A line with a number that the snapshot has counted.
  private mutating func noteCounted(_ line: JournalLine) {
    if case .care(let event) = line.entry, case .amended(let id, let patch) = event.change,
      patch.start != nil || patch.end != nil
    {
      retimed.insert(id)
    }
    guard !state.canHaveCounted(line) else { return }
    if case .care = line.entry { unexplained.insert(line.id) } else { isContradicted = true }
  }

  private mutating func noteEnd(of bytes: [UInt8], number: Int, isWhole: Bool) {
    let used = SegmentReader.usedLength(of: bytes)
    usedBytes += used
    segments += 1
    if used < bytes.count { roomy.append(Roomy(path: SegmentName.path(number), usedBytes: used)) }
    // A segment that was closed in order has been cut to its used length: it ends with a line.
    endedCleanly = isWhole && used == bytes.count && bytes.last == 0x0A
    guard fresh.lines > 0 else { return }
    if endedCleanly {
      unsettled = []
    } else {
      unsettled = unsettled.suffix(Self.unsettledLimit - 1)
      unsettled.append(Unsettled(number: number, bytes: bytes, from: fresh.from))
    }
  }
}
