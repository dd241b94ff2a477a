import CareJournal
import Nursery

extension PlanSettings {
  /// Reads a baby's `plan`; keys that are left out or null follow the age.
  package init(_ fields: inout Fields) throws(FieldFault) {
    self.init()
    naps = try fields.optional("naps", as: .integer(in: 1...WakingDayPlan.mostNaps))
    if var lengths = try fields.optionalObject("napLengths") { napLengths = try NapLengths(&lengths) }
    if var windows = try fields.optionalObject("wakeWindows") { wakeWindows = try WakeWindowLimits(&windows) }
    if var power = try fields.optionalObject("powerSleep") { try powerSleep.read(&power) }
    if var window = try fields.optionalObject("awake") { awake = try .read(&window) }
    if var window = try fields.optionalObject("asleep") { asleep = try .read(&window) }
    learn = try fields.optional("learn", as: .oneOf(["auto": .auto, "off": .off, "show": .show])) ?? learn
    style = try fields.optional("style", as: .scheduleStyle)
    try fields.finish()
  }
}

extension NapLengths {
  /// The lengths of a nap that the original program offers, in minutes.
  private static let range = 10...240

  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    self.init(
      one: try NapLengths.lengths("one", 1, &fields), two: try NapLengths.lengths("two", 2, &fields),
      three: try NapLengths.lengths("three", 3, &fields), four: try NapLengths.lengths("four", 4, &fields),
      five: try NapLengths.lengths("five", 5, &fields))
    try fields.finish()
  }

  private static func lengths(_ key: String, _ naps: Int, _ fields: inout Fields) throws(FieldFault) -> [Int]?
  {
    guard let lengths = try fields.optionalArray(key, of: .integer) else { return nil }
    let wanted = "\(naps) whole numbers from \(range.lowerBound) to \(range.upperBound)"
    guard lengths.count == naps else { throw fields.fault(key, expected: wanted) }
    if let broken = (1...naps).first(where: { lengths[$0 - 1] <= 0 }) {
      let fault = broken <= 2 ? ScheduleSettingFault.firstNapsNotPositive : .laterNapNotPositive(naps: naps)
      throw fields.fault(key, expected: wanted, because: fault)
    }
    guard lengths.allSatisfy(range.contains) else { throw fields.fault(key, expected: wanted) }
    return lengths
  }
}

extension WakeWindowLimits {
  /// The wake windows that the original program offers, in minutes.
  private static let range = 30...360

  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    self.init(
      minimum: try WakeWindowLimits.window("min", .minimumNotPositive, &fields),
      maximum: try WakeWindowLimits.window("max", .maximumNotPositive, &fields),
      last: try WakeWindowLimits.window("last", .lastNotPositive, &fields),
      maximumFirst: try WakeWindowLimits.window("maxFirst", .maximumFirstNotPositive, &fields))
    try check(fields)
    try fields.finish()
  }

  private static func window(
    _ key: String, _ fault: ScheduleSettingFault, _ fields: inout Fields
  ) throws(FieldFault) -> Int? {
    guard let minutes = try fields.optional(key, as: .integer) else { return nil }
    let expected = FieldKind.integer(in: range).expected
    guard minutes > 0 else { throw fields.fault(key, expected: expected, because: fault) }
    guard range.contains(minutes) else { throw fields.fault(key, expected: expected) }
    return minutes
  }

  /// Refuses settings of the household that contradict each other. They take precedence over limits by age.
  private func check(_ fields: Fields) throws(FieldFault) {
    let (lower, upper) = (minimum ?? 0, maximum ?? WakeWindowLimits.range.upperBound)
    if let maximum, maximum < lower {
      throw fields.fault("max", expected: "\(lower) or more", because: .maximumBelowMinimum)
    }
    if let last, last < lower || last > upper {
      throw fields.fault(
        "last", expected: "\(lower) to \(upper)", because: .lastOutside(minimum: lower, maximum: upper))
    }
    if let maximumFirst, maximumFirst < lower {
      throw fields.fault("maxFirst", expected: "\(lower) or more", because: .maximumFirstBelowMinimum)
    }
  }
}

extension PowerSleep {
  fileprivate mutating func read(_ fields: inout Fields) throws(FieldFault) {
    isEnabled = try fields.optional("enabled", as: .bool) ?? isEnabled
    targetMinutes = try fields.optional("targetMinutes", as: .integer(in: 60...300)) ?? targetMinutes
    try fields.finish()
  }
}

extension ClockWindow {
  /// Reads a span of time. One end alone is refused, because the user meant both.
  fileprivate static func read(_ fields: inout Fields) throws(FieldFault) -> ClockWindow? {
    let start = try fields.optional("start", as: .timeOfDay)
    let end = try fields.optional("end", as: .timeOfDay)
    guard (start == nil) == (end == nil) else {
      throw fields.fault(start == nil ? "start" : "end", expected: "a time HH:MM, as the other end has one")
    }
    try fields.finish()
    return start.map { ClockWindow(start: $0.minutesAfterMidnight, end: end?.minutesAfterMidnight) }
  }
}

extension FieldKind where Value == ScheduleStyle {
  fileprivate static var scheduleStyle: FieldKind {
    .oneOf(["buildLater": .buildLater, "gentle": .gentle, "balanced": .balanced])
  }
}

extension Fields {
  /// A fault that states the rule in the words of the plan's engine.
  fileprivate func fault(_ key: String, expected: String, because rule: ScheduleSettingFault) -> FieldFault {
    fault(key, expected: "\(expected) (\(rule.text))")
  }
}
