import Bedside
import CareJournal
import Nursery

/// What a command asks of a box, wherever the box is: over the socket, in a simulation, or in its directory.
package enum BoxRequest: Hashable, Sendable {
  /// The running box, with the state of one baby by name or number, or of the baby to which the buttons are set.
  case status(baby: String? = nil, json: Bool)
  /// Why the Now page shows what it shows, for one baby by name or number, or for the baby to which the buttons are
  /// set.
  case explain(baby: String? = nil, json: Bool)
  /// A summary of the day, for one baby by name or number, or for all.
  case today(baby: String? = nil, json: Bool)
  /// What was learned about one baby by name or number, or about the baby to which the buttons are set; as JSON, about
  /// all.
  case learn(baby: String? = nil, json: Bool)
  case logAdd(LateCare)
  /// End the sleep or the nursing that is in progress; without a time, now.
  case logEnd(CareKind, at: TimeWish?, baby: String?)
  case logEdit(EventName, LatePatch)
  case logDelete(EventName)
  /// The events of one baby by name or number, or of all.
  case logList(days: Int, baby: String? = nil, json: Bool)
  case logVerify(json: Bool)
  case nights(NightsWish)
  /// Begin to measure an empty crib, or only report the progress.
  case calibrate(starts: Bool, json: Bool)
  case quiet(QuietWish)
  /// A request about the phones that may use the page.
  case phone(PhoneWish)
  /// Set the clock by hand, if neither the network nor a battery clock has set it.
  case clockSet(TimeWish)
  /// Change settings of a baby, or those for its day.
  case set(PlanWish, baby: String?)
  /// Read the configuration file again.
  case reload
  /// The log's lines byte for byte, for a program that reads them.
  case lines(LinesWish)
  /// Lines of other boxes, byte for byte.
  case offer([[UInt8]])
  /// The box's id, and up to which number it has the lines of each box.
  case have
  /// The state of the household's other boxes, as reported by the program that connects them.
  case link(LinkWish)
  /// Receive the state whenever it changes.
  case watch

  /// Whether it is only a question, and changes nothing.
  var isQuestion: Bool {
    switch self {
    case .status, .explain, .today, .learn, .logList, .logVerify, .lines, .have, .watch: true
    case .logAdd, .logEnd, .logEdit, .logDelete, .nights, .calibrate, .quiet, .phone, .clockSet, .set,
      .reload, .offer, .link:
      false
    }
  }
}

/// The sender of a request, and the id for its line.
package struct Asker: Hashable, Sendable {
  /// The name of a phone; nil for a person at the box.
  package var by: String?
  /// The id for its line, which makes it safe to send the request again; nil if the box chooses one.
  package var id: EventID?
}

/// Which lines of the log are requested.
package struct LinesWish: Hashable, Sendable {
  /// The maximum number of lines in one answer.
  static let limit = 500

  /// The last number that the client has, by box; of a box that is not named, all lines are sent.
  var after: [String: Int]
  /// The maximum number of lines.
  var limit = Self.limit
  /// Whether to send the lines with the lowest numbers, by number, and not the first ones in the order of the log.
  var lowestFirst = false
  /// The last number of each box that is known to be synced; later lines may still be lost. Nil if no box runs.
  var through: [String: Int]?

  /// Reads `{"after":{"7c1e9a04b2d1":12},"limit":500,"lowestFirst":true}`; each may be missing.
  init(from fields: inout Fields) throws(FieldFault) {
    lowestFirst = try fields.optional("lowestFirst", as: .bool) ?? false
    limit = try fields.optional("limit", as: .integer(in: 1...Self.limit)) ?? Self.limit
    after = try fields.numbersByBox("after")
  }
}

