import Nursery

/// Reads segments in their order, delivers each line once, and says what is wrong with the rest. It holds no events: the
/// memory it takes does not grow with the log.
struct LogScan {
  /// Lines of a segment that may not be durable.
  struct Unsettled: Sendable {
    let number: Int
    /// The lines with their text.
    let lines: [(line: JournalLine, text: [UInt8])]
  }

  /// A segment that was not closed, and what of it is used.
  struct Open: Hashable, Sendable {
    let number: Int
    let usedBytes: Int
  }

  /// Each box's numbers.
  var ledger: SequenceLedger
  private(set) var tally = LogTally()
  /// What there is to say, in the order of the log; at most `StorageLimits.findings` are kept.
  private(set) var findings: [JournalReport.Finding] = []
  /// Findings beyond those that are kept.
  private(set) var moreFindings = 0
  /// Whether any finding, kept or not, is of an entry that is lost or may be.
  var hasLoss: Bool { losses > 0 }
  private var losses = 0
  private(set) var quarantine = Quarantine()
  private(set) var unreadable: [StorageFault] = []
  /// What no sync is known to have made durable, although it can be read: the lines from the last boot line on, in
  /// segments that were not closed in order. A line is written only when every line before it is durable, or stands in
  /// the same write once more; so a head that counts the lines before it speaks for them.
  private(set) var unsettled: [Unsettled] = []
  /// Segments that still have their room.
  private(set) var open: [Open] = []
  /// Whether the last segment was closed in order, or there is none.
  private(set) var endedCleanly = true
  /// The box that the last boot line or head names, or where none is left, the first line.
  private(set) var owner: String?
  /// The kernel's boot that the last head names.
  private(set) var kernelBootID: String?

  /// The first segment that begins with a head; nil as long as that is not known.
  private(set) var firstWithHead: Int?
  private let mark: BoxFile.Mark?
  /// The box whose log it is; nil where nothing says so.
  private let own: String?
  private var segments = 0
  private var seen = RecentLines()
  private var last = Segment()
  /// Whether the lines of the last segment were not looked at.
  private var isSkipping = false
  /// What lost lines at the end may have used: as many numbers beyond those that were met as lines seem lost, those that no
  /// one knows of, numbers beyond those of the mark, and one boot for each segment.
  private var owed = (numbers: 0, unknown: 0, beyondMark: 0, boots: 0)
  /// Numbers that `finish` has left out although nothing says that any line had them.
  private(set) var skipped: ClosedRange<Int>?
  /// Segments that are gone from before or between those that were read: a box numbers them from 1 and without gaps.
  private(set) var holes: [ClosedRange<Int>] = []
  /// Whether no head behind the last of them says which lines were before it, or a head right behind one was written by a
  /// start that found segments gone.
  var hasOpenHole: Bool { isHoleOpen || hasLostSegments }
  private var isHoleOpen = false
  private var hasLostSegments = false
  /// Segments whose start did not know whether others were gone before it.
  private(set) var doubtful: [Int] = []
  private var lastNumber = 0

  /// The segment that is being read, or was read last.
  private struct Segment {
    var number = 0
    var head: SegmentHead?
    /// The boot of its last line.
    var boot: Int?
    var isBegun = false
    var hasStop = false
    /// The last number of the box, by the stop of this segment; and by that of the segment before.
    var stoppedAt: Int?
    var beganAfter: Int?
    var lines = 0
    /// The lines from the last start on, or all where none begins in it.
    var fresh: [(line: JournalLine, text: [UInt8])] = []
    /// Damage behind its last line: what is kept of it, and how many lines it may have been.
    var damage: [JournalReport.Finding] = []
    var damagePieces = 0
    var damageLines = 0
    /// How long the file is, where it is shorter than it can be.
    var cutAt: Int?
    /// What its start wrote once more, as it stood before.
    var originals: [Unsettled] = []
  }

  /// No line is shorter, in bytes: a piece of damage was so many lines at most.
  private static let leastLineBytes = 128
  /// As many lines as a segment may hold.
  private static let linesPerSegment = StorageLimits.segmentBytes / leastLineBytes

