import CareJournal
import Nursery

/// What one pass over a log says about its events before any is collected: how many there are on each day, and which of
/// them may turn up in another stretch of time than that in which they were added.
package struct LogSurvey {
  /// Whose events there are.
  private(set) var babies: Set<BabyID> = []
  /// Lines of a newer version.
  private(set) var foreign = 0
  /// What could not be read.
  package var leftOut = LeftOut()
  /// The events of interest, while they are few enough to be collected in one go; else nil.
  private(set) var all: Set<EventID>?
  /// Where events of interest begin.
  let begin: Instant

  private let since: Instant?
  private let limit: Int
  private var reader: InstantReader
  /// Events that have got another start, and the first and the last one of these.
  private(set) var moved: [EventID: ClosedRange<Instant>] = [:]
  /// Events that began before and had not ended.
  private var lasting: Set<EventID> = []
  /// Of what began before, the last one of each kind: what has no end before it was followed by it.
  private var last: [Kind: (start: Instant, id: EventID)] = [:]
  /// Events by day, from 1970 to 2099; what lies outside counts for the first or the last.
  private var days = [UInt32](repeating: 0, count: Self.dayCount)

  private struct Kind: Hashable {
    let baby: BabyID
    let kind: CareKind
  }

  private static let dayCount = 47_482
  private static let dayMilliseconds = 86_400_000
  /// Nothing lasts as long, so what began earlier contradicts nothing.
  private static let reachMinutes = 2 * 1440

  init(clocks: ClockHistory, since: Instant?, limit: Int) {
    reader = InstantReader(clocks)
    self.since = since
    self.limit = limit
    begin = since?.adding(minutes: -Self.reachMinutes) ?? .distantPast
    all = []
  }

  /// Events that are collected for every stretch.
  var everywhere: Set<EventID> { lasting.union(last.values.map(\.id)) }

  /// More events than a household can have are collected for every stretch.
  var isTooOdd: Bool { moved.count + lasting.count > 100_000 }

  /// Notes the next line.
  mutating func note(_ line: JournalLine) {
    switch line.entry {
    case .boot, .sync, .left: break
    case .foreign: foreign += 1
    case .care(let event):
      babies.insert(event.baby)
      switch event.change {
      case .added(let care): note(care, of: event)
      case .amended(let target, let patch): note(patch, of: target)
      case .deleted: break
      }
    }
  }

  private mutating func note(_ care: Care, of event: CareEvent) {
    let start = reader.instant(care.start)
    if start >= begin {
      days[Self.day(start)] += 1
      if let count = all?.count { if count < limit { all?.insert(event.id) } else { all = nil } }
    }
    guard let since, start < since, care.kind.lasts else { return }
    let kind = Kind(baby: event.baby, kind: care.kind)
    if last[kind].map({ start >= $0.start }) ?? true { last[kind] = (start, event.id) }
    if care.end.map({ reader.instant($0) >= since }) ?? true, !isTooOdd { lasting.insert(event.id) }
  }

  private mutating func note(_ patch: CarePatch, of target: EventID) {
    if let time = patch.start, !isTooOdd {
      let start = reader.instant(time)
      moved[target] = (moved[target] ?? start...start).with(start)
    }
    guard let since, let end = patch.end else { return }
    if end.map({ reader.instant($0) < since }) ?? false {
      lasting.remove(target)
    } else if !isTooOdd {
      lasting.insert(target)
    }
  }

  private static func day(_ instant: Instant) -> Int {
    min(max(0, instant.milliseconds / dayMilliseconds), dayCount - 1)
  }

  /// Stretches of time, in order and without gaps, each of so many events at most, unless one day has more.
  func stretches(of limit: Int) -> [Range<Instant>] {
    var stretches: [Range<Instant>] = []
    var (from, count) = (Instant.distantPast, 0)
    if all == nil {
      for (day, events) in days.enumerated() where events > 0 {
        let start = Instant(milliseconds: day * Self.dayMilliseconds)
        if count > 0, count + Int(events) > limit, start > from {
          stretches.append(from..<start)
          (from, count) = (start, 0)
        }
        count += Int(events)
      }
    }
    return stretches + [from..<Instant.distantFuture]
  }
}

extension Instant {
  /// Earlier and later than everything that happens.
  static let distantPast = Instant(milliseconds: .min)
  static let distantFuture = Instant(milliseconds: .max)
}

extension ClosedRange<Instant> {
  /// The least range that has both.
  func with(_ other: ClosedRange) -> ClosedRange {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }

  /// The least range that has an instant too.
  func with(_ instant: Instant) -> ClosedRange { with(instant...instant) }
}
