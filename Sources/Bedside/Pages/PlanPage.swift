import Nursery

/// Today's sleep in order: the naps so far, and what is ahead.
struct PlanPage {
  private let context: PageContext

  /// The page of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// Draws the page above the row `bottom`. If there are too many lines, the oldest are left out.
  func draw(on canvas: inout Canvas, bottom: Int) {
    // From the cutoff on, a day without a nap has nothing to plan. A day that was first logged in the afternoon has no
    // plan, because its morning is not known.
    guard let plan = context.plan, !plan.isOver, plan.scenario != nil || !plan.isClosed && !beganUnseen else {
      let page = ListPage(title: title)
      return page.draw(context, on: &canvas, bottom: bottom, rows: AgePlanRows(context).rows)
    }
    guard let scenario = plan.scenario else {
      let lines = NoPlanPhrase(context, plan).lines
      let page = ListPage(title: Wording(context.words.plan.none), rows: lines.map { ListPage.Row(left: $0) })
      return page.draw(context, on: &canvas, bottom: bottom)
    }
    ListPage(title: title, marks: marks(plan, scenario))
      .draw(context, on: &canvas, bottom: bottom, rows: PlanRows(context, plan, scenario).rows)
  }

  /// Whether the first entry of the day was a feed or a sleep after noon.
  private var beganUnseen: Bool {
    guard context.scene.day.morningIsAssumed, let morning = context.scene.day.morning else { return false }
    return context.scene.zone.civil(morning).time.hour >= 12
  }

  /// A dot for each different style, filled for the one that is shown; empty if there is no choice.
  private func marks(_ plan: WakingDayPlan, _ scenario: Scenario) -> String {
    guard plan.nextStyle != nil else { return "" }
    return plan.styles.reduce("") { $0 + ($1 == scenario.style ? "●" : "○") }
  }

  /// The title, with a mark if the wake windows were learned.
  private var title: Wording {
    let plan = context.words.pages.plan
    return Wording(context.scene.day.learned?.isUsed == true ? plan + " " + context.words.plan.learned : plan)
  }
}

/// The lines of a day's plan: the wake-up, naps that are over ✓, running ▸ and ahead ·, bedtime, and remarks. `!` marks
/// a broken rule.
struct PlanRows {
  private let context: PageContext
  private let plan: WakingDayPlan
  private let scenario: Scenario

  /// The lines of a plan that is feasible.
  init(_ context: PageContext, _ plan: WakingDayPlan, _ scenario: Scenario) {
    self.context = context
    self.plan = plan
    self.scenario = scenario
  }

  /// As many lines as fit. The oldest are left out first, and then remarks, but never what runs or comes next.
  func rows(_ room: Int) -> [ListPage.Row] {
    let past = wakeRows + recordedRows
    let naps = plan.napsAhead.map(row) + unplannedNapRows
    let ahead = (runningRows + naps + [bedRow]).prefix(room - min(past.count, context.newestRows))
    let remarks = remarks.prefix(room - ahead.count - min(past.count, context.newestRows))
    return past.suffix(room - ahead.count - remarks.count) + ahead + remarks
  }

  /// The wake-up; none if the day began with a sleep, because no one logged when the baby woke up.
  private var wakeRows: [ListPage.Row] {
    let wake = plan.line.wake
    guard !context.scene.day.naps.contains(where: { $0.start == wake }) else { return [] }
    // If the day began with its first feed, the baby may have woken up before that.
    let isAssumed = context.scene.day.morningIsAssumed
    return [
      ListPage.Row(
        mark: isAssumed ? "·" : "✓", left: context.words.plan.wake,
        right: (isAssumed ? "~" : guess(wake)) + context.clock.text(wake))
    ]
  }

  /// The mark for a time that is only bounded.
  private func guess(_ instant: Instant) -> String { context.guess(planned: instant) }

  private var recordedRows: [ListPage.Row] {
    plan.recorded.compactMap { nap in
      guard let start = nap.start, let end = nap.end else { return nil }
      let guess = [start, end].map { self.guess(plan.line.instant(of: $0)) }.max() ?? ""
      return row(
        "✓", start, end, right: guess + context.words.duration(minutes: end - start),
        isBroken: isBroken(nap.nap - plan.skippedNaps))
    }
  }