  /// A scan of a whole log, or from a head on.
  ///
  /// - Parameters:
  ///   - mark: what stands beside the log of how far it has come.
  ///   - own: the box whose log it is; nil where nothing says so.
  init(mark: BoxFile.Mark?, own: String? = nil, after head: SegmentHead? = nil) {
    self.mark = mark
    self.own = own
    firstWithHead = mark?.firstWithHead
    ledger = SequenceLedger(
      startingFrom: head?.past?.accounts ?? [:], count: max(head?.count ?? 0, mark?.count ?? 0))
  }

  /// Reads one segment.
  ///
  /// - Parameter apply: receives each line that was not met before, with its text.
  mutating func read<Storage: JournalStorage>(
    _ number: Int, of storage: Storage, apply: (JournalLine, ArraySlice<UInt8>) -> Void
  ) {
    segments += 1
    if number > lastNumber + 1 {
      holes.append(lastNumber + 1...number - 1)
      isHoleOpen = true
    }
    lastNumber = number
    var stream = SegmentStream(number, of: storage)
    var segment = Segment(number: number)
    do throws(StorageFault) {
      while let piece = try stream.next() {
        if !segment.isBegun { begin(&segment, with: piece) }
        receive(piece, from: stream, in: &segment, apply)
      }
      if !segment.isBegun { begin(&segment, with: nil) }
      end(&segment, stream)
    } catch {
      noteUnreadable(number, error, in: storage)
    }
    quarantine.endFile()
  }

  /// Ends the scan: numbers and boots that lost lines at the end of a box's log may have had are left out. The mark
  /// says which were used up to its segment.
  ///
  /// - Parameters:
  ///   - hasVanished: whether segments are gone from the end.
  ///   - random: for the numbers and the boots that are left out then.
  /// - Returns: the highest boot ordinal that was used, or may have been.
  mutating func finish(box: String, hasVanished: Bool = false, random: (UInt64, UInt64) = (0, 0)) -> Int {
    classifyTail(before: nil)
    if let mark {
      for (name, last) in mark.last {
        let boot = own == nil || name == own ? mark.boot : 0
        ledger.note([name: SequenceLedger.Account(last: last, lastBoot: boot)], count: mark.count)
      }
    }
    // The first start of all may have been cut off before its mark.
    let lacksMark = mark == nil && firstWithHead != nil && segments > 1
    let isUncertain = hasVanished || lacksMark
    if isUncertain {
      // Beyond the mark, the numbers of segments that cannot be read have places of their own.
      owed.unknown +=
        owed.beyondMark > 0
        ? LineLimits.leftOut
        : LineLimits.vanishedNumbers(after: max(ledger.last(of: box), ledger.count), random.0)
      endedCleanly = false
    }
    if owed.numbers + owed.unknown > 0 {
      let least = (mark?.last[box] ?? 0) + owed.beyondMark
      skipped = ledger.leaveOut(
        (owed.numbers, owed.unknown), reaching: (least, (mark?.count ?? 0) + owed.beyondMark), of: box)
    }
    // The mark of a first segment names no line's number, but the boot.
    let read = own.map { ledger.account(of: $0).lastBoot } ?? ledger.lastBoot
    let boot = max(read, mark?.boot ?? 0) + owed.boots
    return isUncertain ? boot + LineLimits.vanishedBoots(after: boot, random.1) : boot
  }

  /// What is missing by the numbers; with what earlier starts have reported, or without.
  func gaps(withReported: Bool) -> [Recovered.Gap] { ledger.gaps(of: own, withReported: withReported) }

  /// Leaves out all numbers up to one: see `LogOpening.beginBlank`.
  mutating func begin(_ box: String, after number: Int) { skipped = ledger.skip(through: number, of: box) }

  /// Passes over a segment of which only the head is wanted.
  mutating func skip(_ head: SegmentHead) {
    var segment = Segment(number: head.segment)
    lastNumber = head.segment
    begin(&segment, head: head)
    segment.hasStop = true
    last = segment
    (endedCleanly, isSkipping) = (true, true)
  }

