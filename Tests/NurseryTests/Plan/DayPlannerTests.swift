import Testing

@testable import Nursery

/// The plan of a waking day, from its snapshot. The baby of `DayScene` takes three naps of 40 minutes between 07:00
/// and 19:00.
@Suite struct DayPlannerTests {
  private func plan(
    _ scene: DayScene, _ now: String, _ settings: PlanSettings = PlanSettings(), style: ScheduleStyle? = nil
  ) throws -> WakingDayPlan? {
    var planner = DayPlanner()
    return planner.outlook(
      try scene.snapshot(now), settings: settings, style: style, now: scene.time(now), zone: scene.zone
    ).plan
  }

  /// The plan as a line: `07:00 09:15-10:15 19:00`. Recorded naps have `=` for `-`; `!` follows a plan that breaks a
  /// rule.
  private func text(_ plan: WakingDayPlan?, _ scene: DayScene) -> String {
    guard let plan else { return "none" }
    guard let scenario = plan.scenario else { return plan.result?.failure?.reason ?? "too many" }
    let items = scenario.items.map { item in
      let start = scene.text(plan.line.instant(of: item.start))
      let end = scene.text(plan.line.instant(of: item.end))
      return item.start == item.end ? start : start + (item.isActual ? "=" : "-") + end
    }
    return items.joined(separator: " ") + (scenario.violations.isEmpty ? "" : " !")
  }

  private static let days: [(now: String, naps: String, plan: String)] = [
    ("07:30", "", "07:00 08:45-09:25 11:40-12:20 15:20-16:00 19:00"),
    ("09:40", "09:00..09:30", "07:00 09:00=09:30 12:00-12:50 15:20-16:00 19:00"),
    ("12:40", "09:00..09:30 11:45..12:15", "07:00 09:00=09:30 11:45=12:15 15:00-16:00 19:00"),
    // Two long naps leave no room for the third.
    ("17:00", "10:00..12:00 14:45..16:30", "07:00 10:00=12:00 14:45=16:30 19:00"),
    // A late nap leaves room for one more if bedtime moves by a quarter of an hour.
    ("15:00", "12:00..14:00", "07:00 12:00=14:00 15:45-16:15 19:15"),
    // More naps than wanted, and one more because there is still a long time until bed.
    (
      "13:05", "08:00..08:30 09:30..10:00 11:00..11:30 12:30..13:00",
      "07:00 08:00=08:30 09:30=10:00 11:00=11:30 12:30=13:00 15:30-16:00 19:00"
    ),
    // Neither two nor three naps keep the limits: the plan shows the facts, and that it breaks a rule.
    ("15:00", "09:00..09:30 12:45..14:45", "07:00 09:00=09:30 12:45=14:45 19:00 !"),
    (
      "15:55",
      "08:00..08:20 09:30..09:50 11:00..11:20 12:30..12:50 14:00..14:20 15:30..15:50",
      "08:20 09:30=09:50 11:00=11:20 12:30=12:50 14:00=14:20 15:30=15:50 19:00 !"
    ),
  ]

  @Test(
    "Recorded naps are kept, and the rest of the day follows",
    arguments: days.map { Row(($0.now, $0.naps), $0.plan, "\($0.now) \($0.naps)") })
  func recorded(row: Row<(now: String, naps: String), String>) throws {
    let day = DayScene(woke: "07:00", sleeps: row.input.naps.split(separator: " ").map(String.init))
    let text = text(try plan(day, row.input.now), day)
    #expect(text == row.expected)
  }

  @Test("A day without room for its naps has no plan, whatever window is before bed", arguments: 1...5)
  func noRoom(count: Int) {
    var (none, some) = (0, 0)
    for end in stride(from: 540, through: 1_140, by: 5) {
      var request = ScheduleRequest(bedTime: 1_140, preferredNaps: count)
      request.wakeWindows.minimum = 60
      request.actualNaps = [ActualNap(nap: 1, start: end - 60, end: end)]
      let hasPlan = stride(from: 135, through: 210, by: 5).contains { last in
        request.wakeWindows.last = last
        return ScheduleEngine.computeSchedules(request: request).isFeasible
      }
      let hasRoom = request.hasRoom(shortestLast: 135)
      #expect(hasRoom || !hasPlan, "a nap until \(end)")
      none += hasRoom ? 0 : 1
      some += hasPlan ? 1 : 0
    }
    #expect(some > 0 && (none > 0) == (count > 1), "one nap has been had")
  }

