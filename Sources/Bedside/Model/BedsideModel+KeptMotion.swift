import CribMotion
import Nursery

/// Motion of the hours before this start, which the card has. It shows how a night began in which the box was started
/// again.
extension BedsideModel {
  /// Asks for it once for each witness, when the clock tells which days these are.
  mutating func askForKeptMotion(at moment: Moment) {
    guard motion.witness != nil, !motion.hasAskedForKept else { return }
    motion.hasAskedForKept = true
    let today = care.settings.zone.civil(care.clocks.instant(at: moment.boot)).date
    effects.append(.readActivity(on: [today.adding(days: -1), today]))
  }

  /// Hands the motion of the last day to the witness, with the presses of that time, and looks for the night again. Motion
  /// of another baby's crib, or of a boot whose clock was never set, is left out.
  mutating func recall(_ kept: [KeptActivity], at moment: Moment) {
    let now = care.clocks.instant(at: moment.boot)
    let ahead = now.milliseconds - moment.boot.milliseconds
    let since = now.adding(minutes: -Self.recalledMinutes)
    let stretches = kept.compactMap { kept -> ActivityStretch? in
      let reading = BootTime(boot: kept.boot, milliseconds: kept.stretch.startMilliseconds)
      let start = care.clocks.resolve(.boot(reading))
      guard kept.stretch.baby == motionBaby, start.isExact, start.instant >= since, start.instant <= now
      else { return nil }
      return ActivityStretch(
        startMilliseconds: start.instant.milliseconds - ahead, epochs: kept.stretch.epochs)
    }
    guard !stretches.isEmpty else { return }
    let presses = presses(since: since, ahead: ahead)
    motion.witness?.recall(stretches, presses: presses)
    motion.nightDueMilliseconds = 0
  }

  /// How far back motion is recalled: as far as a witness remembers, and the longest stretch before that; in minutes.
  private static let recalledMinutes = 28 * 60

  /// When the log says that the baby was put down and woke up, on the boot clock. What motion wrote says nothing new to it.
  private func presses(since: Instant, ahead: Int) -> [(at: Int, press: CribPress)] {
    var presses: [(at: Int, press: CribPress)] = []
    for record in projection(of: motionBaby).allRecords
    where !record.isDeleted && record.source != .motion && [.sleep, .wake].contains(record.care.kind) {
      let isSleep = record.care.kind == .sleep
      let out = isSleep ? record.care.end : record.care.start
      let times: [(EventTime?, CribPress)] = [(isSleep ? record.care.start : nil, .into), (out, .out)]
      for (time, press) in times {
        guard let time else { continue }
        let instant = care.clocks.resolve(time).instant
        if instant >= since { presses.append((instant.milliseconds - ahead, press)) }
      }
    }
    return presses.sorted { $0.at < $1.at }
  }
}
