import Nursery

/// The last night as a bar, its hours, its stars with the reasons for missing ones, and the week before it.
struct NightPage {
  private let context: PageContext

  private static let hoursTop = 12
  private static let starsWidth = 5 * 8 - 1
  private static let barRows = 20..<25
  private static let timesTop = 26
  private static let reasonsTop = 35
  /// The row of the goal, and the row below the bars.
  private static let goalRow = 43
  private static let weekBottom = 52
  private static let initialsTop = 54
  private static let barWidth = 5
  private static let barPitch = 10
  private static let debtLeft = 75
  /// The mark of a bedtime beside its bar: its column, its size, and the minutes of a row.
  private static let (markLeft, markSize, markMinutes) = (7, 2, 20)

  /// The page of a scene.
  init(_ context: PageContext) {
    self.context = context
  }

  /// Draws the page above the row `bottom`. The week is left out if it has no room.
  func draw(on canvas: inout Canvas, bottom: Int) {
    guard let review = context.scene.night, context.scene.clockIsKnown else {
      let why = context.scene.box.isSafe ? context.words.pages.safeMode : context.clockNotSet
      drawTitle(context.words.nights.night, [why], on: &canvas, bottom: bottom)
      return
    }
    let phrase = NightPhrase(context, review)
    if let night = review.night {
      let isNamed = drawTitle(phrase.title, [], on: &canvas, bottom: bottom)
      draw(night, phrase, isNamed: isNamed, on: &canvas, bottom: bottom)
    } else {
      drawNothing(phrase, on: &canvas, bottom: bottom)
    }
    guard bottom == Canvas.height else { return }
    drawWeek(review, phrase, on: &canvas)
  }

  /// Draws the page if nothing is known about the last night: the night still runs, or no one logged it.
  private func drawNothing(_ phrase: NightPhrase, on canvas: inout Canvas, bottom: Int) {
    let (words, today) = (context.words.nights, context.scene.zone.civil(context.scene.now).date)
    if context.scene.outlook.night != nil {
      drawTitle(phrase.title(of: context.scene.day.day), [words.notOver], on: &canvas, bottom: bottom)
    } else {
      let nothing = words.nothingLogged
      drawTitle(
        phrase.title(of: today.adding(days: -1)), [nothing.0, nothing.1], on: &canvas, bottom: bottom)
    }
  }

  /// Returns false if there was no room for the name of one of several babies.
  @discardableResult
  private func drawTitle(
    _ title: String, _ lines: [String], on canvas: inout Canvas, bottom: Int
  ) -> Bool {
    let isNamed = TopLine(title: Wording(title)).drawNamed(context, on: &canvas)
    let lines = isNamed || lines.isEmpty ? lines : [context.scene.babyName] + lines
    for (index, line) in lines.enumerated() {
      let y = 18 + 9 * index
      guard y + Face.small.capHeight < bottom else { break }
      canvas.text(line, x: Canvas.width / 2, y: y, Canvas.Style(alignment: .center))
    }
    return isNamed || !lines.isEmpty
  }

  // MARK: The night

  private func draw(
    _ night: NightRecord, _ phrase: NightPhrase, isNamed: Bool, on canvas: inout Canvas, bottom: Int
  ) {
    let room = Canvas.width - NightPage.starsWidth - 4
    canvas.text(phrase.hours(night, limit: room), x: 0, y: NightPage.hoursTop)
    drawStars(night, on: &canvas)
    drawBar(night, on: &canvas)
    let hasRoom = NightPage.reasonsTop + Face.small.capHeight < bottom
    let reasons = isNamed ? phrase.reasons(night) : []
    let below = drawReasons(reasons, beside: phrase.times(night), on: &canvas)
    guard hasRoom else { return }
    canvas.text(
      isNamed ? below : Wording(context.scene.babyName), faces: [.small], x: 0, y: NightPage.reasonsTop)
  }