  @Test("A running nap ends as planned, or now if that has passed")
  func running() throws {
    let day = DayScene(woke: "07:00", sleeps: ["09:00.."])
    for (now, expected) in [
      ("09:00", "07:00 09:00=09:40 12:10-12:50 15:20-16:00 19:00"),
      ("09:39", "07:00 09:00=09:40 12:10-12:50 15:20-16:00 19:00"),
      ("10:40", "07:00 09:00=10:40 12:50-13:20 15:30-16:00 19:00"),
    ] {
      let plan = try #require(try plan(day, now))
      #expect(text(plan, day) == expected)
      #expect(plan.recorded.isEmpty && plan.napsSoFar == 1)
      #expect(plan.insights.naps.isEmpty)
    }
  }

  @Test("A nap that is half an hour late is planned from now, and still counts as overdue")
  func late() throws {
    let day = DayScene(woke: "07:00")
    for (now, expected) in [
      ("09:14", "07:00 08:45-09:25 11:40-12:20 15:20-16:00 19:00"),
      ("09:15", "07:00 09:15=09:55 12:17-12:57 15:20-16:00 19:00"),
      ("10:01", "07:00 10:05=10:45 12:42-13:22 15:20-16:00 19:00"),
    ] {
      let text = text(try plan(day, now), day)
      #expect(text == expected)
    }
    var planner = DayPlanner()
    for now in ["09:14", "09:16", "09:20", "09:21", "10:40"] {
      let outlook = planner.outlook(
        try day.snapshot(now), settings: PlanSettings(), style: nil, now: day.time(now), zone: day.zone)
      let nap = try #require(outlook.nextNap)
      #expect(nap.start == day.time("08:45") && nap.window.latest == day.time("09:30"))
      #expect(nap.due == nap.start && outlook.plan?.nextNap?.earliest == nap.start)
      #expect(outlook.plan?.isLate == (now != "09:14") && outlook.plan?.recorded.isEmpty == true)
    }
    // Near the cutoff it is planned at its late time, and nothing else becomes late.
    #expect(try plan(day, "15:55")?.napsAhead.map { $0.start } == [525])
    let evening = DayScene(woke: "07:00", sleeps: ["09:00..09:30", "11:45..12:15"])
    #expect(try plan(evening, "15:55")?.nextNap?.earliest == evening.time("15:00"))
  }

  @Test("The plan of a nap that must be long ends it at the time that the Now page shows")
  func runningEnd() throws {
    let day = DayScene(ageDays: 430, bedtime: "19:15", woke: "06:40", sleeps: ["12:20.."])
    let outlook = try day.outlook("12:20")
    let end = try #require(outlook.plan?.runningNap?.end)
    #expect(outlook.wakeBy?.latest == day.time("14:45"))
    #expect(outlook.plan?.line.instant(of: end) == day.time("14:45"))
    #expect(outlook.plan?.scenario?.isClean == true)
  }

  @Test("The wake windows adapt to a number of naps that was set")
  func setNaps() throws {
    var settings = PlanSettings()
    settings.naps = 1
    let day = DayScene(ageDays: 430, bedtime: "19:15", woke: "06:40")
    let nap = try #require(try plan(day, "06:50", settings)?.napsAhead.first)
    #expect((715...730).contains(nap.start) && (100...130).contains(nap.end - nap.start))
    let outlook = try DayScene(ageDays: 430, bedtime: "19:15", woke: "06:40", settings: settings).outlook(
      "11:30")
    #expect(outlook.napChange == nil && !outlook.isBeyondWindow(at: day.time("11:30")))
    // Limits that were set still hold.
    settings.wakeWindows.maximum = 240
    #expect(try plan(day, "06:50", settings)?.scenario?.napCount == 2)
  }

