import Nursery

/// Corrections that are taken in behind newer ones that the log has. A log's last word on a field stands, so an older
/// one that is appended late must not say it again.
///
/// A copy tells the order of its own lines. Of others the time at which they were logged tells it, or the numbers of
/// their box; where nothing does, what the log has is the newer one.
public struct LateCorrections: Sendable {
  /// How many corrections were left out, since newer ones say all that they do.
  public private(set) var leftOut = 0
  /// How many lost some of their fields to newer ones.
  public private(set) var shortened = 0

  private var entries: [EventID: [Entry]] = [:]
  /// Where the copy's corrections stand: in the copy, and among those of their event.
  private var copied: [EventID: (place: Int, entry: Int)] = [:]
  private var knownCount = 0

  /// A correction with its places.
  private struct Entry {
    let said: LoggedCorrection
    /// Its place in the copy; nil: it is not in it.
    let copied: Int?
    /// Its place among the log's; nil: the log does not know it.
    var known: Int?

    /// What the log has is applied in the log's order.
    func isNewer(than other: Entry) -> Bool {
      if let known, let earlier = other.known { return known > earlier }
      if let copied, let earlier = other.copied { return copied > earlier }
      return said.isNewer(than: other.said) ?? (known != nil)
    }
  }

  /// The corrections of a copy, in its order.
  public init(of copy: [LoggedCorrection]) {
    for (place, said) in copy.enumerated() where copied[said.line] == nil {
      copied[said.line] = (place, entries[said.target]?.count ?? 0)
      entries[said.target, default: []].append(Entry(said: said, copied: place, known: nil))
    }
  }

  /// Takes note of a line that the log has. Only what concerns the same events is held.
  public mutating func note(_ line: JournalLine) {
    guard let said = LoggedCorrection(line), entries[said.target] != nil else { return }
    knownCount += 1
    if let place = place(of: said) {
      entries[said.target]?[place].known = knownCount
    } else {
      entries[said.target]?.append(Entry(said: said, copied: nil, known: knownCount))
    }
  }

  /// Where a correction that the copy has stands among those of its event; nil: the copy does not have it.
  private func place(of said: LoggedCorrection) -> Int? {
    guard let place = copied[said.line]?.entry, let about = entries[said.target], place < about.count else {
      return nil
    }
    return about[place].said.line == said.line ? place : nil
  }

  /// What of a draft that the log does not know may follow what it has; nil: nothing.
  public mutating func rest(of draft: JournalDraft) -> JournalDraft? {
    switch draft {
    case .care(let event): return rest(of: event, saysMore: false).map { .care($0) }
    case .extended(let event, let more):
      return rest(of: event, saysMore: !more.isEmpty).map { .extended($0, more) }
    case .sync, .kept: return draft
    }
  }

  private mutating func rest(of event: CareEvent, saysMore: Bool) -> CareEvent? {
    let (target, correction): (EventID, Correction)
    switch event.change {
    case .added: return event
    case .amended(let id, let patch): (target, correction) = (id, .amend(patch))
    case .deleted(let id): (target, correction) = (id, .delete)
    }
    guard let rest = Self.rest(of: correction, behind: newer(than: event, of: target), saysMore: saysMore)
    else {
      leftOut += 1
      return nil
    }
    guard rest != correction, case .amend(let patch) = rest else { return event }
    shortened += 1
    var event = event
    event.change = .amended(target, patch)
    return event
  }

  /// What the log knows that is newer, oldest first. A deletion that a newer amendment has taken back, or will once the
  /// copy is taken in, is none.
  private func newer(than event: CareEvent, of target: EventID) -> [Correction] {
    let all = (entries[target] ?? []).filter { $0.said.baby == event.baby }
    guard let late = all.first(where: { $0.said.line == event.id }) else { return [] }
    let newer = all.filter { $0.known != nil && $0.isNewer(than: late) }
    return newer.filter { entry in
      guard entry.said.correction == .delete else { return true }
      return !all.contains { $0.said.correction != .delete && $0.isNewer(than: entry) }
    }.map(\.said.correction)
  }

  /// What is left of a correction behind newer ones: the fields that none of them sets. Nothing of an amendment is left
  /// where the event was taken back since, nor of a deletion where it was amended since.
  ///
  /// - Parameter saysMore: it says something that is not understood here, and so is left whatever its fields are.
  static func rest(of late: Correction, behind newer: [Correction], saysMore: Bool = false) -> Correction? {
    guard case .amend(var patch) = late else {
      return newer.contains { $0 != .delete } ? nil : late
    }
    if newer.contains(.delete) { return nil }
    for case .amend(let said) in newer { patch.drop(said) }
    return patch == CarePatch() && late != .amend(patch) && !saysMore ? nil : .amend(patch)
  }
}

extension CarePatch {
  /// Takes out what another patch sets.
  fileprivate mutating func drop(_ other: CarePatch) {
    if other.kind != nil { kind = nil }
    if other.start != nil { start = nil }
    if other.end != nil { end = nil }
    if other.side != nil { side = nil }
  }
}
