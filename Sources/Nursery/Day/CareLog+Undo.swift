extension CareLog {
  /// The wish that takes an event back, asked before the event is applied; nil when there is nothing to take
  /// back. What was added is deleted, what was deleted is brought back as it was, and what was amended gets its
  /// former fields again. (A side, a milk or a name that was not known before stays: a patch cannot take one away.)
  public func inverse(of event: CareEvent) -> CareCommand? {
    switch event.change {
    case .added: .delete(event.id)
    case .amended(let id, let patch): record(id).flatMap { inverse(of: patch, for: $0) }
    case .deleted(let id): record(id).flatMap { $0.isDeleted ? nil : .putBack(id, CarePatch()) }
    }
  }

  private func inverse(of patch: CarePatch, for record: CareRecord) -> CareCommand? {
    if record.isDeleted { return .delete(record.id) }
    let (old, new) = (record.care, record.care.patched(by: patch))
    guard new != old else { return nil }
    let former = CarePatch(
      kind: new.kind == old.kind ? nil : old.kind, start: new.start == old.start ? nil : old.start,
      end: new.end == old.end ? nil : .some(old.end), side: new.side == old.side ? nil : old.side,
      detail: old.detail.change(from: new.detail))
    return .putBack(record.id, former)
  }
}
