/// The id of one line of the log, unique across all boxes: 128 bits in the form of a UUID version 7.
public struct EventID: Hashable, Sendable {
  /// The first eight bytes, most significant first: 48 bits of milliseconds, the version, 12 random bits.
  public let high: UInt64
  /// The last eight bytes: the variant and 62 random bits.
  public let low: UInt64

  /// An id from its two halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The time that it was made at, as far as the system's clock knew it.
  public var milliseconds: Int { Int(high >> 16) }

  /// An id made now: RFC 9562 section 5.7, from a time in milliseconds and two random words.
  public init(milliseconds: Int, random: (UInt64, UInt64)) {
    let time = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
    high = time << 16 | 0x7000 | random.0 & 0x0FFF
    low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
  }

  /// Hashes only the random half, which takes half the time.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(low)
  }
}

/// What reported an event.
public enum Source: Hashable, Sendable {
  /// A button on the box.
  case button
  /// The accelerometer. The event is marked as inferred, and one press removes it.
  case motion
  /// The command line, over the control socket or straight into the log.
  case command
  /// Another box. This version writes it on no line, since a line from another box keeps its own source; but the
  /// format has the word, so it is read.
  case peer
}

/// What kind of care an event records.
public enum CareKind: Hashable, Sendable {
  /// Asleep, from start to end.
  case sleep
  /// Nursing, from start to end.
  case nursing
  /// A bottle, at an instant.
  case bottle
  /// The morning wake-up, if it was logged by itself, at an instant.
  case wake
  /// The dream feed's reminder was dismissed, at an instant.
  case dreamFeedDismissed
  /// A nappy was changed, at an instant.
  case nappy
  /// A medicine was given, at an instant.
  case medicine

  /// Whether the event lasts and may still be running.
  public var lasts: Bool { self == .sleep || self == .nursing }

  /// Whether the baby is fed.
  package var isFeed: Bool { self == .nursing || self == .bottle }
}

/// The side of a nursing.
public enum NursingSide: Hashable, Sendable {
  /// The left breast.
  case left
  /// The right breast.
  case right
  /// Both.
  case both
}

/// One thing that happened to a baby.
public struct Care: Hashable, Sendable {
  /// What it was.
  public var kind: CareKind
  /// When it began.
  public var start: EventTime
  /// When it ended; nil while it runs. Events that do not last have none.
  public var end: EventTime?
  /// The side of a nursing; nil for everything else.
  public var side: NursingSide?
  /// The other details.
  public var detail: CareDetail

  /// A care of a kind, from `start`.
  public init(
    kind: CareKind, start: EventTime, end: EventTime? = nil, side: NursingSide? = nil,
    detail: CareDetail = .none
  ) {
    self.kind = kind
    self.start = start
    self.end = end
    self.side = side
    self.detail = detail
  }
}

/// What an amendment changes; nil leaves a field as it is.
public struct CarePatch: Hashable, Sendable {
  /// A new kind.
  public var kind: CareKind?
  /// A new start.
  public var start: EventTime?
  /// A new end; `.some(nil)` removes the end, so that the event runs again.
  public var end: EventTime??
  /// A new side.
  public var side: NursingSide?
  /// New details.
  public var detail: CareDetail

  /// A patch that changes only the given fields.
  public init(
    kind: CareKind? = nil, start: EventTime? = nil, end: EventTime?? = nil, side: NursingSide? = nil,
    detail: CareDetail = .none
  ) {
    self.kind = kind
    self.start = start
    self.end = end
    self.side = side
    self.detail = detail
  }

  /// The patch that changes what this one changes, and then what a later one changes.
  public func joined(with later: CarePatch) -> CarePatch {
    CarePatch(
      kind: later.kind ?? kind, start: later.start ?? start, end: later.end ?? end, side: later.side ?? side,
      detail: detail.patched(by: later.detail))
  }

  /// The times that it sets.
  public var times: [EventTime] { [start, end ?? nil].compactMap { $0 } }

