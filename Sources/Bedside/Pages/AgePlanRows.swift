import Nursery

/// The Plan page's lines without a plan: the sleeps that were, and what the age says of the rest of the day.
struct AgePlanRows {
  private let context: PageContext

  /// The lines of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// At most as many as a page takes; the oldest sleeps are left out.
  var rows: [ListPage.Row] {
    let ahead = aheadRows
    let room = ListPage.capacity - min(ahead.count, ListPage.capacity)
    return Array(pastRows.suffix(room)) + ahead
  }

  private var pastRows: [ListPage.Row] {
    context.scene.day.sleeps.map { sleep in
      let end = sleep.span.end ?? context.scene.now
      let minutes = sleep.span.start.minutes(until: end)
      let duration =
        sleep.span.end == nil ? context.duration(minutes) : context.words.duration(minutes: minutes)
      return ListPage.Row(mark: mark(sleep), left: when(sleep), right: duration)
    }
  }

  /// Whether a sleep is a night is not known without a clock.
  private func mark(_ sleep: DaySnapshot.ClassifiedSleep) -> String {
    if sleep.isNight, context.scene.clockIsKnown { return "☾" }
    return sleep.span.end == nil ? "▸" : "✓"
  }

  /// From when to when, or while the clock is not known how long ago it ended.
  private func when(_ sleep: DaySnapshot.ClassifiedSleep) -> String {
    guard context.scene.clockIsKnown else {
      return sleep.span.end.map(context.moment) ?? context.words.day.asleep
    }
    guard let end = sleep.span.end else { return context.clock.digits(sleep.span.start) + "–" }
    return context.clock.range(InstantRange(earliest: sleep.span.start, latest: end))
  }

  /// What lies ahead; nothing when that is not known, or when the night has begun.
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
    if let next = context.scene.outlook.nextNap?.window {
      rows.append(ListPage.Row(mark: "·", left: context.words.day.nap, right: context.clock.range(next)))
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
    let lines = context.words.plan.beginsWith
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
