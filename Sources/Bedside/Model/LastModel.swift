import Nursery

/// The Last page while it is open: a list that is read, or one of its entries whose values NAP and FEED change.
///
/// MENU walks through the values. Nothing is logged until FEED is pressed on `done`; NAP there drops the edit.
struct LastModel: Hashable, Sendable {
  typealias Field = LastScene.Field

  /// An entry as it was and as it will be.
  struct Edit: Hashable, Sendable {
    var id: EventID
    var original: Care
    var care: Care
    var field = Field.entry
    var deletes = false
    /// How far the press that lasts has moved a time, in minutes.
    var heldMinutes = 0
  }

  /// Nil while the list is only read.
  var edit: Edit?
  /// When the edit is dropped, on the boot clock.
  var until = 0

  /// How long an edit waits for a press.
  static let editMilliseconds = 20_000
  /// How many entries are shown, and can be edited.
  static let limit = 20
}

extension LastModel.Edit {
  /// The kinds that one press may have meant instead of another.
  private static let kinds: [CareKind] = [.sleep, .nursing, .bottle, .nappy, .wake]
  /// How long an event is made that becomes one which lasts, in minutes.
  private static let guessedMinutes = 15

  /// What `done` asks for; nil when nothing was changed.
  var command: CareCommand? {
    if deletes { return .delete(id) }
    let patch = care.change(from: original)
    return patch == CarePatch() ? nil : .amend(id, patch)
  }

  /// The values that the entry has, in MENU's order.
  var fields: [LastModel.Field] {
    LastModel.Field.allCases.filter { field in
      switch field {
      case .entry, .kind, .start, .delete, .done: true
      case .end: care.kind.lasts
      case .side: care.kind == .nursing
      case .amount: care.kind == .bottle
      }
    }
  }

  /// MENU: the next value.
  mutating func walk() {
    let all = fields
    field = all[((all.firstIndex(of: field) ?? 0) + 1) % all.count]
  }

  /// NAP takes away, FEED adds: one step, or minutes of a time.
  mutating func change(up: Bool, minutes: Int, now: EventTime, feeds: FeedSettings) {
    let signed = up ? minutes : -minutes
    switch field {
    case .entry, .done: break
    case .kind: change(to: Self.next(Self.kinds, care.kind, up: up))
    case .start: care.start = care.start.adding(minutes: signed)
    case .end: care.end = (care.end ?? now).adding(minutes: signed)
    case .side: care.side = Self.next([.left, .right, .both], care.side ?? .left, up: up)
    case .amount:
      let amount = care.detail.amountMilliliters ?? feeds.bottleMilliliters
      care.detail.amountMilliliters = feeds.stepped(amount, up: up)
    case .delete: deletes.toggle()
    }
  }

  private mutating func change(to kind: CareKind) {
    // What a kind between could not have comes back.
    if kind.lasts, !care.kind.lasts {
      care.end = original.kind.lasts ? original.end : care.start.adding(minutes: Self.guessedMinutes)
    }
    if kind == .nursing, care.side == nil { care.side = original.side ?? .left }
    if kind == original.kind { care.detail = original.detail }
    care = care.patched(by: CarePatch(kind: kind))
  }

  private static func next<Value: Equatable>(_ all: [Value], _ value: Value, up: Bool) -> Value {
    let index = all.firstIndex(of: value) ?? 0
    return all[(index + (up ? 1 : all.count - 1)) % all.count]
  }
}
