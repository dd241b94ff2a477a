import CareJournal
import Nursery

/// Seven nights as a table with bars, or as JSON lines.
struct NightsReport {
  private let store: SleepStore
  private let evening: CivilDate
  private let zone: ZoneWindow
  private let goal: NightGoal

  /// The week of a store that ends with an evening. Instants are written in `zone`; nights of which nothing is
  /// known have the goal `goal`.
  init(_ store: SleepStore, through evening: CivilDate, goal: NightGoal = NightGoal(), zone: ZoneWindow) {
    self.store = store
    self.evening = evening
    self.goal = goal
    self.zone = zone
  }

  /// The answer of a box.
  func answer(json: Bool) -> BoxAnswer {
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
  var table: [String] {
    NightsTable(nights: dates.map(night), debtMinutes: store.debtMinutes(through: evening)).lines
  }

  private var dates: [CivilDate] {
    (0..<SleepAnalyzer.weekNights).map { evening.adding(days: $0 + 1 - SleepAnalyzer.weekNights) }
  }

  private func night(_ date: CivilDate) -> NightRecord {
    store.night(of: date) ?? NightRecord(date: date, goal: goal)
  }
}
