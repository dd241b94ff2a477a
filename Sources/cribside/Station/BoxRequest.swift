import Nursery

/// What a command asks of a box, wherever the box is: over the socket, in a simulation, or in its directory.
enum BoxRequest: Hashable, Sendable {
  case status(json: Bool)
  case explain(json: Bool)
  case logAdd(LateCare)
  case logEdit(EventName, LatePatch)
  case logDelete(EventName)
  case logList(days: Int, json: Bool)
  case logVerify(json: Bool)
  case nights(NightsWish)
  /// Begin to measure an empty crib, or only tell how far that is.
  case calibrate(starts: Bool, json: Bool)
  case quiet(QuietWish)
}

/// A time as a person gives it.
enum TimeWish: Hashable, Sendable {
  /// A whole instant.
  case instant(Instant)
  /// The latest such time of day that is not in the future.
  case timeOfDay(WallTime)

  /// Reads `HH:MM` or an instant with its offset; nil for anything else.
  init?(_ text: String) {
    if let time = ISO8601.time(text) {
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
    case .instant(let instant): return instant
    case .timeOfDay(let time):
      let today = zone.civil(now).date
      if let last = Self.last(today, time, in: zone, until: now) { return last }
      let yesterday = today.adding(days: -1)
      return Self.last(yesterday, time, in: zone, until: now) ?? zone.instant(yesterday, time)
    }
  }

  /// The time on a date, the second one where the clocks go back over it; nil when it has not been yet.
  private static func last(
    _ date: CivilDate, _ time: WallTime, in zone: ZoneWindow, until now: Instant
  ) -> Instant? {
    let first = zone.instant(date, time)
    let later = zone.offsetSeconds(at: first.adding(minutes: 1440))
    let second = Instant(
      milliseconds: first.milliseconds + (zone.offsetSeconds(at: first) - later) * 1000)
    let isRepeated = second > first && zone.civil(second) == (date, time)
    return [isRepeated ? second : first, first].first { $0 <= now }
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
