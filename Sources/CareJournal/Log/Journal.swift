import Nursery

/// The log of one box, open for appending. It has one owner, which calls it from one thread; copies must
/// not be used side by side.
///
/// A line is saved when its bytes are synced, and not before. On a fault the segment is given up, and the
/// lines that were not saved go to a new one byte for byte; readers deliver each id once. When three new
/// segments in a row fail, lines are held in memory, and the owner calls `retry`.
///
/// Every start begins a new segment, and every segment begins with a head. One that was closed in order ends with a
/// stop and is cut to its used length. So a reader can tell what was lost from what was never confirmed.
///
/// What can wait is left to `tend`: the owner calls it when nothing else is to be done, one small step at a time.
public struct Journal<Storage: JournalStorage> {
  /// How long a segment gets, in bytes.
  public static var segmentBytes: Int { StorageLimits.segmentBytes }
  /// How many lines are held when the card does not take them.
  public static var heldLimit: Int { 4096 }

  struct HeldLine {
    /// Why a line waits to be written.
    enum Cause {
      /// Someone waits to hear that it is saved.
      case draft
      /// It begins this boot.
      case start
      /// Another box wrote it, and who offers it waits to hear that it is saved.
      case offered
      /// It was read at this start, and may not be durable where it stands.
      case unsettled
    }

    let line: JournalLine
    let bytes: [UInt8]
    let cause: Cause
    /// The month in which it was written, by a wall clock that is believed; nil without one.
    let month: Int?
  }

  struct Segment {
    let number: Int
    /// How long the file is.
    let roomBytes: Int
    /// How long its head is.
    let headBytes: Int
    /// Where the next line goes.
    var usedBytes: Int
    /// The month of its first line whose wall clock was believed; nil until there is one.
    var month: Int?
    /// The numbers of which its head says that they were left out.
    let skipped: [ClosedRange<Int>]

    var path: String { SegmentName.path(number) }
    /// Whether no line was saved in it.
    var isFresh: Bool { usedBytes == headBytes }
  }

  /// A segment that is to be cut to its used length.
  struct Retired {
    let number: Int
    var usedBytes: Int
    /// Whether it is closed with a stop first: an end in order, and not one that a later start found.
    var isClosed: Bool
  }

  /// This box's name.
  public let box: String
  /// This boot's ordinal in the log.
  public let boot: Int
  /// The last line number used.
  public internal(set) var lastSequence: Int
  /// The greatest count of any line that was seen: see `LineStamp`.
  var lastCount = 0
  /// Whether lines are only held until `retry` succeeds.
  public internal(set) var isMemoryOnly = false
  /// How many segments there are.
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
  /// What the lines on the flash come to, as far as the next head has to say it.
  var summary: LogSummary
  /// Numbers that were left out although nothing says that any line had them, and of which no head says so yet.
  var skipped: [ClosedRange<Int>]
  /// When the newest line was written.
  var moment: Moment
  var retired: [Retired]
  /// Segments of an import that is decided, and that do not have their names yet.
  var importing: ClosedRange<Int>?
  /// Files that a power cut has left, and of which no one will read a byte.
  var leftovers: [String] = []
  /// Whether what can wait is done: not after it met a fault of the card.
  var canTend = true
  /// Ordinals that starts of this log have, and that lines in this box's name from elsewhere give to others.
  var strangeBoots: Set<Int> = []
  /// When this boot began, or a line of this box came from another one last, on the boot clock.
  var quietSinceMilliseconds = 0
  /// Why `box.json` does not say how far the log has come; nil when it does.
  public internal(set) var markFault: StorageFault?
  /// Whether the last attempts to save a line failed.
  var isCardFailing = false
  /// What this card was given while it kept nothing.
  var wear = FailedWrites()

  /// How many lines are held in memory only.
  public var heldCount: Int { held.count }

  /// How many good lines are on the flash, of whatever kind.
  public var lineCount: Int { summary.ledger.lines }

