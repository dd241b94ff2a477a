/// What is wrong with a request. The whole request is refused.
public enum ScheduleRequestFault: Error, Hashable, Sendable {
  /// A number is out of its range.
  case outOfRange(ScheduleField, value: Int, allowed: ClosedRange<Int>)
  /// The same nap was recorded before.
  case repeatedNap(ScheduleField, nap: Int)
  /// A recorded nap begins before an earlier one, of the named number, was over; minutes after the wake day's
  /// midnight.
  case overlap(ScheduleField, start: Int, previousNap: Int, previousEnd: Int)
}

extension ScheduleRequestFault {
  /// The field, what it holds and what was expected.
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
  /// Whether the field is a time on the clock, as the wake time is. A recorded nap may lie after midnight.
  fileprivate var isTimeOfDay: Bool {
    switch self {
    case .wakeTime, .bedTime, .awakeStart, .awakeEnd, .asleepStart, .asleepEnd: true
    default: false
    }
  }
}

/// A field of a schedule request, so that a fault can name it as the command line's JSON does.
public enum ScheduleField: Hashable, Sendable {
  /// The wake time.
  case wakeTime
  /// The bedtime.
  case bedTime
  /// How many naps are wanted.
  case preferredNaps
  /// The length of a nap, its position counted from 0, in the lengths of a nap count.
  case napLength(naps: Int, index: Int)
  /// The shortest wake window.
  case minimumWindow
  /// The longest wake window.
  case maximumWindow
  /// The wake window before bed.
  case lastWindow
  /// The longest first wake window.
  case maximumFirstWindow
  /// The total that power sleep aims at.
  case powerTarget
  /// The start of the time to be awake.
  case awakeStart
  /// The end of the time to be awake.
  case awakeEnd
  /// The start of the time to be asleep.
  case asleepStart
  /// The end of the time to be asleep.
  case asleepEnd
  /// Which nap a recorded one was; recorded naps are counted from 0.
  case actualNumber(index: Int)
  /// When a recorded nap began.
  case actualStart(index: Int)
  /// When a recorded nap ended.
  case actualEnd(index: Int)

  /// The field's path: `actualNaps[1].start`.
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

  /// The key of a nap count's lengths.
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
  /// Any length or limit; wide enough to mean "without a limit".
  private static let lengths = -10_000...10_000

  /// The first number that is out of its range or contradicts another; nil when there is none.
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

  /// Recorded naps follow each other by their numbers, whatever order they are listed in.
  private func orderFault() -> ScheduleRequestFault? {
    var earlier: ScheduleRequest.Recorded?
    for number in 1...5 {
      var found: Recorded?
      for index in actualNaps.indices where actualNaps[index].nap == number {
        guard let nap = recorded(index) else { continue }
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

  private struct Recorded {
    let number: Int
    let start: Int
    let end: Int
  }

  private func recorded(_ index: Int) -> Recorded? {
    guard let times = actualNaps[index].unrolled(wake: wakeTime ?? 0) else { return nil }
    return Recorded(number: actualNaps[index].nap, start: times.start, end: times.end)
  }

  private static func fault(
    _ value: Int?, _ field: ScheduleField, _ allowed: ClosedRange<Int>
  ) -> ScheduleRequestFault? {
    guard let value, !allowed.contains(value) else { return nil }
    return .outOfRange(field, value: value, allowed: allowed)
  }
}
