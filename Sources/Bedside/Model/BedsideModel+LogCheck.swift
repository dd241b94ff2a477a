import Nursery

/// The monthly check of the log. In a quiet night the log is read again, one segment at a time with pauses, so that
/// damage on the card is found before anyone needs the entries.
struct LogCheckModel: Hashable, Sendable {
  /// When to decide whether a check is due, on the boot clock; nil until the clock is known.
  var dueMilliseconds: Int? = 0
  /// Whether a segment is being read.
  var isReading = false
  /// Whether the check has begun and continues with the next segment.
  var hasBegun = false
  /// When a button was last touched, on the boot clock; nil if none was since the start.
  var pressMilliseconds: Int?
}

/// The result of reading a segment again.
public enum SegmentCheck: Hashable, Sendable {
  /// The segment was read, and there may be more.
  case read
  /// All segments were read, with this many damaged entries; nil if there was no segment to read.
  case finished(damaged: Int?)
  /// Another question is being answered, or the log cannot be read now.
  case refused
}

extension BedsideModel {
  /// The hours in which a running sleep counts as night sleep.
  private static let logCheckHours =
    WallTime(minutesAfterMidnight: 0)..<WallTime(minutesAfterMidnight: 5 * 60)
  private static let logCheckIntervalMinutes = 30 * 1440
  private static let logCheckPauseMilliseconds = 10_000
  private static let logCheckRefusedMilliseconds = 600_000
  private static let hourMilliseconds = 3_600_000

  /// When the check continues, on the boot clock.
  var logCheckDeadline: Int? { logCheck.isReading ? nil : logCheck.dueMilliseconds }

  /// Asks for the next segment if it is time.
  mutating func runLogCheck(at moment: Moment) {
    let now = moment.boot.milliseconds
    guard let due = logCheckDeadline, due <= now else { return }
    logCheck.pressMilliseconds = logCheck.pressMilliseconds ?? now
    guard care.clocks.isSynced(boot: moment.boot.boot) else {
      logCheck.dueMilliseconds = nil
      return
    }
    let wait = logCheckWaitMilliseconds(at: moment)
    guard wait == 0 else {
      logCheck.dueMilliseconds = now + wait
      return
    }
    effects.append(.checkSegment(isFirst: !logCheck.hasBegun))
    (logCheck.hasBegun, logCheck.isReading) = (true, true)
  }

  /// Receives the result of a segment. Returns true if the picture changes.
  mutating func receive(_ check: SegmentCheck, at moment: Moment) -> Bool {
    let now = moment.boot.milliseconds
    logCheck.isReading = false
    switch check {
    case .read: logCheck.dueMilliseconds = now + Self.logCheckPauseMilliseconds
    case .refused: logCheck.dueMilliseconds = now + Self.logCheckRefusedMilliseconds
    case .finished(let damaged):
      (logCheck.hasBegun, logCheck.dueMilliseconds) = (false, now)
      let instant = care.clocks.instant(at: moment.boot)
      care.box.checked = instant
      guard let damaged else { return true }
      if damaged > care.box.rottenEntries { effects.append(.announce(.rotten(count: damaged))) }
      care.box.rottenEntries = damaged
      effects.append(.keep(.checked(at: instant, damaged: damaged)))
      return true
    }
    return false
  }

  /// How long the check must still wait; 0 if it may continue.
  private func logCheckWaitMilliseconds(at moment: Moment) -> Int {
    let now = care.clocks.instant(at: moment.boot)
    let due = logCheckDue(now)
    let (date, time) = care.settings.zone.civil(due)
    guard due == now, Self.logCheckHours.contains(time) else {
      let begin = Self.logCheckHours.lowerBound
      let today = care.settings.zone.instant(date, begin)
      let next = today >= due ? today : care.settings.zone.instant(date.adding(days: 1), begin)
      return max(next.milliseconds - now.milliseconds, 60_000)
    }
    let sincePress = moment.boot.milliseconds - (logCheck.pressMilliseconds ?? 0)
    if sincePress < Self.hourMilliseconds { return Self.hourMilliseconds - sincePress }
    return isBusy(at: moment) ? Self.hourMilliseconds : 0
  }

  /// When the check is due by its interval, or now if that has passed. A last check in the future is ignored.
  private func logCheckDue(_ now: Instant) -> Instant {
    guard let last = care.box.checked, last <= now else { return now }
    return max(now, last.adding(minutes: Self.logCheckIntervalMinutes))
  }

  private func isBusy(at moment: Moment) -> Bool {
    care.box.isSafe || !care.box.storageWorks || !care.pending.isEmpty
      || care.settings.residents.contains { resident in
        running(.nursing, in: projection(of: resident.id), at: moment) != nil
      }
  }
}
