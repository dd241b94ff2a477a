import CareJournal
import Nursery

/// Which times the segments of a log concern: the starts of the events that their lines add or correct. A span of time
/// of a long log is then read from a few segments. If an event has several starts, all of them count for each segment
/// with a line of it, so that either all lines of an event are read or it is not wanted.
struct SegmentReach {
  private static let always = Instant.distantPast...Instant.distantFuture
  /// How many events count as recent. Nearly all corrections concern one of them.
  private static let recentEvents = 16_384

  /// Whether a correction was found before its event, or long after it.
  private(set) var hasStrangers = false
  private var starts: [Int: ClosedRange<Instant>] = [:]
  private var segment = 0
  private let everywhere: Set<EventID>
  private var reader: InstantReader
  /// Events whose start was changed: the new starts, and all of them once their first line was read.
  private let moves: [EventID: ClosedRange<Instant>]
  private var moved: [EventID: ClosedRange<Instant>] = [:]
  private var newer: [EventID: Instant] = [:]
  private var older: [EventID: Instant] = [:]

  /// The state before the log is read, after the first pass with these results.
  init(_ survey: LogSurvey, _ clocks: ClockHistory) {
    everywhere = survey.everywhere
    moves = survey.moved
    reader = InstantReader(clocks)
  }

  /// Whether lines of a segment may concern events of a time. The last segment may have grown meanwhile.
  func reaches(_ near: Range<Instant>, in number: Int) -> Bool {
    number >= segment || starts[number].map { Self.meets($0, near) } ?? false
  }

  /// The events with several starts, one of which lies in a time.
  func moved(near: Range<Instant>) -> [EventID] {
    moved.compactMap { Self.meets($0.value, near) ? $0.key : nil }
  }

  private static func meets(_ starts: ClosedRange<Instant>, _ near: Range<Instant>) -> Bool {
    starts.lowerBound < near.upperBound && starts.upperBound >= near.lowerBound
  }

  /// Begins with a segment.
  mutating func begin(_ number: Int) { segment = number }

  /// Notes the next line of the segment.
  mutating func note(_ line: JournalLine) {
    guard case .care(let event) = line.entry else { return }
    var range = range(of: event)
    if everywhere.contains(event.about) { range = Self.always }
    starts[segment] = (starts[segment] ?? range).with(range)
  }

  private mutating func range(of event: CareEvent) -> ClosedRange<Instant> {
    guard case .added(let care) = event.change else {
      if let range = moved[event.about] { return range }
      if moves[event.about] == nil, let start = newer[event.about] ?? older[event.about] {
        return start...start
      }
      hasStrangers = true
      return Self.always
    }
    let start = reader.instant(care.start)
    if let moves = moves[event.id] {
      let range = (moved[event.id] ?? moves).with(start)
      moved[event.id] = range
      return range
    }
    if newer.count >= Self.recentEvents { (older, newer) = (newer, [:]) }
    newer[event.id] = start
    return start...start
  }
}
