import Nursery

/// The Last page while it is open: a list to read, or one of its entries while NAP and FEED change its values.
///
/// MENU goes through the values. Nothing is logged until FEED is pressed on `done`. NAP on `done` drops the edit.
struct LastModel: Hashable, Sendable {
  typealias Field = LastScene.Field

  /// An entry before and after the edit.
  struct Edit: Hashable, Sendable {
    var id: EventID
    var original: Care
    var care: Care
    var field = Field.entry
    var deletes = false
    /// How far the current hold has moved a time, in minutes.
    var heldMinutes = 0
    /// The details of each kind that the edit had chosen, so that they come back with that kind.
    var details: [CareKind: CareDetail] = [:]
  }

  /// The edit; nil while the list is only read.
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
  /// The length of an event that the edit turns into one with a duration, in minutes.
  static let guessedMinutes = 15

  /// The first values of a kind that the entry did not have.
  struct Fresh {
    /// The side of a nursing, judged by the feed before it.
    var side = NursingSide.left
    /// What a bottle holds: the entry's own amount if it had one, otherwise the usual one.
    var bottle = CareDetail.none
    /// Whether the entry is so recent that it may still be running.
    var runs = false
  }

  /// The command for `done`; nil if nothing was changed.
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

  /// Goes to the next value, for MENU.
  mutating func walk() {
    let all = fields
    field = all[((all.firstIndex(of: field) ?? 0) + 1) % all.count]
  }

  /// Changes the value by one step, or a time by minutes: NAP decreases it, FEED increases it.
  mutating func change(
    up: Bool, minutes: Int, now: EventTime, feeds: FeedSettings, fresh: Fresh = Fresh()
  ) {
    let signed = up ? minutes : -minutes
    switch field {
    case .entry, .done: break
    case .kind: change(to: Self.next(Self.kinds, care.kind, up: up), fresh, now: now)
    case .start: care.start = care.start.adding(minutes: signed)
    case .end: care.end = (care.end ?? now).adding(minutes: signed)
    case .side: care.side = Self.next([.left, .right, .both], care.side ?? .left, up: up)
    case .amount:
      let amount = care.detail.amountMilliliters ?? feeds.bottleMilliliters
      care.detail.amountMilliliters = feeds.stepped(amount, up: up)
    case .delete: deletes.toggle()
    }
  }

  private mutating func change(to kind: CareKind, _ fresh: Fresh, now: EventTime) {
    // Restores details that a kind in between could not have.
    if kind.lasts, !care.kind.lasts {
      // A feed that was over stays over.
      let isOver = kind == .nursing && original.kind == .bottle
      let guessed = fresh.runs ? (isOver ? now : nil) : care.start.adding(minutes: Self.guessedMinutes)
      care.end = original.kind.lasts ? original.end : guessed
    }
    if kind == .nursing, care.side == nil { care.side = original.side ?? fresh.side }
    details[care.kind] = care.detail
    care.detail = details[kind] ?? (kind == .bottle ? fresh.bottle : .none)
    care = care.patched(by: CarePatch(kind: kind))
  }

  private static func next<Value: Equatable>(_ all: [Value], _ value: Value, up: Bool) -> Value {
    let index = all.firstIndex(of: value) ?? 0
    return all[(index + (up ? 1 : all.count - 1)) % all.count]
  }
}

/// The last entries, behind the Today page. They can be read, and edited one at a time.
extension BedsideModel {
  /// The entries of the chosen baby that can be edited, newest first.
  private func lastEntries(at moment: Moment) -> [(record: CareRecord, start: Instant)] {
    let now = care.clocks.instant(at: moment.boot)
    let since = CareLog.pagesSince(now)
    let log = projection(of: care.chosenBaby, memoryOnly: true)
    var entries: [(record: CareRecord, start: Instant)] = []
    for record in log.allRecords where !record.isDeleted && record.care.kind != .dreamFeedDismissed {
      let start = care.clocks.resolve(record.care.start).instant
      if start >= since { entries.append((record, start)) }
    }
    return Array(entries.sorted { $0.start > $1.start }.prefix(LastModel.limit))
  }

  /// What the open page shows; nil while it is not open.
  func lastScene(at moment: Moment) -> LastScene? {
    guard let last = screen.last else { return nil }
    guard let edit = last.edit else {
      return LastScene(entries: lastEntries(at: moment).map { entry(of: $0.record.care) })
    }
    var edited = entry(of: edit.care)
    edited.isDeleted = edit.deletes
    return LastScene(
      entries: [edited], field: edit.field, isChanged: edit.deletes || edit.care != edit.original)
  }

  private func entry(of care: Care) -> LastScene.Entry {
    LastScene.Entry(
      kind: care.kind, start: self.care.clocks.resolve(care.start).instant,
      end: care.end.map { self.care.clocks.resolve($0).instant }, side: care.side,
      amount: care.detail.amountMilliliters.map {
        BottleAmount(milliliters: $0, usesOunces: self.care.settings.feeds.usesOunces)
      }, medicine: care.detail.medicine)
  }

