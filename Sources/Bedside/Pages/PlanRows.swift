import Nursery

/// The lines of a day's plan: wake-up, naps had ✓, running ▸ and ahead ·, bedtime, and what there is to say
/// about it; `!` stands where a rule is broken.
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

  /// At most as many as a page takes; the oldest are left out.
  var rows: [ListPage.Row] {
    let sleeps = [wakeRow] + recordedRows + runningRows + plan.napsAhead.map(row)
    return Array((sleeps + [bedRow] + remarks).suffix(ListPage.capacity))
  }

  private var wakeRow: ListPage.Row {
    ListPage.Row(mark: "✓", left: context.words.plan.wake, right: context.clock.text(plan.line.wake))
  }

  private var recordedRows: [ListPage.Row] {
    plan.recorded.compactMap { nap in
      guard let start = nap.start, let end = nap.end else { return nil }
      return row(
        "✓", start, end, right: context.words.duration(minutes: end - start), isBroken: isBroken(nap.nap))
    }
  }

  private var runningRows: [ListPage.Row] {
    guard let nap = plan.runningNap, let start = nap.start, let end = nap.end else { return [] }
    let minutes = plan.line.minute(of: context.scene.now) - start
    return [row("▸", start, end, right: context.duration(minutes), isBroken: isBroken(nap.nap))]
  }

  private func row(_ item: ScheduleItem) -> ListPage.Row {
    guard case .nap(let number) = item.kind else { return ListPage.Row() }
    let change = plan.change(of: item)
    var right = context.words.duration(minutes: item.end - item.start)
    if change != 0 { right = context.words.signed(change) }
    if item.start < plan.line.minute(of: context.scene.now) { right = context.words.plan.late }
    return row("·", item.start, item.end, right: right, isBroken: isBroken(number))
  }

  private func row(_ mark: String, _ start: Int, _ end: Int, right: String, isBroken: Bool) -> ListPage.Row {
    ListPage.Row(
      mark: mark, left: context.clock.range(plan.line.range(start, end)),
      right: isBroken ? PlanRows.warning + " " + right : right)
  }

  private var bedRow: ListPage.Row {
    let change = plan.bedtimeChange == 0 ? "" : " " + context.words.signed(plan.bedtimeChange)
    let warning = isBroken(scenario.napCount + 1) ? PlanRows.warning + " " : ""
    return ListPage.Row(
      mark: "·", left: context.words.day.bed + change,
      right: warning + context.clock.text(plan.line.instant(of: scenario.bedtime)))
  }

  /// The warning picture is as high as a line, and would touch the next one.
  private static let warning = "!"

  /// Whether a rule is broken at a nap, or at bedtime, which has the number after the last nap's.
  private func isBroken(_ number: Int) -> Bool {
    scenario.violations.contains { violation in
      switch violation {
      case .awakeWindow(let nap): nap == number
      case .limit(let window, _, _): window == number
      case .sleepWindow: false
      }
    }
  }

  /// What was broken, what was switched, and when bed would be right after all.
  private var remarks: [ListPage.Row] {
    var texts = scenario.violations.map(text)
    if plan.hasOtherNapCount {
      texts.append(
        context.words.fill(context.words.plan.otherCount, "\(scenario.napCount)", "\(plan.wantedNaps)"))
    }
    if let earlier = context.scene.outlook.earlierBedtime {
      texts.append(context.words.day.earlyBedtime + " " + context.clock.range(earlier))
    }
    return texts.prefix(2).map { ListPage.Row(left: $0) }
  }

  private func text(_ violation: ScheduleViolation) -> String {
    let words = context.words.plan
    switch violation {
    case .awakeWindow(let nap): return context.words.fill(words.mustBeAwake, "\(nap)")
    case .sleepWindow: return context.words.fill(words.mustBeAsleep, asleep)
    case .limit(_, let minutes, let limit):
      let template = minutes > limit ? words.tooLong : words.tooShort
      return context.words.fill(
        template, context.words.duration(minutes: minutes), context.words.duration(minutes: limit))
    }
  }

  private var asleep: String {
    guard let window = plan.request.asleep, let start = window.start, let end = window.end else { return "" }
    return context.clock.range(plan.line.range(start, end))
  }
}
