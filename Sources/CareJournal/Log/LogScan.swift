import Nursery

/// Reads segments in order, delivers each line once, and reports what is wrong with the rest. It holds no events, so
/// its memory does not grow with the log.
struct LogScan {
  /// Lines of a segment that may not be durable.
  struct Unsettled: Sendable {
    let number: Int
    /// The lines with their text.
    let lines: [(line: JournalLine, text: [UInt8])]
  }

  /// A segment that was not closed, and its used length.
  struct Open: Hashable, Sendable {
    let number: Int
    let usedBytes: Int
  }

  /// Each box's numbers.
  var ledger: SequenceLedger
  private(set) var tally = LogTally()
  /// The findings, in the order of the log; at most `StorageLimits.findings` are kept.
  private(set) var findings: [JournalReport.Finding] = []
  /// How many findings were not kept.
  private(set) var moreFindings = 0
  /// Whether any finding, kept or not, means that an entry is lost or may be.
  var hasLoss: Bool { losses > 0 }
  private var losses = 0
  private(set) var quarantine = Quarantine()
  private(set) var unreadable: [StorageFault] = []
  /// Lines that can be read but may not be durable: those from the last boot line on, in segments that were not closed
  /// in order. A line is written only when every line before it is durable or is written again with it; so a head that
  /// counts the lines before it proves them durable.
  private(set) var unsettled: [Unsettled] = []
  /// Segments that still have their unused room.
  private(set) var open: [Open] = []
  /// Whether the last segment was closed in order; true if there is none.
  private(set) var endedCleanly = true
  /// The box of the last boot line or head; if there is neither, of the first line.
  private(set) var owner: String?
  /// The kernel boot that the last head names.
  private(set) var kernelBootID: String?

  /// The first segment that begins with a head; nil until that is known.
  private(set) var firstWithHead: Int?
  private let mark: LogIdentity.Mark?
  /// The box whose log it is; nil if nothing says so.
  private let own: String?
  private var segments = 0
  private var seen = RecentLines()
  private var last = Segment()
  /// Whether the lines of the last segment were skipped.
  private var isSkipping = false
  /// What lost lines at the end may have used: a number for each line that seems lost, numbers of lines that nothing is
  /// known about, numbers beyond the mark's, and one boot per segment.
  private var owed = (numbers: 0, unknown: 0, beyondMark: 0, boots: 0)
  /// Numbers that `finish` left out although no line is known to have had them.
  private(set) var skipped: ClosedRange<Int>?
  /// Segments missing before or between those that were read: a box numbers segments from 1 without gaps.
  private(set) var holes: [ClosedRange<Int>] = []
  /// Whether lines may be missing at a hole without showing as gaps: either no head after the last hole says which
  /// lines were before it, or the start right after a hole had found segments gone.
  var hasOpenHole: Bool { isHoleOpen || hasLostSegments }
  private var isHoleOpen = false
  private var hasLostSegments = false
  /// Segments whose start did not know whether segments before it were gone.
  private(set) var doubtful: [Int] = []
  private var lastNumber = 0

  /// The segment being read, or the last one read.
  private struct Segment {
    var number = 0
    var head: SegmentHead?
    /// The boot of its last line.
    var boot: Int?
    var isBegun = false
    var hasStop = false
    /// The box's last number by the stop of this segment, and by the stop of the segment before.
    var stoppedAt: Int?
    var beganAfter: Int?
    var lines = 0
    /// The lines since the last start in it; all lines if no start is in it.
    var fresh: [(line: JournalLine, text: [UInt8])] = []
    /// The damage after its last line: the kept findings, and how many lines it may have been.
    var damage: [JournalReport.Finding] = []
    var damagePieces = 0
    var damageLines = 0
    /// The length of the file, if it is too short.
    var cutAt: Int?
    /// The lines that its start wrote again, as they stood before.
    var originals: [Unsettled] = []
  }

  /// The length of the shortest line, in bytes. It limits how many lines a damaged piece can have been.
  private static let leastLineBytes = 128
  /// The most lines that a segment holds.
  private static let linesPerSegment = StorageLimits.segmentBytes / leastLineBytes

  /// A scan of a whole log, or from a head on.
  ///
  /// - Parameters:
  ///   - mark: how far `box.json` says that the log has come.
  ///   - own: the box whose log it is; nil if nothing says so.
  init(mark: LogIdentity.Mark?, own: String? = nil, after head: SegmentHead? = nil) {
    self.mark = mark
    self.own = own
    firstWithHead = mark?.firstWithHead
    ledger = SequenceLedger(
      startingFrom: head?.past?.accounts ?? [:], count: max(head?.count ?? 0, mark?.count ?? 0))
  }

  /// Reads one segment.
  ///
  /// - Parameter apply: receives each new line, with its text.
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

