import Bedside
import CareJournal
import Nursery

/// The answers of `cribside day`: one JSON object per line of input.
package enum DayAnswer {
  /// Answers lines; `zone` gives the offsets of a named time zone around an instant.
  package static func lines(zone: @escaping (String, Instant) -> ZoneWindow?) -> RequestLines {
    RequestLines(passedOver: ["result"]) { value throws(FieldFault) in
      RequestLines.Result(try result(of: DayRequest(value, zone: zone)))
    }
  }

  private static func result(of request: DayRequest) throws(FieldFault) -> JSONValue {
    do {
      return result(try request.snapshot(), of: request)
    } catch {
      switch error {
      case .birthDateInTheFuture(let birthdate, let today):
        throw FieldFault(
          path: "baby.birthdate", line: 0, expected: "a date at the latest today (\(ISO8601.text(today)))",
          found: ISO8601.text(birthdate))
      }
    }
  }

  /// A snapshot as the `result` object: the vectors' fields, the facts beyond them when they apply, and the words
  /// of the Now page.
  private static func result(_ snapshot: DaySnapshot, of request: DayRequest) -> JSONValue {
    let zone = request.zone
    let outlook = Outlook(snapshot, plan: nil, now: request.now)
    let always: [JSONValue.Member] = [
      member("state", .string(snapshot.state.name)),
      member("ageBracket", .string(snapshot.bracket.name)),
      member("bedtime", .string(request.baby.bedtime.text)),
      member("napCutoff", .string(zone.civil(snapshot.napCutoff).time.text)),
      member("completedNaps", .integer(snapshot.completedNaps)),
      member("feed", feed(snapshot.feed)),
      member("feedCount", .integer(snapshot.feedCount)),
    ]
    let words = member("text", .string(text(of: snapshot, outlook, request)))
    return .object(always + numbers(of: snapshot.state, zone) + facts(of: snapshot, outlook, zone) + [words])
  }

  private static func text(of snapshot: DaySnapshot, _ outlook: Outlook, _ request: DayRequest) -> String {
    let running = request.feeds.last { $0.isNursing && $0.end == nil }
    let scene = Scene(
      page: .now, babyName: "", day: snapshot, outlook: outlook, now: request.now, zone: request.zone,
      nursingSide: running?.side)
    return Picture(of: scene).texts.joined(separator: " · ")
  }

  private static func numbers(of state: DayState, _ zone: ZoneWindow) -> [JSONValue.Member] {
    switch state {
    case .notStarted: []
    case .nightSleep(let asleep, let wake):
      [member("sleepMinutes", .integer(asleep)), member("expectedWake", time(wake, zone))]
    case .sleepingMustEnd(let asleep, let past):
      [member("sleepMinutes", .integer(asleep)), member("minutesPastCutoff", .integer(past))]
    case .sleepingApproachingCutoff(let asleep, let left), .sleepingNoPressure(let asleep, let left):
      [member("sleepMinutes", .integer(asleep)), member("minutesUntilCutoff", .integer(left))]
    case .bedtimeWindow(let left): [member("minutesToBedtime", .integer(left))]
    case .napWindowClosed(let awake, let left):
      [member("awakeMinutes", .integer(awake)), member("minutesToBedtime", .integer(left))]
    case .awakeEarly(let awake, let window), .awakeApproaching(let awake, let window),
      .awakeBeyond(let awake, let window):
      [member("awakeMinutes", .integer(awake)), member("window", range(window))]
    }
  }

  private static func feed(_ feed: FeedState) -> JSONValue {
    let name = member("state", .string(feed.name))
    switch feed {
    case .noFeedsYet: return .object([name])
    case .feedingNow(let minutes): return .object([name, member("startedMinutesAgo", .integer(minutes))])
    case .recentlyFed(let minutes): return .object([name, member("minutesAgo", .integer(minutes))])
    case .approaching(let minutes, let interval), .ready(let minutes, let interval):
      return .object([
        name, member("minutesAgo", .integer(minutes)), member("interval", range(interval)),
      ])
    }
  }

  private static func facts(
    of snapshot: DaySnapshot, _ outlook: Outlook, _ zone: ZoneWindow
  ) -> [JSONValue.Member] {
    let all: [(String, JSONValue?)] = [
      ("nextNap", outlook.nextNap.map { range($0.window, zone) }),
      ("wakeBy", outlook.wakeBy.map { time($0.latest, zone) }),
      ("dreamFeed", snapshot.dreamFeedDue.map { time($0, zone) }),
      ("earlierBedtime", outlook.earlierBedtime.map { range($0, zone) }),
    ]
    return all.compactMap { key, value in value.map { member(key, $0) } }
  }

  private static func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }

  private static func range(_ range: MinuteRange) -> JSONValue {
    [.integer(range.lower), .integer(range.upper)]
  }

  private static func range(_ range: InstantRange, _ zone: ZoneWindow) -> JSONValue {
    ["earliest": time(range.earliest, zone), "latest": time(range.latest, zone)]
  }

  private static func time(_ instant: Instant, _ zone: ZoneWindow) -> JSONValue {
    .string(ISO8601.text(instant, in: zone))
  }
}
