import CareJournal
import Nursery
import Testing

/// Requests with the answers of the program from which the rules of the day were taken.
@Suite struct DayVectorsTests {
  @Test func everyVectorIsAnswered() throws {
    let vectors = try DayVector.all()
    #expect(vectors.count == 220)
    for vector in vectors {
      let snapshot = try vector.snapshot()
      #expect(try vector.summary(snapshot) == vector.expected, "\(vector.id)")
    }
  }
}

/// The parts of a vector that this suite needs. The command's own reader has its own tests.
private struct DayVector {
  let id: String
  let request: JSONValue
  let expected: [String: JSONValue]

  struct Malformed: Error {}

  static func all() throws -> [DayVector] {
    try Fixture.lines("day/day-dev.jsonl").map { line in
      let value = try JSONReader.read(line)
      guard let id = value["id"]?.text, let request = value["request"],
        case .object(let result)? = value["result"]?.kind
      else { throw Malformed() }
      return DayVector(id: id, request: request, expected: DayVector.table(result))
    }
  }

  func snapshot() throws -> DaySnapshot {
    guard let now = request.instant("now"), let name = request["timeZone"]?.text,
      let zone = Zones.named(name), let baby = baby()
    else { throw Malformed() }
    let sleeps = try request.elements("sleeps").map { value in
      guard let start = value.instant("start") else { throw Malformed() }
      return SleepSpan(start: start, end: value.instant("end"))
    }
    let feeds = try request.elements("feeds").map { value in
      guard let start = value.instant("start"), let kind = value["kind"]?.text else { throw Malformed() }
      return FeedSpan(isNursing: kind == "nursing", start: start, end: value.instant("end"))
    }
    return try DayEngine.snapshot(
      baby: baby, feeds: feeds, sleeps: sleeps, wokeAt: request.instant("wokeAt"), now: now, zone: zone)
  }

  private func baby() -> Baby? {
    guard let own = request["baby"], let birthdate = own["birthdate"]?.text.flatMap(ISO8601.date),
      let bedtime = own["bedtime"]?.text.flatMap(ISO8601.time)
    else { return nil }
    guard case .integer(let interval)? = own["feedIntervalMinutes"]?.kind else { return nil }
    return Baby(birthdate: birthdate, bedtime: bedtime, feedIntervalMinutes: interval)
  }

  /// The snapshot with the field names of the vectors.
  func summary(_ snapshot: DaySnapshot) throws -> [String: JSONValue] {
    guard let zone = request["timeZone"]?.text.flatMap(Zones.named) else { throw Malformed() }
    var fields: [String: JSONValue] = [
      "state": .string(snapshot.state.name), "ageBracket": .string(snapshot.bracket.name),
      "bedtime": .string(zone.civil(snapshot.bedtime).time.text),
      "napCutoff": .string(zone.civil(snapshot.napCutoff).time.text),
      "completedNaps": .integer(snapshot.completedNaps), "feedCount": .integer(snapshot.feedCount),
      "feed": DayVector.feed(snapshot.feed),
    ]
    fields.merge(DayVector.numbers(snapshot.state)) { $1 }
    return fields
  }

  private static func numbers(_ state: DayState) -> [String: JSONValue] {
    switch state {
    case .notStarted: [:]
    case .nightSleep(let minutes, _): ["sleepMinutes": .integer(minutes)]
    case .sleepingMustEnd(let minutes, let past):
      ["sleepMinutes": .integer(minutes), "minutesPastCutoff": .integer(past)]
    case .sleepingApproachingCutoff(let minutes, let left), .sleepingNoPressure(let minutes, let left):
      ["sleepMinutes": .integer(minutes), "minutesUntilCutoff": .integer(left)]
    case .bedtimeWindow(let left): ["minutesToBedtime": .integer(left)]
    case .napWindowClosed(let awake, let left):
      ["awakeMinutes": .integer(awake), "minutesToBedtime": .integer(left)]
    case .awakeEarly(let awake, let window), .awakeApproaching(let awake, let window),
      .awakeBeyond(let awake, let window):
      ["awakeMinutes": .integer(awake), "window": pair(window)]
    }
  }

  private static func feed(_ feed: FeedState) -> JSONValue {
    let state = JSONValue.string(feed.name)
    return switch feed {
    case .noFeedsYet: ["state": state]
    case .feedingNow(let minutes): ["startedMinutesAgo": .integer(minutes), "state": state]
    case .recentlyFed(let minutes): ["minutesAgo": .integer(minutes), "state": state]
    case .approaching(let minutes, let interval), .ready(let minutes, let interval):
      ["interval": pair(interval), "minutesAgo": .integer(minutes), "state": state]
    }
  }

  private static func pair(_ range: MinuteRange) -> JSONValue {
    [.integer(range.lower), .integer(range.upper)]
  }

  /// Members by name, without their positions in the text.
  private static func table(_ members: [JSONValue.Member]) -> [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value.withoutPlaces) })
  }
}

extension JSONValue {
  fileprivate func instant(_ key: String) -> Instant? { self[key]?.text.flatMap(ISO8601.instant) }

  fileprivate func elements(_ key: String) -> [JSONValue] {
    guard case .array(let elements)? = self[key]?.kind else { return [] }
    return elements
  }

  fileprivate var withoutPlaces: JSONValue {
    switch kind {
    case .array(let elements): .array(elements.map(\.withoutPlaces))
    case .object(let members):
      .object(members.map { Member(key: $0.key, value: $0.value.withoutPlaces) })
    default: JSONValue(kind)
    }
  }
}
