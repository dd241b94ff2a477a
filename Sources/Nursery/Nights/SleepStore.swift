/// The stored nights: the last seven, and the ninety days before them. Every change scores the affected nights again.
public struct SleepStore: Hashable, Sendable {
  /// How many nights are stored.
  public static let keptNights = SleepAnalyzer.weekNights + 90

  /// The stored nights, oldest first, one for each date.
  public private(set) var nights: [NightRecord] = []

  /// An empty store.
  public init() {}

  /// Stores and scores nights. Of two with the same date, the later in the array counts.
  public init(_ nights: [NightRecord]) {
    for night in nights { place(night) }
    forgetOldNights()
    for index in self.nights.indices { score(at: index) }
  }

  /// The night of a date; nil if it is not stored.
  public func night(of date: CivilDate) -> NightRecord? { nights.last { $0.date == date } }

  /// The seven calendar nights up to a date, oldest first; nil for those without data.
  public func week(through date: CivilDate) -> [NightRecord?] {
    SleepAnalyzer.week(of: nights, through: date)
  }

  /// The sleep debt of those seven nights, in whole minutes.
  public func debtMinutes(through date: CivilDate) -> Int {
    SleepAnalyzer.debtMilliseconds(of: nights, through: date) / 60_000
  }

  /// Adds a night, replacing the one of its date. The known rating and steps stay if the new record has none, and so
  /// does the goal of a night with data.
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

  /// Sets a person's rating of a night, 1…5; nil removes it. Returns false and changes nothing if the night is not
  /// stored or the rating is out of range.
  public mutating func rate(_ date: CivilDate, _ stars: Int?) -> Bool {
    guard let index = nights.firstIndex(where: { $0.date == date }),
      stars.map({ (NightScore.least...NightScore.best).contains($0) }) ?? true
    else { return false }
    nights[index].rating = stars
    return true
  }

  /// Sets the steps of the day before a night; nil removes them. Returns false if the night is not stored.
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

  /// Counts nights and not dates: one night under a clock that is years ahead must not delete the other ratings.
  private mutating func forgetOldNights() {
    nights.removeFirst(max(0, nights.count - SleepStore.keptNights))
  }

  /// A night's bedtime affects the regularity of the week after it.
  private mutating func scoreAround(_ date: CivilDate) {
    let affected = date...date.adding(days: SleepAnalyzer.weekNights)
    for index in nights.indices where affected.contains(nights[index].date) { score(at: index) }
  }

  private mutating func score(at index: Int) {
    nights[index].score = SleepAnalyzer.score(nights[index], among: nights)
  }
}

/// A night and its week.
public struct NightReview: Hashable, Sendable {
  /// The night's evening.
  public var evening: CivilDate
  /// The seven calendar nights up to it, oldest first; nil for those without data.
  public var week: [NightRecord?]
  /// The sleep debt of the week, in whole minutes.
  public var debtMinutes: Int

  /// The week up to an evening.
  public init(evening: CivilDate, store: SleepStore) {
    self.evening = evening
    week = store.week(through: evening)
    debtMinutes = store.debtMinutes(through: evening)
  }

  /// The night itself; nil if nothing is known of it.
  public var night: NightRecord? { week.last ?? nil }
}
