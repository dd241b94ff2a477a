import Bedside
import CareJournal
import Nursery

/// One request of `cribside day`: everything that a snapshot is computed from, checked.
struct DayRequest {
  /// The baby.
  let baby: Baby
  /// The feeds, in the order given.
  let feeds: [FeedSpan]
  /// The sleeps, in the order given.
  let sleeps: [SleepSpan]
  /// The logged morning wake-up; nil if none was logged.
  let wokeAt: Instant?
  /// When the dream feed's reminder was dismissed.
  let dreamFeedDismissed: [Instant]
  /// The wake windows in force, in minutes: one for each number of naps so far, the last one before bed. If empty, the
  /// age decides.
  let windows: [MinuteRange]
  /// The shortest sleep by day that counts as a nap, in minutes; 0 if every sleep counts.
  let shortestNapMinutes: Int
  /// The instant of the question.
  let now: Instant
  /// The time zone around it.
  let zone: ZoneWindow

  /// Reads the value of a line's `request`. `zone` returns the offsets of a named time zone around an instant, or nil
  /// if there is no such zone.
  ///
  /// Throws for anything missing, unknown or of the wrong kind; for a sleep that ends before it starts or overlaps
  /// another one; and for a time more than two minutes after `now`. The fault names the field within the request:
  /// `sleeps[2].end`.
  init(_ value: JSONValue, zone: (String, Instant) -> ZoneWindow?) throws(FieldFault) {
    var fields = try Fields(value)
    now = try fields.required("now", as: .instant)
    let name = try fields.required("timeZone", as: .string)
    guard let window = zone(name, now) else {
      throw fields.fault("timeZone", expected: "the name of a time zone such as Europe/Berlin")
    }
    self.zone = window
    let limit = EventLimit(now: now, zone: window)
    baby = try DayRequest.baby(&fields, limit: limit)
    feeds = try DayRequest.feeds(fields.objects("feeds"), limit: limit)
    sleeps = try DayRequest.sleeps(fields.objects("sleeps"), limit: limit)
    wokeAt = try fields.optional("wokeAt", as: limit.instant)
    dreamFeedDismissed = try fields.optionalArray("dreamFeedDismissed", of: limit.instant) ?? []
    windows = try fields.optionalArray("windows", of: .window) ?? []
    shortestNapMinutes = try fields.optional("shortestNapMinutes", as: .integer(in: 0...120)) ?? 0
    try fields.finish()
  }

  /// The snapshot that answers the request.
  func snapshot() throws(DayRefusal) -> DaySnapshot {
    try DayEngine.snapshot(
      baby: baby, feeds: feeds, sleeps: sleeps, wokeAt: wokeAt, dreamFeedDismissals: dreamFeedDismissed,
      now: now, zone: zone, windows: windows,
      rules: DayRules(shortestNapMinutes: shortestNapMinutes))
  }
}

/// The latest time of an event: two minutes after `now`, since clocks may differ.
private struct EventLimit {
  let now: Instant
  let zone: ZoneWindow

  /// An instant that is at most two minutes in the future.
  var instant: FieldKind<Instant> {
    let latest = now.adding(minutes: 2)
    let shown = ISO8601.text(now, in: zone)
    return .text("a time such as 2026-02-11T07:05:00-05:00, at most 2 minutes after now (\(shown))") {
      ISO8601.instant($0).flatMap { $0 <= latest ? $0 : nil }
    }
  }

  /// A date that is not after today.
  var birthdate: FieldKind<CivilDate> {
    let today = zone.civil(now).date
    return .text("a date YYYY-MM-DD, at the latest today (\(ISO8601.text(today)))") {
      ISO8601.date($0).flatMap { $0 <= today ? $0 : nil }
    }
  }
}

extension FieldKind where Value == MinuteRange {
  /// A wake window: its shortest and its longest minutes.
  fileprivate static var window: FieldKind {
    FieldKind("two whole numbers of minutes, 0 to 1440, the shorter one first") { value in
      guard case .array(let ends) = value.kind, ends.count == 2, case .integer(let lower) = ends[0].kind,
        case .integer(let upper) = ends[1].kind, 0 <= lower, lower <= upper, upper <= 1440
      else { return nil }
      return MinuteRange(lower, upper)
    }
  }
}

// MARK: - Parts

extension DayRequest {
  private static func baby(_ fields: inout Fields, limit: EventLimit) throws(FieldFault) -> Baby {
    var own = try fields.object("baby")
    var baby = Baby(
      birthdate: try own.required("birthdate", as: limit.birthdate),
      bedtime: try own.required("bedtime", as: .timeOfDay))
    baby.feedIntervalMinutes = try own.optional("feedIntervalMinutes", as: .integer(in: 0...1440)) ?? 0
    baby.dreamFeed = try own.optional("dreamFeed", as: .timeOfDay)
    baby.dayStart = try own.optional("dayStart", as: .timeOfDay) ?? baby.dayStart
    try own.finish()
    return baby
  }

  private static func feeds(_ objects: [Fields], limit: EventLimit) throws(FieldFault) -> [FeedSpan] {
    var feeds: [FeedSpan] = []
    for var fields in objects {
      feeds.append(try feed(&fields, limit: limit))
    }
    return feeds
  }

  private static func feed(_ fields: inout Fields, limit: EventLimit) throws(FieldFault) -> FeedSpan {
    let isNursing = try fields.required("kind", as: .oneOf(["nursing": true, "bottle": false]))
    let sides: FieldKind<NursingSide> = .oneOf(["left": .left, "right": .right, "both": .both])
    let span = try span(&fields, limit: limit)
    let side = isNursing ? try fields.optional("side", as: sides) : nil
    try fields.finish()
    if !isNursing, let end = span.end, end != span.start {
      throw fields.fault("end", expected: "the bottle's start, for a bottle is an instant")
    }
    return FeedSpan(
      isNursing: isNursing, start: span.start, end: isNursing ? span.end : span.start, side: side)
  }

  private static func sleeps(_ objects: [Fields], limit: EventLimit) throws(FieldFault) -> [SleepSpan] {
    var sleeps: [SleepSpan] = []
    for var fields in objects {
      let sleep = try span(&fields, limit: limit)
      try fields.finish()
      if let other = sleeps.firstIndex(where: { $0.overlaps(sleep) }) {
        throw fields.fault("start", expected: "a sleep that does not overlap sleeps[\(other)]")
      }
      sleeps.append(sleep)
    }
    return sleeps
  }

  private static func span(_ fields: inout Fields, limit: EventLimit) throws(FieldFault) -> SleepSpan {
    let start = try fields.required("start", as: limit.instant)
    let end = try fields.optional("end", as: limit.instant)
    if let end, end < start { throw fields.fault("end", expected: "a time not before the start") }
    return SleepSpan(start: start, end: end)
  }
}

/// The answers of `cribside day`: one JSON object per line of input.
package enum DayAnswer {
  /// Answers lines; `zone` returns the offsets of a named time zone around an instant.
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
