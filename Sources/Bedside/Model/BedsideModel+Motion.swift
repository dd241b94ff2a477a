import CribMotion
import Nursery

/// Motion as a second source. It asks, or writes entries that one press takes back. Buttons take precedence over it.
///
/// A press keeps its own time even if motion saw a change close to it: the witness learns from the press, and not the
/// other way round. A time that the panel has confirmed does not change.
extension BedsideModel {
  /// For this long, one press of NAP takes back a sleep that motion wrote.
  static let revertMilliseconds = 300_000
  /// For this long, NAP on a dark panel agrees with what motion wrote. Later it is rather meant for what comes next.
  private static let unreadMilliseconds = 15 * 60_000
  /// A baby that moves for less than this is stirring, and not awake.
  static let wakingMilliseconds = 300_000

  /// Receives readings. Returns true if they change something that is shown or written.
  mutating func receiveMotion(_ reading: MotionReading, at moment: Moment) -> Bool {
    guard care.settings.motion.mode != .off,
      let source = MotionSource(rateHz: reading.rateHz, milligeePerLSB: reading.milligeePerLSB)
    else { return false }
    if motion.witness?.source != source { beginWitness(source) }
    motion.keptMilliseconds = motion.keptMilliseconds ?? moment.boot.milliseconds
    if reading.followsGap { motion.witness?.addGap(until: reading.oldestMilliseconds) }
    motion.witness?.add(reading.samples, at: reading.newestMilliseconds)
    keepActivity(at: moment)
    measure(reading)
    return followCrib(at: moment)
  }

  /// Hands over a stretch of motion once it is complete. It belongs to the day on which it began, as far as the clocks
  /// tell.
  private mutating func keepActivity(at moment: Moment) {
    guard var stretch = motion.witness?.nextFinishedStretch() else { return }
    stretch.baby = motionBaby
    let start = BootTime(boot: moment.boot.boot, milliseconds: stretch.startMilliseconds)
    let resolved = care.clocks.resolve(.boot(start))
    let began = Moment(
      boot: start, wall: resolved.isExact ? resolved.instant : nil, trust: resolved.isExact ? .synced : .none)
    effects.append(.keepActivity(stretch, at: began, on: care.settings.zone.civil(resolved.instant).date))
  }

  /// Begins with a new witness, with the kept calibration if that is of the same part.
  private mutating func beginWitness(_ source: MotionSource) {
    let kept = care.settings.motion.calibration
    motion.witness = MotionWitness(source, calibration: kept?.source == source ? kept?.calibration : nil)
    motion.hasAskedForKept = false
  }

  /// Reads what the witness says now. Returns true if that has changed.
  mutating func followCrib(at moment: Moment) -> Bool {
    let reading = CribReading(motion.witness, at: moment.boot.milliseconds)
    if reading.settledSince != nil { motion.restSeenMilliseconds = moment.boot.milliseconds }
    followWaking(reading, at: moment)
    let isNews = reading != motion.spoken
    motion.spoken = reading
    return writeMotion(at: moment) || isNews
  }

  private mutating func followWaking(_ reading: CribReading, at moment: Moment) {
    let now = moment.boot.milliseconds
    switch reading.state {
    case .awake: motion.upSince = motion.upSince ?? reading.awakeSince ?? now
    case .empty: motion.upSince = motion.upSince ?? motion.witness?.handlingEdge(near: now) ?? now
    case .asleep, .unknown: motion.upSince = nil
    }
  }

  /// When the last readings will be too old to say anything about now; nil if nothing is said.
  var motionDeadline: Int? {
    guard motion.spoken.state != .unknown else { return nil }
    return motion.witness?.staleMilliseconds
  }

  /// The baby whose crib has the accelerometer.
  var motionBaby: BabyID { care.settings.motion.baby ?? care.settings.residents.first?.id ?? care.chosenBaby }

  // MARK: What the Now page says of it

  /// What the bottom line of the Now page says about motion at a moment, if anything.
  func motionRemark(at moment: Moment) -> Remark? {
    guard care.chosenBaby == motionBaby else { return nil }
    if motion.revertible != nil { return .wrote }
    guard let since = suggestedSleep(at: moment) else { return nil }
    return .asks(minutes: (moment.boot.milliseconds - since) / 60_000)
  }

  /// Since when the baby may be asleep without a press, on the boot clock; nil if there is nothing to ask.
  func suggestedSleep(at moment: Moment) -> Int? {
    guard care.settings.motion.mode == .suggest, care.chosenBaby == motionBaby else { return nil }
    return unloggedSleep(at: moment)
  }

