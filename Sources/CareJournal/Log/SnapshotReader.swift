import Nursery

/// Reads a snapshot's file. Whatever its bytes, it gives a snapshot whose parts fit each other, or nil.
enum SnapshotReader {
  /// The snapshot in a file; nil when it is damaged, of another version, or says what cannot be.
  ///
  /// - Parameter floor: what bounds the clocks of boots that were never synced.
  static func snapshot(in bytes: [UInt8], floor: Instant) -> LogSnapshot? {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      guard try fields.required("v", as: .integer) == LogSnapshot.version else { return nil }
      return try snapshot(from: &fields, floor: floor)
    } catch {
      // Its checksum holds, so it was written like this; the lines it stands for say it better.
      return nil
    }
  }

  /// The lines that a snapshot has counted, which are told before its events, in every version so far; nil for a file
  /// that is no snapshot, or of a later version.
  static func ledger(in bytes: [UInt8]) -> SequenceLedger? {
    let range = 0..<(bytes.last == 0x0A ? bytes.count - 1 : bytes.count)
    guard JournalLineCodec.checkedBody(of: range, in: bytes) != nil,
      let end = bytes.firstRange(of: SnapshotWriter.babiesOpening)?.lowerBound
    else { return nil }
    do {
      var fields = try Fields(try JSONReader.read(bytes[..<end] + [UInt8(ascii: "}")]))
      guard (1...LogSnapshot.version).contains(try fields.required("v", as: .integer)) else { return nil }
      let number = try fields.required("segment", as: .integer(in: LineLimits.segment))
      var state = LogState(floor: Instant(milliseconds: 0))
      try readBoxes(from: &fields, throughSegment: number, into: &state)
      return state.ledger
    } catch {
      return nil
    }
  }

  /// Whether a file is whole, and of another version of the format.
  static func isForeign(_ bytes: [UInt8]) -> Bool {
    guard let document = ReplacedFile.document(in: bytes) else { return false }
    do throws(FieldFault) {
      var fields = try Fields(document)
      return try fields.required("v", as: .integer) != LogSnapshot.version
    } catch {
      return false
    }
  }

  private static func snapshot(
    from fields: inout Fields, floor: Instant
  ) throws(FieldFault) -> LogSnapshot {
    var state = LogState(floor: floor)
    let number = try fields.required("segment", as: .integer(in: LineLimits.segment))
    state.tally = try tally(from: &fields)
    state.owner = try fields.optional("owner", as: .string)
    try readBoxes(from: &fields, throughSegment: number, into: &state)
    try readClocks(from: &fields, floor: floor, into: &state)
    state.forgotten = try forgotten(from: &fields)
    for var baby in try fields.objects("babies") {
      let log = try log(from: &baby)
      state.fold.logs[log.baby] = log
    }
    return LogSnapshot(
      number: number,
      segments: try fields.array("segments", of: .range),
      lastSegment: UInt32(truncatingIfNeeded: try fields.required("segmentCrc", as: .integer)), state: state)
  }

  private static func tally(from fields: inout Fields) throws(FieldFault) -> LogTally {
    var object = try fields.object("tally")
    var tally = LogTally()
    tally.lines = try object.required("lines", as: .count)
    tally.foreign = try object.required("foreign", as: .count)
    tally.odd = try object.required("odd", as: .count)
    tally.repeated = try object.required("repeated", as: .count)
    tally.damaged = try object.required("damaged", as: .count)
    tally.torn = try object.required("torn", as: .count)
    return tally
  }

  private static func readBoxes(
    from fields: inout Fields, throughSegment number: Int, into state: inout LogState
  ) throws(FieldFault) {
    var accounts: [String: SequenceLedger.Account] = [:]
    for var object in try fields.objects("boxes") {
      let box = try object.required("box", as: .string)
      let account = SequenceLedger.Account(
        last: try object.required("last", as: .count), missing: try object.array("missing", of: .range),
        lastBoot: try object.optional("boot", as: .integer(in: LineLimits.boot)) ?? 0)
      guard LineLimits.allow(sequence: account.last, boot: account.lastBoot, throughSegment: number) else {
        throw object.fault("last", expected: "numbers that a box comes to")
      }
      accounts[box] = account
    }
    state.ledger = SequenceLedger(accounts)
  }

  private static func readClocks(
    from fields: inout Fields, floor: Instant, into state: inout LogState
  ) throws(FieldFault) {
    let boots = try fields.array("boots", of: .bootClock)
    let shared = try fields.array("sharedBoots", of: .bootPair)
    for (name, boot) in try fields.array("kernelBoots", of: .kernelBoot) {
      state.fold.starts.restore(name, boot)
    }
    guard let clocks = ClockHistory(floor: floor, bootClocks: boots, sharedBoots: shared) else {
      throw fields.fault("sharedBoots", expected: "starts without a clock of their own")
    }
    // The next start's ordinal must be a new one.
    let ordinals = boots.map(\.boot) + shared.map(\.boot) + Array(state.fold.starts.starts.values)
    let lastBoot = state.ledger.lastBoot
    guard ordinals.allSatisfy({ $0 <= lastBoot }) else {
      throw fields.fault("boots", expected: "boots that a box has come to")
    }
    state.fold.clocks = clocks
  }

  private static func forgotten(from fields: inout Fields) throws(FieldFault) -> Forgotten? {
    guard var object = try fields.optionalObject("forgotten") else { return nil }
    return Forgotten(
      before: Instant(milliseconds: try object.required("before", as: .integer(in: LineLimits.milliseconds))),
      boot: try object.optional("boot", as: .integer(in: LineLimits.boot)),
      clocks: UInt32(truncatingIfNeeded: try object.required("clocks", as: .integer)))
  }

  private static func log(from object: inout Fields) throws(FieldFault) -> CareLog {
    let baby = BabyID(number: try object.required("baby", as: .integer(in: LineLimits.baby)))
    let records = try rows("events", of: &object, "events") { $0.record() }
    let corrections = try rows("corrections", of: &object, "corrections") { $0.correction() }
    var waiting: [OrphanCorrection] = []
    for var orphan in try object.objects("waiting") { waiting.append(try self.orphan(from: &orphan)) }
    guard
      let log = CareLog(
        baby: baby, records: records, appliedCorrections: corrections, waitingCorrections: waiting,
        droppedCorrections: try object.required("dropped", as: .count))
    else { throw object.fault("corrections", expected: "lines of the events above") }
    return log
  }

  /// Many rows, of which a few strings hold hundreds each.
  private static func rows<Row>(
    _ key: String, of object: inout Fields, _ expected: String, _ read: (inout SnapshotRows) -> Row?
  ) throws(FieldFault) -> [Row] {
    guard case .array(let elements)? = object.take(key)?.kind else {
      throw object.fault(key, expected: "an array")
    }
    var rows: [Row] = []
    for element in elements {
      guard case .string(let text) = element.kind else { throw object.fault(key, expected: expected) }
      var source = SnapshotRows(text)
      while !source.isAtEnd {
        guard let row = read(&source) else { throw object.fault(key, expected: expected) }
        rows.append(row)
      }
    }
    return rows
  }

  private static func orphan(from fields: inout Fields) throws(FieldFault) -> OrphanCorrection {
    let line = try fields.required("line", as: .eventID)
    let target = try fields.required("of", as: .eventID)
    guard var object = try fields.optionalObject("patch") else {
      return OrphanCorrection(line: line, target: target, correction: .delete)
    }
    let patch = try JournalLineCodec.patch(from: &object)
    return OrphanCorrection(line: line, target: target, correction: .amend(patch))
  }
}