  private mutating func noteUnreadable<Storage: JournalStorage>(
    _ number: Int, _ fault: StorageFault, in storage: Storage
  ) {
    classifyTail(before: nil)
    last = Segment(number: number, isBegun: true)
    if unreadable.count < StorageLimits.findings { unreadable.append(fault) }
    var length = StorageLimits.segmentBytes
    do throws(StorageFault) {
      length = max(
        length, min(try storage.length(of: SegmentName.path(number)), StorageLimits.segmentReadBytes))
    } catch {
      // Then it is taken for an ordinary one.
    }
    owe(length / Self.leastLineBytes, number)
    endedCleanly = false
  }

  /// The mark knows the numbers and boots up to its own segment. The start that wrote one beyond it may have left out
  /// numbers itself, for segments that can be read now: so many that none reaches those of the next segment.
  private mutating func owe(_ numbers: Int, _ segment: Int) {
    let distance = segment - (mark?.segment ?? 0)
    guard distance > 0 else { return owed.numbers += numbers }
    owed.unknown += max(numbers, LineLimits.leftOut)
    owed.beyondMark = 2 * LineLimits.leftOut * distance
    owed.boots += 1
  }

  // MARK: The edges of a segment

  private mutating func begin(_ segment: inout Segment, with piece: SegmentStream.Piece?) {
    if case .head(let head)? = piece?.content {
      begin(&segment, head: head)
    } else {
      begin(&segment, head: nil)
    }
  }

  private mutating func begin(_ segment: inout Segment, head: SegmentHead?) {
    segment.isBegun = true
    segment.head = head
    let bootBefore = last.boot
    if last.number + 1 == segment.number { segment.beganAfter = last.stoppedAt }
    classifyTail(before: head)
    let wasSkipped = isSkipping
    isSkipping = false
    guard let head else { return }
    if firstWithHead == nil { firstWithHead = segment.number }
    segment.boot = head.moment.boot.boot
    (owner, kernelBootID) = (head.box, head.kernelBootID)
    ledger.note(skipped: head.skipped, of: head.box)
    if !head.skipped.isEmpty, segment.number > 1, head.moment.boot.boot != bootBefore {
      let isBehindHole = holes.last?.upperBound == segment.number - 1
      if isBehindHole { hasLostSegments = true } else if !head.isBlind { doubtful.append(segment.number) }
    }
    if let past = head.past {
      isHoleOpen = false
      if wasSkipped {
        ledger.skip(to: past.accounts, count: head.count)
      } else {
        ledger.note(past.accounts, count: head.count, isHead: true)
      }
      unsettled = []
    } else {
      segment.originals = unsettled
    }
    owed = (0, 0, 0, 0)
  }

  private mutating func end(_ segment: inout Segment, _ stream: SegmentStream) {
    let isHeadless = segment.head == nil && segment.number >= firstWithHead ?? Int.max
    let isOld = segment.head == nil && !isHeadless
    endedCleanly =
      segment.hasStop
      || isOld && segment.damagePieces == 0 && stream.usedBytes == stream.length && stream.length > 0
    if !segment.hasStop, stream.usedBytes + 1 < stream.length {
      open.append(Open(number: segment.number, usedBytes: stream.usedBytes))
    }
    if isHeadless, segment.lines == 0 {
      note(.headless, at: 0..<0, 1, in: segment)
      owe(max(Self.linesPerSegment, stream.length / Self.leastLineBytes), segment.number)
    } else if let room = segment.head?.roomBytes, !segment.hasStop,
      room == 0 || stream.length < room && !(1...2).contains(stream.length - stream.usedBytes)
    {
      segment.cutAt = stream.length
      owed.numbers += Self.linesPerSegment
    } else if segment.damagePieces > 0, segment.lines == 0, let head = segment.head, head.past == nil {
      // Neither the head nor a line says which numbers its start gave out.
      owe(segment.damageLines, segment.number)
    } else if segment.damagePieces > 0, !segment.hasStop {
      owed.numbers += segment.damageLines
    }
    last = segment
    if !endedCleanly, !segment.fresh.isEmpty {
      unsettled.append(Unsettled(number: segment.number, lines: segment.fresh))
    } else if endedCleanly, segment.lines > 0, segment.head?.isBlind != true {
      unsettled = []
    }
  }

