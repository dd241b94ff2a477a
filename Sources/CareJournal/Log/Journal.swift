import Nursery

/// The log of one box, open for appending. It has one owner, which calls it on one thread; copies must not be used in
/// parallel.
///
/// A line is saved only when its bytes are synced. On a fault the segment is given up, and the unsaved lines go to a
/// new one byte for byte; readers deliver each id once. After three new segments in a row have failed, lines are held
/// in memory, and the owner calls `retry`.
///
/// Every start begins a new segment, and every segment begins with a head. A segment closed in order ends with a stop
/// and is cut to its used length. So a reader can tell lost lines from lines that were never confirmed.
///
/// Work that can wait is left to `tend`: the owner calls it when idle, for one small step at a time.
public struct Journal<Storage: JournalStorage> {
  /// The length of a segment in bytes.
  public static var segmentBytes: Int { StorageLimits.segmentBytes }
  /// How many lines are held while the card does not accept them.
  public static var heldLimit: Int { 4096 }

  struct HeldLine {
    /// Why a line waits to be written.
    enum Cause {
      /// Its writer waits to hear that it is saved.
      case draft
      /// It is the first line of this boot.
      case start
      /// Another box wrote it, and the offering box waits to hear that it is saved.
      case offered
      /// This start read it, and it may not be durable where it stands.
      case unsettled
    }

    let line: JournalLine
    let bytes: [UInt8]
    let cause: Cause
    /// The month in which it was written, by a believed wall clock; nil without one.
    let month: Int?
  }

  struct Segment {
    let number: Int
    /// The length of the file.
    let roomBytes: Int
    /// The length of its head.
    let headBytes: Int
    /// The offset of the next line.
    var usedBytes: Int
    /// The month of its first line with a believed wall clock; nil until there is one.
    var month: Int?
    /// The numbers that its head says were left out.
    let skipped: [ClosedRange<Int>]

    var path: String { SegmentName.path(number) }
    /// Whether no line was saved in it yet.
    var isFresh: Bool { usedBytes == headBytes }
  }

  /// A segment to be cut to its used length.
  struct Retired {
    let number: Int
    var usedBytes: Int
    /// Whether a stop is written first: for an end in order, not for a segment that a later start found open.
    var isClosed: Bool
  }

  /// This box's name.
  public let box: String
  /// This boot's ordinal in the log.
  public let boot: Int
  /// The last used line number.
  public internal(set) var lastSequence: Int
  /// The greatest count of any line met: see `LineStamp`.
  var lastCount = 0
  /// Whether lines are only held until `retry` succeeds.
  public internal(set) var isMemoryOnly = false
  /// The number of segments.
  public internal(set) var segmentCount: Int

  let storage: Storage
  let segmentBytes: Int
  let kernelBootID: String
  var segment: Segment?
  var lastSegmentNumber: Int
  let firstWithHead: Int
  /// Whether this start could not read some segments.
  let isBlind: Bool
  var held: [HeldLine] = []
  /// What the next head must say about the lines on the card.
  var summary: LogSummary
  /// Numbers left out although no line is known to have them, and not yet named by a head.
  var skipped: [ClosedRange<Int>]
  /// When the newest line was written.
  var moment: Moment
  var retired: [Retired]
  /// Segments of a decided import that are not renamed yet.
  var importing: ClosedRange<Int>?
  /// Useless files that remained after a power cut.
  var leftovers: [String] = []
  /// Whether `tend` may work: false after it met a fault of the card.
  var canTend = true
  /// Boot ordinals of starts in this log that lines from elsewhere, in this box's name, give to other starts.
  var strangeBoots: Set<Int> = []
  /// The last number of this box when it started, or when another box last returned one of its lines. Imported lines
  /// are added.
  var searchedSince = 0
  /// Why `box.json` does not have the current mark; nil if it has.
  public internal(set) var markFault: StorageFault?
  /// Whether the last attempts to save a line failed.
  var isCardFailing = false
  /// The bytes written to this card while it kept nothing.
  var wear = FailedWrites()

  /// The number of good lines on the card, of any kind.
  public var lineCount: Int { summary.ledger.lines }

  mutating func nextCount() -> Int {
    lastCount = min(lastCount + 1, LineLimits.count.upperBound)
    return lastCount
  }

