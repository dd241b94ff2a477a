import Nursery

/// What the Night page says of a night, in words.
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
    context.words.nights.night + " " + context.words.nights.weekdays[weekday(of: evening)]
  }

  /// How much was slept of the goal, the goal only where it fits: `9 h 40 of 12 h`.
  func hours(_ night: NightRecord, limit: Int) -> String {
    let slept = context.words.duration(minutes: night.asleepMinutes ?? 0)
    let whole = slept + " " + context.words.fill(context.words.nights.ofGoal, goal(night))
    return TextLine(whole, face: .small).width > limit ? slept : whole
  }

  private func goal(_ night: NightRecord) -> String {
    night.goalMinutes % 60 == 0
      ? context.words.fill(context.words.times.hours, "\(night.goalMinutes / 60)")
      : context.words.duration(minutes: night.goalMinutes)
  }

  /// From when to when.
  func times(_ night: NightRecord) -> String {
    guard let first = night.segments.first, let last = night.segments.last else { return "" }
    return context.clock.nightRange(InstantRange(earliest: first.earliest, latest: last.latest))
  }

  /// That no one logged it, or ended the nap that it began as; and why stars are missing, in the order of the rules.
  func reasons(_ night: NightRecord) -> [String] {
    let source = night.source == .found ? [context.words.nights.fromMotion] : []
    let nap = night.isForgottenNap ? [context.words.nights.forgottenNap] : []
    return source + nap + (night.score?.deductions ?? []).compactMap { reason($0, night) }
  }

  /// The sleep that the week is short of.
  var debt: String {
    review.debtMinutes == 0
      ? context.words.nights.noDebt : context.words.duration(minutes: review.debtMinutes)
  }

  /// The first letter of a day of the week, by its place in the review.
  func initial(at index: Int) -> String {
    context.words.nights.initials[weekday(of: review.evening.adding(days: index + 1 - review.week.count))]
  }

  private func reason(_ deduction: NightDeduction, _ night: NightRecord) -> String? {
    let words = context.words.nights
    switch deduction {
    case .farTooShort: return words.farTooShort
    case .tooShort: return words.tooShort
    case .interrupted: return context.words.fill(words.pieces, "\(night.segmentCount)")
    // The number of pieces says it already.
    case .interruptedAgain: return nil
    case .irregularBedtimes: return words.irregular
    case .awayFromTarget(let minutes): return minutes < 0 ? words.early : words.late
    case .fewSteps: return words.fewSteps
    }
  }

  /// 0…6 from Monday; 1970-01-01 was a Thursday.
  private func weekday(of date: CivilDate) -> Int { ((date.daysSinceEpoch + 3) % 7 + 7) % 7 }
}
