import Nursery

/// The pages behind the Box page that start a quiet session and change its settings. MENU goes to the next row, and a
/// double press of MENU chooses the row that was marked before. Holding MENU leaves the pages. NAP and FEED log as
/// everywhere, and leave them too.
struct QuietMenu: Hashable, Sendable {
  /// A page of rows.
  enum Sheet: Hashable, Sendable {
    case main
    case allowed
    case nightly
    /// A time of the schedule is being set. MENU makes it half an hour later.
    case start
    case end
  }

  /// A row, named by what choosing it does.
  enum Row: Hashable, Sendable {
    case start
    case length
    case mode
    case allowed
    case nightly
    case phone
    case clock
    case allow(QuietAction)
    case isEnabled
    case from
    case to
    case scheduleMode
    case save
    case back
  }

  var sheet = Sheet.main
  var index = 0
  /// The row before the last press, which a double press chooses.
  var indexBefore = 0
  /// The index of the chosen length among those offered.
  var length = SessionMode.offeredMinutes.firstIndex(of: SessionMode.defaultMinutes) ?? 0
  /// The schedule that is being edited. It is kept when the user saves it.
  var schedule: RecurringSchedule
  /// When it closes by itself, on the boot clock.
  var until: Int
  /// Whether the clock may be set here. That is then the likely purpose, and comes first.
  let leadsWithClock: Bool

  /// How long it stays open without a press.
  static let openMilliseconds = 30_000
  /// The step of a press, in minutes.
  private static let stepMinutes = 30

  /// The first page, at its first row.
  init(_ schedule: RecurringSchedule, at now: Int, leadsWithClock: Bool = false) {
    self.schedule = schedule
    self.leadsWithClock = leadsWithClock
    until = now + Self.openMilliseconds
  }

  /// The rows of the page.
  var rows: [Row] {
    switch sheet {
    case .main:
      leadsWithClock
        ? [.clock, .start, .length, .mode, .allowed, .nightly, .phone, .back]
        : [.start, .length, .mode, .allowed, .nightly, .phone, .clock, .back]
    case .allowed: QuietAction.allCases.map { .allow($0) } + [.back]
    case .nightly, .start, .end: [.isEnabled, .from, .to, .scheduleMode, .save, .back]
    }
  }

  /// The length of the next session, in minutes.
  var minutes: Int { SessionMode.offeredMinutes[length] }

  /// The row that is marked.
  var row: Row { rows[index] }

  /// Whether a press changes a time instead of going to the next row.
  var isSettingTime: Bool { sheet == .start || sheet == .end }

  /// Applies a press of MENU.
  mutating func next() {
    indexBefore = index
    if isSettingTime { return move(by: Self.stepMinutes) }
    index = (index + 1) % rows.count
  }

  /// Takes back a press of MENU, for the second press of a double press.
  mutating func undo() {
    if isSettingTime { return move(by: -Self.stepMinutes) }
    index = indexBefore
  }

  /// Goes to a page, with a row marked.
  mutating func open(_ sheet: Sheet, at index: Int = 0) {
    self.sheet = sheet
    self.index = index
    indexBefore = index
  }

  /// Goes to a page, with one of its rows marked.
  mutating func open(_ row: Row, of sheet: Sheet) {
    open(sheet)
    open(sheet, at: rows.firstIndex(of: row) ?? 0)
  }

  /// Goes to the next offered length.
  mutating func lengthen() { length = (length + 1) % SessionMode.offeredMinutes.count }

  private mutating func move(by minutes: Int) {
    let delta = sheet == .start ? (minutes, 0) : (0, minutes)
    let start = WallTime(minutesAfterMidnight: schedule.start.minutesAfterMidnight + delta.0)
    let end = WallTime(minutesAfterMidnight: schedule.end.minutesAfterMidnight + delta.1)
    let changed = RecurringSchedule(
      isEnabled: schedule.isEnabled, start: start, end: end, strictness: schedule.strictness)
    // A schedule must not end when it starts, so that time is skipped.
    guard let changed else { return move(by: minutes * 2) }
    schedule = changed
  }
}