  static let shortNaps: [DayScene] = [
    // Nothing was logged all morning.
    DayScene(bedtime: "18:40", woke: "06:30"),
    DayScene(bedtime: "18:40", woke: "06:30", sleeps: ["08:20..08:50", "10:40..11:00"]),
    // A child with two naps, of which the first was short.
    DayScene(ageDays: 270, woke: "07:00", sleeps: ["10:00..10:45"]),
    DayScene(
      ageDays: 77, bedtime: "20:00", woke: "06:30", sleeps: ["07:48..08:16", "09:37..10:14", "11:47..12:17"]),
    DayScene(
      ageDays: 40, bedtime: "19:30", woke: "07:00", sleeps: ["07:50..08:11", "09:00..09:25", "10:20..10:50"]),
  ]

  @Test(
    "No nap makes up for hours of missing sleep", arguments: shortNaps
  )
  func believable(day: DayScene) throws {
    let last = day.sleeps.last.map(day.span)?.end ?? day.time("06:30")
    for minutes in stride(from: 5, through: 240, by: 5) {
      let now = day.text(last.adding(minutes: minutes))
      let plan = try #require(try plan(day, now))
      let usual = plan.original.boostedLengths.max() ?? 0
      for nap in plan.napsAhead {
        #expect(nap.end - nap.start <= min(120, max(usual, 60) + 30), "\(now)")
      }
    }
  }

  @Test(
    "The rows of a plan follow from one another while a nap runs",
    arguments: ["08:30..", "08:00..", "09:20.."])
  func rowsFollow(nap: String) throws {
    let day = DayScene(bedtime: "18:40", woke: "06:30", sleeps: [nap])
    let outlook = try day.outlook(String(nap.prefix(5)))
    let plan = try #require(outlook.plan)
    let limits = plan.request.wakeWindows
    let end = try #require(plan.runningNap?.end)
    let next = try #require(plan.napsAhead.first)
    #expect(try next.start - end >= #require(limits.minimum) && next.start - end <= #require(limits.maximum))
    #expect(try plan.line.instant(of: end) == #require(outlook.wakeBy?.plannedEnd))
  }

  @Test("A day of more naps than a request can hold is planned from its first naps on")
  func manyNaps() throws {
    var day = DayScene(ageDays: 30, bedtime: "20:00", woke: "06:50")
    day.sleeps = [
      "07:40..08:10", "09:00..09:30", "10:20..10:50", "11:40..12:10", "13:00..13:30", "14:20..14:50",
    ]
    let plan = try #require(try plan(day, "15:00"))
    #expect(plan.recorded.count == 6 && plan.skippedNaps > 0)
    #expect(plan.napsAhead.count > 1 && plan.napsAhead.allSatisfy { $0.end - $0.start <= 120 })
    #expect(plan.napCount == 6 + plan.napsAhead.count)
    #expect(try day.outlook("15:00").nextNap?.basis == .plan)
    day.sleeps.append("15:40..")
    #expect(try self.plan(day, "15:50")?.runningNap?.nap == 7)
  }

  @Test("A newborn's nap lasts from one feed to the next at most")
  func newborn() throws {
    let nap = DayScene(ageDays: 15, bedtime: "21:00", woke: "05:00", sleeps: ["06:00.."])
    #expect(try nap.outlook("06:00").wakeBy.map { $0.latest <= nap.time("08:00") } == true)
  }

