import Nursery

/// The pages behind the Box page that start a quiet session and set what is usual. MENU goes to the next row, MENU
/// pressed twice chooses the row it was on, MENU held leaves; NAP and FEED log as everywhere, and leave.
struct QuietMenu: Hashable, Sendable {
  /// A page of rows.
  enum Sheet: Hashable, Sendable {
    case main
    case allowed
    case nightly
    /// A time of the schedule is being set: MENU makes it half an hour later.
    case start
    case end
  }

  /// A row; what choosing it does.
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
  /// The row before the last press, which a second one chooses.
  var indexBefore = 0
  /// The length to start with, of those offered.
  var length = SessionMode.offeredMinutes.firstIndex(of: SessionMode.defaultMinutes) ?? 0
  /// The schedule as it is being set; kept when it is saved.
  var schedule: RecurringSchedule
  /// When it closes by itself, on the boot clock.
  var until: Int

  /// How long it stays open without a press.
  static let openMilliseconds = 30_000
  /// Half an hour a press.
  private static let stepMinutes = 30

  /// The first page, at its first row.
  init(_ schedule: RecurringSchedule, at now: Int) {
    self.schedule = schedule
    until = now + Self.openMilliseconds
  }

  /// The rows of the page.
  var rows: [Row] {
    switch sheet {
    case .main: [.start, .length, .mode, .allowed, .nightly, .phone, .clock, .back]
    case .allowed: QuietAction.allCases.map { .allow($0) } + [.back]
    case .nightly, .start, .end: [.isEnabled, .from, .to, .scheduleMode, .save, .back]
    }
  }

  /// The minutes to start with.
  var minutes: Int { SessionMode.offeredMinutes[length] }

  /// The row that is marked.
  var row: Row { rows[index] }

  /// True while a press sets a time and does not move to the next row.
  private var isSettingTime: Bool { sheet == .start || sheet == .end }

  /// A MENU press.
  mutating func next() {
    indexBefore = index
    if isSettingTime { return move(by: Self.stepMinutes) }
    index = (index + 1) % rows.count
  }

  /// Takes a MENU press back, for the second one of a pair.
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

  /// The next of the lengths offered.
  mutating func lengthen() { length = (length + 1) % SessionMode.offeredMinutes.count }

  private mutating func move(by minutes: Int) {
    let delta = sheet == .start ? (minutes, 0) : (0, minutes)
    let start = WallTime(minutesAfterMidnight: schedule.start.minutesAfterMidnight + delta.0)
    let end = WallTime(minutesAfterMidnight: schedule.end.minutesAfterMidnight + delta.1)
    let changed = RecurringSchedule(
      isEnabled: schedule.isEnabled, start: start, end: end, strictness: schedule.strictness)
    // A schedule that ends as it starts is none: that time is passed over.
    guard let changed else { return move(by: minutes * 2) }
    schedule = changed
  }
}