/// The report of the program that connects the household.
package struct LinkWish: Hashable, Sendable {
  /// For how long the broker has been connected; nil if it is not.
  var seconds: Int?
  /// How many lines each other box lacks.
  var behind: [String: Int]

  /// Reads `{"seconds":120,"behind":{"90ab12cd34ef":3}}`; both may be missing.
  init(from fields: inout Fields) throws(FieldFault) {
    seconds = try fields.optional("seconds", as: .integer(in: 0...1_000_000_000))
    behind = try fields.numbersByBox("behind")
  }

  /// The same report, received at a time of the box.
  func news(at boot: BootTime) -> LinkNews {
    let since = seconds.map { BootTime(boot: boot.boot, milliseconds: max(0, boot.milliseconds - $0 * 1000)) }
    return LinkNews(
      heard: boot, since: since,
      others: behind.sorted { $0.key < $1.key }.map { LinkNews.Other(box: $0.key, behind: $0.value) })
  }
}

extension Fields {
  /// Reads an object of boxes and numbers from 0; empty if it is missing.
  fileprivate mutating func numbersByBox(_ key: String) throws(FieldFault) -> [String: Int] {
    guard let value = remove(key), value.kind != .null else { return [:] }
    guard case .object(let members) = value.kind else {
      throw fault(key, expected: "an object of boxes and numbers")
    }
    var numbers: [String: Int] = [:]
    for member in members {
      guard case .integer(let number) = member.value.kind, number >= 0 else {
        throw fault(key, expected: "an object of boxes and numbers")
      }
      numbers[member.key] = number
    }
    return numbers
  }
}