  /// A double press of MENU opens the entries from Today, and then the newest entry for editing.
  mutating func openLast(at moment: Moment) {
    guard screen.last != nil else { return screen.last = LastModel() }
    guard let newest = lastEntries(at: moment).first?.record else { return }
    edit(newest, at: moment)
  }

  private mutating func edit(_ record: CareRecord, at moment: Moment) {
    screen.last?.edit = LastModel.Edit(id: record.id, original: record.care, care: record.care)
    screen.last?.until = moment.boot.milliseconds + LastModel.editMilliseconds
  }

  /// Applies a gesture to the entry that is being edited. Returns false if there is none, or if the gesture has its
  /// usual meaning.
  mutating func performInEdit(_ gesture: Gesture, at moment: Moment) -> Bool {
    guard let edit = screen.last?.edit else { return false }
    screen.last?.until = moment.boot.milliseconds + LastModel.editMilliseconds
    switch gesture {
    case .press(.extra, _), .doublePress(.extra, _), .backdate(.extra, _, _): return false  // it logs
    case .press(.menu, _), .doublePress(.menu, _):
      wake(at: moment)
      buttons.menuPress = nil
      screen.last?.edit?.walk()
    case .menuHold: dropEdit(at: moment)
    case .press(let button, _), .doublePress(let button, _):
      wake(at: moment)
      swallow(button, at: moment)
      screen.last?.edit?.heldMinutes = 0
      press(button, edit, at: moment)
    case .backdate(let button, let minutes, _):
      guard edit.field == .start || edit.field == .end else { return true }
      screen.last?.edit?.heldMinutes = minutes
      step(up: button == .feed, minutes: minutes - edit.heldMinutes, at: moment)
    case .chord, .chordHold: break
    case .release, .stuck, .unstuck: return false
    }
    return true
  }

  private mutating func press(_ button: Button, _ edit: LastModel.Edit, at moment: Moment) {
    switch edit.field {
    case .entry: choose(older: button == .nap, than: edit.id, at: moment)
    case .done: button == .feed ? save(edit, at: moment) : dropEdit(at: moment)
    default: step(up: button == .feed, minutes: GestureTiming.backdateStepMinutes, at: moment)
    }
  }

  private mutating func choose(older: Bool, than id: EventID, at moment: Moment) {
    let entries = lastEntries(at: moment)
    guard let index = entries.firstIndex(where: { $0.record.id == id }) else { return }
    let next = index + (older ? 1 : -1)
    if entries.indices.contains(next) { edit(entries[next].record, at: moment) }
  }

  /// Makes a step, or shows why the rules would refuse it.
  private mutating func step(up: Bool, minutes: Int, at moment: Moment) {
    guard var edit = screen.last?.edit else { return }
    edit.change(
      up: up, minutes: minutes, now: .boot(moment.boot), feeds: care.settings.feeds,
      fresh: fresh(edit, at: moment))
    if let refusal = refusal(of: edit, at: moment) {
      return show(.refused(refusal), for: Self.noticeMilliseconds, at: moment)
    }
    if case .refused? = screen.notice?.notice { screen.notice = nil }
    screen.last?.edit = edit
  }

  private func fresh(_ edit: LastModel.Edit, at moment: Moment) -> LastModel.Edit.Fresh {
    let (start, now) = (care.clocks.resolve(edit.care.start).instant, care.clocks.instant(at: moment.boot))
    let before = lastEntries(at: moment).first { $0.record.care.kind == .nursing && $0.start < start }
    return LastModel.Edit.Fresh(
      side: before?.record.care.side?.offered ?? .left,
      bottle: projection(of: care.chosenBaby).formerDetail(of: edit.id, as: .bottle)
        ?? care.settings.feeds.bottle,
      runs: start.minutes(until: now) < LastModel.Edit.guessedMinutes)
  }

  private func refusal(of edit: LastModel.Edit, at moment: Moment) -> Refusal? {
    guard let command = edit.command else { return nil }
    do throws(Refusal) {
      _ = try projection(of: care.chosenBaby).decide(
        command, at: moment, id: EventID(high: 0, low: 0), source: .button, clock: care.clocks)
      return nil
    } catch {
      return error
    }
  }

  /// Saves an edit as one line of the log, however much was changed.
  private mutating func save(_ edit: LastModel.Edit, at moment: Moment) {
    guard let command = edit.command else {
      screen.last?.edit = nil
      return
    }
    guard let action = attempt([command], for: care.chosenBaby, at: moment) else { return }
    screen.last?.edit = nil
    if edit.deletes {
      confirm(action, as: .deleted(edit.original.kind), at: edit.original.start)
    } else {
      confirm(action, as: .corrected, at: edit.care.start)
    }
    buttons.history.record(action)
  }

  /// Leaves an edit without changing anything.
  mutating func dropEdit(at moment: Moment) {
    screen.last?.edit = nil
    show(.editDropped, for: Self.noticeMilliseconds, at: moment)
  }

  /// When the edit is dropped, on the boot clock.
  var editDeadline: Int? { screen.last?.edit == nil ? nil : screen.last?.until }
}