  /// The patch that sets everything in a care.
  public init(_ care: Care) {
    self.init(
      kind: care.kind, start: care.start, end: care.end.map { .some($0) }, side: care.side,
      detail: care.detail)
  }
}

/// A fact, in the past tense. It becomes state only once it is on the card.
public struct CareEvent: Hashable, Sendable {
  /// A change of the log's events.
  public enum Change: Hashable, Sendable {
    /// Something new happened.
    case added(Care)
    /// An earlier event was corrected; correcting a deleted one restores it.
    case amended(EventID, CarePatch)
    /// An earlier event was deleted.
    case deleted(EventID)
  }

  /// The id of this line. An added event keeps it.
  public var id: EventID
  /// The baby it is about.
  public var baby: BabyID
  /// When it was reported, on both clocks.
  public var moment: Moment
  /// What reported it.
  public var source: Source
  /// What changed.
  public var change: Change
  /// The name of the phone that reported it, at most 40 characters; nil if no phone did.
  public var by: String?

  /// An event from all its parts.
  public init(
    id: EventID, baby: BabyID, moment: Moment, source: Source, change: Change, by: String? = nil
  ) {
    self.id = id
    self.baby = baby
    self.moment = moment
    self.source = source
    self.change = change
    self.by = by
  }

  /// The event that the line is about: its own, or the one it corrects.
  public var about: EventID {
    switch change {
    case .added: id
    case .amended(let target, _), .deleted(let target): target
    }
  }
}

/// One event of the log after all its corrections.
public struct CareRecord: Hashable, Sendable {
  /// The id of the line that added it.
  public var id: EventID
  /// What happened, corrected.
  public var care: Care
  /// The source of the first report.
  public var source: Source
  /// Whether it was deleted; an amendment restores it.
  public var isDeleted: Bool
  /// The name of the phone that reported it first; nil if no phone did.
  public var by: String?

  /// A record from all its parts.
  public init(id: EventID, care: Care, source: Source, isDeleted: Bool = false, by: String? = nil) {
    self.id = id
    self.care = care
    self.source = source
    self.isDeleted = isDeleted
    self.by = by
  }

  /// Whether it lasts, has not ended and was not deleted.
  public var isRunning: Bool { care.kind.lasts && care.end == nil && !isDeleted }
}

/// Makes ids from a random seed of the system, since this module has no randomness of its own.
public struct EventIDSource: Hashable, Sendable {
  private var state: UInt64

  /// A source for one process; two boxes must never share a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next id, for a wall time in milliseconds, or 0 if it is unknown.
  public mutating func next(milliseconds: Int) -> EventID {
    EventID(milliseconds: milliseconds, random: (word(), word()))
  }

  /// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
  private mutating func word() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// FNV-1a, a 64-bit hash that is the same on every machine (Fowler, Noll, Vo and Eastlake, draft-eastlake-fnv). It
/// distinguishes contents and is not cryptographic.
public enum FNV1a {
  /// The hash of some bytes.
  public static func hash<Bytes: Sequence>(_ bytes: Bytes) -> UInt64 where Bytes.Element == UInt8 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}

extension Care {
  /// The same care, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> Care {
    Care(kind: kind, start: start.inBoot(boot), end: end?.inBoot(boot), side: side, detail: detail)
  }
}

extension CarePatch {
  /// The same changes, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> CarePatch {
    CarePatch(
      kind: kind, start: start?.inBoot(boot), end: end.map { $0?.inBoot(boot) }, side: side, detail: detail)
  }
}

extension CareEvent {
  /// The same fact, with a number for the boot that had none.
  public func inBoot(_ boot: Int) -> CareEvent {
    var event = self
    event.moment = moment.inBoot(boot)
    switch change {
    case .added(let care): event.change = .added(care.inBoot(boot))
    case .amended(let id, let patch): event.change = .amended(id, patch.inBoot(boot))
    case .deleted: break
    }
    return event
  }
}
