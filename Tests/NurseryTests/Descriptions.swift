import Nursery
import Testing

// Short descriptions for the output. By default a zone prints the changes of twenty years.

/// A row of a table: the input, what is expected, and a description for the output.
struct Row<Input: Sendable, Expected: Sendable>: Sendable, CustomTestStringConvertible {
  let input: Input
  let expected: Expected
  let testDescription: String

  init(_ input: Input, _ expected: Expected, _ testDescription: String) {
    self.input = input
    self.expected = expected
    self.testDescription = testDescription
  }
}

extension ZoneWindow: CustomTestStringConvertible {
  /// The zone's name.
  public var testDescription: String { name }
}

extension DayScene: CustomTestStringConvertible {
  /// The baby's age, and the day's times.
  var testDescription: String {
    (["\(ageDays) days", "woke \(woke ?? "-")"] + sleeps + ["bed \(bedtime)"]).joined(separator: ", ")
  }
}

extension EventTime: CustomTestStringConvertible {
  /// The boot and seconds, or the date and time in UTC.
  public var testDescription: String {
    switch self {
    case .boot(let time): "boot \(time.boot) +\(time.milliseconds / 1000) s"
    case .wall(let instant): ISO8601.text(instant, in: .utc)
    case .about(let instant): "~" + ISO8601.text(instant, in: .utc)
    }
  }
}

extension Care: CustomTestStringConvertible {
  /// The fields in a row.
  public var testDescription: String {
    "\(kind) \(start.testDescription) to \(end?.testDescription ?? "now")" + (side.map { " \($0)" } ?? "")
  }
}

extension CarePatch: CustomTestStringConvertible {
  /// The fields that the patch changes.
  public var testDescription: String {
    var parts: [String] = []
    if let kind { parts.append("kind \(kind)") }
    if let start { parts.append("start \(start.testDescription)") }
    if let end { parts.append("end \(end?.testDescription ?? "none")") }
    if let side { parts.append("side \(side)") }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }
}

extension CareCommand {
  /// Adds a bottle.
  static func logBottle(at time: EventTime) -> CareCommand { .add(Care(kind: .bottle, start: time)) }
}

extension CareCommand: CustomTestStringConvertible {
  /// What the command does, with the last eight bytes of the event's id.
  public var testDescription: String {
    switch self {
    case .startSleep(let time): "start sleep \(time.testDescription)"
    case .endSleep(let time): "end sleep \(time.testDescription)"
    case .startNursing(let side, let time): "start nursing \(side) \(time.testDescription)"
    case .endNursing(let time): "end nursing \(time.testDescription)"
    case .add(let care): "add \(care.testDescription)"
    case .amend(let id, let patch): "amend \(id.low): \(patch.testDescription)"
    case .putBack(let id, let patch): "put back \(id.low): \(patch.testDescription)"
    case .delete(let id): "delete \(id.low)"
    }
  }
}

extension Refusal: CustomTestStringConvertible {
  /// The reason, with the last eight bytes of the event's id.
  public var testDescription: String {
    switch self {
    case .overlapsSleep(let id): "overlaps sleep \(id.low)"
    case .overlapsNursing(let id): "overlaps nursing \(id.low)"
    case .alreadyAsleep(let id): "already asleep \(id.low)"
    case .alreadyNursing(let id): "already nursing \(id.low)"
    case .inTheFuture(let field): "\(field) in the future"
    case .unknownEvent(let id): "unknown event \(id.low)"
    case .alreadyDeleted(let id): "already deleted \(id.low)"
    case .doesNotApply(let field): "\(field) does not apply"
    default: "\(self)"
    }
  }
}

extension WakeWindowLimits: CustomTestStringConvertible {
  /// The four limits in minutes.
  public var testDescription: String {
    [minimum, maximum, last, maximumFirst].map { $0.map(String.init) ?? "-" }.joined(separator: "/")
  }
}

extension ScheduleRequest: CustomTestStringConvertible {
  /// The differences from the default request.
  public var testDescription: String {
    let usual = ScheduleRequest()
    var parts = ["\(preferredNaps) naps"]
    if wakeTime != usual.wakeTime { parts.append("wake \(wakeTime.map(String.init) ?? "-")") }
    if bedTime != usual.bedTime { parts.append("bed \(bedTime.map(String.init) ?? "-")") }
    if wakeWindows != usual.wakeWindows { parts.append("windows \(wakeWindows.testDescription)") }
    if napLengths != usual.napLengths { parts.append("own lengths") }
    if powerSleep != usual.powerSleep { parts.append("power \(powerSleep.targetMinutes)") }
    if awake != nil || asleep != nil { parts.append("constraints") }
    if !actualNaps.isEmpty { parts.append("\(actualNaps.count) recorded") }
    return parts.joined(separator: ", ")
  }
}

extension AgeTable.Bracket: CustomTestStringConvertible {
  /// The bracket's name.
  public var testDescription: String { name }
}
