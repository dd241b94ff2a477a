/// A `CareRecord` in 48 bytes, so that a year of events takes half a megabyte.
struct PackedRecord {
  let id: EventID
  private var start: PackedTime
  private var end: PackedTime
  private(set) var kind: CareKind
  private var side: NursingSide?
  let source: Source
  var isDeleted: Bool

  init(_ record: CareRecord) {
    id = record.id
    source = record.source
    isDeleted = record.isDeleted
    (start, end) = (PackedTime(nil), PackedTime(nil))
    (kind, side) = (record.care.kind, nil)
    care = record.care
  }

  /// What happened. Written, it drops what its kind cannot have: the end of an instant, the side of a sleep.
  var care: Care {
    get {
      Care(kind: kind, start: start.time ?? .wall(Instant(milliseconds: 0)), end: end.time, side: side)
    }
    set {
      kind = newValue.kind
      start = PackedTime(newValue.start)
      end = PackedTime(newValue.kind.lasts ? newValue.end : nil)
      side = newValue.kind == .nursing ? newValue.side : nil
    }
  }

  var record: CareRecord { CareRecord(id: id, care: care, source: source, isDeleted: isDeleted) }

  /// True when it has not ended. Cheaper than asking the unpacked record.
  var isRunning: Bool { kind.lasts && end.isNone && !isDeleted }
}

/// An `EventTime?` in two words, packed into 12 bytes of the record.
private struct PackedTime {
  private var highMilliseconds: Int32
  private var lowMilliseconds: UInt32
  private var boot: Int32

  private static let wall: Int32 = -1
  private static let none: Int32 = -2
  private static let about: Int32 = -3

  init(_ time: EventTime?) {
    let milliseconds: Int
    switch time {
    case .boot(let time): (milliseconds, boot) = (time.milliseconds, Int32(clamping: max(0, time.boot)))
    case .wall(let instant): (milliseconds, boot) = (instant.milliseconds, PackedTime.wall)
    case .about(let instant): (milliseconds, boot) = (instant.milliseconds, PackedTime.about)
    case nil: (milliseconds, boot) = (0, PackedTime.none)
    }
    highMilliseconds = Int32(truncatingIfNeeded: milliseconds >> 32)
    lowMilliseconds = UInt32(truncatingIfNeeded: milliseconds)
  }

  var isNone: Bool { boot == PackedTime.none }

  var time: EventTime? {
    let milliseconds = Int(highMilliseconds) << 32 | Int(lowMilliseconds)
    switch boot {
    case PackedTime.none: return nil
    case PackedTime.wall: return .wall(Instant(milliseconds: milliseconds))
    case PackedTime.about: return .about(Instant(milliseconds: milliseconds))
    default: return .boot(BootTime(boot: Int(boot), milliseconds: milliseconds))
    }
  }
}
