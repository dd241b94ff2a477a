import Nursery

/// The last 24 hours: sleep and feeds on a bar, and their totals. It is not the calendar day, so it is never empty in
/// the morning.
struct TodayPage {
  private let context: PageContext

  private static let barRows = 13..<21
  private static let hoursTop = 25
  /// The rows of the totals: below the hours; in their place over a notice, so that it hides no total; and in place of
  /// the bar too, over a notice and `NOT SAVED`.
  private static let lines = [[35, 44, 53], [25, 33, 41], [14, 22, 30]]

  /// The page of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// Draws the page above the row `bottom`.
  func draw(on canvas: inout Canvas, bottom: Int) {
    let isNamed = TopLine(title: Wording(context.words.pages.today)).drawNamed(
      context, isShortened: true, on: &canvas)
    guard let recent = context.scene.recent else { return }
    let place = Self.lines.firstIndex { $0.allSatisfy { $0 + Face.small.capHeight < bottom } } ?? 2
    if place < 2 { drawBar(recent, on: &canvas) }
    if place < 1 { drawHours(on: &canvas) }
    // If the title has no room for any form of the name, the name replaces the naps, which Plan shows too.
    let rows =
      [isNamed ? sleep(recent) : Wording(context.scene.babyName)]
      + [isNamed ? naps(recent) : sleep(recent), feeds(recent)]
    for (y, row) in zip(Self.lines[place], rows) { canvas.text(row, faces: [.small], x: 0, y: y) }
  }

  private func drawBar(_ recent: RecentDay, on canvas: inout Canvas) {
    let now = context.scene.now
    let whole = now.minute - RecentDay.minutes..<now.minute
    TimeBar(
      whole: whole, solid: recent.stretches(at: now), ticks: recent.feeds.map { $0.start.minute }
    ).draw(on: &canvas, columns: 0..<Canvas.width, rows: Self.barRows)
  }

  private func drawHours(on canvas: inout Canvas) {
    guard context.scene.clockIsKnown else { return }
    let now = context.scene.now
    let whole = now.minute - RecentDay.minutes..<now.minute
    for minute in whole where minute % 60 == 0 {
      let hour = context.scene.zone.civil(Instant(milliseconds: minute * 60_000)).time.hour
      guard hour % 6 == 0, context.scene.zone.civil(Instant(milliseconds: minute * 60_000)).time.minute == 0
      else { continue }
      drawHour(hour, at: (minute - whole.lowerBound) * Canvas.width / whole.count, on: &canvas)
    }
  }

  /// Draws an hour below its place on the bar, unless it would leave the panel.
  private func drawHour(_ hour: Int, at x: Int, on canvas: inout Canvas) {
    let text = context.hour(hour)
    let width = TextLine(text, face: .small).width
    let left = x - width / 2
    guard left >= 0, left + width <= Canvas.width else { return }
    canvas.text(text, x: left, y: Self.hoursTop)
  }

  // MARK: What it comes to

  /// The sleep of the last 24 hours. A baby always sleeps in these: a zero would only mean that no sleep was logged.
  private func sleep(_ recent: RecentDay) -> Wording {
    let minutes = recent.sleepMinutes(at: context.scene.now)
    guard minutes > 0 else { return Wording("") }
    let isGuessed =
      recent.isEstimated
      || recent.sleeps.contains { sleep in
        [sleep.start, sleep.end].compactMap { $0 }.contains { !context.guess($0).isEmpty }
      }
    return Wording(
      context.durations(minutes, isGuessed: isGuessed).map {
        context.words.fill(context.words.pages.sleepInDay, $0)
      })
  }

  /// The naps of this day, and what else has room beside them. After midnight the naps of the day before are left out:
  /// they would read as naps of today.
  private func naps(_ recent: RecentDay) -> Wording {
    let naps = isToday ? [dots] : []
    let others = others(recent)
    guard others.isEmpty else {
      // The naps give way first: Plan shows them too.
      return Wording(
        [naps + others, others].map { $0.joined(separator: "  ") }
          + [others.joined(separator: " "), (naps + others.prefix(1)).joined(separator: "  "), others[0]])
    }
    let feeds = feedsBesideNaps(recent)
    return Wording(
      feeds.flatMap { feed in ["  ", " "].map { (naps + [feed]).joined(separator: $0) } } + [naps.first ?? ""]
    )
  }

  /// Whether the day that is shown began today. Without a clock no date is known.
  private var isToday: Bool {
    let scene = context.scene
    return !scene.clockIsKnown || scene.day.day == scene.zone.civil(scene.now).date
  }

  /// The naps of this day as filled dots, and those ahead as open dots: those of the plan, or else up to the usual
  /// number.
  private var dots: String {
    let day = context.scene.day
    let done = day.completedNaps
    let open =
      context.plan.flatMap { plan in
        guard plan.isOver || plan.scenario != nil else { return nil }
        return plan.napsAhead.count + (plan.runningNap == nil ? 0 : 1)
      }
      ?? max(0, day.bracket.naps.upper - done)
    let dots = String(repeating: "●", count: min(done, 8)) + String(repeating: "○", count: open)
    return context.words.pages.naps + " " + (dots.isEmpty ? "–" : dots)
  }

  /// What the row of feeds has no room for: the minutes on each side, then how long ago the last feed was.
  private func feedsBesideNaps(_ recent: RecentDay) -> [String] {
    let words = context.words
    let sides = sides(recent)
    let nursed = sides.isEmpty || sidesFit(recent) ? [] : [sides]
    guard let minutes = context.minutesSinceFeed, !recent.feeds.isEmpty, !lastFits(recent) else {
      return nursed
    }
    return nursed + context.feedAges(minutes).map { words.fill(words.feed.fed, $0) }
  }

