import Nursery

/// The Plan page's lines without a plan: the sleeps that were, and what the age says of the rest of the day.
struct AgePlanRows {
  private let told: Told

  /// The lines of a scene.
  init(_ told: Told) {
    self.told = told
  }

  /// At most as many as a page takes; the oldest sleeps are left out.
  var rows: [ListPage.Row] {
    let ahead = aheadRows
    let room = ListPage.capacity - min(ahead.count, ListPage.capacity)
    return Array(pastRows.suffix(room)) + ahead
  }

  private var pastRows: [ListPage.Row] {
    told.scene.day.sleeps.map { sleep in
      let end = sleep.span.end ?? told.scene.now
      let minutes = sleep.span.start.minutes(until: end)
      let duration = sleep.span.end == nil ? told.duration(minutes) : told.words.duration(minutes: minutes)
      return ListPage.Row(mark: mark(sleep), left: when(sleep), right: duration)
    }
  }

  /// Whether a sleep is a night is not known without a clock.
  private func mark(_ sleep: DaySnapshot.ClassifiedSleep) -> String {
    if sleep.isNight, told.scene.clockIsKnown { return "☾" }
    return sleep.span.end == nil ? "▸" : "✓"
  }

  /// From when to when, or while the clock is not known how long ago it ended.
  private func when(_ sleep: DaySnapshot.ClassifiedSleep) -> String {
    guard told.scene.clockIsKnown else {
      return sleep.span.end.map(told.moment) ?? told.words.day.asleep
    }
    guard let end = sleep.span.end else { return told.clock.digits(sleep.span.start) + "–" }
    return told.clock.range(InstantRange(earliest: sleep.span.start, latest: end))
  }

  /// What lies ahead; nothing when that is not known, or when the night has begun.
  private var aheadRows: [ListPage.Row] {
    let day = told.scene.day
    guard told.scene.clockIsKnown else { return [bedRow, ListPage.Row(left: told.words.plan.needsClock)] }
    if let wake = told.scene.outlook.usualWakeUp {
      return [ListPage.Row(mark: "·", left: told.words.day.wakes, right: "~" + told.clock.text(wake))]
    }
    var rows: [ListPage.Row] = []
    if let next = told.scene.outlook.nextNap?.window {
      rows.append(ListPage.Row(mark: "·", left: told.words.day.nap, right: told.clock.range(next)))
    }
    if told.scene.now < day.napCutoff {
      rows.append(
        ListPage.Row(mark: "·", left: told.words.pages.napsEndBy, right: told.clock.text(day.napCutoff)))
    }
    return rows + [bedRow] + earlierRows + beginningRows
  }

  private var bedRow: ListPage.Row {
    ListPage.Row(mark: "·", left: told.words.day.bed, right: told.clock.text(told.scene.outlook.bedtime))
  }

  private var beginningRows: [ListPage.Row] {
    guard told.scene.day.state == .notStarted else { return [] }
    let lines = told.words.plan.beginsWith
    return [ListPage.Row(left: lines.0), ListPage.Row(left: lines.1)]
  }

  private var earlierRows: [ListPage.Row] {
    guard let earlier = told.scene.outlook.earlierBedtime else { return [] }
    let reason = told.words.day.earlyBedtimeReason
    return [
      ListPage.Row(mark: "·", left: told.words.day.earlyBedtime, right: told.clock.range(earlier)),
      ListPage.Row(left: reason.0),
      ListPage.Row(left: reason.1),
    ]
  }
}