  /// Says what the damage at the end of the last segment was, by what follows it. The process that wrote on in another
  /// segment counted its lines in the head; a later start knows nothing of what it could not read.
  private mutating func classifyTail(before head: SegmentHead?) {
    defer { last = Segment() }
    // A later start gives the room of an unclean end back to the card; its head says what was there.
    if let cutAt = last.cutAt, head == nil { note(.cutShort, at: cutAt..<cutAt, 1, in: last) }
    guard last.damagePieces > 0 else { return }
    let kind: JournalReport.Finding.Kind
    if last.hasStop {
      kind = .damaged
    } else if let head, let past = head.past, head.moment.boot.boot == last.boot {
      let isCounted = past.accounts[head.box].map { $0.last > ledger.last(of: head.box) } ?? false
      kind = isCounted ? .damaged : .unconfirmed
    } else {
      kind = .torn
    }
    var segment = last
    settleDamage(of: &segment, as: kind)
  }

  // MARK: Pieces

  private mutating func receive(
    _ piece: SegmentStream.Piece, from stream: SegmentStream, in segment: inout Segment,
    _ apply: (JournalLine, ArraySlice<UInt8>) -> Void
  ) {
    switch piece.content {
    case .line(let line): receive(line, piece, stream, in: &segment, apply)
    case .head: break
    case .stop(let stop):
      segment.hasStop = true
      if stop.box == own ?? stop.box { segment.stoppedAt = stop.lastSequence }
      settleDamage(of: &segment, as: .damaged)
      ledger.note([stop.box: SequenceLedger.Account(last: stop.lastSequence, lastBoot: stop.moment.boot.boot)]
      )
    case .odd:
      settleDamage(of: &segment, as: .damaged)
      tally.odd += 1
      note(.odd, at: piece.range, piece.line, in: segment)
    case .damage:
      quarantine.add(stream.text(of: piece), ofSegment: segment.number)
      noteDamage(piece, in: &segment)
    }
  }

  private func noteDamage(_ piece: SegmentStream.Piece, in segment: inout Segment) {
    // Each text was a line at most, and all but the first and the last were whole.
    let whole = piece.range.count / Self.leastLineBytes
    segment.damageLines += max(whole, min(piece.texts, whole + 2))
    let isKept = segment.damage.count == segment.damagePieces
    if piece.isContinued, isKept, let before = segment.damage.popLast() {
      let range = before.bytes.lowerBound..<piece.range.upperBound
      segment.damage.append(finding(.torn, at: range, before.line, in: segment))
    } else if !piece.isContinued {
      segment.damagePieces += 1
      guard isKept, segment.damage.count < StorageLimits.findings else { return }
      segment.damage.append(finding(.torn, at: piece.range, piece.line, in: segment))
    }
  }

  private mutating func receive(
    _ line: JournalLine, _ piece: SegmentStream.Piece, _ stream: SegmentStream, in segment: inout Segment,
    _ apply: (JournalLine, ArraySlice<UInt8>) -> Void
  ) {
    segment.lines += 1
    let text = stream.text(of: piece)
    let isOwn = line.box == own ?? line.box
    // A start that could not read the stop before it left out numbers that the stop shows to be no line's.
    if case .boot = line.entry, isOwn, segment.beganAfter == ledger.last(of: line.box) {
      ledger.skip(through: line.sequence - 1, of: line.box)
    }
    ledger.note(line)
    if case .boot = line.entry, isOwn, segment.head?.isBlind != true {
      if line.moment.boot.boot == segment.head?.moment.boot.boot { settleCopies(in: &segment) }
      (unsettled, segment.fresh) = ([], [])
    }
    if segment.fresh.count < Self.linesPerSegment { segment.fresh.append((line, Array(text))) }
    // Copies are written together, and nothing follows them until they are synced: where only copies follow damage, it
    // was one of them, and the power did not let it be finished.
    guard seen.insert(line) else {
      tally.repeated += 1
      return note(.repeated, at: piece.range, piece.line, in: segment)
    }
    settleDamage(of: &segment, as: .damaged)
    owed = (0, 0, 0, 0)
    if owner == nil { owner = line.box }
    if isOwn { segment.boot = line.moment.boot.boot }
    switch line.entry {
    case .boot: if isOwn { owner = line.box }
    case .foreign(let op):
      tally.foreign += 1
      note(.foreign(op: op), at: piece.range, piece.line, in: segment)
    case .care, .sync, .left: break
    }
    apply(line.seen(by: own), text)
  }

