import CareJournal

/// When the box gives up everything but buttons, log and panel: a fault in what computes or listens must not keep
/// presses from being logged.
enum SafeMode {
  /// So many crashes…
  static let crashesMin = 5
  /// …within 10 minutes are a reason…
  static let withinMilliseconds = 600_000
  /// …for an hour of safe mode.
  static let lastsMilliseconds = 3_600_000

  /// The record of a start now, after what an earlier start left behind. One that still says that it runs crashed:
  /// only one box at a time holds the directory's lock.
  static func begin(after left: StartRecord?, kernelBootID: String, at now: Int) -> StartRecord {
    var record = StartRecord(kernelBootID: kernelBootID, isRunning: true)
    guard let left, left.kernelBootID == kernelBootID else { return record }
    record.crashes = left.crashes.filter { $0 <= now && now - $0 < withinMilliseconds }
    record.safeUntilMilliseconds = left.safeUntilMilliseconds.flatMap { $0 > now ? $0 : nil }
    guard left.isRunning else { return record }
    record.crashes.append(now)
    if record.crashes.count >= crashesMin { record.safeUntilMilliseconds = now + lastsMilliseconds }
    return record
  }

  /// The record after an end in order. A box that was told to stop begins with an empty record; one that could not
  /// continue, for want of a part or a permission, did not crash, and has not recovered either.
  static func end(_ record: StartRecord, wasTold: Bool) -> StartRecord {
    var record = record
    record.isRunning = false
    guard wasTold else { return record }
    return StartRecord(kernelBootID: record.kernelBootID)
  }
}
