import Nursery

/// The last entries with their durations, or, while one is edited, its fields and the buttons that change them.
struct LastPage {
  private let context: PageContext
  private let scene: LastScene

  private static let capacity = 5

  /// The page of what is shown last.
  init(_ context: PageContext, _ scene: LastScene) {
    self.context = context
    self.scene = scene
  }

  /// Draws the page above the row `bottom`.
  func draw(on canvas: inout Canvas, bottom: Int) {
    guard let field = scene.field, let entry = scene.entries.first else {
      let hint = ListPage.Row(left: context.words.last.hint)
      let rows = scene.entries.prefix(Self.capacity).map(row) + (scene.entries.isEmpty ? [] : [hint])
      return ListPage(title: context.words.last.title, rows: rows).draw(context, on: &canvas, bottom: bottom)
    }
    let fields = LastScene.Field.allCases.filter { value($0, entry) != nil }
    let rows = fields.map { ListPage.Row(left: name($0), right: value($0, entry) ?? "") }
    ListPage(title: title(field), rows: rows, marked: fields.firstIndex(of: field), isTitleLit: true)
      .draw(context, on: &canvas, bottom: bottom)
  }

  /// What the buttons do to a field.
  private func title(_ field: LastScene.Field) -> String {
    field == .done ? context.words.last.save : context.words.last.keys
  }

  private func row(_ entry: LastScene.Entry) -> ListPage.Row {
    let side = entry.side.map { " " + context.words.side($0) } ?? ""
    let time = context.guess(entry.start) + context.moment(entry.start) + " "
    // A name that is too long for the panel is left out here. The phone and `log list` show it.
    let texts = [entry.medicine, context.words.name(entry.kind)].compactMap { $0 }.map { time + $0 + side }
    return ListPage.Row(
      left: Wording(texts).setting([.small], limit: Canvas.width - 4).text, right: length(entry))
  }

  private func length(_ entry: LastScene.Entry) -> String {
    if let amount = entry.amount { return context.words.amount(amount) }
    guard entry.kind.lasts else { return "" }
    let end = entry.end ?? context.scene.now
    let isGuessed = !(context.guess(entry.start) + context.guess(end)).isEmpty
    // Whole minutes, as in the times beside it.
    let minutes = entry.end.map { $0.minute - entry.start.minute } ?? entry.start.minutes(until: end)
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

  /// A field's value; nil if the entry has no such field.
  private func value(_ field: LastScene.Field, _ entry: LastScene.Entry) -> String? {
    switch field {
    case .entry:
      context.guess(entry.start) + context.moment(entry.start) + " " + context.words.name(entry.kind)
    case .kind: context.words.name(entry.kind)
    case .start: context.guess(entry.start) + context.moment(entry.start)
    case .end:
      entry.kind.lasts
        ? entry.end.map { context.guess($0) + context.moment($0) } ?? context.words.last.runs : nil
    case .side: entry.kind == .nursing ? context.words.side(entry.side) : nil
    case .amount:
      entry.kind == .bottle ? entry.amount.map(context.words.amount) ?? "–" : nil
    case .delete: entry.isDeleted ? context.words.last.yes : context.words.last.no
    case .done:
      scene.field == .done ? context.words.last.drop : scene.isChanged ? context.words.last.unsaved : ""
    }
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
