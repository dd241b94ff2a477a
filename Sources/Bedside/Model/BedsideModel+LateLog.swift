import CribMotion
import Nursery

/// A log that could not be read at the start, and then could.
extension BedsideModel {
  /// What a log holds that was read at last.
  public struct LateLog: Sendable {
    /// The events, by baby.
    public var logs: [BabyID: CareLog]
    /// The boots' clocks, this one's start included.
    public var clocks: ClockHistory
    /// This boot's ordinal; until now it was 0.
    public var boot: Int
    /// Lines in the log.
    public var lines: Int
    /// Of these, damaged ones.
    public var damagedLines: Int
    /// What was kept of nights.
    public var nights: [BabyID: SleepStore]
    /// What was kept of the accelerometer and its mount.
    public var calibration: KeptCalibration?

    /// A log that was read late.
    public init(
      logs: [BabyID: CareLog], clocks: ClockHistory, boot: Int, lines: Int, damagedLines: Int,
      nights: [BabyID: SleepStore] = [:], calibration: KeptCalibration? = nil
    ) {
      self.logs = logs
      self.clocks = clocks
      self.boot = boot
      self.lines = lines
      self.damagedLines = damagedLines
      self.nights = nights
      self.calibration = calibration
    }
  }

  /// Takes the log in, as if it had been there from the start. What has happened since is on its way to the
  /// flash still; all of it, and what could be taken back, gets this boot's number.
  public mutating func handle(_ late: LateLog, at moment: Moment) -> [Effect] {
    let unnumbered = BootTime(boot: 0, milliseconds: moment.boot.milliseconds)
    let wall = clocks.isSynced(boot: 0) ? clocks.instant(at: unnumbered) : nil
    for resident in settings.residents {
      logs[resident.id] = late.logs[resident.id] ?? CareLog(baby: resident.id)
    }
    clocks = late.clocks
    if let wall, !ClockKeeper.doubts(lastBelieved: wall, at: moment.boot, by: clocks) {
      clocks.noteSync(at: moment.boot, wall: wall)
    }
    for index in pending.indices { pending[index].event = pending[index].event.inBoot(late.boot) }
    history.move(toBoot: late.boot)
    redoable?.action.move(toBoot: late.boot)
    menuPress?.action?.move(toBoot: late.boot)
    for button in Array(presses.keys) { presses[button]?.move(toBoot: late.boot) }
    box.logLines = late.lines
    box.damagedLines = late.damagedLines
    takeKept(late.nights)
    let measured = takeKept(late.calibration)
    drawnMinute = nil
    return measured + lookAtClock(at: moment) + handle(.tick, at: moment)
  }

  /// What was believed while nothing was known of other boots may be absurd beside them: then it is a first report,
  /// as at any start. One that waits already is not confirmed by looking at the same clock again.
  private mutating func lookAtClock(at moment: Moment) -> [Effect] {
    effects = []
    if !keeper.isHolding { takeClockReport(at: moment) }
    return effects
  }

  /// What was said of nights meanwhile stands beside what was kept; the nights are gathered from the log anew.
  mutating func takeKept(_ kept: [BabyID: SleepStore]) {
    let said = nights
    nights = kept
    nightsHandedOver = kept
    nightsMark = nil
    for (baby, store) in said {
      for night in store.nights where night.rating != nil || night.steps != nil {
        nights[baby, default: SleepStore()].keep(night)
      }
    }
  }
}

extension Action {
  fileprivate mutating func move(toBoot boot: Int) {
    events = events.map { $0.inBoot(boot) }
    inverses = inverses.map { $0.inBoot(boot) }
  }
}

extension CorrectablePress {
  fileprivate mutating func move(toBoot boot: Int) {
    action?.move(toBoot: boot)
    if let original = movable?.original { movable?.original = original.inBoot(boot) }
    guard let move = pendingMove else { return }
    pendingMove = PendingMove(command: move.command.inBoot(boot), time: move.time.inBoot(boot))
  }
}

extension ActionHistory {
  fileprivate mutating func move(toBoot boot: Int) {
    for index in done.indices { done[index].move(toBoot: boot) }
  }
}
