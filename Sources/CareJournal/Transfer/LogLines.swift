import Nursery

/// The lines of a log, in order, with one segment in memory at a time. Nothing is opened, written or locked: a box that
/// runs is not disturbed.
public enum LogLines {
  /// What could not be read.
  public struct Losses: Hashable, Sendable {
    /// Pieces that are no line.
    public var damaged = 0
    /// Segments that the medium did not give back.
    public var unreadable = 0
  }

  /// Delivers every line that can be read with its text, without the line end. A line that is repeated is delivered
  /// once, as far as `RecentLines` can tell. Fails only when the log's folder cannot be listed.
  ///
  /// - Parameter isWanted: whether to go on; asked before each segment.
  @discardableResult
  public static func read<Storage: JournalStorage>(
    from storage: Storage, while isWanted: () -> Bool = { true },
    _ receive: (JournalLine, ArraySlice<UInt8>) -> Void
  ) throws(JournalFault) -> Losses {
    var recent = RecentLines()
    var losses = Losses()
    let numbers = try Journal<Storage>.segmentNumbers(in: storage)
    for number in numbers where isWanted() {
      do throws(StorageFault) {
        if number == numbers.last { try waitForWriter(of: number, in: storage) }
        losses.damaged += try read(number, in: storage, &recent, receive)
      } catch  where error.reason == .missing {
        // A box that runs has replaced it meanwhile, since it held nothing.
      } catch {
        losses.unreadable += 1
      }
    }
    return losses
  }

  private static func read<Storage: JournalStorage>(
    _ number: Int, in storage: Storage, _ recent: inout RecentLines,
    _ receive: (JournalLine, ArraySlice<UInt8>) -> Void
  ) throws(StorageFault) -> Int {
    var stream = SegmentStream(number, of: storage)
    var damaged = 0
    while let piece = try stream.next() {
      switch piece.content {
      case .line(let line): if recent.insert(line.id) { receive(line, stream.text(of: piece)) }
      case .odd, .damage: damaged += 1
      case .head, .stop: break
      }
    }
    return damaged
  }

  /// A box that runs may be writing a line into the newest segment: what looks damaged there is looked at again until
  /// it stays the same.
  private static func waitForWriter<Storage: JournalStorage>(
    of number: Int, in storage: Storage
  ) throws(StorageFault) {
    var damage: [Range<Int>]?
    for _ in 0..<4 {
      let found = try Self.damage(in: number, of: storage)
      if found.isEmpty || found == damage { return }
      damage = found
    }
  }

  /// The last pieces that are no line.
  private static func damage<Storage: JournalStorage>(
    in number: Int, of storage: Storage
  ) throws(StorageFault) -> [Range<Int>] {
    var stream = SegmentStream(number, of: storage)
    var found: [Range<Int>] = []
    while let piece = try stream.next() {
      guard case .damage = piece.content else { continue }
      found = found.suffix(1) + [piece.range]
    }
    return found
  }
}

/// Recognises a line that comes again. A box repeats what it was not told to be saved, 4,096 lines at most, in
/// the segments that follow; so the last 16,384 lines are enough, and a log of any length is read in the same memory.
struct RecentLines {
  private static let window = 16_384

  private var newer: Set<EventID> = []
  private var older: Set<EventID> = []

  /// Notes a line; returns whether it is not among the last ones.
  mutating func insert(_ id: EventID) -> Bool {
    guard !older.contains(id), newer.insert(id).inserted else { return false }
    if newer.count >= Self.window { (older, newer) = (newer, []) }
    return true
  }
}