  private var runningRows: [ListPage.Row] {
    guard let nap = plan.runningNap, let start = nap.start else { return [] }
    // The rows below follow from the planned end. The latest possible end is a remark.
    guard let end = nap.end else { return [] }
    let minutes = plan.line.minute(of: context.scene.now) - start
    return [
      ListPage.Row(
        mark: "▸", lefts: texts(start, end, guess(plan.line.instant(of: start))),
        share: ListPage.Share(done: minutes, whole: end - start))
    ]
  }

  /// A nap on the Now page that the plan does not have, because the day would be too long without it.
  private var unplannedNapRows: [ListPage.Row] {
    context.scene.outlook.nextNap.map { $0.basis == .plan ? [] : [context.unplannedRow($0)] } ?? []
  }

  private func row(_ item: ScheduleItem) -> ListPage.Row {
    guard case .nap(let number) = item.kind else { return ListPage.Row() }
    let isLate = item.start < plan.line.minute(of: context.scene.now)
    let right = isLate ? context.words.plan.late : context.words.duration(minutes: item.end - item.start)
    return row(
      "·", item.start, item.end, right: right, isBroken: isBroken(number), context.scene.outlook.isGuessed)
  }

  private func row(
    _ mark: String, _ start: Int, _ end: Int, right: String, isBroken: Bool, _ isGuessed: Bool = false
  ) -> ListPage.Row {
    let guess = isGuessed ? "~" : guess(plan.line.instant(of: start))
    return ListPage.Row(
      mark: mark, lefts: texts(start, end, guess),
      right: isBroken ? PlanRows.warning + " " + right : right)
  }

  private func texts(_ start: Int, _ end: Int, _ guess: String) -> [String] {
    context.clocks.map { guess + $0.range(plan.line.range(start, end)) }
  }

  private var bedRow: ListPage.Row {
    let bedtime = plan.line.instant(of: scenario.bedtime)
    // A nap that ran past bedtime comes before it.
    guard context.scene.now < bedtime else {
      return ListPage.Row(mark: "·", left: context.words.day.bedNow)
    }
    let warning = isBroken(scenario.napCount + 1) && isEveningLong ? PlanRows.warning + " " : ""
    return ListPage.Row(
      mark: "·", left: context.words.day.bed, right: warning + context.clock.text(bedtime))
  }

  /// Whether there is no nap between the plan's last nap and bed.
  private var isEveningLong: Bool { unplannedNapRows.isEmpty }

  /// An exclamation mark: the warning picture is as high as a line and would touch the next one.
  private static let warning = "!"

  /// Whether a rule is broken at a nap, or at bedtime, whose number follows that of the last nap.
  private func isBroken(_ number: Int) -> Bool {
    scenario.violations.contains { violation in
      switch violation {
      case .awakeWindow(let nap): nap == number
      case .limit(let window, _, _): window == number
      case .sleepWindow: false
      }
    }
  }

  /// What differs from a usual day, in words: the number of naps, broken rules, longer times, and when bed would be
  /// right.
  private var remarks: [ListPage.Row] {
    let written = context.clocks.map(remarks)
    return (written.first ?? []).indices.prefix(2).map { index in
      ListPage.Row(lefts: written.map { $0[index] })
    }
  }

  private func remarks(_ clock: WallClock) -> [String] {
    let words = context.words.plan
    var texts = wishes(clock)
    if let latest = context.scene.outlook.wakeBy?.latest, let end = plan.runningNap?.end,
      plan.line.instant(of: end) < latest
    {
      let guess = context.scene.outlook.isGuessed ? "~" : ""
      texts.append(context.words.day.wakeBy + " " + guess + clock.text(latest))
    }
    switch context.scene.outlook.napChange {
    case .oneMore: if !plan.napsAhead.isEmpty || plan.runningNap != nil { texts.append(words.oneMore) }
    case .oneFewer: texts.append(scenario.napCount == 1 ? words.oneNap : words.oneFewer)
    case .other(let count):
      texts.append(count == 1 ? words.oneNap : context.words.fill(words.otherNaps, "\(count)"))
    case nil: break
    }
    texts += scenario.violations.compactMap { text($0, clock) } + changes
    if let earlier = context.scene.outlook.earlierBedtime {
      let isOne = earlier.earliest == earlier.latest
      let time = isOne ? clock.text(earlier.earliest) : clock.range(earlier)
      texts.append(context.words.day.earlyBedtime + " " + time)
    }
    return texts
  }

