import Nursery

/// Decides how much a start reads: from the newest segment back to a head before which nothing matters any more. So a
/// start takes as long with a log of ten years as with one of two months.
struct LogOpening {
  /// The least number of lines that are read, if the log has them. Otherwise a clock that was ahead and is corrected
  /// later would leave the pages empty.
  static let leastLines = 4096
  /// A segment number that is more than this beyond the one before it can only be a stray.
  private static let largestHole = 1_000_000

  /// The segments of the log, ascending.
  private(set) var numbers: [Int]
  /// Files named like segments that do not belong to this log.
  private(set) var strays: [String] = []
  /// Segments that were begun and are gone from the end.
  private(set) var vanished: ClosedRange<Int>?
  private(set) var scan: LogScan
  private(set) var fold: CareFold

  private let leastLines: Int
  /// The mark in `box.json`; nil if there is none or its segment is impossible.
  let mark: LogIdentity.Mark?
  /// The box whose log it is, by `box.json` or the newest head; nil if neither says so.
  private(set) var own: String?
  private let floor: Instant
  /// The outline of each segment whose head was read; nil for a segment without a head. Whole heads would take more
  /// memory than the log's events.
  private var outlines: [Int: SegmentHead.Outline?] = [:]

  /// An opening that has read nothing yet, of a log with these segments.
  init(
    numbers: [Int], mark: LogIdentity.Mark?, own: String?, floor: Instant,
    leastLines: Int = LogOpening.leastLines
  ) {
    self.leastLines = leastLines
    self.numbers = numbers.sorted()
    let mark = mark.flatMap { $0.segment - (numbers.max() ?? 0) <= Self.largestHole ? $0 : nil }
    self.mark = mark
    self.floor = floor
    self.own = own
    scan = LogScan(mark: mark, own: own)
    fold = CareFold(floor: floor)
  }

  /// Separates the files of the log from strays. A segment belongs to the log if it has a head of its own, or if its
  /// number is not beyond the mark's; without a mark, if its number is at most `largestHole` beyond the one before. The
  /// segment right after the last of these may have lines and no head: a start that was interrupted may have begun it.
  mutating func findStrays<Storage: JournalStorage>(in storage: Storage) {
    var known: [Int] = []
    for number in numbers {
      let isExpected = mark.map { number <= $0.segment } ?? (number - (known.last ?? 0) <= Self.largestHole)
      if isExpected || isHeaded(number, in: storage)
        || isNextWithLines(number, after: known.last, in: storage)
      {
        known.append(number)
      } else {
        strays.append(SegmentName.file(number))
      }
    }
    numbers = known
    if own == nil { own = newestOwner(of: known, in: storage) }
    guard let mark, mark.segment > known.last ?? 0 else { return }
    vanished = ((known.last ?? 0) + 1)...mark.segment
  }

  /// The box that the newest head names; nil if there is no head.
  private mutating func newestOwner<Storage: JournalStorage>(
    of numbers: [Int], in storage: Storage
  ) -> String? {
    for number in numbers.reversed() {
      if let head = outline(number, in: storage) { return head.box }
    }
    return nil
  }

  /// How many segments the log has beyond its mark; 0 without a mark.
  var segmentsBeyondMark: Int { mark.map { max(0, (numbers.last ?? 0) - $0.segment) } ?? 0 }

  private mutating func isHeaded<Storage: JournalStorage>(_ number: Int, in storage: Storage) -> Bool {
    outline(number, in: storage) != nil
  }

  private func isNextWithLines<Storage: JournalStorage>(
    _ number: Int, after last: Int?, in storage: Storage
  ) -> Bool {
    guard number == (last ?? 0) + 1 else { return false }
    var stream = SegmentStream(number, of: storage)
    do throws(StorageFault) {
      while let piece = try stream.next() { if case .line = piece.content { return true } }
      return false
    } catch {
      // A segment that cannot be read may hold lines.
      return true
    }
  }

  /// Begins the log of a box whose card was replaced by a blank one, under the old name. Other boxes may have earlier
  /// lines of it, and their number is unknown. So the new numbers begin far beyond any earlier ones: the later the wall
  /// clock, the higher the numbers.
  ///
  /// - Returns: the ordinal of this boot.
  mutating func beginBlank(_ box: String, _ start: JournalStart) -> Int {
    let boot = LineLimits.ordinal(beyond: 0, by: start.wall, start.random.1)
    let ordinal = start.wall == nil ? 0 : boot
    scan.begin(box, after: LineLimits.vanishedNumbers(after: 0, of: ordinal, start.random.2))
    return boot
  }

  /// Reads the log for a start.
  ///
  /// - Returns: the highest boot ordinal that was or may have been used.
  mutating func read<Storage: JournalStorage>(
    from storage: Storage, start: JournalStart, box: (String?) -> String
  ) -> Int {
    var count = 0
    while let index = cut(leastSegments: count, in: storage) {
      if let boot = read(from: index, storage, start, box) { return boot }
      // Something needs older lines. Reading twice as many segments keeps the total linear.
      count = 2 * (numbers.count - index)
    }
    if let boot = read(from: nil, storage, start, box) { return boot }
    if let boot = read(from: nil, storage, start, box, skipsImports: false) { return boot }
    return read(from: nil, storage, start, box, skipsImports: false, forgets: false) ?? 0
  }

