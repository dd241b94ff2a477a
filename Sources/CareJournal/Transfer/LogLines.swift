import Nursery

/// The lines of a log in order, with one window of a segment in memory at a time. Nothing is opened, written or locked,
/// so a running box is not disturbed.
public enum LogLines {
  /// What could not be read.
  public struct Losses: Hashable, Sendable {
    /// Pieces that are not lines.
    public var damaged = 0
    /// Segments that the medium could not return.
    public var unreadable = 0
  }

  /// The fault of an answer that needs every line.
  package static let unreadable = JournalFault.unreadable(
    StorageFault(operation: "read", path: "a segment of the log", reason: .other))

  /// Delivers every readable line with its text, without the line end. Times on other boxes' clocks name those boxes. A
  /// repeated line is delivered once, if `RecentLines` recognises it. Fails only if the log's folder cannot be listed.
  ///
  /// - Parameters:
  ///   - after: the numbers up to which each box's lines are not needed. Segments that have no other lines are not
  ///     read.
  ///   - isWanted: whether to read the segment with a number; called before each one.
  @discardableResult
  public static func read<Storage: JournalStorage>(
    from storage: Storage, after: [String: Int] = [:], where isWanted: (Int) -> Bool = { _ in true },
    _ receive: (JournalLine, ArraySlice<UInt8>) -> Void
  ) throws(JournalFault) -> Losses {
    var recent = RecentLines()
    var losses = Losses()
    let own = Journal<Storage>.owner(of: storage)
    let numbers = try Journal<Storage>.segmentNumbers(in: storage)
    let first = after.isEmpty ? nil : first(of: numbers, after: after, in: storage)
    for number in numbers.drop(while: { $0 < first ?? $0 }) where isWanted(number) {
      do throws(StorageFault) {
        if number == numbers.last { try waitForWriter(of: number, in: storage) }
        let (damaged, isBlank) = try read(number, in: storage, own, &recent, receive)
        // A segment gets its head before its name.
        losses.damaged += isBlank ? 1 : damaged
      } catch  where error.reason == .missing {
        // A running box has replaced the segment meanwhile, since the segment held nothing.
      } catch {
        losses.unreadable += 1
      }
    }
    return losses
  }

  /// The newest segment before which no line has a number above these; nil if there is none. Only heads are read.
  private static func first<Storage: JournalStorage>(
    of numbers: [Int], after: [String: Int], in storage: Storage
  ) -> Int? {
    numbers.reversed().first { number in
      guard let past = Journal<Storage>.head(number, of: storage)?.past else { return false }
      return past.accounts.allSatisfy { $0.value.last <= after[$0.key] ?? 0 }
    }
  }

  private static func read<Storage: JournalStorage>(
    _ number: Int, in storage: Storage, _ own: String?, _ recent: inout RecentLines,
    _ receive: (JournalLine, ArraySlice<UInt8>) -> Void
  ) throws(StorageFault) -> (damaged: Int, isBlank: Bool) {
    var stream = SegmentStream(number, of: storage)
    var (damaged, isBlank) = (0, true)
    while let piece = try stream.next() {
      isBlank = false
      switch piece.content {
      case .line(let line):
        if recent.insert(line) { receive(line.seen(by: own), stream.text(of: piece)) }
      case .odd, .damage: damaged += piece.isContinued ? 0 : 1
      case .head, .stop: break
      }
    }
    return (damaged, isBlank && stream.length > 0)
  }

  /// A running box may be writing a line into the newest segment: damage there is read again until it stays the same.
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

  /// The last two damaged pieces.
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