  /// The last medicine, which matters before giving the next one, and the nappies.
  private func others(_ recent: RecentDay) -> [String] {
    let pages = context.words.pages
    let medicine = recent.lastMedicine.map { at in
      let time =
        context.guess(at) + (context.scene.clockIsKnown ? context.clock.text(at) : context.moment(at))
      return context.words.fill(pages.lastMedicine, time)
    }
    let nappies = recent.nappies == 0 ? nil : context.words.fill(pages.nappyCount, "\(recent.nappies)")
    return [medicine, nappies].compactMap { $0 }
  }

  private func feeds(_ recent: RecentDay) -> Wording {
    let words = context.words
    guard !recent.feeds.isEmpty else {
      return Wording(context.minutesSinceFeed == nil ? words.feed.noneYet : words.feed.noneInDay)
    }
    if sidesFit(recent) { return Wording(lead(recent) + " · " + sides(recent)) }
    // A bare duration could mean anything.
    return Wording(withLast(recent) + [lead(recent)])
  }

  /// The number of feeds, and the milk from bottles.
  private func lead(_ recent: RecentDay) -> String {
    let words = context.words
    let intake = recent.intake.map { " · " + words.amount($0) } ?? ""
    return words.fill(words.pages.feedCount, "\(recent.feeds.count)") + intake
  }

  /// The same with how long ago the last feed was; empty if that is not known.
  private func withLast(_ recent: RecentDay) -> [String] {
    guard let minutes = context.minutesSinceFeed, !context.scene.feedAgeIsLeast else { return [] }
    return context.durations(minutes, isGuessed: context.scene.feedIsGuessed).map {
      lead(recent) + " · " + context.words.fill(context.words.pages.lastFeed, $0)
    }
  }

  /// Whether the row of feeds says how long ago the last one was.
  private func lastFits(_ recent: RecentDay) -> Bool {
    !sidesFit(recent) && Wording(withLast(recent)).fits(.small, limit: Canvas.width)
  }

  /// Whether the minutes on each side fit after the number of feeds. Otherwise they are shown after the naps, if they
  /// fit there.
  private func sidesFit(_ recent: RecentDay) -> Bool {
    let sides = sides(recent)
    guard recent.intake == nil, !sides.isEmpty else { return false }
    return Wording(lead(recent) + " · " + sides).fits(.small, limit: Canvas.width)
  }

  /// The minutes on each side: `L 52 R 48 m`; empty if there was no nursing.
  private func sides(_ recent: RecentDay) -> String {
    let parts = zip([NursingSide.left, .right, .both], recent.nursed)
      .filter { $0.1 > 0 }
    guard !parts.isEmpty else { return "" }
    guard parts.allSatisfy({ $0.1 < 60 }) else {
      return parts.map { context.words.side($0.0) + " " + context.words.duration(minutes: $0.1) }
        .joined(separator: " ")
    }
    let bare = parts.map { context.words.side($0.0) + " \($0.1)" }.joined(separator: " ")
    return context.words.fill(context.words.times.minutes, bare)
  }
}

extension PageContext {
  /// An hour of the day, on a 24-hour or a 12-hour clock.
  fileprivate func hour(_ hour: Int) -> String {
    guard scene.usesTwelveHours else { return "\(hour)" }
    return hour % 12 == 0 ? "12" : "\(hour % 12)"
  }
}

/// The last 24 hours of a baby, as the Today page shows them.
public struct RecentDay: Hashable, Sendable {
  /// The length of the day, in minutes.
  public static let minutes = 1_440

  /// The sleeps that ended within 24 hours or still run, in order.
  public var sleeps: [SleepSpan]
  /// Whether the sleeps include some of a night that no one logged.
  public var isEstimated = false
  /// The feeds that began within 24 hours, in order.
  public var feeds: [FeedSpan]
  /// Milk from bottles; nil if no amount was logged.
  public var intake: BottleAmount?
  /// Minutes nursed on the left, on the right and on both.
  public var nursed = [0, 0, 0]
  /// The number of changed nappies.
  public var nappies = 0
  /// When a medicine was last given.
  public var lastMedicine: Instant?

  /// What happened within 24 hours; everything older is left out. `estimates` are sleeps that no one logged.
  public init(sleeps: [SleepSpan], estimates: [SleepSpan] = [], feeds: [FeedSpan], now: Instant) {
    let since = now.adding(minutes: -RecentDay.minutes)
    self.sleeps = (sleeps + estimates).filter { ($0.end ?? now) > since && $0.start < now }
      .sorted { $0.start < $1.start }
    isEstimated = estimates.contains(where: self.sleeps.contains)
    self.feeds = feeds.filter { $0.start >= since && $0.start <= now }
  }

  /// The sleeps as minutes of the civil timeline, cut to the last 24 hours.
  func stretches(at now: Instant) -> [Range<Int>] {
    let since = now.minute - RecentDay.minutes
    return sleeps.map { sleep in
      let start = max(since, sleep.start.minute)
      return start..<max(start, min(sleep.end ?? now, now).minute)
    }
  }

  /// Minutes slept within the last 24 hours.
  func sleepMinutes(at now: Instant) -> Int {
    stretches(at: now).reduce(0) { $0 + $1.count }
  }
}