  /// Closes the log in order: the segment gets its stop, is cut to its used length and synced. Lines still held are
  /// lost: the owner calls `retry` first. Appending afterwards would begin a new segment.
  public mutating func close() throws(JournalFault) {
    if let open = segment { retire(open) }
    segment = nil
    do throws(StorageFault) {
      while !retired.isEmpty { try closeRetired() }
    } catch {
      throw .unwritable(error)
    }
  }

  /// Marks a segment to be closed.
  mutating func retire(_ full: Segment) {
    retired.append(Retired(number: full.number, usedBytes: full.usedBytes, isClosed: true))
  }

  /// Closes the next retired segment. Its lines are already durable, even if this fails. The stop is durable before the
  /// file gets shorter: so a short file without a stop or a blank end was cut by something else.
  mutating func closeRetired() throws(StorageFault) {
    var next = retired.removeFirst()
    let path = SegmentName.path(next.number)
    defer { storage.abandon(path) }
    if next.isClosed {
      // Numbers left out that no head names yet would count as missing.
      let last = skipped.first.map { $0.lowerBound - 1 } ?? summary.ledger.last(of: box)
      let stop = JournalLineCodec.encode(SegmentStop(box: box, moment: moment, lastSequence: last))
      try storage.write(stop, to: path, at: next.usedBytes)
      try storage.sync(path)
      next.usedBytes += stop.count
    }
    // One blank byte at the end says that the rest of the room was given back.
    try storage.truncate(path, to: next.isClosed ? next.usedBytes : next.usedBytes + 1)
    try storage.sync(path)
  }
}

/// The bytes written to a card that keeps nothing. Their limit keeps attempts from wearing out a failing card.
public struct FailedWrites: Sendable {
  /// How many bytes per hour may be written without success.
  public static let hourlyBytes = 1 << 20
  private static let hourMilliseconds = 3_600_000

  private var since = Int.min
  private(set) var bytes = 0

  /// Notes a failed attempt at a reading of the boot clock.
  mutating func note(_ count: Int, at milliseconds: Int) {
    reset(at: milliseconds)
    bytes += count
  }

  /// Whether `count` more bytes may be tried.
  mutating func allows(_ count: Int, at milliseconds: Int) -> Bool {
    reset(at: milliseconds)
    return bytes + count <= Self.hourlyBytes
  }

  private mutating func reset(at milliseconds: Int) {
    guard since == Int.min || milliseconds - since >= Self.hourMilliseconds || milliseconds < since else {
      return
    }
    (since, bytes) = (milliseconds, 0)
  }
}

/// Why the journal cannot do its work. Damaged content is never a reason.
public enum JournalFault: Error, Hashable, Sendable {
  /// The log's folder cannot be listed: nothing is known of the saved lines, so nothing may be added.
  case unreadable(StorageFault)
  /// The card could not be written or synced. Appended lines are then held in memory only; a line was already tried in
  /// three new segments, or in one while the card fails.
  case unwritable(StorageFault)
  /// The card kept nothing of 1 MiB within an hour. It is not tried again until the hour is over.
  case resting
  /// All lines were received together and are in the log, but the card did not confirm the decision. A power cut leaves
  /// all of them or none.
  case uncertain(StorageFault)
  /// A line of an import is longer than a line may be.
  case tooLong(EventID)
  /// Lines of this box wait for the card, and those of other boxes are not received until they are saved.
  case behind(count: Int)
  /// As many lines as may be held are held, so the new ones were refused.
  case memoryFull(capacity: Int)
}

/// What happened to lines given to the journal.
public struct AppendReceipt: Hashable, Sendable {
  /// Lines that are on the card now, in order: from this call or held before it, without boot lines.
  public internal(set) var acknowledged: [EventID] = []
  /// The places of these lines in the household's order.
  public internal(set) var stamps: [EventID: LineStamp] = [:]
  /// Lines refused because the memory is full, or because they are too long.
  public internal(set) var refused: [EventID] = []
  /// The number of lines held in memory only: NOT SAVED.
  public internal(set) var heldCount = 0
  /// Lines of other boxes that are on the card now.
  var received: [JournalLine] = []
  /// Why lines are held or refused.
  public internal(set) var fault: JournalFault?

  /// An empty receipt.
  public init() {}
}