/// A time as a person gives it.
package enum TimeWish: Hashable, Sendable {
  /// A whole instant.
  case instant(Instant)
  /// A time of day: the latest one that is not in the future, or the one on an event's own day.
  case timeOfDay(WallTime)
  /// A time of day on a date, as `log list` shows it.
  case local(CivilDate, WallTime)
  /// This many minutes before now.
  case ago(minutes: Int)

  /// The longest accepted age, in minutes: a week.
  static let longestAgoMinutes = 7 * 1440

  /// Reads `7:05`, `now`, `20m ago`, `1h30m ago`, `2026-02-11 7:05` or an instant with its offset; nil for anything else.
  package init?(_ text: String) {
    if let time = ISO8601.typedTime(text) {
      self = .timeOfDay(time)
    } else if let (date, time) = Self.local(text) {
      self = .local(date, time)
    } else if let minutes = Self.minutesAgo(text) {
      self = .ago(minutes: minutes)
    } else if let instant = ISO8601.instant(text) {
      self = .instant(instant)
    } else {
      return nil
    }
  }

  /// The intended instant, now and in a zone.
  package func instant(now: Instant, zone: ZoneWindow) -> Instant {
    switch self {
    case .instant(let instant): return instant
    case .local(let date, let time):
      return Self.last(date, time, in: zone, until: now) ?? zone.instant(date, time)
    case .ago(let minutes): return now.adding(minutes: -minutes)
    case .timeOfDay(let time):
      let today = zone.civil(now).date
      if let last = Self.last(today, time, in: zone, until: now) { return last }
      let yesterday = today.adding(days: -1)
      return Self.last(yesterday, time, in: zone, until: now) ?? zone.instant(yesterday, time)
    }
  }

  /// The time on the day of an instant; an age counts from now.
  func onDay(of day: Instant, now: Instant, zone: ZoneWindow) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: now, zone: zone) }
    return zone.instant(zone.civil(day).date, time)
  }

  /// The intended start of an event which began at an instant and ended, or is in progress: on the same day. If that
  /// would be too late, the evening before is meant if it is less than 6 hours away.
  package func start(began: Instant, until end: Instant, now: Instant, zone: ZoneWindow) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: now, zone: zone) }
    let date = zone.civil(began).date
    let meant = Self.nearest(to: began, Self.times(date, time, in: zone))
    let before = Self.nearest(to: began, Self.times(date.adding(days: -1), time, in: zone))
    let isEveningBefore = meant > end && before.adding(minutes: 360) > began
    return isEveningBefore ? before : meant
  }

  /// The intended end of an event with this start: on the start's day, or on the day after if its time of day is
  /// earlier than the start's, unless that is still to come.
  package func end(after start: Instant, now: Instant, zone: ZoneWindow) -> Instant {
    guard case .timeOfDay(let time) = self else { return instant(now: now, zone: zone) }
    let began = zone.civil(start)
    let sameDay = Self.times(began.date, time, in: zone)
    if let meant = sameDay.first(where: { $0 >= start }) { return meant }
    guard time < began.time else { return sameDay[0] }
    // An end in the future is not accepted: start and end are the wrong way round.
    let nextDay = zone.instant(began.date.adding(days: 1), time)
    return nextDay <= now ? nextDay : sameDay[0]
  }

  private static func local(_ text: String) -> (CivilDate, WallTime)? {
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
    guard parts.count == 2, let date = ISO8601.date(String(parts[0])),
      let time = ISO8601.typedTime(String(parts[1]))
    else {
      return nil
    }
    return (date, time)
  }

  /// Reads `now`, `20m ago`, `2h ago`, `1h30m ago`, each with or without spaces.
  private static func minutesAgo(_ text: String) -> Int? {
    let text = text.lowercased().filter { $0 != " " }
    guard text != "now" else { return 0 }
    guard text.hasSuffix("ago") else { return nil }
    var (minutes, rest) = (0, text.dropLast(3))
    for (unit, factor) in [(Character("h"), 60), ("m", 1)] {
      guard let end = rest.firstIndex(of: unit) else { continue }
      guard let count = Int(rest[..<end]), (0...longestAgoMinutes).contains(count) else { return nil }
      minutes += count * factor
      rest = rest[rest.index(after: end)...]
    }
    return rest.isEmpty && (1...longestAgoMinutes).contains(minutes) ? minutes : nil
  }

  /// The time on a date, or its second occurrence if the clocks go back over it; nil if it is in the future.
  private static func last(
    _ date: CivilDate, _ time: WallTime, in zone: ZoneWindow, until now: Instant
  ) -> Instant? {
    times(date, time, in: zone).last { $0 <= now }
  }

  private static func nearest(to instant: Instant, _ times: [Instant]) -> Instant {
    let distance = { (time: Instant) in abs(time.milliseconds - instant.milliseconds) }
    return times.dropFirst().reduce(times[0]) { distance($1) < distance($0) ? $1 : $0 }
  }

  /// The instants of a time on a date: two, in order, if the clocks go back over it.
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
package struct LateCare: Hashable, Sendable {
  package var kind: CareKind
  /// The start; nil: now.
  package var start: TimeWish?
  package var end: TimeWish?
  /// For a nursing, nil means the side whose turn it is.
  package var side: NursingSide?
  package var detail = CareDetail.none
  /// The baby's name or number; nil: the baby to which the buttons are set.
  package var baby: String?

  package init(
    kind: CareKind, start: TimeWish? = nil, end: TimeWish? = nil, side: NursingSide? = nil,
    detail: CareDetail = CareDetail.none, baby: String? = nil
  ) {
    self.kind = kind
    self.start = start
    self.end = end
    self.side = side
    self.detail = detail
    self.baby = baby
  }
}

