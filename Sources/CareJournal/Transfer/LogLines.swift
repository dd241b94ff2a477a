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
        let segment = try segment(number, isNewest: number == numbers.last, in: storage)
        losses.damaged += read(segment, number, &recent, receive)
      } catch  where error.reason == .missing {
        // A box that runs has removed it meanwhile, since it held nothing.
      } catch {
        losses.unreadable += 1
      }
    }
    return losses
  }

  private static func read(
    _ segment: [UInt8], _ number: Int, _ recent: inout RecentLines,
    _ receive: (JournalLine, ArraySlice<UInt8>) -> Void
  ) -> Int {
    var reader = SegmentReader(segment, number: number)
    var damaged = 0
    while let piece = reader.next() {
      switch piece {
      case .line(let line, let range): if recent.insert(line.id) { receive(line, segment[range]) }
      case .odd, .damage: damaged += 1
      }
    }
    return damaged
  }

  /// A segment's bytes. A box that runs may be writing a line into the newest one: what looks damaged there is read
  /// again until it stays the same.
  private static func segment<Storage: JournalStorage>(
    _ number: Int, isNewest: Bool, in storage: Storage
  ) throws(StorageFault) -> [UInt8] {
    let path = SegmentName.path(number)
    var bytes = try storage.read(path)
    var tries = isNewest ? 3 : 0
    while tries > 0, hasDamage(bytes, number) {
      let again = try storage.read(path)
      tries = again == bytes ? 0 : tries - 1
      bytes = again
    }
    return bytes
  }

  private static func hasDamage(_ segment: [UInt8], _ number: Int) -> Bool {
    var reader = SegmentReader(segment, number: number)
    while let piece = reader.next() { if case .damage = piece { return true } }
    return false
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