  /// The settings for this day only.
  private func wishes(_ clock: WallClock) -> [String] {
    guard let wish = context.scene.day.wish else { return [] }
    let words = context.words.plan
    let stretches = [
      wish.asleep == nil ? nil : context.words.fill(words.asleep, range(plan.request.asleep, clock)),
      wish.awake == nil ? nil : context.words.fill(words.awake, range(plan.request.awake, clock)),
    ]
    let naps = wish.naps.map { context.words.fill(words.wished, context.words.pages.naps + " \($0)") }
    let bed = wish.bedtime.map {
      context.words.fill(words.wished, context.words.day.bed + " " + clock.text($0))
    }
    return (stretches + [naps, bed]).compactMap { $0 }
  }

  /// What is longer, shorter or later than in the settings.
  private var changes: [String] {
    let words = context.words
    let change = plan.nextNapChange
    let text = change > 0 ? words.plan.longer : words.plan.shorter
    let nap = change == 0 ? [] : [words.fill(text, words.duration(minutes: abs(change)))]
    guard plan.bedtimeChange != 0 else { return nap }
    return [words.fill(words.plan.bedChange, words.signed(plan.bedtimeChange))] + nap
  }

  private func text(_ violation: ScheduleViolation, _ clock: WallClock) -> String? {
    let words = context.words.plan
    switch violation {
    case .awakeWindow(let nap): return context.words.fill(words.mustBeAwake, start(ofNap: nap, clock))
    case .sleepWindow: return context.words.fill(words.mustBeAsleep, range(plan.request.asleep, clock))
    case .limit(let window, let minutes, let limit):
      let isLong = minutes > limit
      guard window <= scenario.napCount else {
        return isLong ? isEveningLong ? words.longEvening : nil : words.shortEvening
      }
      return context.words.fill(isLong ? words.longWait : words.shortWait, start(ofNap: window, clock))
    }
  }

  /// When a nap of the plan begins. The rows have no numbers.
  private func start(ofNap number: Int, _ clock: WallClock) -> String {
    scenario.items.first { $0.kind == .nap(number) }
      .map { clock.text(plan.line.instant(of: $0.start)) } ?? "\(number)"
  }

  private func range(_ window: ClockWindow?, _ clock: WallClock) -> String {
    guard let start = window?.start, let end = window?.end else { return "" }
    return clock.range(plan.line.range(start, end))
  }
}

/// The lines of the Plan page without a plan: the sleeps so far, and the age table's times for the rest of the day. After
/// midnight the naps of the day before are left out, as they would read as naps of today.
struct AgePlanRows {
  private let context: PageContext

  /// The lines of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// As many lines as fit. The oldest sleeps are left out.
  func rows(_ room: Int) -> [ListPage.Row] {
    let past = pastRows
    let ahead = aheadRows.prefix(room - min(past.count, context.newestRows))
    return past.suffix(room - ahead.count) + ahead
  }

  private var pastRows: [ListPage.Row] {
    context.scene.day.sleeps.filter(isOfToday).map { sleep in
      let end = sleep.span.end ?? context.scene.now
      // Whole minutes, as in the times beside it and in the plan by day.
      let start = sleep.span.start
      let minutes = sleep.span.end.map { $0.minute - start.minute } ?? start.minutes(until: end)
      let isGuessed = !(context.guess(sleep.span.start) + context.guess(end)).isEmpty
      let duration =
        sleep.span.end == nil
        ? context.duration(minutes, isGuessed: isGuessed)
        : (isGuessed ? "~" : "") + context.words.duration(minutes: minutes)
      return ListPage.Row(mark: mark(sleep), lefts: when(sleep), right: duration)
    }
  }

  /// Whether a sleep is the night's, or runs, or ended on this date. Without a clock no date is known.
  private func isOfToday(_ sleep: DaySnapshot.ClassifiedSleep) -> Bool {
    guard context.scene.clockIsKnown, !sleep.isNight, let end = sleep.span.end else { return true }
    return context.scene.zone.civil(end).date == context.scene.zone.civil(context.scene.now).date
  }

  /// The mark of a sleep. Without a clock it is not known whether the sleep is a night.
  private func mark(_ sleep: DaySnapshot.ClassifiedSleep) -> String {
    if sleep.isNight, context.scene.clockIsKnown { return "☾" }
    return sleep.span.end == nil ? "▸" : "✓"
  }

  /// The begin and the end, or, while the clock is not known, how long ago it ended.
  private func when(_ sleep: DaySnapshot.ClassifiedSleep) -> [String] {
    guard context.scene.clockIsKnown else {
      return [sleep.span.end.map(context.moment) ?? context.words.day.asleep]
    }
    let guess = context.guess(sleep.span.start)
    guard let end = sleep.span.end else { return [guess + context.clock.digits(sleep.span.start) + "–"] }
    return context.clocks.map {
      guess + $0.range(InstantRange(earliest: sleep.span.start, latest: end))
    }
  }

