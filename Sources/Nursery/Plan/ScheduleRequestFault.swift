/// Why a request is refused as a whole.
public enum ScheduleRequestFault: Error, Hashable, Sendable {
  /// A number is out of its range.
  case outOfRange(ScheduleField, value: Int, allowed: ClosedRange<Int>)
  /// A nap of this number is recorded twice.
  case repeatedNap(ScheduleField, nap: Int)
  /// A recorded nap begins before the end of an earlier one, `previousNap`. Times are minutes since midnight of the
  /// wake day.
  case overlap(ScheduleField, start: Int, previousNap: Int, previousEnd: Int)
}

extension ScheduleRequestFault {
  /// The field, its value and what was expected.
  public var message: String {
    switch self {
    case .outOfRange(let field, let value, let allowed) where field.isTimeOfDay:
      "\(field.name): \(value / 60) h \(value % 60) min is no time of day; expected 00:00 to "
        + "\(ClockText.time(allowed.upperBound))"
    case .outOfRange(let field, let value, let allowed):
      "\(field.name): \(value) is out of range; expected \(allowed.lowerBound) to \(allowed.upperBound)"
    case .repeatedNap(let field, let nap):
      "\(field.name): nap \(nap) is recorded already; expected each nap once"
    case .overlap(let field, let start, let nap, let end):
      "\(field.name): \(ClockText.time(start)) lies before the end of nap \(nap); expected "
        + "\(ClockText.time(end)) or later"
    }
  }
}

extension ScheduleField {
  /// Whether the field is a time of day. A recorded nap is not: it may lie after midnight.
  fileprivate var isTimeOfDay: Bool {
    switch self {
    case .wakeTime, .bedTime, .awakeStart, .awakeEnd, .asleepStart, .asleepEnd: true
    default: false
    }
  }
}

/// A field of a schedule request. A fault names it as the JSON of the command line does.
public enum ScheduleField: Hashable, Sendable {
  /// The wake time.
  case wakeTime
  /// The bedtime.
  case bedTime
  /// The number of naps that are wanted.
  case preferredNaps
  /// The length of a nap on a day of `naps` naps; `index` counts from 0.
  case napLength(naps: Int, index: Int)
  /// The shortest wake window.
  case minimumWindow
  /// The longest wake window.
  case maximumWindow
  /// The wake window before bed.
  case lastWindow
  /// The longest first wake window.
  case maximumFirstWindow
  /// The total that power sleep should reach.
  case powerTarget
  /// The start of the time that must be awake.
  case awakeStart
  /// The end of the time that must be awake.
  case awakeEnd
  /// The start of the time that must be asleep.
  case asleepStart
  /// The end of the time that must be asleep.
  case asleepEnd
  /// The number of a recorded nap; `index` counts the recorded naps from 0.
  case actualNumber(index: Int)
  /// The start of a recorded nap.
  case actualStart(index: Int)
  /// The end of a recorded nap.
  case actualEnd(index: Int)

  /// The field's path, such as `actualNaps[1].start`.
  public var name: String {
    switch self {
    case .wakeTime: "wakeTime"
    case .bedTime: "bedTime"
    case .preferredNaps: "preferredNaps"
    case .napLength(let naps, let index): "napLengths.\(ScheduleField.word(naps))[\(index)]"
    case .minimumWindow: "wakeWindows.min"
    case .maximumWindow: "wakeWindows.max"
    case .lastWindow: "wakeWindows.last"
    case .maximumFirstWindow: "wakeWindows.maxFirst"
    case .powerTarget: "powerSleep.targetMinutes"
    case .awakeStart: "constraints.awake.start"
    case .awakeEnd: "constraints.awake.end"
    case .asleepStart: "constraints.asleep.start"
    case .asleepEnd: "constraints.asleep.end"
    case .actualNumber(let index): "actualNaps[\(index)].nap"
    case .actualStart(let index): "actualNaps[\(index)].start"
    case .actualEnd(let index): "actualNaps[\(index)].end"
    }
  }

  /// The key in `napLengths` for a number of naps.
  private static func word(_ naps: Int) -> String {
    switch naps {
    case 1: "one"
    case 2: "two"
    case 3: "three"
    case 4: "four"
    default: "five"
    }
  }
}