  private func drawStars(_ night: NightRecord, on canvas: inout Canvas) {
    guard let stars = night.shownStars else { return }
    let row = String(repeating: "★", count: stars) + String(repeating: "☆", count: NightScore.best - stars)
    canvas.text(row, x: Canvas.width, y: NightPage.hoursTop, Canvas.Style(alignment: .right))
  }

  /// Draws the time from falling asleep to getting up over the width of the panel: high while asleep, a line while
  /// awake.
  private func drawBar(_ night: NightRecord, on canvas: inout Canvas) {
    guard let first = night.segments.first, let last = night.segments.last else { return }
    let whole = InstantRange(earliest: first.earliest, latest: last.latest)
    let rows = NightPage.barRows
    canvas.fill(x: 0..<Canvas.width, y: rows.upperBound - 1..<rows.upperBound)
    for segment in night.segments {
      let left = column(segment.earliest, of: whole)
      canvas.fill(x: left..<max(left + 1, column(segment.latest, of: whole)), y: rows)
    }
  }

  private func column(_ instant: Instant, of whole: InstantRange) -> Int {
    (instant.milliseconds - whole.earliest.milliseconds) * Canvas.width / max(1, whole.milliseconds)
  }

  /// Draws the first reason beside the times if it fits there. Returns the others, as many as fit a line.
  private func drawReasons(_ reasons: [String], beside times: String, on canvas: inout Canvas) -> Wording {
    canvas.text(times, x: 0, y: NightPage.timesTop)
    let room = Canvas.width - TextLine(times, face: .small).width - 6
    var below = reasons
    if let first = reasons.first, TextLine(first, face: .small).width <= room {
      canvas.text(first, x: Canvas.width, y: NightPage.timesTop, Canvas.Style(alignment: .right))
      below.removeFirst()
    }
    guard let lead = below.first else { return Wording("") }
    return Wording(
      below.indices.map { last in
        below[1..<(below.count - last)].reduce(lead) { $0 + ", " + $1 }
      })
  }

  // MARK: The week

  private func drawWeek(_ review: NightReview, _ phrase: NightPhrase, on canvas: inout Canvas) {
    for (index, night) in review.week.enumerated() {
      let left = index * NightPage.barPitch
      draw(night, left: left, on: &canvas)
      drawBedtime(night, left: left, on: &canvas)
      canvas.glyphs(
        phrase.initial(at: index), x: left + NightPage.barWidth / 2 + 1, y: NightPage.initialsTop,
        Canvas.Style(alignment: .center))
    }
    // Without any night in the week, its debt is not known.
    if review.week.contains(where: { $0?.asleepMinutes != nil }) { drawDebt(phrase, on: &canvas) }
  }

  /// Draws a mark beside the bar for the time at which the night began: in the middle for the usual bedtime, higher if
  /// earlier and lower if later. Regular bedtimes make a straight line.
  private func drawBedtime(_ night: NightRecord?, left: Int, on canvas: inout Canvas) {
    guard let night, let bedtime = night.bedtimes.first, let target = night.targetBedtime else { return }
    let reach = (NightPage.weekBottom - NightPage.goalRow - NightPage.markSize) / 2
    let rows = max(-reach, min(reach, bedtime.minutes(after: target) / NightPage.markMinutes))
    let (x, y) = (left + NightPage.markLeft, NightPage.goalRow + reach + rows)
    canvas.fill(x: x..<x + NightPage.markSize, y: y..<y + NightPage.markSize)
  }

  private func drawDebt(_ phrase: NightPhrase, on canvas: inout Canvas) {
    let (upper, lower) = phrase.debt
    canvas.note(upper + " " + lower)
    let right = Canvas.Style(alignment: .right, limit: Canvas.width - NightPage.debtLeft)
    canvas.glyphs(upper, x: Canvas.width, y: NightPage.goalRow + 1, right)
    canvas.glyphs(lower, x: Canvas.width, y: NightPage.initialsTop, right)
  }

