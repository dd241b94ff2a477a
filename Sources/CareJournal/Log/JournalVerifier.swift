import Nursery

/// Checks every line of the log without changing anything: what `cribside log verify` prints.
public struct JournalVerifier {
  private var report = JournalReport()
  private var ledger = SequenceLedger()
  private var recent = RecentLines()
  private let segmentBytes: Int

  /// Checks the log in a box's directory. Fails only when the log's folder cannot be listed.
  public static func verify<Storage: JournalStorage>(
    _ storage: Storage
  ) throws(JournalFault) -> JournalReport {
    try verify(storage, segmentBytes: Journal<Storage>.segmentBytes)
  }

  /// The same with segments of another length, in bytes.
  public static func verify<Storage: JournalStorage>(
    _ storage: Storage, segmentBytes: Int
  ) throws(JournalFault) -> JournalReport {
    let names: [String]
    do throws(StorageFault) {
      names = try storage.list(SegmentName.folder)
    } catch {
      throw .unreadable(error)
    }
    var verifier = JournalVerifier(segmentBytes: segmentBytes)
    let numbers = names.compactMap(SegmentName.number).sorted()
    for number in numbers { verifier.check(number, in: storage) }
    for number in LogReading.snapshotNumbers(in: storage) {
      let worth = verifier.worth(ofSnapshot: number, of: numbers, in: storage)
      verifier.report.snapshots.append(
        JournalReport.Snapshot(path: SnapshotName.path(number), worth: worth))
    }
    verifier.report.gaps = verifier.ledger.gaps
    return verifier.report
  }

  private func worth<Storage: JournalStorage>(
    ofSnapshot number: Int, of numbers: [Int], in storage: Storage
  ) -> JournalReport.Snapshot.Worth {
    do throws(StorageFault) {
      let bytes = try storage.read(SnapshotName.path(number))
      if SnapshotReader.isForeign(bytes) { return worth(ofForeign: bytes, number) }
      guard let snapshot = SnapshotReader.snapshot(in: bytes, floor: Instant(milliseconds: 0)),
        snapshot.number == number
      else { return .damaged }
      let only = snapshot.lines(beyond: ledger)
      if only.lines.isEmpty { return snapshot.isOf(numbers, in: storage) ? .good : .ofOtherSegments }
      let isUsed = LogReading.replay(of: numbers, beside: snapshot, from: storage) != nil
      return isUsed ? .tellsMore(only) : .contradicts(only)
    } catch {
      return .damaged
    }
  }

  private func worth(ofForeign bytes: [UInt8], _ number: Int) -> JournalReport.Snapshot.Worth {
    let lines = SnapshotReader.ledger(in: bytes)?.numbers(beyond: ledger) ?? []
    if lines.isEmpty { return .foreign }
    return .tellsMoreInOldFormat(Recovered.OnlyInSnapshot(path: SnapshotName.path(number), lines: lines))
  }

  private mutating func check<Storage: JournalStorage>(_ number: Int, in storage: Storage) {
    report.segments += 1
    do throws(StorageFault) {
      check(try storage.read(SegmentName.path(number)), number: number)
    } catch {
      report.unreadable.append(error)
    }
  }

  private init(segmentBytes: Int) {
    self.segmentBytes = segmentBytes
  }

  private mutating func check(_ bytes: [UInt8], number: Int) {
    let path = SegmentName.path(number)
    var reader = SegmentReader(bytes, number: number)
    var lineCount = LineCounter(bytes)
    var damage = Damage()
    while let piece = reader.next() {
      let (range, kind) = examine(piece)
      if kind != .torn, kind != .repeated { note(&damage, as: .damaged) }
      guard let kind else { continue }
      let finding = JournalReport.Finding(
        path: path, line: lineCount.line(at: range.lowerBound), bytes: range, kind: kind)
      if kind == .torn { damage.note(finding) } else { report.note(finding) }
    }
    guard let last = damage.last,
      SegmentReader.isCutShort(bytes, within: last.bytes, segmentBytes: segmentBytes)
    else { return note(&damage, as: .torn) }
    damage.dropLast()
    note(&damage, as: .torn)
    note(.cutShort, like: last)
  }

  /// Pieces at the end of what was read of a segment so far: torn, unless a good line follows.
  private struct Damage {
    private(set) var kept: [JournalReport.Finding] = []
    private(set) var more = 0
    private(set) var last: JournalReport.Finding?

    mutating func note(_ finding: JournalReport.Finding) {
      last = finding
      if kept.count < JournalReport.findingLimit { kept.append(finding) } else { more += 1 }
    }

    mutating func dropLast() {
      if more > 0 { more -= 1 } else { kept.removeLast() }
    }
  }

  private mutating func note(_ damage: inout Damage, as kind: JournalReport.Finding.Kind) {
    for finding in damage.kept { note(kind, like: finding) }
    report.note(kind, count: damage.more)
    damage = Damage()
  }

  /// What is to be said about a piece; nil for a good line. Damage counts as torn until a good line follows that is no
  /// copy.
  private mutating func examine(
    _ piece: SegmentReader.Piece
  ) -> (range: Range<Int>, kind: JournalReport.Finding.Kind?) {
    switch piece {
    case .damage(let range): return (range, .torn)
    case .odd(let range): return (range, .odd)
    case .line(let line, let range):
      ledger.note(line)
      guard recent.insert(line.id) else { return (range, .repeated) }
      report.lines += 1
      guard case .foreign(let op) = line.entry else { return (range, nil) }
      return (range, .foreign(op: op))
    }
  }

  private mutating func note(_ kind: JournalReport.Finding.Kind, like other: JournalReport.Finding) {
    report.note(JournalReport.Finding(path: other.path, line: other.line, bytes: other.bytes, kind: kind))
  }
}

/// Counts line ends up to ever later places.
private struct LineCounter {
  private let bytes: [UInt8]
  private var position = 0
  private var current = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func line(at index: Int) -> Int {
    while position < index {
      if bytes[position] == 0x0A { current += 1 }
      position += 1
    }
    return current
  }
}