  /// Ends the scan: it leaves out numbers and boots that lost lines at the end of a box's log may have used. The mark
  /// says which were used up to its segment.
  ///
  /// - Parameters:
  ///   - hasVanished: whether segments are gone from the end.
  ///   - wall: the wall clock of the start, which gives its ordinal then.
  ///   - random: decides how many numbers are left out then.
  /// - Returns: the highest boot ordinal that was or may have been used.
  mutating func finish(
    box: String, hasVanished: Bool = false, wall: Instant? = nil, random: (UInt64, UInt64) = (0, 0)
  ) -> Int {
    classifyTail(before: nil)
    if let mark {
      for (name, last) in mark.last {
        let boot = own == nil || name == own ? mark.boot : 0
        ledger.note([name: SequenceLedger.Account(last: last, lastBoot: boot)], count: mark.count)
      }
    }
    // The very first start may have been interrupted before its mark.
    let lacksMark = mark == nil && firstWithHead != nil && segments > 1
    let isUncertain = hasVanished || lacksMark
    // The mark of a first segment names the boot, but no line's number.
    let read = own.map { ledger.account(of: $0).lastBoot } ?? ledger.lastBoot
    let known = max(read, mark?.boot ?? 0) + owed.boots
    let boot = isUncertain ? LineLimits.ordinal(beyond: known, by: wall, random.1) : known
    if isUncertain {
      // Segments beyond the mark that cannot be read have ranges of numbers of their own, so a fixed number is enough.
      let last = max(ledger.last(of: box), ledger.count)
      owed.unknown +=
        owed.beyondMark > 0
        ? LineLimits.leftOut : LineLimits.vanishedNumbers(after: last, of: wall == nil ? 0 : boot, random.0)
      endedCleanly = false
    }
    if owed.numbers + owed.unknown > 0 {
      let least = (mark?.last[box] ?? 0) + owed.beyondMark
      skipped = ledger.leaveOut(
        (owed.numbers, owed.unknown), reaching: (least, (mark?.count ?? 0) + owed.beyondMark), of: box)
    }
    return boot
  }

  /// The gaps in the numbers, with or without those that earlier starts have reported.
  func gaps(withReported: Bool) -> [LineGap] { ledger.gaps(of: own, withReported: withReported) }

  /// Leaves out all numbers up to `number`: see `LogOpening.beginBlank`.
  mutating func begin(_ box: String, after number: Int) { skipped = ledger.skip(through: number, of: box) }

  /// Skips a segment and uses only its head.
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
      // Then it counts as an ordinary segment.
    }
    owe(length / Self.leastLineBytes, number)
    endedCleanly = false
  }

  /// Counts the numbers that a lost segment may have used. The mark names the numbers and boots up to its own segment.
  /// The start that wrote a later segment may itself have left out numbers, for segments that can be read now. So each
  /// later segment gets a range that is large enough for both, and does not reach into the range of the next one.
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
    // A start that ended before its mark and its first line has used its ordinal, too.
    ledger.note([head.box: SequenceLedger.Account(last: 0, lastBoot: head.moment.boot.boot)])
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
      // Neither the head nor a line shows the numbers that its start used.
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

  /// Classifies the damage at the end of the last segment by what follows it. A process that continued in another
  /// segment counted its lines in the head; a later start knows nothing of what it could not read.
  private mutating func classifyTail(before head: SegmentHead?) {
    defer { last = Segment() }
    // A later start cuts a segment that was not closed in order; its head says what was there.
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
      if stop.box == own ?? stop.box { (segment.stoppedAt, owed.numbers) = (stop.lastSequence, 0) }
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
    // Each text was at most one line, and all but the first and the last were whole.
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
    // If a start could not read the stop before it, it left out numbers. The stop shows that no line has these numbers.
    if case .boot = line.entry, isOwn, segment.beganAfter == ledger.last(of: line.box) {
      ledger.skip(through: line.sequence - 1, of: line.box)
    }
    ledger.note(line)
    if case .boot = line.entry, isOwn, segment.head?.isBlind != true {
      if line.moment.boot.boot == segment.head?.moment.boot.boot { settleCopies(in: &segment) }
      (unsettled, segment.fresh) = ([], [])
    }
    if segment.fresh.count < Self.linesPerSegment { segment.fresh.append((line, Array(text))) }
    // Copies are written together, and nothing follows them until they are synced. If only copies follow damage, the
    // damage was one of the copies, cut off by a power cut.
    guard seen.insert(line) else {
      tally.repeated += 1
      return note(.repeated, at: piece.range, piece.line, in: segment)
    }
    // A line of another box does not show which numbers of this box the damage had.
    if isOwn { owed = (0, 0, 0, 0) } else { owed.numbers += segment.damageLines }
    settleDamage(of: &segment, as: .damaged)
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

  /// Lines that a start wrote again stand twice. Damage in one place is no loss if the other place has at least as many
  /// bytes of lines that are missing in the first.
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
    // Harmless findings use at most half of the room, so that losses always find some.
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
  /// Lines that occurred again.
  var repeated = 0
  /// Damaged pieces that were written and confirmed, as something after them in the log shows.
  var damaged = 0
  /// Damaged pieces about which nothing shows that.
  var torn = 0
}

extension [(line: JournalLine, text: [UInt8])] {
  /// The length with line ends.
  fileprivate var bytes: Int { reduce(0) { $0 + $1.text.count + 1 } }
}

extension [JournalReport.Finding] {
  /// The length with line ends.
  fileprivate var bytes: Int { reduce(0) { $0 + $1.bytes.count + 1 } }
}

extension JournalReport.Finding {
  fileprivate func kind(_ kind: Kind) -> JournalReport.Finding {
    JournalReport.Finding(path: path, line: line, bytes: bytes, kind: kind)
  }
}
