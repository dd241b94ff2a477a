import Testing

@testable import Nursery

/// Random days and settings: every reader of the outlook shows the same next nap, wake by and bedtime.
@Suite struct OutlookPropertyTests {
  @Test("Two readers never show different times", arguments: 0..<40)
  func oneOutlook(seed: UInt64) throws {
    var dice = Dice(seed: seed)
    for _ in 0..<25 {
      let day = RandomOutlookDay(&dice)
      let found = try day.violations()
      #expect(found.isEmpty, "seed \(seed): \(found) \(day)")
    }
  }
}

/// A random day: naps of any length at any distance, and any settings.
private struct RandomOutlookDay {
  var scene = DayScene(woke: "07:00")
  var now: Instant
  var style: ScheduleStyle?

  init(_ dice: inout Dice) {
    scene.ageDays = 20 + dice.roll(480)
    scene.bedtime = WallTime(minutesAfterMidnight: 18 * 60 + 15 * dice.roll(13)).text
    if dice.roll(3) == 0 { scene.settings.naps = 1 + dice.roll(5) }
    if dice.roll(3) == 0 {
      let least = 60 + 15 * dice.roll(8)
      scene.settings.wakeWindows = WakeWindowLimits(
        minimum: least, maximum: least + 15 * dice.roll(8), last: dice.roll(2) == 0 ? nil : least + 15,
        maximumFirst: nil)
    }
    if dice.roll(5) == 0 { scene.settings.awake = ClockWindow(start: 780, end: 820) }
    style = dice.roll(3) == 0 ? .balanced : nil
    var cursor = scene.time("07:00")
    now = cursor
    for _ in 0..<dice.roll(6) {
      let start = cursor.adding(minutes: 40 + dice.roll(200))
      let end = start.adding(minutes: 10 + dice.roll(120))
      scene.sleeps.append(text(start) + ".." + text(end))
      cursor = end
    }
    now = cursor.adding(minutes: dice.roll(240))
    if dice.roll(2) == 0 {
      let start = now.adding(minutes: -dice.roll(90))
      if start > cursor { scene.sleeps.append(text(start) + "..") }
    }
  }

  private func text(_ instant: Instant) -> String {
    let days = scene.zone.civil(instant).date.daysSinceEpoch - scene.date.daysSinceEpoch
    return (days == 0 ? "" : "+\(days) ") + scene.zone.civil(instant).time.text
  }

  /// Every rule that the outlook of this day breaks.
  func violations() throws -> [String] {
    let snapshot = try scene.snapshot(text(now))
    let outlook = try scene.outlook(text(now), style: style)
    return asleep(snapshot, outlook) + awake(snapshot, outlook) + planned(snapshot, outlook)
      + explained(snapshot, outlook)
  }

  private func asleep(_ snapshot: DaySnapshot, _ outlook: Outlook) -> [String] {
    var found: [String] = []
    let isNapping = snapshot.sleeps.last.map { $0.span.end == nil && !$0.isNight } ?? false
    if (outlook.wakeBy != nil) != isNapping { found.append("wake by without a nap, or a nap without") }
    guard let wakeBy = outlook.wakeBy else { return found }
    if wakeBy.latest <= wakeBy.start { found.append("wake by at once") }
    let isLate = wakeBy.start.minutes(until: snapshot.napCutoff) < 30
    if wakeBy.isShort != isLate { found.append("short nap") }
    if wakeBy.start.minutes(until: wakeBy.latest) < 30 { found.append("no time for the shortest nap") }
    if !wakeBy.isShort, wakeBy.latest > snapshot.napCutoff { found.append("wake by after the cutoff") }
    if let end = wakeBy.plannedEnd, end > wakeBy.latest { found.append("planned past wake by") }
    return found
  }

  private func awake(_ snapshot: DaySnapshot, _ outlook: Outlook) -> [String] {
    var found: [String] = []
    if outlook.nextNap != nil, outlook.wakeBy != nil || outlook.night != nil { found.append("nap asleep") }
    if outlook.nextNap != nil, outlook.earlierBedtime != nil { found.append("nap and early bedtime") }
    if outlook.night == nil, outlook.usualWakeUp != nil { found.append("usual wake-up by day") }
    guard let nap = outlook.nextNap else { return found }
    let isLate = outlook.plan?.isLate ?? false
    if nap.start < nap.window.earliest || (!isLate && nap.start > nap.window.latest) {
      found.append("outside its window")
    }
    if nap.start >= snapshot.napCutoff, !nap.isShort { found.append("nap at the cutoff") }
    return found
  }

  private func planned(_ snapshot: DaySnapshot, _ outlook: Outlook) -> [String] {
    guard let plan = outlook.plan, let scenario = plan.scenario else {
      return outlook.nextNap?.basis == .plan ? ["a plan's nap without a plan"] : []
    }
    var found: [String] = []
    if outlook.bedtime != plan.line.instant(of: scenario.bedtime) { found.append("bedtime") }
    let isPlanned = outlook.nextNap?.basis == .plan || plan.nextNap != nil
    if outlook.night == nil, snapshot.runningSleep == nil, isPlanned,
      outlook.nextNap?.start != plan.nextNap?.earliest
    {
      found.append("two next naps")
    }
    if !scenario.isClean, !plan.isClosed, !plan.isOver, isKeptByAnother(plan) {
      found.append("another number of naps keeps the limits")
    }
    return found
  }

  /// Whether one nap fewer or one more would keep every limit that the plan breaks, with naps of believable length.
  private func isKeptByAnother(_ plan: WakingDayPlan) -> Bool {
    guard scene.settings.naps == nil || plan.napsSoFar > 0 else { return false }
    return plan.request.otherCounts.contains { count in
      var other = plan.request
      other.preferredNaps = count
      return ScheduleEngine.computeSchedules(request: other).scenarios.contains { scenario in
        scenario.isKept(cutoff: plan.napCutoff, had: other.actualNaps.count)
          && other.changes(of: scenario).allSatisfy { $0 <= 30 }
          && scenario.naps(after: other.actualNaps.count).allSatisfy { $0.end - $0.start <= 120 }
      }
    }
  }

  private func explained(_ snapshot: DaySnapshot, _ outlook: Outlook) -> [String] {
    var found: [String] = []
    let reasons = DayEngine.explain(snapshot, outlook, baby: scene.baby, now: now).reasons
    for reason in reasons {
      switch reason {
      case .nextNap(let range, _) where outlook.nextNap?.window != range || outlook.nextNap?.basis == .plan:
        found.append("explain's window")
      case .plannedNap(let nap, _) where outlook.nextNap.map { $0.start != nap.earliest } ?? false:
        found.append("explain's nap")
      case .wakeBy(let wakeBy) where wakeBy != outlook.wakeBy: found.append("explain's wake by")
      case .earlierBedtime(let range) where range != outlook.earlierBedtime:
        found.append("explain's bedtime")
      default: break
      }
    }
    if outlook.bedtime != snapshot.bedtime, outlook.plan?.isOver == false,
      !reasons.contains(.movedBedtime(outlook.bedtime))
    {
      found.append("a bedtime that explain does not name")
    }
    return found
  }
}
