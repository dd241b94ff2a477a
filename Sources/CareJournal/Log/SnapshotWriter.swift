import Nursery

/// Turns a snapshot into its file's bytes, in small steps: a press must not wait until a year of events is
/// written down.
struct SnapshotWriter {
  /// How many rows one step takes.
  private static let rowsPerStep = 256

  /// Where the events begin.
  static let babiesOpening = Array(",\"babies\":[".utf8)

  /// What is left to do for one baby.
  private struct Baby {
    let log: CareLog
    var events = 0
    /// Sorted when the events are done.
    var corrections: [CareLog.AppliedCorrection]?
    var correctionsDone = 0
  }

  /// What has been written down so far; the whole file once `step` returns false.
  private(set) var bytes: [UInt8]
  private var babies: [Baby]
  private var isFirstString = true

  /// A writer that has written the head only.
  init(_ snapshot: LogSnapshot) {
    bytes = JSONWriter.bytes(.object(snapshot.head))
    bytes.removeLast()
    bytes.append(contentsOf: Self.babiesOpening)
    let logs = snapshot.state.fold.logs.sorted { $0.key.number < $1.key.number }
    babies = logs.reversed().map { Baby(log: $0.value) }
    beginBaby()
  }

  /// Writes some more; false when all is written.
  mutating func step() -> Bool {
    guard var baby = babies.popLast() else { return false }
    if baby.events < baby.log.count {
      writeEvents(&baby)
    } else if let corrections = baby.corrections {
      writeCorrections(corrections, &baby)
    } else {
      baby.corrections = baby.log.appliedCorrections
      bytes.append(contentsOf: "],\"corrections\":[".utf8)
      isFirstString = true
    }
    if let corrections = baby.corrections, baby.correctionsDone == corrections.count {
      endBaby(baby.log)
    } else {
      babies.append(baby)
    }
    return !babies.isEmpty
  }

  private mutating func beginBaby() {
    guard let next = babies.last else { return end() }
    if bytes.last == UInt8(ascii: "}") { bytes.append(UInt8(ascii: ",")) }
    bytes.append(contentsOf: "{\"baby\":\(next.log.baby.number),\"events\":[".utf8)
    isFirstString = true
  }

  private mutating func writeEvents(_ baby: inout Baby) {
    let end = min(baby.events + Self.rowsPerStep, baby.log.count)
    writeRows(baby.log.records(at: baby.events..<end).map(SnapshotRows.text))
    baby.events = end
  }

  private mutating func writeCorrections(_ corrections: [CareLog.AppliedCorrection], _ baby: inout Baby) {
    let end = min(baby.correctionsDone + Self.rowsPerStep, corrections.count)
    writeRows(corrections[baby.correctionsDone..<end].map(SnapshotRows.text))
    baby.correctionsDone = end
  }

  /// The rows of a step in one string.
  private mutating func writeRows(_ rows: [String]) {
    guard !rows.isEmpty else { return }
    if !isFirstString { bytes.append(UInt8(ascii: ",")) }
    isFirstString = false
    JSONWriter.append(rows.joined(separator: SnapshotRows.separator), to: &bytes)
  }

  private mutating func endBaby(_ log: CareLog) {
    bytes.append(contentsOf: "],\"waiting\":".utf8)
    bytes.append(contentsOf: JSONWriter.bytes(.array(log.waitingCorrections.map(\.document))))
    bytes.append(contentsOf: ",\"dropped\":\(log.droppedCorrections)}".utf8)
    beginBaby()
  }

  private mutating func end() {
    bytes.append(UInt8(ascii: "]"))
    JournalLineCodec.seal(&bytes)
    bytes.append(0x0A)
  }
}

extension LogSnapshot {
  /// Everything but the babies' logs.
  fileprivate var head: [JSONValue.Member] {
    [
      JSONValue.Member(key: "v", value: .integer(Self.version)),
      JSONValue.Member(key: "segment", value: .integer(number)),
      JSONValue.Member(key: "segments", value: .array(segments.map(\.document))),
      JSONValue.Member(key: "segmentCrc", value: .integer(Int(lastSegment))),
      JSONValue.Member(key: "tally", value: state.tally.document),
      JSONValue.Member(key: "owner", value: state.owner.map { .string($0) } ?? .null),
      JSONValue.Member(key: "boxes", value: .array(boxes)),
      JSONValue.Member(key: "boots", value: .array(state.fold.clocks.bootClocks.map(\.document))),
      JSONValue.Member(
        key: "sharedBoots",
        value: .array(state.fold.clocks.sharedBoots.map { [.integer($0.boot), .integer($0.earlier)] })),
      JSONValue.Member(key: "kernelBoots", value: .array(kernelBoots)),
      JSONValue.Member(key: "forgotten", value: state.forgotten?.document ?? .null),
    ]
  }

  private var boxes: [JSONValue] {
    state.ledger.allAccounts.sorted { $0.key < $1.key }.map { box, account in
      [
        "box": .string(box), "last": .integer(account.last),
        "missing": .array(account.missing.map(\.document)),
        "boot": .integer(account.lastBoot),
      ]
    }
  }

  private var kernelBoots: [JSONValue] {
    state.fold.starts.starts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map {
      [.string($0.key), .integer($0.value)]
    }
  }
}

extension ClosedRange where Bound == Int {
  fileprivate var document: JSONValue { [.integer(lowerBound), .integer(upperBound)] }
}

extension LogTally {
  fileprivate var document: JSONValue {
    [
      "lines": .integer(lines), "foreign": .integer(foreign), "odd": .integer(odd),
      "repeated": .integer(repeated), "damaged": .integer(damaged), "torn": .integer(torn),
    ]
  }
}

extension BootClock {
  fileprivate var document: JSONValue {
    [
      .integer(boot), .integer(firstMilliseconds), .integer(lastMilliseconds),
      syncedOffset.map { .integer($0) } ?? .null,
      savedOffset.map { .integer($0) } ?? .null,
    ]
  }
}

extension Forgotten {
  fileprivate var document: JSONValue {
    [
      "before": .integer(before.milliseconds), "boot": boot.map { .integer($0) } ?? .null,
      "clocks": .integer(Int(clocks)),
    ]
  }
}

extension OrphanCorrection {
  fileprivate var document: JSONValue {
    var members = [
      JSONValue.Member(key: "line", value: .string(line.text)),
      JSONValue.Member(key: "of", value: .string(target.text)),
    ]
    guard case .amend(let patch) = correction else { return .object(members) }
    members.append(JSONValue.Member(key: "patch", value: patch.document))
    return .object(members)
  }
}

extension CarePatch {
  fileprivate var document: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(JSONValue.Member(key: key, value: value)) }
    }
    add("kind", kind.map { .string(String(decoding: LineVocabulary.kind.bytes(for: $0), as: UTF8.self)) })
    add("start", start?.document)
    add("end", end.map { $0?.document ?? .null })
    add("side", side.map { .string(String(decoding: LineVocabulary.side.bytes(for: $0), as: UTF8.self)) })
    add(RoughTimes.key, RoughTimes(of: self)?.document)
    return .object(members)
  }
}

extension EventTime {
  fileprivate var document: JSONValue {
    switch self {
    case .boot(let time): [.integer(time.boot), .integer(time.milliseconds)]
    case .wall(let instant), .about(let instant): .integer(instant.milliseconds)
    }
  }
}
