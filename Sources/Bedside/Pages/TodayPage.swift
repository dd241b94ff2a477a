import Nursery

/// Naps, sleep and feeds of this waking day against what is usual at the age.
struct TodayPage {
  private let told: Told

  /// The page of a scene.
  init(_ told: Told) {
    self.told = told
  }

  /// Draws the page above the row `bottom`.
  func draw(on canvas: inout Canvas, bottom: Int) {
    let rows = [napsRow, feedsRow, sleepRow, longestRow, sinceSleepRow, sinceFeedRow]
    ListPage(title: told.words.pages.today, rows: rows).draw(told, on: &canvas, bottom: bottom)
  }

  private var napsRow: ListPage.Row {
    count(told.words.pages.naps, done: told.scene.day.completedNaps, of: told.scene.day.bracket.naps)
  }

  private var feedsRow: ListPage.Row {
    count(told.words.pages.feeds, done: told.scene.day.feedCount, of: told.scene.day.bracket.feeds)
  }

  private func count(_ name: String, done: Int, of usual: MinuteRange) -> ListPage.Row {
    ListPage.Row(
      left: name, right: told.words.fill(told.words.pages.countOf, "\(done)", told.words.range(usual)),
      tally: ListPage.Tally(done: done, usual: usual.upper))
  }

  private var sleepRow: ListPage.Row {
    let hours = told.words.range(told.scene.day.bracket.dailySleepHours)
    return ListPage.Row(
      left: told.words.pages.sleep + " " + told.words.duration(minutes: sleepMinutes.reduce(0, +)),
      right: told.words.fill(told.words.pages.hoursTarget, hours))
  }

  private var longestRow: ListPage.Row {
    ListPage.Row(
      left: told.words.pages.longest, right: told.words.duration(minutes: sleepMinutes.max() ?? 0))
  }

  private var sinceSleepRow: ListPage.Row {
    let day = told.scene.day
    if let asleep = day.sleeps.last, asleep.span.end == nil {
      return ListPage.Row(
        left: told.words.day.asleep, right: told.duration(asleep.span.start.minutes(until: told.scene.now)))
    }
    guard let awake = day.wakeReference else { return ListPage.Row(left: told.words.day.awake, right: "–") }
    return ListPage.Row(
      left: told.words.day.awake, right: told.duration(awake.minutes(until: told.scene.now)))
  }

  private var sinceFeedRow: ListPage.Row { ListPage.Row(left: FeedLine(told).text) }

  private var sleepMinutes: [Int] {
    told.scene.day.sleeps.map { $0.span.start.minutes(until: $0.span.end ?? told.scene.now) }
  }
}
