import Nursery

/// Something that a tired parent would not believe.
enum Oddity: String, Hashable, Sendable, CaseIterable {
  /// On a day with several naps, one is planned for longer than two hours.
  case overTwoHours = "nap over 2 h"
  /// A nap is planned for longer than three hours.
  case overThreeHours = "nap over 3 h"
  /// A nap is planned for half an hour more than the longest usual one on a day with that many naps.
  case longerThanUsual = "nap longer than usual"
  /// Rows of the Plan page overlap or are out of order.
  case overlap = "rows overlap"
  /// The gap between two rows is outside the limits, and the plan does not say so.
  case gap = "gap outside limits"
  /// Now and Plan name different times.
  case twoTimes = "Now and Plan differ"
  /// What is named next is further away than the baby can stay awake, and nothing says so.
  case wait = "long wait"
  /// The plan breaks a limit and says so.
  case broken = "limit broken"
  /// `No plan today` is shown before the night.
  case noPlan = "No plan today"
  /// The next nap moves by more than half an hour without a press.
  case jump = "next nap jumps"
  /// A later nap moves by more than half an hour, appears or disappears without a press.
  case change = "rows change"
  /// A nap that begins as planned gets another length, by more than a quarter of an hour.
  case newLength = "length changes"
  /// A row has passed, and Now does not ask for it.
  case late = "row long past"
}

/// One look at which something was odd.
struct OddLook: Hashable, Sendable {
  var oddity: Oddity
  /// How odd it was, in minutes.
  var minutes: Int
  var seed: UInt64
  var kind: LookFamily.Kind
  var ageDays: Int
  /// The time of day, in minutes after midnight.
  var clock: Int
  /// The Plan page, as text.
  var plan: String
}

/// A day of a family with a look every ten minutes.
struct DayLooks {
  /// The number of looks.
  private(set) var count = 0
  private(set) var odd: [OddLook] = []
  private let family: LookFamily
  private var planner = DayPlanner()
  private var before: Look?

  /// Looks at a family's day from the morning until the night's sleep.
  init(at family: LookFamily) throws(DayRefusal) {
    self.family = family
    let last = family.sleeps.last?.start ?? family.morning
    for now in stride(from: 0, to: family.morning.minutes(until: last), by: 10) {
      try look(at: family.morning.adding(minutes: now))
    }
  }

  private mutating func look(at now: Instant) throws(DayRefusal) {
    let sleeps = family.sleeps.filter { $0.start <= now }.map { sleep in
      SleepSpan(start: sleep.start, end: sleep.end.flatMap { $0 <= now ? $0 : nil })
    }
    let day = try DayEngine.snapshot(
      baby: family.baby, feeds: [], sleeps: sleeps, wokeAt: family.morning, now: now, zone: .utc,
      learned: family.learned, limits: family.settings.wakeWindows,
      rules: .box(usualWakeUp: family.learned?.usualWakeUp))
    let outlook = planner.outlook(day, settings: family.settings, style: nil, now: now, zone: .utc)
    guard let look = Look(day, outlook, now: now) else { return }
    count += 1
    let found = look.oddities(settings: family.settings) + look.oddities(after: before)
    odd += found.map { oddity, minutes in
      OddLook(
        oddity: oddity, minutes: minutes, seed: family.seed, kind: family.kind, ageDays: family.ageDays,
        clock: now.minute % 1440, plan: look.text)
    }
    before = look
  }
}

/// What the box says at one moment of a day.
private struct Look {
  let day: DaySnapshot
  let outlook: Outlook
  let plan: WakingDayPlan
  /// The present, in minutes of the plan's line.
  let minute: Int
  /// The naps of the Plan page, with the past and the running ones.
  let rows: [(start: Int, end: Int, isAhead: Bool)]

  /// Nil at night, and before the day began.
  init?(_ day: DaySnapshot, _ outlook: Outlook, now: Instant) {
    guard outlook.night == nil, let plan = outlook.plan else { return nil }
    (self.day, self.outlook, self.plan) = (day, outlook, plan)
    minute = plan.line.minute(of: now)
    let had = plan.recorded.map { (start: $0.start ?? 0, end: $0.end ?? 0, isAhead: false) }
    let running = plan.runningNap.flatMap { nap in nap.start }.map { start in
      (start: start, end: plan.runningNap?.end ?? start, isAhead: false)
    }
    rows = had + [running].compactMap { $0 } + plan.napsAhead.map { ($0.start, $0.end, true) }
  }

  var text: String {
    let naps = rows.map { "\(clock($0.start))–\(clock($0.end))\($0.isAhead ? "" : "✓")" }
    let bed = plan.scenario.map { clock($0.bedtime) } ?? "no plan"
    let next = outlook.nextNap.map { " now: \($0.basis) \(clock(plan.line.minute(of: $0.start)))" } ?? ""
    return (naps + [bed]).joined(separator: " ") + next + (plan.scenario?.isClean == false ? " !" : "")
  }

  private func clock(_ minute: Int) -> String { WallTime(minutesAfterMidnight: minute).text }

  /// The lengths of the naps that the plan chose, in minutes.
  private var lengths: [Int] {
    let running = plan.runningNap.flatMap { nap in nap.start }.flatMap { start in
      outlook.wakeBy?.plannedEnd.map { plan.line.minute(of: $0) - start }
    }
    return [running].compactMap { $0 } + plan.napsAhead.map { $0.end - $0.start }
  }

  func oddities(settings: PlanSettings) -> [(Oddity, Int)] {
    lengthOddities(settings) + rowOddities + nameOddities
  }

