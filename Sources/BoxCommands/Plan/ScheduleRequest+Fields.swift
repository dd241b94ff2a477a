import CareJournal
import Nursery

extension ScheduleRequest {
  /// Reads the value of a line's `request`. Fields that are left out have the defaults of a day with three naps.
  ///
  /// Throws for anything unknown, of the wrong kind or out of range, and for recorded naps that overlap. An empty wake
  /// time, bedtime or limit does not throw: the answer says what is missing.
  package init(_ value: JSONValue) throws(FieldFault) {
    var fields = try Fields(value)
    self.init()
    wakeTime = try fields.entry("wakeTime", as: .settingTime, else: wakeTime)
    bedTime = try fields.entry("bedTime", as: .settingTime, else: bedTime)
    preferredNaps = try fields.optional("preferredNaps", as: .integer(in: 1...5)) ?? preferredNaps
    if var own = try fields.optionalObject("napLengths") { napLengths = try NapLengths(&own) }
    if var own = try fields.optionalObject("wakeWindows") { wakeWindows = try WakeWindowLimits(&own) }
    if var own = try fields.optionalObject("powerSleep") { powerSleep = try PowerSleep(&own) }
    if var own = try fields.optionalObject("constraints") { try readConstraints(&own) }
    actualNaps = try ScheduleRequest.recorded(fields.objects("actualNaps"))
    isNapCountFree = try fields.optional("nextNaps", as: .oneOf(["free": true, "wanted": false])) ?? false
    try fields.finish()
    try check()
  }

  private mutating func readConstraints(_ fields: inout Fields) throws(FieldFault) {
    if var own = try fields.optionalObject("awake") { awake = try ClockWindow(&own) }
    if var own = try fields.optionalObject("asleep") { asleep = try ClockWindow(&own) }
    try fields.finish()
  }

  private static func recorded(_ objects: [Fields]) throws(FieldFault) -> [ActualNap] {
    var naps: [ActualNap] = []
    for var fields in objects {
      let number = try fields.required("nap", as: .integer(in: 1...5))
      let times = try ClockWindow(&fields)
      naps.append(ActualNap(nap: number, start: times.start, end: times.end))
    }
    return naps
  }

  /// Checks that involve several fields.
  private func check() throws(FieldFault) {
    guard let fault = fault() else { return }
    throw FieldFault(path: fault.field.name, line: 0, expected: fault.expected, found: fault.found)
  }
}

extension NapLengths {
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    self.init()
    one = try fields.lengths("one", 1...1)
    // Programs that know only two and three naps send a third length too, which has no meaning here.
    two = try fields.lengths("two", 2...3)
    three = try fields.lengths("three", 3...3)
    four = try fields.lengths("four", 4...4)
    five = try fields.lengths("five", 5...5)
    try fields.finish()
  }
}

extension WakeWindowLimits {
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    self.init()
    minimum = try fields.entry("min", as: .minutes, else: minimum)
    maximum = try fields.entry("max", as: .minutes, else: maximum)
    last = try fields.entry("last", as: .minutes, else: last)
    maximumFirst = try fields.entry("maxFirst", as: .minutes, else: maximumFirst)
    try fields.finish()
  }
}

extension PowerSleep {
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    self.init()
    isEnabled = try fields.optional("enabled", as: .bool) ?? isEnabled
    targetMinutes = try fields.entry("targetMinutes", as: .minutes, else: nil) ?? targetMinutes
    try fields.finish()
  }
}

extension ClockWindow {
  /// The object's `start` and `end`; apart from fields that were read before, it may have nothing else.
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    let start = try fields.entry("start", as: .timeEntry, else: nil)
    self.init(start: start, end: try fields.entry("end", as: .timeEntry, else: nil))
    try fields.finish()
  }
}

// MARK: - The values of a form's fields

extension Fields {
  /// The value of a form's field: `missing` if the field is missing, nil if it was left empty.
  fileprivate mutating func entry(
    _ key: String, as kind: FieldKind<Int?>, else missing: Int?
  ) throws(FieldFault) -> Int? {
    guard contains(key) else {
      _ = remove(key)
      return missing
    }
    // `null` is an empty field too, and `optional` returns nil for it.
    return try optional(key, as: kind) ?? nil
  }

  fileprivate mutating func lengths(_ key: String, _ count: ClosedRange<Int>) throws(FieldFault) -> [Int]? {
    guard let lengths = try optionalArray(key, of: .integer) else { return nil }
    guard count.contains(lengths.count) else {
      let number = count.count == 1 ? "\(count.upperBound)" : "\(count.lowerBound) or \(count.upperBound)"
      throw fault(
        key, expected: "an array of \(number) \(count.upperBound == 1 ? "length" : "lengths") in minutes")
    }
    return lengths
  }
}

extension FieldKind where Value == Int? {
  /// A whole number, or an empty string.
  fileprivate static var minutes: FieldKind {
    FieldKind("a whole number of minutes") { value in
      switch value.kind {
      case .integer(let minutes): .some(minutes)
      case .string(""): .some(nil)
      default: nil
      }
    }
  }

  /// A time of day, or an empty string.
  fileprivate static var timeEntry: FieldKind {
    .text("a time of day HH:MM") { text in
      if text.isEmpty { return .some(nil) }
      return ISO8601.time(text).map { $0.minutesAfterMidnight }
    }
  }

  /// A time of day; text in another form than two digits, a colon and two digits counts as left empty.
  fileprivate static var settingTime: FieldKind {
    .text("a time of day HH:MM from 00:00 to 23:59") { text in
      guard isTimeShaped(text) else { return .some(nil) }
      return ISO8601.time(text).map { $0.minutesAfterMidnight }
    }
  }

  private static func isTimeShaped(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return false }
    return [0, 1, 3, 4].allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) }
  }
}

// MARK: - Faults in words

extension ScheduleRequestFault {
  /// The field of the request.
  package var field: ScheduleField {
    switch self {
    case .outOfRange(let field, _, _), .repeatedNap(let field, _), .overlap(let field, _, _, _): field
    }
  }

  /// What the field must be, as a noun phrase.
  package var expected: String {
    switch self {
    case .outOfRange(_, _, let allowed): "a number from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .repeatedNap(_, let nap): "each nap once, for nap \(nap) is recorded already"
    case .overlap(_, _, let nap, let end): "\(PlanText.time(end)) or later, when nap \(nap) was over"
    }
  }

  /// What the field is.
  package var found: String {
    switch self {
    case .outOfRange(_, let value, _): "\(value)"
    case .repeatedNap(_, let nap): "\(nap)"
    case .overlap(_, let start, _, _): PlanText.time(start)
    }
  }
}
