/// The nights that are kept: a ring of seven, and the ninety days before it. Every change scores the nights that it
/// affects again.
public struct SleepStore: Hashable, Sendable {
  /// How many nights the ring and the archive keep.
  public static let keptNights = SleepAnalyzer.weekNights + 90

  /// Every night that is kept, oldest first, one for a date.
  public private(set) var nights: [NightRecord] = []

  /// Keeps nothing yet.
  public init() {}

  /// Keeps some nights, scored; of two of one date the later one in the array.
  public init(_ nights: [NightRecord]) {
    for night in nights { place(night) }
    forgetOldNights()
    for index in self.nights.indices { score(at: index) }
  }

  /// The night of a date; nil when it is not kept.
  public func night(of date: CivilDate) -> NightRecord? { nights.last { $0.date == date } }

  /// The newest night of whose sleep anything is known.
  public var last: NightRecord? { nights.last { $0.hasData } }

  /// The seven calendar nights up to a date, oldest first; nil where nothing is known.
  public func week(through date: CivilDate) -> [NightRecord?] {
    SleepAnalyzer.week(of: nights, through: date)
  }

  /// The sleep that those seven nights are short of, in whole minutes.
  public func debtMinutes(through date: CivilDate) -> Int {
    SleepAnalyzer.debtMilliseconds(of: nights, through: date) / 60_000
  }

  /// Adds a night, in place of what was known of its date. What was entered for the date stays where the new record has
  /// nothing: the rating until it is removed, the steps until there are others. The goal stays too once the night has
  /// one with data.
  public mutating func keep(_ night: NightRecord) {
    var night = night
    if let known = self.night(of: night.date) {
      night.rating = night.rating ?? known.rating
      night.steps = night.steps ?? known.steps
      if known.hasData { (night.goalMinutes, night.targetBedtime) = (known.goalMinutes, known.targetBedtime) }
    }
    place(night)
    forgetOldNights()
    scoreAround(night.date)
  }

  /// Sets a person's rating of a night, 1…5; nil removes it. False when the night is not kept or the rating out of
  /// range: nothing is changed then.
  public mutating func rate(_ date: CivilDate, _ stars: Int?) -> Bool {
    guard let index = nights.firstIndex(where: { $0.date == date }),
      stars.map({ (NightScore.least...NightScore.best).contains($0) }) ?? true
    else { return false }
    nights[index].rating = stars
    return true
  }

  /// Sets the steps of the day before a night, or with nil forgets them. False when the night is not kept.
  public mutating func setSteps(_ date: CivilDate, _ steps: Int?) -> Bool {
    guard let index = nights.firstIndex(where: { $0.date == date }) else { return false }
    nights[index].steps = steps
    score(at: index)
    return true
  }

  private mutating func place(_ night: NightRecord) {
    let index = nights.firstIndex { $0.date >= night.date } ?? nights.count
    if index < nights.count, nights[index].date == night.date {
      nights[index] = night
    } else {
      nights.insert(night, at: index)
    }
  }

  /// By count and not by date: one night under a clock that is years ahead must not delete every rating of the others.
  private mutating func forgetOldNights() {
    nights.removeFirst(max(0, nights.count - SleepStore.keptNights))
  }

  /// A night's bedtime counts for the regularity of the week after it.
  private mutating func scoreAround(_ date: CivilDate) {
    let affected = date...date.adding(days: SleepAnalyzer.weekNights)
    for index in nights.indices where affected.contains(nights[index].date) { score(at: index) }
  }

  private mutating func score(at index: Int) {
    nights[index].score = SleepAnalyzer.score(nights[index], among: nights)
  }
}

/// A night and the week that it ends.
public struct NightReview: Hashable, Sendable {
  /// The night's evening.
  public var evening: CivilDate
  /// The seven calendar nights up to it, oldest first; nil where nothing is known.
  public var week: [NightRecord?]
  /// The sleep that they are short of, in whole minutes.
  public var debtMinutes: Int

  /// The week up to an evening.
  public init(evening: CivilDate, store: SleepStore) {
    self.evening = evening
    week = store.week(through: evening)
    debtMinutes = store.debtMinutes(through: evening)
  }

  /// The night itself; nil when nothing is known of it.
  public var night: NightRecord? { week.last ?? nil }
}