  private func lengthOddities(_ settings: PlanSettings) -> [(Oddity, Int)] {
    guard let longest = lengths.max() else { return [] }
    var found: [(Oddity, Int)] = []
    // The only nap of a day may be longer.
    if longest > 120, rows.count > 1 { found.append((.overTwoHours, longest)) }
    if longest > 180 { found.append((.overThreeHours, longest)) }
    let usual = usualLongest
    if longest > usual + 30 { found.append((.longerThanUsual, longest - usual)) }
    return found
  }

  /// The longest usual nap on a day with that many naps, in minutes.
  private var usualLongest: Int {
    let lengths = plan.request.napLengths
    let all = [lengths.one, lengths.two, lengths.three, lengths.four, lengths.five]
    let count = rows.count
    return (all[max(1, min(count, 5)) - 1] ?? []).max() ?? 120
  }

  private var rowOddities: [(Oddity, Int)] {
    var found: [(Oddity, Int)] = []
    // Once bedtime has passed, the row says `bed now`.
    let bed = plan.scenario.flatMap { $0.bedtime > minute ? $0.bedtime : nil }
    let limits = plan.request.wakeWindows
    for (index, row) in rows.enumerated() {
      let isLast = index == rows.count - 1
      guard let next = isLast ? bed : rows[index + 1].start else { continue }
      let gap = next - row.end
      if gap < 0 { found.append((.overlap, -gap)) }
      let isAhead = isLast ? row.isAhead : rows[index + 1].isAhead
      // A late nap keeps its row, and the rest is planned from now on.
      let isLate = (row.isAhead && row.start < minute) || next < minute
      guard plan.scenario?.isClean == true, isAhead, gap >= 0, !isLate else { continue }
      let least = (isLast ? 0 : limits.minimum) ?? 0
      if gap < least { found.append((.gap, least - gap)) }
      let most = (isLast ? max(limits.last ?? 0, limits.maximum ?? 0) : limits.maximum) ?? 1440
      if gap > most { found.append((.gap, gap - most)) }
    }
    for (index, nap) in plan.napsAhead.enumerated() where nap.start < minute {
      let isAsked = index == 0 && outlook.nextNap.map { plan.line.minute(of: $0.start) } == nap.start
      if !isAsked { found.append((.late, minute - nap.start)) }
    }
    return found
  }

  private var nameOddities: [(Oddity, Int)] {
    var found: [(Oddity, Int)] = []
    let next = outlook.nextNap.map { plan.line.minute(of: $0.start) }
    let planned = plan.napsAhead.first?.start
    let isAsleep = day.runningSleep != nil
    // A nap by the wake window has a row of its own.
    if !isAsleep, plan.scenario != nil, outlook.nextNap?.basis != .window, next != planned {
      found.append((.twoTimes, abs((next ?? planned ?? 0) - (planned ?? next ?? 0))))
    }
    if let scenario = plan.scenario, plan.line.instant(of: scenario.bedtime) != outlook.bedtime {
      found.append((.twoTimes, 0))
    }
    if plan.scenario?.isClean == false, !plan.isClosed {
      found.append((.broken, plan.line.instant(of: minute).minutes(until: day.napCutoff)))
    }
    if plan.scenario == nil, !plan.isClosed {
      found.append((.noPlan, plan.line.instant(of: minute).minutes(until: day.bedtime)))
    }
    if !isAsleep, let wait { found.append((.wait, wait)) }
    return found
  }

  /// By how many minutes what is named next exceeds the longest window without a remark; nil if it does not.
  private var wait: Int? {
    let now = plan.line.instant(of: minute)
    guard let since = day.wakeReference, !outlook.isBeyondWindow(at: now),
      plan.scenario?.isClean != false, outlook.earlierBedtime == nil, !outlook.isGuessed
    else { return nil }
    let windows = day.bracket.wakeWindows.map { $0.upper } + [plan.request.wakeWindows.maximum ?? 0]
    let named = outlook.nextNap?.start ?? outlook.bedtime
    // A nap that is due is no wait, and neither is the last half hour before bed.
    guard named > (outlook.nextNap == nil ? now.adding(minutes: 30) : now) else { return nil }
    let wait = since.minutes(until: named) - (windows.max() ?? 0)
    return wait > 15 ? wait : nil
  }

  /// What is odd compared with the look before.
  func oddities(after before: Look?) -> [(Oddity, Int)] {
    guard let before else { return [] }
    if before.plan.recorded == plan.recorded, before.plan.runningNap?.start == plan.runningNap?.start {
      return unpressedOddities(after: before)
    }
    // The nap began at about its planned time.
    guard let start = plan.runningNap?.start, before.plan.recorded == plan.recorded,
      let nap = before.plan.napsAhead.first, abs(nap.start - start) <= 15,
      let end = outlook.wakeBy?.plannedEnd
    else { return [] }
    let change = abs(plan.line.minute(of: end) - start - (nap.end - nap.start))
    return change > 15 ? [(.newLength, change)] : []
  }

  private func unpressedOddities(after before: Look) -> [(Oddity, Int)] {
    // From the cutoff on, no nap is planned.
    guard plan.isClosed == before.plan.isClosed else { return [] }
    var found: [(Oddity, Int)] = []
    if let next = outlook.nextNap?.start, let last = before.outlook.nextNap?.start {
      let moved = abs(last.minutes(until: next))
      if moved > 30 { found.append((.jump, moved)) }
    }
    let (rows, last) = (plan.napsAhead, before.plan.napsAhead)
    if rows.count != last.count {
      found.append((.change, 0))
    } else if let moved = zip(rows, last).map({ abs($0.start - $1.start) }).max(), moved > 30 {
      found.append((.change, moved))
    }
    return found
  }
}
