import Nursery

/// Reads the segments in order and delivers each line once. Collects what opening has to know besides.
struct LogReplay {
  private(set) var recovered = Recovered()
  private(set) var quarantine = Quarantine()
  /// The box that the last boot line names: the owner of the log, should its identity file be lost.
  private(set) var lastBootBox: String?
  /// Segments since the last boot line that were not closed in order. A process that was killed may have left
  /// lines in them that this start sees, but that no sync has made durable.
  private(set) var unsettled: [String] = []

  private var ledger = SequenceLedger()
  private var seen: Set<EventID> = []
  private var lastBoots: [String: Int] = [:]

  /// What a line usually takes: a log's size tells about how many there are.
  private static let usualLineBytes = 280

  /// A replay of a log of about that size; a table that grows as it fills is filled twice.
  init(logBytes: Int = 0) {
    seen.reserveCapacity(logBytes / Self.usualLineBytes)
  }

  /// Reads one segment.
  mutating func read(_ bytes: [UInt8], number: Int, apply: (JournalLine) -> Void) {
    var reader = SegmentReader(bytes)
    var damage: [Range<Int>] = []
    var tornCount = 0
    while let piece = reader.next() {
      switch piece {
      case .line(let line, _):
        tornCount = 0
        deliver(line, apply: apply)
      case .odd:
        tornCount = 0
        recovered.odd += 1
      case .damage(let range):
        damage.append(range)
        tornCount += 1
      }
    }
    recovered.torn += tornCount
    recovered.damaged += damage.count - tornCount
    quarantine.add(damage, of: bytes, segment: number)
    settle(SegmentName.path(number), isClosed: tornCount == 0 && Self.isClosed(bytes))
  }

  /// Notes a segment that the medium did not give back.
  mutating func noteUnreadable(_ fault: StorageFault) {
    recovered.unreadable.append(fault)
    recovered.endedCleanly = false
  }

  /// The findings, once every segment is read and the box's name is known.
  func summary(box: String) -> Recovered {
    var recovered = recovered
    recovered.box = box
    recovered.boot = min(lastBoots[box] ?? 0, LineLimits.boot.upperBound - 1) + 1
    recovered.lastSequence = ledger.last(of: box)
    recovered.gaps = ledger.gaps
    return recovered
  }

  private mutating func deliver(_ line: JournalLine, apply: (JournalLine) -> Void) {
    guard seen.insert(line.id).inserted else {
      recovered.repeated += 1
      return
    }
    recovered.lines += 1
    ledger.note(line.sequence, of: line.box)
    switch line.entry {
    case .boot:
      lastBootBox = line.box
      lastBoots[line.box] = max(lastBoots[line.box] ?? 0, line.moment.boot.boot)
      unsettled = []
    case .foreign: recovered.foreign += 1
    case .care, .sync: break
    }
    apply(line)
  }

  private mutating func settle(_ path: String, isClosed: Bool) {
    recovered.endedCleanly = isClosed
    if !isClosed { unsettled.append(path) }
  }

  /// A segment that was closed in order has been cut to its used length: it ends with a line, not with room.
  private static func isClosed(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return false }
    return bytes[bytes.count - 1] == 0x0A && bytes[bytes.count - 2] != 0x0A
  }
}