  /// What is ahead; nothing if that is not known or the night has begun.
  private var aheadRows: [ListPage.Row] {
    let day = context.scene.day
    guard context.scene.clockIsKnown else {
      return [bedRow, ListPage.Row(left: context.words.plan.needsClock)]
    }
    guard context.scene.outlook.night == nil else {
      return context.scene.outlook.usualWakeUp.map { wake in
        [ListPage.Row(mark: "·", left: context.words.day.wakes, right: "~" + context.clock.text(wake))]
      } ?? []
    }
    var rows: [ListPage.Row] = []
    if let next = context.scene.outlook.nextNap {
      rows.append(context.unplannedRow(next))
    }
    if context.scene.now < day.napCutoff {
      rows.append(
        ListPage.Row(mark: "·", left: context.words.pages.napsEndBy, right: context.clock.text(day.napCutoff))
      )
    }
    return rows + [bedRow] + earlierRows + beginningRows
  }

  private var bedRow: ListPage.Row {
    ListPage.Row(
      mark: "·", left: context.words.day.bed, right: context.clock.text(context.scene.outlook.bedtime))
  }

  private var beginningRows: [ListPage.Row] {
    guard context.scene.day.state == .notStarted else { return [] }
    let isAsked = if case .asksMorning? = context.scene.remark { true } else { false }
    let lines = isAsked ? context.words.plan.beginsWithAnswer : context.words.plan.beginsWith
    return [ListPage.Row(left: lines.0), ListPage.Row(left: lines.1)]
  }

  private var earlierRows: [ListPage.Row] {
    guard let earlier = context.scene.outlook.earlierBedtime else { return [] }
    let reason = context.words.day.earlyBedtimeReason
    return [
      ListPage.Row(mark: "·", left: context.words.day.earlyBedtime, right: context.clock.range(earlier)),
      ListPage.Row(left: reason.0),
      ListPage.Row(left: reason.1),
    ]
  }
}

extension PageContext {
  /// How times are written, and the same without am and pm.
  fileprivate var clocks: [WallClock] { scene.usesTwelveHours ? [clock, clock.bare] : [clock] }

  /// How many of the past lines stay, however much is ahead: the newest one while a notice or `NOT SAVED` may be about
  /// it. The style that was chosen is about what is ahead.
  fileprivate var newestRows: Int {
    if scene.unsavedCount > 0 { return 1 }
    switch scene.notice {
    case nil, .styleChosen: return 0
    default: return 1
    }
  }

  /// The row of a nap without a plan: its window, or, for a short nap, the time from which a press begins it.
  fileprivate func unplannedRow(_ nap: Outlook.NextNap) -> ListPage.Row {
    let guess = scene.outlook.isGuessed ? "~" : ""
    guard nap.isShort else {
      return ListPage.Row(mark: "·", left: words.day.nap, right: guess + clock.range(nap.window))
    }
    let isNow = nap.start <= scene.now
    return ListPage.Row(
      mark: "·", left: isNow ? words.day.napNow : words.day.shortNap,
      right: isNow ? words.day.shortNap : guess + clock.text(nap.start))
  }
}

/// Why a day has no plan and what to try, in lines that fit.
struct NoPlanPhrase {
  /// The lines, the reason first.
  let lines: [String]

  /// The words for a plan that is not feasible.
  init(_ context: PageContext, _ plan: WakingDayPlan) {
    let parts = plan.result?.failure.map { NoPlanPhrase.parts($0, context.words) } ?? []
    lines = parts.flatMap { TextBlock($0).lines }
  }

  private static func parts(_ failure: ScheduleFailure, _ words: Words) -> [String] {
    guard case .infeasible(let attempt, _) = failure.cause else { return [words.plan.badSetting] }
    let plan = words.plan
    switch attempt.reason {
    case .windowsOutsideLimits: return [plan.outsideLimits, plan.widenLimits]
    case .notEnoughTime, .bedtimeBeforeWake: return [plan.noTime, plan.makeTime]
    case .noRoomForLastNap: return [plan.noRoom, plan.makeRoom]
    case .firstWindow(let minutes, let limit):
      let texts = (words.duration(minutes: minutes), words.duration(minutes: limit))
      return [words.fill(plan.firstTooLong, texts.0, texts.1), plan.tryOther]
    }
  }
}