  /// The newest place where a start may begin to read, with at least `leastSegments` segments; nil if it must read all.
  private mutating func cut<Storage: JournalStorage>(leastSegments: Int, in storage: Storage) -> Int? {
    var newest: (instant: Instant, lines: Int)?
    for index in numbers.indices.reversed() {
      guard let head = outline(numbers[index], in: storage), head.isComplete else { continue }
      let before = newest ?? (head.instant, head.lines)
      newest = before
      let isOld = head.instant < before.instant.adding(minutes: -CareFold.heldDays * 1440)
      if isOld, before.lines - head.lines >= leastLines, numbers.count - index >= leastSegments {
        return index
      }
    }
    return nil
  }

  private mutating func outline<Storage: JournalStorage>(
    _ number: Int, in storage: Storage
  ) -> SegmentHead.Outline? {
    if let known = outlines[number] { return known }
    let outline = Journal<Storage>.head(number, of: storage)?.outline
    outlines.updateValue(outline, forKey: number)
    return outline
  }

  /// Reads all segments from one on, or all of the log. Nil if something needs a line that was not read.
  private mutating func read<Storage: JournalStorage>(
    from index: Int?, _ storage: Storage, _ start: JournalStart, _ box: (String?) -> String,
    skipsImports: Bool = true, forgets: Bool = true
  ) -> Int? {
    let head = index.flatMap { Journal<Storage>.head(numbers[$0], of: storage) }
    // The head could be read a moment ago, but not any more.
    if index != nil, head == nil { return nil }
    var scan = LogScan(mark: mark, own: own, after: head)
    guard var fold = head.map({ CareFold(from: $0, floor: floor) }) ?? CareFold(floor: floor) else {
      return nil
    }
    var latestSkipped: Instant?
    // A log without heads may have more events than fit the memory.
    var (most, hasForgotten) = (forgets ? 4 * leastLines : Int.max, false)
    for number in numbers[(index ?? 0)...] {
      if skipsImports, number != numbers.last, let span = outline(number, in: storage)?.span,
        let newest = outline(numbers.last ?? 0, in: storage)?.instant,
        span.upperBound < newest.adding(minutes: -CareFold.heldDays * 1440)
      {
        outline(number, in: storage)?.imported.map { scan.skip($0) }
        latestSkipped = max(span.upperBound, latestSkipped ?? span.upperBound)
      } else {
        scan.read(number, of: storage) { line, _ in fold.apply(line) }
      }
      guard fold.eventCount > most else { continue }
      fold.settle()
      fold.forget(before: fold.limit(at: start, boot: scan.ledger.lastBoot + 1))
      (most, hasForgotten) = (max(most, 2 * fold.eventCount), true)
    }
    fold.settle()
    if head != nil, fold.missesOlderLines { return nil }
    let boot = scan.finish(
      box: box(scan.owner), hasVanished: vanished != nil, wall: start.wall,
      random: (start.random.2, start.random.1))
    let limit = fold.limit(at: start, boot: boot + 1)
    if latestSkipped != nil || hasForgotten, fold.awaitsEvents(since: limit) { return nil }
    if let latestSkipped, latestSkipped >= limit { return nil }
    if let head, !isSound(fold, after: head, limit) { return nil }
    fold.forget(before: limit)
    (self.scan, self.fold) = (scan, fold)
    return boot
  }

  /// Whether the lines read are consistent with the head at which reading began: they contradict no clock of the head,
  /// no correction waits for an event before it, and no event that is still held ended before it.
  private func isSound(_ fold: CareFold, after head: SegmentHead, _ limit: Instant) -> Bool {
    let running = head.moment.boot
    guard let past = head.past, fold.clocks.isSynced(boot: running.boot),
      fold.clocks.instant(at: running) <= limit,
      !fold.awaitsEvents(since: limit)
    else { return false }
    return past.clocks.allSatisfy { $0.syncedOffset == nil || fold.clocks.isSynced(boot: $0.boot) }
  }
}

extension SegmentHead {
  /// The parts of a head that decide whether reading may begin there.
  fileprivate struct Outline {
    let box: String
    let instant: Instant
    let isComplete: Bool
    /// The number of lines before it.
    let lines: Int
    var span: ClosedRange<Instant>? { imported?.span }
    /// The whole head, if the segment holds imported lines.
    let imported: SegmentHead?
  }

  fileprivate var outline: Outline {
    let lines = past?.accounts.values.reduce(0) { $0 + $1.lines } ?? 0
    return Outline(
      box: box, instant: instant, isComplete: isComplete, lines: lines, imported: span == nil ? nil : self)
  }
}