extension ScheduleRequest {
  /// A minute of one day.
  private static let timesOfDay = 0...1439
  /// A minute of the wake day or the next one.
  private static let twoDays = 0...2879
  /// Any length or limit. The range is wide enough for a value that means "no limit".
  private static let lengths = -10_000...10_000

  /// The first number that is out of range or contradicts another; nil: none.
  public func fault() -> ScheduleRequestFault? {
    dayFault() ?? constraintFault() ?? limitFault() ?? lengthFault() ?? recordedFault()
  }

  private func dayFault() -> ScheduleRequestFault? {
    let times = ScheduleRequest.timesOfDay
    return ScheduleRequest.fault(wakeTime, .wakeTime, times)
      ?? ScheduleRequest.fault(bedTime, .bedTime, times)
      ?? ScheduleRequest.fault(preferredNaps, .preferredNaps, 1...5)
  }

  private func constraintFault() -> ScheduleRequestFault? {
    let times = ScheduleRequest.timesOfDay
    return ScheduleRequest.fault(awake?.start, .awakeStart, times)
      ?? ScheduleRequest.fault(awake?.end, .awakeEnd, times)
      ?? ScheduleRequest.fault(asleep?.start, .asleepStart, times)
      ?? ScheduleRequest.fault(asleep?.end, .asleepEnd, times)
  }

  private func limitFault() -> ScheduleRequestFault? {
    let lengths = ScheduleRequest.lengths
    return ScheduleRequest.fault(wakeWindows.minimum, .minimumWindow, lengths)
      ?? ScheduleRequest.fault(wakeWindows.maximum, .maximumWindow, lengths)
      ?? ScheduleRequest.fault(wakeWindows.last, .lastWindow, lengths)
      ?? ScheduleRequest.fault(wakeWindows.maximumFirst, .maximumFirstWindow, lengths)
      ?? ScheduleRequest.fault(powerSleep.targetMinutes, .powerTarget, lengths)
  }

  private func lengthFault() -> ScheduleRequestFault? {
    for naps in 1...5 {
      guard let own = napLengths.lengths(naps) else { continue }
      for index in own.indices where !ScheduleRequest.lengths.contains(own[index]) {
        let field = ScheduleField.napLength(naps: naps, index: index)
        return .outOfRange(field, value: own[index], allowed: ScheduleRequest.lengths)
      }
    }
    return nil
  }

  private func recordedFault() -> ScheduleRequestFault? {
    for index in actualNaps.indices {
      let nap = actualNaps[index]
      let fault =
        ScheduleRequest.fault(nap.nap, .actualNumber(index: index), 1...5)
        ?? ScheduleRequest.fault(nap.start, .actualStart(index: index), ScheduleRequest.twoDays)
        ?? ScheduleRequest.fault(nap.end, .actualEnd(index: index), ScheduleRequest.twoDays)
      if let fault { return fault }
    }
    return actualNaps.isEmpty ? nil : orderFault()
  }

  /// Checks the recorded naps in the order of their numbers, whatever order they are listed in.
  private func orderFault() -> ScheduleRequestFault? {
    var earlier: (number: Int, start: Int, end: Int)?
    for number in 1...5 {
      var found: (number: Int, start: Int, end: Int)?
      for index in actualNaps.indices where actualNaps[index].nap == number {
        guard let nap = actualNaps[index].unrolled(wake: wakeTime ?? 0) else { continue }
        if found != nil { return .repeatedNap(.actualNumber(index: index), nap: number) }
        if let earlier, nap.start < earlier.end {
          return .overlap(
            .actualStart(index: index), start: nap.start, previousNap: earlier.number,
            previousEnd: earlier.end)
        }
        found = nap
      }
      if let found { earlier = found }
    }
    return nil
  }

  private static func fault(
    _ value: Int?, _ field: ScheduleField, _ allowed: ClosedRange<Int>
  ) -> ScheduleRequestFault? {
    guard let value, !allowed.contains(value) else { return nil }
    return .outOfRange(field, value: value, allowed: allowed)
  }
}
