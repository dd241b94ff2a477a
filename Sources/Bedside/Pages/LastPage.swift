import Nursery

/// The last entries with their durations, or, while one is edited, its fields and the buttons that change them.
struct LastPage {
  private let context: PageContext
  private let scene: LastScene

  /// The lines of entries and their days, above the hint.
  private static let capacity = 5

  /// The page of what is shown last.
  init(_ context: PageContext, _ scene: LastScene) {
    self.context = context
    self.scene = scene
  }

  /// Draws the page above the row `bottom`.
  func draw(on canvas: inout Canvas, bottom: Int) {
    guard let field = scene.field, let entry = scene.entries.first else {
      let hint = scene.entries.isEmpty ? [] : [ListPage.Row(left: context.words.last.hint)]
      let page = ListPage(title: Wording(context.words.last.title), rows: listRows + hint)
      return page.draw(context, on: &canvas, bottom: bottom)
    }
    let fields = LastScene.Field.allCases.filter { value($0, entry) != nil }
    let rows = fields.map { row($0, entry) }
    ListPage(title: title(field), rows: rows, marked: fields.firstIndex(of: field), isTitleLit: true)
      .draw(context, on: &canvas, bottom: bottom)
  }

  /// What the buttons do to a field.
  private func title(_ field: LastScene.Field) -> Wording {
    field == .done ? Wording(saving) : Wording(context.words.last.keys)
  }

  /// The button that saves on the last row, and what it does.
  private var saving: String {
    let words = context.words.last
    return scene.entries.first?.isDeleted == true ? words.saveDeletion : words.save
  }

  /// The newest entries. The name of a day stands before its first entry, unless that day is today.
  private var listRows: [ListPage.Row] {
    var rows: [ListPage.Row] = []
    var day = ""
    for entry in scene.entries {
      let own = context.day(of: entry.start)
      let lines = (own.isEmpty || own == day ? [] : [ListPage.Row(left: own)]) + [row(entry)]
      guard rows.count + lines.count <= Self.capacity else { break }
      rows += lines
      day = own
    }
    return rows
  }

  /// One entry. Without a clock, how long ago it began matters more than how long it lasted.
  private func row(_ entry: LastScene.Entry) -> ListPage.Row {
    let side = entry.side.map { " " + context.words.side($0) } ?? ""
    let times = context.times(entry.start)
    // A name that is too long for the panel is left out here. The phone and `log list` show it.
    let texts = [entry.medicine, context.words.name(entry.kind)].compactMap { $0 }.flatMap { name in
      times.map { $0 + " " + name + side }
    }
    return ListPage.Row(lefts: texts, right: length(entry))
  }

  private func length(_ entry: LastScene.Entry) -> String {
    if let amount = entry.amount { return context.words.amount(amount) }
    guard entry.kind.lasts else { return "" }
    let end = entry.end ?? context.scene.now
    let isGuessed = !(context.guess(entry.start) + context.guess(end)).isEmpty
    // Whole minutes, as in the times beside it.
    let minutes = entry.end.map { $0.minute - entry.start.minute } ?? entry.start.minutes(until: end)
    // What no press ended for so long does not run any more, if it is known when it began.
    let isForgotten = entry.end == nil && minutes > CareLog.longestMinutes(of: entry.kind)
    if isForgotten, context.scene.clockIsKnown, !isGuessed { return "" }
    let duration = (isGuessed ? "~" : "") + context.words.duration(minutes: minutes)
    return entry.end == nil ? "▸ " + duration : duration
  }

  private func name(_ field: LastScene.Field) -> String {
    let words = context.words.last
    return switch field {
    case .entry: words.entry
    case .kind: words.kind
    case .start: words.start
    case .end: words.end
    case .side: words.side
    case .amount: words.amount
    case .delete: words.delete
    case .done: words.done
    }
  }

  private func row(_ field: LastScene.Field, _ entry: LastScene.Entry) -> ListPage.Row {
    let left = name(field)
    let room = ListPage.roomBeside(left)
    return ListPage.Row(left: left, right: value(field, entry)?.setting([.small], limit: room).text ?? "")
  }

