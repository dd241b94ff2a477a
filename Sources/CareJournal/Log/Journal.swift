import Nursery

/// The log of one box, open for appending. It has one owner, which calls it from one thread; copies must
/// not be used side by side.
///
/// A line is saved when its bytes are synced, and not before. On a fault the segment is given up, and the
/// lines that were not saved go to a new one byte for byte; readers deliver each id once. When three new
/// segments in a row fail, lines are held in memory, and the owner calls `retry` every 10 seconds.
///
/// Every start begins a new segment. A segment that was closed in order is cut to its used length; one that
/// was not still has its room at the end, and is left as it is. So a start can tell how the last one ended.
public struct Journal<Storage: JournalStorage> {
  /// How long a segment gets, in bytes.
  public static var segmentBytes: Int { 64 * 1024 }
  /// How many lines are held when the card does not take them.
  public static var heldLimit: Int { 4096 }

  struct HeldLine {
    let id: EventID
    let bytes: [UInt8]
    let isBootLine: Bool
  }

  struct Segment {
    let path: String
    /// Where the next line goes.
    var usedBytes = 0
  }

  /// This box's name.
  public let box: String
  /// This boot's ordinal in the log.
  public let boot: Int
  /// The last line number used.
  public internal(set) var lastSequence: Int
  /// Whether lines are only held until `retry` succeeds.
  public internal(set) var isMemoryOnly = false

  let storage: Storage
  let segmentBytes: Int
  var segment: Segment?
  var lastSegmentNumber: Int
  var held: [HeldLine] = []

  init(recovered: Recovered, storage: Storage, segmentBytes: Int, lastSegmentNumber: Int) {
    box = recovered.box
    boot = recovered.boot
    lastSequence = recovered.lastSequence
    self.storage = storage
    self.segmentBytes = segmentBytes
    self.lastSegmentNumber = lastSegmentNumber
  }

  /// How many lines are held in memory only.
  public var heldCount: Int { held.count }

  /// Closes the log in order: the segment is cut to its used length and synced. Lines still held are tried
  /// once more. Appending afterwards would begin a new segment.
  public mutating func close() throws(JournalFault) {
    _ = retry()
    guard let open = segment else { return }
    segment = nil
    do throws(StorageFault) {
      try seal(open)
    } catch {
      throw .unwritable(error)
    }
  }

  /// Cuts a segment to its used length. Its lines are durable already, whether this succeeds or not.
  func seal(_ segment: Segment) throws(StorageFault) {
    defer { storage.abandon(segment.path) }
    try storage.truncate(segment.path, to: segment.usedBytes)
    try storage.sync(segment.path)
  }
}
