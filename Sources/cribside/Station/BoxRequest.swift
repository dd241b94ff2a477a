import CareJournal
import Nursery

/// What a command asks of a box, wherever the box is: over the socket, in a simulation, or in its directory.
enum BoxRequest: Hashable, Sendable {
  case status(json: Bool)
  case explain(json: Bool)
  case learn(json: Bool)
  case logAdd(LateCare)
  case logEdit(EventName, LatePatch)
  case logDelete(EventName)
  case logList(days: Int, json: Bool)
  case logVerify(json: Bool)
  case nights(NightsWish)
  /// Begin to measure an empty crib, or only tell how far that is.
  case calibrate(starts: Bool, json: Bool)
  case quiet(QuietWish)
  /// About the phones that may use the page.
  case phone(PhoneWish)
  /// The log's lines as they stand, for a program that reads it.
  case lines(LinesWish)
  /// To be sent the state whenever it changes.
  case watch
}

/// Who asks, and under which name.
struct Asker: Hashable, Sendable {
  /// The name of a phone; nil: someone at the box.
  var by: String?
  /// The id of the line that fulfils the wish, which makes it safe to ask again; nil: the box chooses one.
  var id: EventID?
}

/// Which lines of the log are asked for.
struct LinesWish: Hashable, Sendable {
  /// Most lines of one answer.
  static let limit = 500

  /// The last number that is known, by box; a box that is not named: all of its lines.
  var after: [String: Int]
  /// How many lines at most.
  var limit = Self.limit

  /// Reads `{"after":{"7c1e9a04b2d1":12},"limit":500}`; both may be missing.
  init(from fields: inout Fields) throws(FieldFault) {
    limit = try fields.optional("limit", as: .integer(in: 1...Self.limit)) ?? Self.limit
    after = [:]
    guard let value = fields.take("after"), value.kind != .null else { return }
    guard case .object(let members) = value.kind else {
      throw fields.fault("after", expected: "an object of boxes and numbers")
    }
    for member in members {
      guard case .integer(let number) = member.value.kind, number >= 0 else {
        throw fields.fault("after", expected: "an object of boxes and numbers")
      }
      after[member.key] = number
    }
  }
}

/// A time as a person gives it.
enum TimeWish: Hashable, Sendable {
  /// A whole instant.
  case instant(Instant)
  /// The moment at which it is done.
  case now
  /// Such a time of day: the latest that is not in the future, or that of an event's own day.
  case timeOfDay(WallTime)

  /// Reads `now`, `HH:MM` or an instant with its offset; nil for anything else.
  init?(_ text: String) {
    if text == "now" {
      self = .now
    } else if let time = ISO8601.time(text) {
      self = .timeOfDay(time)
    } else if let instant = ISO8601.instant(text) {
      self = .instant(instant)
    } else {
      return nil
    }
  }

  /// The instant that is meant, now and in a zone.
  func instant(now: Instant, zone: ZoneWindow) -> Instant {
    switch self {
    case .now: return now
    case .instant(let instant): return instant
    case .timeOfDay(let time):
      let today = zone.civil(now).date
      if let last = Self.last(today, time, in: zone, until: now) { return last }
      let yesterday = today.adding(days: -1)
      return Self.last(yesterday, time, in: zone, until: now) ?? zone.instant(yesterday, time)
    }
  }

