import CareJournal
import Nursery

/// The last nights as a table with bars, or as JSON lines.
package struct NightsReport {
  private let store: SleepStore
  private let evening: CivilDate
  private let zone: ZoneWindow
  private let goal: NightGoal
  private let days: Int

  /// The `days` nights of a store that end with an evening. Instants are written in `zone`; nights of which nothing is
  /// known have the goal `goal`.
  package init(
    _ store: SleepStore, through evening: CivilDate, days: Int = SleepAnalyzer.weekNights,
    goal: NightGoal = NightGoal(), zone: ZoneWindow
  ) {
    self.store = store
    self.evening = evening
    self.goal = goal
    self.zone = zone
    self.days = days
  }

  /// The answer of a box.
  package func answer(json: Bool) -> BoxAnswer {
    let lines = json ? documents.map { JSONWriter.text($0) } : table
    return BoxAnswer(output: lines.map { $0 + "\n" }.joined())
  }

  /// One document a night, oldest first, and one for the week.
  private var documents: [JSONValue] {
    dates.map { date in
      NightDocument.document(of: night(date), debtMinutes: store.debtMinutes(through: date), zone: zone)
    } + [NightDocument.week(store, through: evening)]
  }

  /// The table and the bars, line by line.
  package var table: [String] {
    NightsTable(nights: dates.map(night), debtMinutes: store.debtMinutes(through: evening)).lines
  }

  private var dates: [CivilDate] {
    (0..<days).map { evening.adding(days: $0 + 1 - days) }
  }

  private func night(_ date: CivilDate) -> NightRecord {
    store.night(of: date) ?? NightRecord(date: date, goal: goal)
  }
}
