import CareJournal
import Nursery

/// An event that someone wants to correct, and that the box does not hold. The disk may know it all the same: the
/// listing shows what is on the disk.
struct StrangeEvent: Hashable, Sendable {
  var name: EventName
  /// Whose events are held.
  var babies: [BabyID]
  /// What was over before it was forgotten at the start.
  var heldSince: Instant
  /// What tells when an event was.
  var clocks: ClockHistory

  /// Why it cannot be corrected, by all that the disk knows.
  func answer<Storage: JournalStorage>(from storage: Storage) throws(EventFault) -> BoxAnswer {
    let fold: LogFold
    do throws(JournalFault) {
      fold = try LogFold(of: storage, about: name.matches)
    } catch {
      throw .journal(error)
    }
    guard let row = fold.rows(by: clocks).first, let reason = reason(row)
    else { return .failure(.data, "no event ends with \(name.digits); see cribside log list") }
    return .failure(.data, "\(row.record.id.shortName) \(reason)")
  }

  private func reason(_ row: LogRow) -> String? {
    if !babies.contains(row.baby) {
      return "is an event of baby \(row.baby.number), whom the configuration does not name"
    }
    guard (row.end ?? row.start).instant < heldSince else { return nil }
    return
      "is more than \(CareFold.heldDays) days old: it stays in the log, but can no longer be corrected on the box"
  }
}