  /// The time on the day of an instant.
  func onDay(of day: Instant, zone: ZoneWindow) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: day, zone: zone) }
    return zone.instant(zone.civil(day).date, time)
  }

  /// The start that is meant for an event which began at an instant and ended, or runs until now: on the same day.
  /// Where that would be too late, the evening before is meant if it is less than 6 hours away.
  func start(began: Instant, until end: Instant, zone: ZoneWindow) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: end, zone: zone) }
    let date = zone.civil(began).date
    let meant = Self.nearest(to: began, Self.times(date, time, in: zone))
    let before = Self.nearest(to: began, Self.times(date.adding(days: -1), time, in: zone))
    let isEveningBefore = meant > end && before.adding(minutes: 360) > began
    return isEveningBefore ? before : meant
  }

  /// The end that is meant for an event with this start: on the start's day, or the day after where it is earlier
  /// in the day than the start.
  func end(after start: Instant, zone: ZoneWindow) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: start, zone: zone) }
    let began = zone.civil(start)
    let sameDay = Self.times(began.date, time, in: zone)
    if let meant = sameDay.first(where: { $0 >= start }) { return meant }
    guard time < began.time else { return sameDay[0] }
    return zone.instant(began.date.adding(days: 1), time)
  }

  /// The time on a date, the second one where the clocks go back over it; nil when it has not been yet.
  private static func last(
    _ date: CivilDate, _ time: WallTime, in zone: ZoneWindow, until now: Instant
  ) -> Instant? {
    times(date, time, in: zone).last { $0 <= now }
  }

  private static func nearest(to instant: Instant, _ times: [Instant]) -> Instant {
    let distance = { (time: Instant) in abs(time.milliseconds - instant.milliseconds) }
    return times.dropFirst().reduce(times[0]) { distance($1) < distance($0) ? $1 : $0 }
  }

  /// The time on a date; twice, in their order, where the clocks go back over it.
  private static func times(_ date: CivilDate, _ time: WallTime, in zone: ZoneWindow) -> [Instant] {
    let first = zone.instant(date, time)
    let later = zone.offsetSeconds(at: first.adding(minutes: 1440))
    let second = Instant(
      milliseconds: first.milliseconds + (zone.offsetSeconds(at: first) - later) * 1000)
    let isRepeated = second > first && zone.civil(second) == (date, time)
    return isRepeated ? [first, second] : [first]
  }
}

/// An event to add late.
struct LateCare: Hashable, Sendable {
  var kind: CareKind
  var start: TimeWish
  var end: TimeWish?
  var side: NursingSide?
  /// The baby's name or number; nil: the one the buttons speak of.
  var baby: String?
}

/// What to change about an event.
struct LatePatch: Hashable, Sendable {
  var start: TimeWish?
  var end: TimeWish?
  /// Take the end away.
  var runsAgain = false
  var side: NursingSide?

  /// What it changes about an event. Times of day are those of the event's own day, whatever day it is now.
  func patch(of care: Care, clocks: ClockHistory, zone: ZoneWindow, now: Instant) -> CarePatch {
    let end = end.map { $0 == .now ? .instant(now) : $0 }
    let (began, ended) = (clocks.resolve(care.start).instant, care.end.map { clocks.resolve($0).instant })
    let until = end?.onDay(of: began, zone: zone) ?? (runsAgain ? nil : ended) ?? now
    let start = start?.start(began: began, until: until, zone: zone)
    var patch = CarePatch(side: side)
    patch.start = start.map { .wall($0) }
    if runsAgain { patch.end = .some(nil) }
    if let end { patch.end = .some(.wall(end.end(after: start ?? began, zone: zone))) }
    return patch
  }
}

/// An event's id as a person types it: the whole, or its last characters as `log list` shows them.
struct EventName: Hashable, Sendable {
  /// Lower-case hexadecimal digits, dashes left out.
  var digits: String

  /// Reads four or more digits; nil for anything else.
  init?(_ text: String) {
    let digits = text.lowercased().filter { $0 != "-" }
    guard (4...32).contains(digits.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    self.digits = digits
  }

  /// Whether an event is meant.
  func matches(_ id: EventID) -> Bool { id.digits.hasSuffix(digits) }
}

extension EventID {
  /// The 32 hexadecimal digits.
  var digits: String {
    func padded(_ word: UInt64) -> String {
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return padded(high) + padded(low)
  }

  /// What a person needs to name it on the command line: the last eight digits.
  var shortName: String { String(digits.suffix(8)) }
}