  /// A field's value; nil if the entry has no such field.
  private func value(_ field: LastScene.Field, _ entry: LastScene.Entry) -> Wording? {
    let words = context.words.last
    switch field {
    case .entry:
      let times = context.dayTimes(entry.start)
      return Wording(times.map { $0 + " " + context.words.name(entry.kind) } + times)
    case .kind: return Wording(context.words.name(entry.kind))
    case .start: return Wording(context.dayTimes(entry.start))
    case .end: return entry.kind.lasts ? Wording(entry.end.map(context.dayTimes) ?? [words.runs]) : nil
    case .side: return entry.kind == .nursing ? Wording(context.words.side(entry.side)) : nil
    case .amount:
      return entry.kind == .bottle ? Wording(entry.amount.map(context.words.amount) ?? "–") : nil
    case .delete: return Wording(entry.isDeleted ? words.yes : words.no)
    case .done:
      guard scene.field != .done else { return Wording(words.drop) }
      return Wording(!scene.isChanged ? "" : entry.isDeleted ? words.deletes : words.saves)
    }
  }
}

extension PageContext {
  /// The name of an instant's day; empty for today and while the clock is not known.
  fileprivate func day(of instant: Instant) -> String {
    let day = scene.zone.civil(instant).date
    guard scene.clockIsKnown, day != scene.zone.civil(scene.now).date else { return "" }
    return words.nights.weekdays[day.weekday]
  }

  /// The time of an instant, and the same without am or pm. While the clock is not known, how long ago it was, and the
  /// same in whole hours if only the least of that is known.
  fileprivate func times(_ instant: Instant) -> [String] {
    guard !scene.clockIsKnown else { return [clock, clock.bare].map { guess(instant) + $0.text(instant) } }
    let minutes = instant.minutes(until: scene.now)
    guard minutes >= 60, scene.leastTimes.contains(instant) else { return [moment(instant)] }
    let hours = words.fill(words.times.ago, words.fill(words.times.hours, "\(minutes / 60)"))
    return [moment(instant), words.fill(words.feed.over, hours)]
  }

  /// The time of an instant with its day, unless that is today.
  fileprivate func dayTimes(_ instant: Instant) -> [String] {
    let day = day(of: instant)
    return times(instant).map { day.isEmpty ? $0 : day + " " + $0 }
  }
}

/// What the Last page shows: the last entries, newest first, or one of them while it is edited.
public struct LastScene: Hashable, Sendable {
  /// One entry as it is, or as it will be after the edit.
  public struct Entry: Hashable, Sendable {
    /// What it is.
    public var kind: CareKind
    /// When it began.
    public var start: Instant
    /// When it ended; nil while it runs, and if it has no end.
    public var end: Instant?
    /// The side of a nursing.
    public var side: NursingSide?
    /// How much a bottle held; nil if that is not known.
    public var amount: BottleAmount?
    /// The name of a medicine; nil if that is not known.
    public var medicine: String?
    /// True when the edit deletes it.
    public var isDeleted = false

    /// An entry of a kind from a start.
    public init(
      kind: CareKind, start: Instant, end: Instant? = nil, side: NursingSide? = nil,
      amount: BottleAmount? = nil, medicine: String? = nil
    ) {
      self.medicine = medicine
      self.kind = kind
      self.start = start
      self.end = end
      self.side = side
      self.amount = amount
    }
  }

  /// The values through which MENU goes while an entry is edited.
  public enum Field: Hashable, Sendable, CaseIterable {
    case entry, kind, start, end, side, amount, delete, done
  }

  /// The entries, newest first.
  public var entries: [Entry]
  /// The field of the first entry that NAP and FEED change; nil while the page is only read.
  public var field: Field?
  /// Whether the edit has changed the entry.
  public var isChanged: Bool

  /// A page that shows entries, or edits a field of the first one.
  public init(entries: [Entry], field: Field? = nil, isChanged: Bool = false) {
    self.entries = entries
    self.field = field
    self.isChanged = isChanged
  }
}