/// What to change about an event.
package struct LatePatch: Hashable, Sendable {
  package var start: TimeWish?
  package var end: TimeWish?
  /// Remove the end.
  package var runsAgain = false
  package var side: NursingSide?
  package var detail = CareDetail.none

  package init(
    start: TimeWish? = nil, end: TimeWish? = nil, runsAgain: Bool = false, side: NursingSide? = nil,
    detail: CareDetail = CareDetail.none
  ) {
    self.start = start
    self.end = end
    self.runsAgain = runsAgain
    self.side = side
    self.detail = detail
  }

  /// The resulting change of the event. Ages count back from a reading of the boot clock.
  func patch(of care: Care, clocks: ClockHistory, zone: ZoneWindow, now: Instant, at boot: BootTime)
    -> CarePatch
  {
    var patch = patch(of: care, clocks: clocks, zone: zone, now: now)
    // An age is a reading of the boot clock, which becomes exact once the clock is known.
    if let start, case .ago(let minutes) = start {
      patch.start = .boot(boot.adding(milliseconds: -minutes * 60_000))
    }
    if let end, case .ago(let minutes) = end {
      patch.end = .boot(boot.adding(milliseconds: -minutes * 60_000))
    }
    return patch
  }

  /// The same change by the wall clock. Times of day are those of the event's own day, whatever day it is now.
  package func patch(of care: Care, clocks: ClockHistory, zone: ZoneWindow, now: Instant) -> CarePatch {
    let (began, ended) = (clocks.resolve(care.start).instant, care.end.map { clocks.resolve($0).instant })
    let until = end?.onDay(of: began, now: now, zone: zone) ?? (runsAgain ? nil : ended) ?? now
    let start = start?.start(began: began, until: until, now: now, zone: zone)
    var patch = CarePatch(side: side, detail: detail)
    patch.start = start.map { .wall($0) }
    if runsAgain { patch.end = .some(nil) }
    if let end { patch.end = .some(.wall(end.end(after: start ?? began, now: now, zone: zone))) }
    return patch
  }
}

/// An event's id as a person types it: all of it, its first characters, its last ones, or the first ones of what
/// `log list` shows, which is its end.
package struct EventName: Hashable, Sendable {
  /// Lower-case hexadecimal digits without dashes.
  package var digits: String

  /// Reads four or more digits; nil for anything else.
  package init?(_ text: String) {
    let digits = text.lowercased().filter { $0 != "-" }
    guard (4...32).contains(digits.count), digits.allSatisfy(\.isHexDigit) else { return nil }
    self.digits = digits
  }

  /// Whether it matches an event.
  package func matches(_ id: EventID) -> Bool { isShown(in: id) || id.digits.hasPrefix(digits) }

  /// Whether it is at the beginning or at the end of what `log list` shows of an id, or is a longer end of the id.
  private func isShown(in id: EventID) -> Bool {
    id.digits.hasSuffix(digits) || id.shortName.hasPrefix(digits)
  }

  /// The intended one of those that match. A match in what `log list` shows, the end of an id, has priority over a match
  /// at the beginning of another whole id.
  func chosen<Event>(of events: [Event], id: (Event) -> EventID) throws(RunFault) -> Event? {
    let shown = events.filter { isShown(in: id($0)) }
    let meant = shown.isEmpty ? events : shown
    guard meant.count < 2 else {
      let ends = meant.allSatisfy { id($0).digits.hasSuffix(digits) } ? "end" : "begin or end"
      throw RunFault(
        exit: .data,
        message: "\(meant.count) events \(ends) with \(digits); `cribside log list --json` has whole ids"
      )
    }
    return meant.first
  }
}

extension EventID {
  /// The 32 hexadecimal digits.
  package var digits: String {
    func padded(_ word: UInt64) -> String {
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return padded(high) + padded(low)
  }

  /// What a person needs to name it on the command line: the last eight digits.
  package var shortName: String { String(digits.suffix(8)) }
}

/// An amount of milk as a person writes it: `120`, which is millilitres, `120ml`, `120 ml`, `4oz` or `4.5 oz`.
package struct MilkAmount: Hashable, Sendable {
  /// A US fluid ounce is 29.5735295625 ml (NIST Handbook 44, appendix C).
  private static let millilitersPerOunce = 29.5735295625

  /// Rounded to whole millilitres.
  package let milliliters: Int

  /// Reads an amount; nil for anything else, and for an amount that no bottle holds.
  package init?(_ text: String) {
    let text = text.lowercased().filter { $0 != " " }
    let number = text.prefix { $0.isNumber || $0 == "." }
    let factor: Double
    switch text.dropFirst(number.count) {
    case "", "ml": factor = 1
    case "oz": factor = Self.millilitersPerOunce
    default: return nil
    }
    guard let value = Double(number), value < 10_000 else { return nil }
    milliliters = Int((value * factor).rounded())
    guard CareDetail.amountsMilliliters.contains(milliliters) else { return nil }
  }
}