  /// The count of the next line.
  mutating func nextCount() -> Int {
    lastCount = min(lastCount + 1, LineLimits.count.upperBound)
    return lastCount
  }

  /// Closes the log in order: the segment gets its last line, is cut to its used length and synced. Lines still held are
  /// lost with it: `retry` is the owner's to call before. Appending afterwards would begin a new segment.
  public mutating func close() throws(JournalFault) {
    if let open = segment { retire(open) }
    segment = nil
    do throws(StorageFault) {
      while !retired.isEmpty { try closeRetired() }
    } catch {
      throw .unwritable(error)
    }
  }

  /// Hands a segment over to be closed.
  mutating func retire(_ full: Segment) {
    retired.append(Retired(number: full.number, usedBytes: full.usedBytes, isClosed: true))
  }

  /// Closes the next retired segment. Its lines are durable already, whether this succeeds or not. The stop is durable
  /// before the file gets shorter: a short file without a stop and without a blank end was cut by someone else.
  mutating func closeRetired() throws(StorageFault) {
    var next = retired.removeFirst()
    let path = SegmentName.path(next.number)
    defer { storage.abandon(path) }
    if next.isClosed {
      // What was left out and no head says yet would count as missing.
      let last = skipped.first.map { $0.lowerBound - 1 } ?? summary.ledger.last(of: box)
      let stop = JournalLineCodec.encode(SegmentStop(box: box, moment: moment, lastSequence: last))
      try storage.write(stop, to: path, at: next.usedBytes)
      try storage.sync(path)
      next.usedBytes += stop.count
    }
    // One blank byte behind it says that the rest was given back.
    try storage.truncate(path, to: next.isClosed ? next.usedBytes : next.usedBytes + 1)
    try storage.sync(path)
  }
}

/// What a card has been given while it kept nothing: a card that fails is not worn out by attempts.
public struct FailedWrites: Sendable {
  /// How much may be written in vain within an hour, in bytes.
  public static let hourlyBytes = 1 << 20
  private static let hourMilliseconds = 3_600_000

  private var since = Int.min
  private(set) var bytes = 0

  /// Notes an attempt that failed at a reading of the boot clock.
  mutating func note(_ count: Int, at milliseconds: Int) {
    reset(at: milliseconds)
    bytes += count
  }

  /// Whether so many bytes more may be tried.
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

/// Why the journal cannot do what it is for. Damaged content is never a reason.
public enum JournalFault: Error, Hashable, Sendable {
  /// The log's folder cannot be listed: nothing is known of what was saved, so nothing may be added.
  case unreadable(StorageFault)
  /// Three new segments in a row could not be written: lines are held in memory only.
  case unwritable(StorageFault)
  /// The card kept nothing of a mebibyte within the hour, and is not tried again before the hour is over.
  case resting
  /// All lines were received together, and are in the log; but the card did not say that the decision is kept. A
  /// power cut leaves all of them or none.
  case uncertain(StorageFault)
  /// A line of an import is longer than a line may be.
  case tooLong(EventID)
  /// So many lines of this box wait for the card, and those of other boxes are not received before.
  case behind(count: Int)
  /// As many lines are held as may be; the ones just given were refused.
  case memoryFull(capacity: Int)
}

/// What became of lines given to the journal.
public struct AppendReceipt: Hashable, Sendable {
  /// Lines that are on the flash now, in order: given with this call, or held before it, without boot
  /// lines.
  public internal(set) var acknowledged: [EventID] = []
  /// Where these lines stand in the order of the household.
  public internal(set) var stamps: [EventID: LineStamp] = [:]
  /// Lines that were refused because memory is full.
  public internal(set) var refused: [EventID] = []
  /// How many lines are held in memory only: NOT SAVED.
  public internal(set) var heldCount = 0
  /// Lines of other boxes that are on the flash now.
  var received: [JournalLine] = []
  /// Why lines are held or refused.
  public internal(set) var fault: JournalFault?

  /// Nothing was given, and nothing became of it.
  public init() {}
}