  /// A sleep that motion sees and no one logged. A button or a command after the rest began takes precedence over it.
  /// If the baby was asleep before the readings began, such as after a power cut, motion does not know since when.
  private func unloggedSleep(at moment: Moment) -> Int? {
    guard let since = motion.spoken.settledSince, since != motion.spentSettledSince else { return nil }
    let log = projection(of: motionBaby)
    guard running(.sleep, in: log, at: moment) == nil, running(.nursing, in: log, at: moment) == nil else {
      return nil
    }
    let start = care.clocks.instant(at: BootTime(boot: moment.boot.boot, milliseconds: since))
    let now = care.clocks.instant(at: moment.boot)
    guard !hasEntries(log, since: start, until: now),
      motion.witness?.sawSettling == true
        || hasEntries(log, since: start.adding(minutes: -Self.lateMinutes), until: start)
    else { return nil }
    return since
  }

  /// Whether the log says that the baby was awake, or has a sleep, in a span of time.
  private func hasEntries(_ log: CareLog, since: Instant, until now: Instant) -> Bool {
    !log.daySleeps(clock: care.clocks, since: since, now: now).isEmpty
      || !log.wakes(clock: care.clocks, since: since, now: now).isEmpty
      || !log.feeds(clock: care.clocks, since: since, now: now).isEmpty
  }

  // MARK: Presses

  /// Tells the witness where the baby is after a press of NAP.
  mutating func reportToWitness(of deed: Confirmation.Deed, for baby: BabyID, at moment: Moment) {
    guard baby == motionBaby else { return }
    switch deed {
    case .sleepStarted, .sleepStartedAfterFeed, .asleepAgain, .sleptBeforeFeed:
      motion.witness?.record(.into, at: moment.boot.milliseconds)
    case .sleepEnded, .sleptTooShort, .nightSlept: motion.witness?.record(.out, at: moment.boot.milliseconds)
    default: break
    }
  }

  /// Takes a press back for the witness too: it forgets the press, and what motion saw then was no sleep.
  mutating func undoForWitness(_ action: Action, pressedAt milliseconds: Int?) {
    guard action.baby == motionBaby else { return }
    if let milliseconds { motion.witness?.forget(pressAt: milliseconds) }
    if case .boot(let end)? = action.time, end.milliseconds == motion.upSince {
      motion.spentAwakeSince = end.milliseconds
    }
    guard let since = motion.spoken.settledSince, case .added(let care)? = action.events.last?.change,
      care.kind == .sleep, case .boot(let start) = care.start, start.milliseconds == since
    else { return }
    motion.spentSettledSince = since
  }

  /// Forgets what motion wrote, since NAP is pressed, and returns it if this press takes it back: a person could read that.
  mutating func removeRevertible(for baby: BabyID, at moment: Moment) -> Action? {
    guard let revertible = motion.revertible, revertible.action.baby == baby else { return nil }
    motion.revertible = nil
    return canReadPanel && moment.boot.milliseconds <= revertible.until ? revertible.action : nil
  }

  /// What motion wrote since anyone last lit the panel, if a press cannot have read it; nil if something was logged since.
  func unreadEntry(for baby: BabyID, at moment: Moment) -> Action? {
    guard !canReadPanel, let unread = motion.unread, unread.action.baby == baby,
      moment.boot.milliseconds <= unread.until,
      buttons.history.done.last(where: { $0.baby == baby }) == unread.action
    else { return nil }
    return unread.action
  }

  private var canReadPanel: Bool { !screen.isDark && !isShielded && canOffer }

  /// Forgets what motion wrote if it was taken back in another way.
  mutating func forgetRevertible(_ action: Action) {
    if motion.revertible?.action == action { motion.revertible = nil }
  }

  // MARK: Writing

  /// In `log` mode, writes what motion sees. Returns true if it wrote something.
  private mutating func writeMotion(at moment: Moment) -> Bool {
    guard care.settings.motion.mode == .log else { return false }
    if let since = unloggedSleep(at: moment) {
      motion.spentSettledSince = since
      return write(.startSleep(at: time(since, moment)), .motionAsleep, since, at: moment)
    }
    guard motion.restSeenMilliseconds != nil,
      let sleep = running(.sleep, in: projection(of: motionBaby), at: moment),
      let end = endOfSleep(sleep, at: moment),
      motion.spentAwakeSince != end
    else { return false }
    motion.spentAwakeSince = end
    return write(.endSleep(at: time(end, moment)), .motionAwake, end, at: moment)
  }

  /// When a sleep ended by motion: at the begin of five minutes of movement after a rest, or, for a sleep that motion
  /// wrote, when the crib became empty. A baby that was put down with a press and has moved ever since has not slept
  /// yet.
  private func endOfSleep(_ sleep: CareRecord, at moment: Moment) -> Int? {
    let now = moment.boot.milliseconds
    guard let rest = motion.restSeenMilliseconds,
      care.clocks.instant(at: BootTime(boot: moment.boot.boot, milliseconds: rest))
        >= care.clocks.resolve(sleep.care.start).instant
    else { return nil }
    if let since = motion.spoken.awakeSince {
      return now - since >= Self.wakingMilliseconds ? since : nil
    }
    guard motion.spoken.state == .empty, sleep.source == .motion else { return nil }
    return motion.spentAwakeSince ?? 0 >= rest ? nil : motion.witness?.handlingEdge(near: now) ?? now
  }