  /// What a start has written once more stands twice. Damage on one side is no loss where the other side has as many bytes
  /// of lines that cannot be read on this one.
  private mutating func settleCopies(in segment: inout Segment) {
    guard !segment.originals.isEmpty, moreFindings == 0 else { return }
    let (old, new) = (segment.originals.flatMap(\.lines), segment.fresh)
    let (oldIDs, newIDs) = (Set(old.map(\.line.id)), Set(new.map(\.line.id)))
    if !segment.damage.isEmpty, segment.damage.bytes <= old.filter({ !newIDs.contains($0.line.id) }).bytes {
      settleDamage(of: &segment, as: .copied)
    }
    let paths = Set(segment.originals.map { SegmentName.path($0.number) })
    let isOpen = { (finding: JournalReport.Finding) in
      (finding.kind == .damaged || finding.kind == .torn) && paths.contains(finding.path)
    }
    guard findings.filter(isOpen).bytes <= new.filter({ !oldIDs.contains($0.line.id) }).bytes else { return }
    for index in findings.indices where isOpen(findings[index]) {
      if findings[index].kind == .damaged { tally.damaged -= 1 } else { tally.torn -= 1 }
      findings[index] = findings[index].kind(.copied)
      losses -= 1
    }
    segment.originals = []
  }

  private mutating func settleDamage(of segment: inout Segment, as kind: JournalReport.Finding.Kind) {
    guard segment.damagePieces > 0 else { return }
    for finding in segment.damage { note(finding.kind(kind)) }
    moreFindings += segment.damagePieces - segment.damage.count
    if kind.isLoss { losses += segment.damagePieces - segment.damage.count }
    switch kind {
    case .damaged: tally.damaged += segment.damagePieces
    case .copied: break
    default: tally.torn += segment.damagePieces
    }
    (segment.damage, segment.damagePieces, segment.damageLines) = ([], 0, 0)
  }

  private mutating func note(
    _ kind: JournalReport.Finding.Kind, at range: Range<Int>, _ line: Int, in segment: Segment
  ) {
    note(finding(kind, at: range, line, in: segment))
  }

  private mutating func note(_ finding: JournalReport.Finding) {
    if finding.kind.isLoss { losses += 1 }
    // Half of the room is for entries that are lost, whatever harmless findings come before them.
    let room = finding.kind.isLoss ? StorageLimits.findings : StorageLimits.findings / 2
    if findings.count < room { findings.append(finding) } else { moreFindings += 1 }
  }

  private func finding(
    _ kind: JournalReport.Finding.Kind, at range: Range<Int>, _ line: Int, in segment: Segment
  ) -> JournalReport.Finding {
    JournalReport.Finding(path: SegmentName.path(segment.number), line: line, bytes: range, kind: kind)
  }
}

/// How many pieces of each kind a log holds.
struct LogTally: Hashable, Sendable {
  /// Lines of an unknown version, op or kind.
  var foreign = 0
  /// Texts with a good checksum that are no line.
  var odd = 0
  /// Lines met again.
  var repeated = 0
  /// Damaged pieces of which something shows that they were written and confirmed.
  var damaged = 0
  /// Damaged pieces of which nothing does.
  var torn = 0
}

extension [(line: JournalLine, text: [UInt8])] {
  /// Their length with their line ends.
  fileprivate var bytes: Int { reduce(0) { $0 + $1.text.count + 1 } }
}

extension [JournalReport.Finding] {
  /// Their length with their line ends.
  fileprivate var bytes: Int { reduce(0) { $0 + $1.bytes.count + 1 } }
}

extension JournalReport.Finding {
  fileprivate func kind(_ kind: Kind) -> JournalReport.Finding {
    JournalReport.Finding(path: path, line: line, bytes: bytes, kind: kind)
  }
}