  @Test("Before the day began there is no plan; once the night began nothing lies ahead")
  func ends() throws {
    #expect(try plan(DayScene(), "06:00") == nil)
    #expect(try plan(DayScene(woke: "07:00"), "07:00") != nil)
    let night = try #require(
      try plan(DayScene(woke: "07:00", sleeps: ["09:00..09:30", "18:45.."]), "+1 00:30"))
    #expect(night.isOver && night.napsAhead.isEmpty && night.nextNap == nil)
    #expect(night.insights.naps.map(\.minutes) == [30])
    // After midnight too, the next morning belongs to the next day.
    let next = DayScene(woke: "+1 06:30", sleeps: ["09:00..09:30", "18:45..+1 06:30"])
    let plan = try #require(try plan(next, "+1 06:31"))
    #expect(plan.recorded.isEmpty && !plan.isOver)
    #expect(next.text(plan.line.wake) == "12 06:30")
  }

  @Test("A day that began after its bedtime has no plan")
  func lateMorning() throws {
    #expect(try plan(DayScene(nursings: ["19:20..19:30"]), "19:40") == nil)
  }

  @Test("A plan counts elapsed minutes, so a day on which the clocks change has its real length")
  func clockChange() throws {
    let change = ZoneWindow.Transition(at: DayScene().time("12:00"), offsetSeconds: 3600)
    let zone = ZoneWindow(name: "Made/Up", initialOffsetSeconds: 0, transitions: [change])
    var day = DayScene(zone: zone, woke: "07:00")
    let short = try #require(try plan(day, "07:30"))
    let scenario = try #require(short.scenario)
    #expect(scenario.items.last?.start == 18 * 60)
    #expect(day.text(short.line.instant(of: scenario.bedtime)) == "19:00")
    #expect(zip(scenario.items, scenario.items.dropFirst()).allSatisfy { $0.end + $1.wakeWindow == $1.start })
    // A constraint is in wall time of that day.
    var settings = PlanSettings()
    settings.asleep = ClockWindow(start: 15 * 60 + 30, end: 15 * 60 + 45)
    let constrained = try #require(try plan(day, "07:30", settings))
    #expect(constrained.request.asleep == ClockWindow(start: 14 * 60 + 30, end: 14 * 60 + 45))
    let nap = try #require(constrained.scenario?.items.first { $0.start <= 870 && $0.end >= 885 })
    #expect(day.text(constrained.line.instant(of: nap.start)) <= "15:30")
    day.sleeps = ["11:30..13:30"]
    #expect(try plan(day, "13:40")?.insights.naps.map(\.minutes) == [60])
  }

  @Test("A number of naps that was set changes only where it has no plan")
  func setNumber() throws {
    var settings = PlanSettings()
    settings.naps = 5
    var day = DayScene(woke: "07:00")
    let before = try #require(try plan(day, "07:30", settings))
    #expect(before.scenario?.napCount == 4 && before.wantedNaps == 5)
    settings.naps = 2
    #expect(try plan(day, "07:30", settings)?.scenario?.napCount == 2)
    settings.naps = 5
    day.sleeps = ["09:00..09:30"]
    let after = try #require(try plan(day, "09:40", settings))
    #expect(after.scenario?.napCount == 4 && after.wantedNaps == 5)
  }

  @Test("The next style goes round through those that are feasible")
  func styles() throws {
    let day = DayScene(woke: "06:40")
    var style = try #require(try plan(day, "07:30")?.nextStyle)
    var seen = [style]
    for _ in 0..<2 {
      style = try #require(try plan(day, "07:30", style: style)?.nextStyle)
      seen.append(style)
    }
    #expect(seen == [.gentle, .balanced, .buildLater])
    var settings = PlanSettings()
    settings.wakeWindows.minimum = 360
    let none = try #require(try plan(DayScene(woke: "07:00"), "07:30", settings))
    #expect(none.scenario == nil && none.nextStyle == nil && none.styles.isEmpty)
  }

  @Test("A style is left out if its plan is that of the style shown, or of one before it")
  func alikeStyles() throws {
    // Here build later and gentle are the same plan to the minute.
    let day = DayScene(woke: "07:00")
    let cases: [(ScheduleStyle?, [ScheduleStyle], ScheduleStyle)] = [
      (nil, [.buildLater, .balanced], .balanced), (.gentle, [.gentle, .balanced], .balanced),
      (.balanced, [.buildLater, .balanced], .buildLater),
    ]
    for (style, styles, next) in cases {
      let plan = try #require(try plan(day, "07:30", style: style))
      #expect(plan.styles == styles && plan.nextStyle == next)
    }
  }

  @Test("The same day is computed once, and a changed one again")
  func memory() throws {
    let day = DayScene(woke: "07:00", sleeps: ["09:00..09:30"])
    var planner = DayPlanner()
    func ask(_ scene: DayScene, _ now: String) throws -> WakingDayPlan? {
      planner.outlook(
        try scene.snapshot(now), settings: PlanSettings(), style: nil, now: scene.time(now), zone: scene.zone
      ).plan
    }
    let first = try ask(day, "10:00")
    let remembered = planner
    #expect(try ask(day, "10:30") == first)
    #expect(planner == remembered)
    var corrected = day
    corrected.sleeps = ["09:00..09:50"]
    #expect(try ask(corrected, "10:30")?.scenario != first?.scenario)
    #expect(planner != remembered)
  }
}