  private mutating func write(
    _ command: CareCommand, _ deed: Confirmation.Deed, _ milliseconds: Int, at moment: Moment
  ) -> Bool {
    do {
      let action = try carryOut([command], for: motionBaby, by: .motion, at: moment)
      confirm(action, as: deed, at: time(milliseconds, moment))
      buttons.history.record(action)
      let now = moment.boot.milliseconds
      motion.revertible = MotionModel.Revertible(action: action, until: now + Self.revertMilliseconds)
      motion.unread = MotionModel.Revertible(action: action, until: now + Self.unreadMilliseconds)
      return true
    } catch {
      // The rules refused it: the log stays as the buttons made it.
      return false
    }
  }

  private func time(_ milliseconds: Int, _ moment: Moment) -> EventTime {
    .boot(BootTime(boot: moment.boot.boot, milliseconds: milliseconds))
  }
}

/// What is learned about the accelerometer and its mount, and when it is kept.
extension BedsideModel {
  /// The progress of measuring an empty crib.
  public enum CalibrationProgress: Hashable, Sendable {
    /// No one has asked for it.
    case idle
    /// This many of `MotionCalibration.epochs` are measured.
    case running(epochs: Int)
    /// It is measured, and on its way to the card.
    case keeping
    /// It is measured, on the card, and in use.
    case kept(KeptCalibration)
    /// It is measured and in use, but the card refused it.
    case notKept(KeptCalibration)
    /// The crib was moved during the measurement.
    case disturbed
    /// The accelerometer no longer answers.
    case silent
  }

  /// A measurement fails after this long without a reading.
  private static let silenceMilliseconds = 30_000
  /// How often what is learned over time is kept, at most. It is only written together with an event, so an idle hour
  /// writes nothing.
  private static let keepMilliseconds = 8 * 3_600_000

  /// The progress of measuring an empty crib at a moment.
  public func calibrationProgress(at moment: Moment) -> CalibrationProgress {
    guard let measurement = motion.measurement else { return .idle }
    switch measurement.crib.progress {
    case .disturbed: return .disturbed
    case .finished(let kept):
      guard let isOnFlash = measurement.isOnFlash else { return .keeping }
      return isOnFlash ? .kept(kept) : .notKept(kept)
    case .running(let epochs):
      let silence = moment.boot.milliseconds - measurement.heardMilliseconds
      return silence > Self.silenceMilliseconds ? .silent : .running(epochs: epochs)
    }
  }

  /// What motion says about the crib.
  public var cribReading: CribReading { motion.spoken }

  /// Whether motion is used.
  public var isMotionOn: Bool { care.settings.motion.mode != .off }

  /// Begins to measure, or continues the running measurement. The picture does not change.
  mutating func measureEmptyCrib(at moment: Moment) -> Bool {
    if case .running = calibrationProgress(at: moment) { return false }
    guard let source = motion.witness?.source else { return false }
    motion.measurement = MotionModel.Measurement(
      crib: EmptyCribMeasurement(source), heardMilliseconds: moment.boot.milliseconds)
    return false
  }

  /// Adds readings to the running measurement, if there is one. Its result is used at once: the crib is empty now.
  mutating func measure(_ reading: MotionReading) {
    guard var measurement = motion.measurement, case .running = measurement.crib.progress else { return }
    motion.measurement = nil
    if reading.followsGap {
      let missing = reading.oldestMilliseconds - measurement.heardMilliseconds
      measurement.crib.addGap(samples: Int(Double(max(0, missing)) / 1000 * reading.rateHz))
    }
    measurement.crib.add(reading.samples)
    measurement.heardMilliseconds = reading.newestMilliseconds
    motion.measurement = measurement
    guard case .finished(let kept) = measurement.crib.progress else { return }
    care.settings.motion.calibration = kept
    beginWitness(kept.source)
    keep(kept, at: reading.newestMilliseconds)
  }

  /// Hands over what the witness has learned, if it is time.
  mutating func keepLearnt(at moment: Moment) {
    guard let last = motion.keptMilliseconds, moment.boot.milliseconds - last >= Self.keepMilliseconds,
      let witness = motion.witness, let calibration = witness.calibration
    else { return }
    keep(KeptCalibration(source: witness.source, calibration: calibration), at: moment.boot.milliseconds)
  }

  private mutating func keep(_ kept: KeptCalibration, at milliseconds: Int) {
    motion.keptMilliseconds = milliseconds
    effects.append(.keep(.calibration(kept)))
  }
}
