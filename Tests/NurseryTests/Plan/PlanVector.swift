import CareJournal
import Nursery

/// A line of `plan/`: a request, the original program's answer, and what ours must be.
struct PlanVector {
  let id: String
  let must: Must
  let request: ScheduleRequest
  let isFeasible: Bool
  let napCount: Int?
  let hasSwitched: Bool?
  let reason: String?
  let twoNap: String?
  let threeNap: String?
  /// The rows of each plan.
  let scenarios: [[Row]]

  /// What our answer must be.
  enum Must: String {
    /// The original's, to the minute.
    case exact
    /// A plan by the wider search, because the original has none.
    case rescue
    /// The original's reasons, or a plan by the wider search.
    case failOrValid = "fail-or-valid"
    /// A plan that breaks nothing, or the original's with every broken rule named, or a failure.
    case valid
  }

  /// A row of a plan of the original. Its times may have fractions.
  struct Row {
    let start: Double
    let end: Double?
  }

  struct Malformed: Error {}

  /// All lines of `plan/plan-dev.jsonl`.
  static func all() throws -> [PlanVector] {
    try Fixture.lines("plan/plan-dev.jsonl").map { try PlanVector(JSONReader.read($0)) }
  }

  private init(_ value: JSONValue) throws {
    guard let id = value["id"]?.text, let must = value["must"]?.text.flatMap(Must.init),
      let own = value["request"],
      let result = value["result"], let isFeasible = result["ok"]?.flag
    else { throw Malformed() }
    self.id = id
    self.must = must
    self.isFeasible = isFeasible
    request = PlanVector.request(own)
    napCount = result["napCount"]?.whole
    hasSwitched = result["switchedNapCount"]?.flag
    reason = result["failure"]?["reason"]?.text
    twoNap = result["failure"]?["twoNap"]?.text
    threeNap = result["failure"]?["threeNap"]?.text
    scenarios = (result["scenarios"]?.elements ?? []).map { plan in
      (plan["items"]?.elements ?? []).map { Row(start: $0["start"]?.real ?? 0, end: $0["end"]?.real) }
    }
  }

  private static func request(_ value: JSONValue) -> ScheduleRequest {
    ScheduleRequest(
      wakeTime: value["wakeTime"]?.clock, bedTime: value["bedTime"]?.clock,
      preferredNaps: value["preferredNaps"]?.whole ?? 0,
      napLengths: NapLengths(
        two: value["napLengths"]?["two"]?.wholes, three: value["napLengths"]?["three"]?.wholes),
      wakeWindows: WakeWindowLimits(
        minimum: value["wakeWindows"]?["min"]?.whole, maximum: value["wakeWindows"]?["max"]?.whole,
        last: value["wakeWindows"]?["last"]?.whole, maximumFirst: value["wakeWindows"]?["maxFirst"]?.whole),
      powerSleep: PowerSleep(
        isEnabled: value["powerSleep"]?["enabled"]?.flag ?? false,
        targetMinutes: value["powerSleep"]?["targetMinutes"]?.whole ?? 0),
      awake: value["constraints"]?["awake"]?.window, asleep: value["constraints"]?["asleep"]?.window,
      actualNaps: (value["actualNaps"]?.elements ?? []).map { nap in
        ActualNap(nap: nap["nap"]?.whole ?? 0, start: nap["start"]?.clock, end: nap["end"]?.clock)
      })
  }
}

extension JSONValue {
  fileprivate subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = kind else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate var text: String? {
    guard case .string(let text) = kind else { return nil }
    return text
  }

  fileprivate var flag: Bool? {
    guard case .bool(let flag) = kind else { return nil }
    return flag
  }

  fileprivate var whole: Int? {
    guard case .integer(let number) = kind else { return nil }
    return number
  }

  fileprivate var real: Double? {
    switch kind {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  fileprivate var elements: [JSONValue]? {
    guard case .array(let elements) = kind else { return nil }
    return elements
  }

  fileprivate var wholes: [Int]? { elements?.compactMap(\.whole) }

  fileprivate var clock: Int? { text.flatMap(ISO8601.time)?.minutesAfterMidnight }

  fileprivate var window: ClockWindow? {
    guard case .object = kind else { return nil }
    return ClockWindow(start: self["start"]?.clock, end: self["end"]?.clock)
  }
}
