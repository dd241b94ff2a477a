import Nursery

/// Naps, sleep and feeds of this waking day against what is usual at the age and what was planned.
struct TodayPage {
  private let told: Told

  /// The page of a scene.
  init(_ told: Told) {
    self.told = told
  }

  /// Draws the page above the row `bottom`. Once a nap was had its lines move together, and a table of the naps
  /// stands below them.
  func draw(on canvas: inout Canvas, bottom: Int) {
    let insights = told.plan?.insights
    let rows = insights.flatMap { $0.naps.isEmpty ? nil : closeRows($0) } ?? wideRows
    ListPage(title: told.words.pages.today, rows: rows).draw(told, on: &canvas, bottom: bottom)
    if let insights { NapTable(told, insights).draw(on: &canvas, after: rows.count, bottom: bottom) }
  }

  // MARK: A line for each

  private var wideRows: [ListPage.Row] {
    [
      count(told.words.pages.naps, done: naps, of: told.scene.day.bracket.naps),
      count(told.words.pages.feeds, done: feeds, of: told.scene.day.bracket.feeds),
      sleepRow,
      ListPage.Row(left: told.words.pages.longest, right: longest),
      sinceSleepRow,
      ListPage.Row(left: FeedLine(told).text),
    ]
  }

  private func count(_ name: String, done: Int, of usual: MinuteRange) -> ListPage.Row {
    ListPage.Row(
      left: name, right: told.words.fill(told.words.pages.countOf, "\(done)", told.words.range(usual)),
      tally: ListPage.Tally(done: done, usual: usual.upper))
  }

  private var sinceSleepRow: ListPage.Row {
    guard let since else { return ListPage.Row(left: told.words.day.awake, right: "–") }
    let name = since.isAsleep ? told.words.day.asleep : told.words.day.awake
    return ListPage.Row(left: name, right: told.duration(since.minutes))
  }

  // MARK: Two to a line

  private func closeRows(_ insights: NapInsights) -> [ListPage.Row] {
    let plan = insights.differenceMinutes.map {
      told.words.fill(told.words.plan.againstPlan, told.words.signed($0))
    }
    return [
      ListPage.Row(
        left: close(told.words.pages.naps, naps, told.scene.day.bracket.naps), right: plan ?? ""),
      ListPage.Row(
        left: close(told.words.pages.feeds, feeds, told.scene.day.bracket.feeds), right: sinceFeed),
      sleepRow,
      ListPage.Row(left: told.words.pages.longest + " " + longest, right: closeSinceSleep),
    ]
  }

  private func close(_ name: String, _ done: Int, _ usual: MinuteRange) -> String {
    "\(name) \(done)/\(told.words.range(usual))"
  }

  private var closeSinceSleep: String {
    guard let since else { return "" }
    let lead = !since.isAsleep ? told.words.plan.awakeBefore : since.isNight ? "☾" : "▸"
    return lead + " " + told.duration(since.minutes)
  }

  private var sinceFeed: String {
    switch told.scene.day.feed {
    case .noFeedsYet: "–"
    case .feedingNow(let minutes): "▸ " + told.duration(minutes)
    case .recentlyFed(let minutes), .approaching(let minutes, _), .ready(let minutes, _):
      minutes < 1 ? told.words.times.justNow : told.durationAgo(minutes)
    }
  }

  // MARK: What they say

  private var naps: Int { told.scene.day.completedNaps }
  private var feeds: Int { told.scene.day.feedCount }
  private var longest: String { told.words.duration(minutes: sleepMinutes.max() ?? 0) }

  private var sleepRow: ListPage.Row {
    let hours = told.words.range(told.scene.day.bracket.dailySleepHours)
    return ListPage.Row(
      left: told.words.pages.sleep + " " + told.words.duration(minutes: sleepMinutes.reduce(0, +)),
      right: told.words.fill(told.words.pages.hoursTarget, hours))
  }

  private typealias Since = (minutes: Int, isAsleep: Bool, isNight: Bool)

  /// How long the sleep that runs has lasted, or the time awake.
  private var since: Since? {
    let (day, now) = (told.scene.day, told.scene.now)
    if let sleep = day.sleeps.last, sleep.span.end == nil {
      return (sleep.span.start.minutes(until: now), true, sleep.isNight)
    }
    return day.wakeReference.map { ($0.minutes(until: now), false, false) }
  }

  private var sleepMinutes: [Int] {
    told.scene.day.sleeps.map { $0.span.start.minutes(until: $0.span.end ?? told.scene.now) }
  }
}