extension FieldKind where Value == Int {
  /// A number of things.
  fileprivate static var count: FieldKind { .integer(in: 0...LineLimits.sequence.upperBound) }
}

extension FieldKind where Value == ClosedRange<Int> {
  /// `[first,last]`
  fileprivate static var range: FieldKind {
    FieldKind("a first and a last number") { value in
      guard let pair = value.integers, pair.count == 2, let first = pair[0], let last = pair[1],
        0 <= first, first <= last, last <= LineLimits.sequence.upperBound
      else { return nil }
      return first...last
    }
  }
}

extension FieldKind where Value == BootClock {
  /// `[ordinal,first reading,last reading,synced offset,saved offset]`
  fileprivate static var bootClock: FieldKind {
    FieldKind("a boot's clock") { value in
      guard let row = value.integers, row.count == 5, let boot = row[0], let first = row[1],
        let last = row[2],
        LineLimits.boot.contains(boot), first <= last
      else { return nil }
      return BootClock(
        boot: boot, firstMilliseconds: first, lastMilliseconds: last, syncedOffset: row[3],
        savedOffset: row[4])
    }
  }
}

extension FieldKind where Value == (boot: Int, earlier: Int) {
  /// `[ordinal,earlier ordinal]`
  fileprivate static var bootPair: FieldKind {
    FieldKind("a boot and an earlier one") { value in
      guard let row = value.integers, row.count == 2, let boot = row[0], let earlier = row[1],
        0 <= earlier, earlier < boot, boot <= LineLimits.boot.upperBound
      else { return nil }
      return (boot: boot, earlier: earlier)
    }
  }
}

extension FieldKind where Value == (name: String, boot: Int) {
  /// `["the kernel's name",ordinal]`
  fileprivate static var kernelBoot: FieldKind {
    FieldKind("a kernel's boot") { value in
      guard case .array(let parts) = value.kind, parts.count == 2, case .string(let name) = parts[0].kind,
        case .integer(let boot) = parts[1].kind, LineLimits.boot.contains(boot)
      else { return nil }
      return (name: name, boot: boot)
    }
  }
}

extension JSONValue {
  /// An array of small whole numbers and nulls; nil for anything else.
  fileprivate var integers: [Int?]? {
    guard case .array(let parts) = kind else { return nil }
    // The difference of two clocks is twice as large as either at most.
    let offsets = 2 * LineLimits.milliseconds.lowerBound...2 * LineLimits.milliseconds.upperBound
    var integers: [Int?] = []
    for part in parts {
      switch part.kind {
      case .integer(let value) where offsets.contains(value): integers.append(value)
      case .null: integers.append(nil)
      default: return nil
      }
    }
    return integers
  }
}
