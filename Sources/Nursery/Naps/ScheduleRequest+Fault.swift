extension ScheduleRequest {
  /// A minute of one day.
  private static let timesOfDay = 0...1439
  /// A minute of the wake day or the next one.
  private static let twoDays = 0...2879
  /// Any length or limit; wide enough for whoever means "without a limit".
  private static let lengths = -10_000...10_000

  /// What makes the request unfit for any answer; nil when its numbers can be reckoned with.
  public func fault() -> ScheduleRequestFault? {
    dayFault() ?? constraintFault() ?? limitFault() ?? lengthFault() ?? recordedFault()
  }

  /// The request itself when nothing is wrong with it.
  public func checked() throws(ScheduleRequestFault) -> ScheduleRequest {
    if let fault = fault() { throw fault }
    return self
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