  /// Draws a night of the week. A full bar reaches the goal, whose row is marked at both sides. If nothing is known, it
  /// is a dot.
  private func draw(_ night: NightRecord?, left: Int, on canvas: inout Canvas) {
    let bottom = NightPage.weekBottom
    guard let night, let minutes = night.asleepMinutes else {
      let middle = left + NightPage.barWidth / 2
      return canvas.fill(x: middle..<middle + 1, y: bottom - 1..<bottom)
    }
    let height = (bottom - NightPage.goalRow) * min(minutes, night.goalMinutes) / night.goalMinutes
    canvas.outline(x: left..<left + NightPage.barWidth, y: NightPage.goalRow..<bottom)
    canvas.fill(x: left..<left + NightPage.barWidth, y: bottom - height..<bottom)
  }
}

/// What the Night page says about a night, in words.
struct NightPhrase {
  private let context: PageContext
  private let review: NightReview

  /// The words for a night and its week.
  init(_ context: PageContext, _ review: NightReview) {
    self.context = context
    self.review = review
  }

  /// The title: `Night Tue`.
  var title: String { title(of: review.evening) }

  /// The title of the night of an evening.
  func title(of evening: CivilDate) -> String {
    context.words.nights.night + " " + context.words.nights.weekdays[evening.weekday]
  }

  /// The hours of sleep, with the goal if it fits: `9 h 40 of 12 h`.
  func hours(_ night: NightRecord, limit: Int) -> String {
    let isGuessed = night.segments.contains {
      !(context.guess($0.earliest) + context.guess($0.latest)).isEmpty
    }
    let slept =
      (night.isEstimated || isGuessed ? "~" : "") + context.words.duration(minutes: night.asleepMinutes ?? 0)
    let whole = slept + " " + context.words.fill(context.words.nights.ofGoal, goal(night))
    return TextLine(whole, face: .small).width > limit ? slept : whole
  }

  private func goal(_ night: NightRecord) -> String {
    night.goalMinutes % 60 == 0
      ? context.words.fill(context.words.times.hours, "\(night.goalMinutes / 60)")
      : context.words.duration(minutes: night.goalMinutes)
  }

  /// The begin and the end.
  func times(_ night: NightRecord) -> String {
    guard let first = night.segments.first, let last = night.segments.last else { return "" }
    return context.clock.nightRange(InstantRange(earliest: first.earliest, latest: last.latest))
  }

  /// Whether no one logged it, or it began as a nap that no one ended; and why stars are missing, in the order of the
  /// rules.
  func reasons(_ night: NightRecord) -> [String] {
    let source = night.source == .found ? [context.words.nights.fromMotion] : []
    let nap = night.isForgottenNap ? [context.words.nights.forgottenNap] : []
    return source + nap + (night.score?.deductions ?? []).compactMap { reason($0, night) }
  }

  /// The sleep debt of the week in two lines: `debt`, `1 h 20`, or `no`, `debt`.
  var debt: (String, String) {
    let words = context.words.nights
    return review.debtMinutes == 0
      ? (words.noDebt, words.debt) : (words.debt, context.words.duration(minutes: review.debtMinutes))
  }

  /// The first letter of a day of the week, by its index in the review.
  func initial(at index: Int) -> String {
    context.words.nights.initials[review.evening.adding(days: index + 1 - review.week.count).weekday]
  }

  private func reason(_ deduction: NightDeduction, _ night: NightRecord) -> String? {
    let words = context.words.nights
    switch deduction {
    case .farTooShort: return words.farTooShort
    case .tooShort: return words.tooShort
    case .interrupted: return context.words.fill(words.pieces, "\(night.segmentCount)")
    // The number of pieces already says it.
    case .interruptedAgain: return nil
    case .irregularBedtimes: return words.irregular
    case .awayFromTarget(let minutes): return minutes < 0 ? words.early : words.late
    case .fewSteps: return words.fewSteps
    }
  }
}

extension CivilDate {
  /// 0…6 from Monday; 1970-01-01 was a Thursday.
  var weekday: Int { (daysSinceEpoch + 3).flooringRemainder(by: 7) }
}
