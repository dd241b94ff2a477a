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
