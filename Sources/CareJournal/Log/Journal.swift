import Nursery

/// The log of one box, open for appending. It has one owner, which calls it from one thread; copies must
/// not be used side by side.
///
/// A line is saved when its bytes are synced, and not before. On a fault the segment is given up, and the
/// lines that were not saved go to a new one byte for byte; readers deliver each id once. When three new
/// segments in a row fail, lines are held in memory, and the owner calls `retry` every 10 seconds.
///
/// Every start begins a new segment. A segment that was closed in order is cut to its used length; one that
/// was not still has its room at the end. So a start can tell how the last one ended.
///
/// What can wait is left to `tend`: the owner calls it when nothing else is to be done, one small step at a time.
public struct Journal<Storage: JournalStorage> {
  /// How long a segment gets, in bytes.
  public static var segmentBytes: Int { 64 * 1024 }
  /// How many lines are held when the card does not take them.
  public static var heldLimit: Int { 4096 }

  struct HeldLine {
    /// Why a line waits to be written.
    enum Cause {
      /// Somebody waits to hear that it is saved.
      case draft
      /// It begins this boot.
      case start
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
    /// Where the next line goes.
    var usedBytes = 0
    /// The month of its first line whose wall clock was believed; nil until there is one.
    var month: Int?

    var path: String { SegmentName.path(number) }
  }

  /// This box's name.
  public let box: String
  /// This boot's ordinal in the log.
  public let boot: Int
  /// The last line number used.
  public internal(set) var lastSequence: Int
  /// Whether lines are only held until `retry` succeeds.
  public internal(set) var isMemoryOnly = false
  /// What the log takes on the card.
  public internal(set) var figures: JournalFigures

  let storage: Storage
  let segmentBytes: Int
  var segment: Segment?
  var lastSegmentNumber: Int
  var held: [HeldLine] = []
  /// What the lines on the flash come to.
  var state: LogState
  var upkeep: Upkeep

  init(
    recovered: Recovered, state: LogState, upkeep: Upkeep, storage: Storage, segmentBytes: Int,
    lastSegmentNumber: Int, figures: JournalFigures
  ) {
    box = recovered.box
    boot = recovered.boot
    lastSequence = recovered.lastSequence
    self.state = state
    self.upkeep = upkeep
    self.storage = storage
    self.segmentBytes = segmentBytes
    self.lastSegmentNumber = lastSegmentNumber
    self.figures = figures
  }

  /// How many lines are held in memory only.
  public var heldCount: Int { held.count }

  /// What the lines on the flash come to: those that were there at the start, and those saved since.
  public var fold: CareFold { state.fold }

  /// How many good lines are on the flash, of whatever kind.
  public var lineCount: Int { state.tally.lines }

  /// Closes the log in order: the segment is cut to its used length and synced. Lines still held are lost with it:
  /// `retry` is the owner's to call before. Appending afterwards would begin a new segment.
  public mutating func close() throws(JournalFault) {
    let open = segment
    segment = nil
    do throws(StorageFault) {
      try cutRetired()
      if let open { try close(open) }
    } catch {
      throw .unwritable(error)
    }
  }

  /// A segment in which nothing was saved tells nothing: it goes, and the one before it is the last.
  private func close(_ open: Segment) throws(StorageFault) {
    guard open.usedBytes == 0 else { return try cut(open.path, to: open.usedBytes) }
    storage.abandon(open.path)
    try storage.remove(open.path)
    try storage.syncDirectory(SegmentName.folder)
  }

  /// Cuts a segment to its used length. Its lines are durable already, whether this succeeds or not.
  func cut(_ path: String, to usedBytes: Int) throws(StorageFault) {
    defer { storage.abandon(path) }
    try storage.truncate(path, to: usedBytes)
    try storage.sync(path)
  }
}
