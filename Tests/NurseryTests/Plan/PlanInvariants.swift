import Nursery

/// The rules that every plan must follow, implemented a second time. This shares no code with the engine.
struct PlanInvariants {
  let request: ScheduleRequest

  /// The kinds of rules that a plan breaks, and what makes it nonsense.
  struct Findings: Equatable {
    var nonsense: String?
    var breaksLimit = false
    var breaksAwake = false
    var breaksAsleep = false
  }

  /// Everything that is wrong with a plan.
  func findings(_ scenario: Scenario) -> Findings {
    var findings = Findings()
    let items = scenario.items
    let naps = items.dropFirst().dropLast()
    checkEnds(items, scenario, &findings)
    var cursor = wake
    for item in naps {
      checkNap(item, after: cursor, isFirst: item.start == items[1].start, &findings)
      cursor = item.end
    }
    checkBedtime(items[items.count - 1], after: cursor, lastNap: naps.last, &findings)
    checkConstraints(naps, bedtime: scenario.bedtime, &findings)
    return findings
  }

  /// Describes a plan that is nonsense, hides a broken rule, or claims one that it does not break.
  func lie(_ scenario: Scenario) -> String? {
    let found = findings(scenario)
    if let nonsense = found.nonsense { return nonsense }
    var stated = Findings()
    for violation in scenario.violations {
      switch violation {
      case .awakeWindow: stated.breaksAwake = true
      case .sleepWindow: stated.breaksAsleep = true
      case .limit: stated.breaksLimit = true
      }
    }
    return stated == found ? nil : "says \(stated), is \(found)"
  }

  // MARK: - The parts

  private func checkEnds(_ items: [ScheduleItem], _ scenario: Scenario, _ findings: inout Findings) {
    if items[0].kind != .wake || items[0].start != wake { findings.nonsense = "begins elsewhere" }
    let last = items[items.count - 1]
    if last.kind != .bedtime || last.start != scenario.bedtime { findings.nonsense = "ends elsewhere" }
    if abs(scenario.bedtime - bedtime) > 15 { findings.nonsense = "bedtime \(scenario.bedtime)" }
  }

  private func checkNap(
    _ item: ScheduleItem, after cursor: Int, isFirst: Bool, _ findings: inout Findings
  ) {
    guard case .nap(let number) = item.kind else {
      findings.nonsense = "no nap between wake-up and bedtime"
      return
    }
    if item.start - cursor != item.wakeWindow {
      findings.nonsense = "window of nap \(number) does not add up"
    }
    let real = recorded(number)
    if item.isActual != (real != nil) { findings.nonsense = "nap \(number) is recorded, or not" }
    if let real {
      if real.start != item.start || real.end != item.end {
        findings.nonsense = "recorded nap \(number) moved"
      }
      return
    }
    if item.end <= item.start { findings.nonsense = "nap \(number) has no length" }
    let window = item.wakeWindow
    if window < limit(request.wakeWindows.minimum) || window > limit(request.wakeWindows.maximum) {
      findings.breaksLimit = true
    }
    if isFirst && window > limit(request.wakeWindows.maximumFirst) { findings.breaksLimit = true }
  }

  private func checkBedtime(
    _ item: ScheduleItem, after cursor: Int, lastNap: ScheduleItem?, _ findings: inout Findings
  ) {
    if item.start - cursor != item.wakeWindow { findings.nonsense = "the last window does not add up" }
    if lastNap?.isActual ?? true {
      if item.wakeWindow < 0 || item.wakeWindow > limit(request.wakeWindows.maximum) {
        findings.breaksLimit = true
      }
    } else if item.wakeWindow != limit(request.wakeWindows.last) {
      findings.breaksLimit = true
    }
  }

  private func checkConstraints(
    _ naps: ArraySlice<ScheduleItem>, bedtime: Int, _ findings: inout Findings
  ) {
    if let awake = unrolled(request.awake) {
      findings.breaksAwake = naps.contains { $0.start < awake.end && $0.end > awake.start }
    }
    if let asleep = unrolled(request.asleep), asleep.start < bedtime, asleep.end > wake {
      findings.breaksAsleep = !naps.contains { $0.start <= asleep.start && $0.end >= asleep.end }
    }
  }

  // MARK: - The request, implemented a second time

  private var wake: Int { request.wakeTime ?? -1 }

  private var bedtime: Int {
    let bed = request.bedTime ?? -1
    return bed <= wake ? bed + 1440 : bed
  }

  private func limit(_ value: Int?) -> Int { value ?? 0 }

  private func recorded(_ number: Int) -> (start: Int, end: Int)? {
    for nap in request.actualNaps where nap.nap == number {
      guard var start = nap.start, var end = nap.end else { continue }
      while start < wake - 720 {
        start += 1440
        end += 1440
      }
      if end < start { end += 1440 }
      return (start, end)
    }
    return nil
  }

  private func unrolled(_ window: ClockWindow?) -> (start: Int, end: Int)? {
    guard let start = window?.start, let end = window?.end else { return nil }
    let near = nearest(start)
    let last = nearest(end)
    return (near, last <= near ? last + 1440 : last)
  }

  private func nearest(_ time: Int) -> Int {
    var time = time
    while time < wake - 720 { time += 1440 }
    while time > wake + 720 { time -= 1440 }
    return time
  }
}
