import CribMotion
import Nursery

/// Motion: a second witness. It asks, or writes what one press takes back; what a button says stands above it.
///
/// A press keeps its own time, also where an edge of motion lies close by: the witness learns from the press, and
/// not the other way round. What the panel confirmed does not move afterwards.
extension BedsideModel {
  /// A sleep that motion wrote is taken back by one press of NAP for this long.
  static let revertMilliseconds = 300_000
  /// Less than this in motion is stirring, not waking.
  static let wakingMilliseconds = 300_000

  /// Receives readings; true when something that is shown or written has changed by them.
  mutating func receiveMotion(_ reading: MotionReading, at moment: Moment) -> Bool {
    guard care.settings.motion.mode != .off,
      let source = MotionSource(rateHz: reading.rateHz, milligeePerLSB: reading.milligeePerLSB)
    else { return false }
    if motion.witness?.source != source { motion.witness = freshWitness(source) }
    motion.keptMilliseconds = motion.keptMilliseconds ?? moment.boot.milliseconds
    if reading.followsGap { motion.witness?.addGap(until: reading.oldestMilliseconds) }
    motion.witness?.add(reading.samples, at: reading.newestMilliseconds)
    keepActivity(at: moment)
    measure(reading)
    return followCrib(at: moment)
  }

  /// Hands over an hour of motion once it is complete. Its day is the one that it began on, as far as the clocks tell.
  private mutating func keepActivity(at moment: Moment) {
    guard let hour = motion.witness?.nextFinishedHour() else { return }
    let start = BootTime(boot: moment.boot.boot, milliseconds: hour.startMilliseconds)
    let resolved = care.clocks.resolve(.boot(start))
    let began = Moment(
      boot: start, wall: resolved.isExact ? resolved.instant : nil, trust: resolved.isExact ? .synced : .none)
    effects.append(.keepActivity(hour, at: began, on: care.settings.zone.civil(resolved.instant).date))
  }

  /// A witness that knows what was kept of this part, if it is the same.
  func freshWitness(_ source: MotionSource) -> MotionWitness {
    let kept = care.settings.motion.calibration
    return MotionWitness(source, calibration: kept?.source == source ? kept?.calibration : nil)
  }

  /// Looks at what the witness says now; true when that is news.
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

  /// When the last readings have become too old to speak of now; nil when nothing is said.
  var motionDeadline: Int? {
    guard motion.spoken.state != .unknown else { return nil }
    return motion.witness?.staleMilliseconds
  }

  /// Whose crib it is.
  var motionBaby: BabyID { care.settings.motion.baby ?? care.settings.residents.first?.id ?? care.chosenBaby }

  // MARK: What the Now page says of it

  /// What the foot of the Now page says of motion at a moment, if anything.
  func motionRemark(at moment: Moment) -> MotionRemark? {
    guard care.chosenBaby == motionBaby else { return nil }
    if motion.revertible != nil { return .wrote }
    guard let since = suggestedSleep(at: moment) else { return nil }
    return .asks(minutes: (moment.boot.milliseconds - since) / 60_000)
  }

  /// Since when the baby may be asleep without a press, on the boot clock; nil when there is nothing to ask.
  func suggestedSleep(at moment: Moment) -> Int? {
    guard care.settings.motion.mode == .suggest, care.chosenBaby == motionBaby else { return nil }
    return unloggedSleep(at: moment)
  }

  /// What a button or a command said after the rest began stands above it.
  private func unloggedSleep(at moment: Moment) -> Int? {
    guard let since = motion.spoken.settledSince, since != motion.spentSettledSince else { return nil }
    let log = projection(of: motionBaby)
    guard running(.sleep, in: log, at: moment) == nil, running(.nursing, in: log, at: moment) == nil else {
      return nil
    }
    let start = care.clocks.instant(at: BootTime(boot: moment.boot.boot, milliseconds: since))
    let now = care.clocks.instant(at: moment.boot)
    guard log.sleeps(clock: care.clocks, since: start, now: now).isEmpty,
      log.wakes(clock: care.clocks, since: start, now: now).isEmpty,
      log.feeds(clock: care.clocks, since: start, now: now).isEmpty
    else { return nil }
    return since
  }

  // MARK: Presses

  /// A press of NAP tells the witness where the baby is.
  mutating func reportToWitness(of deed: Confirmation.Deed, for baby: BabyID, at moment: Moment) {
    guard baby == motionBaby else { return }
    switch deed {
    case .sleepStarted, .sleepStartedAfterFeed: motion.witness?.record(.into, at: moment.boot.milliseconds)
    case .sleepEnded, .sleptTooShort, .nightSlept: motion.witness?.record(.out, at: moment.boot.milliseconds)
    default: break
    }
  }

  /// A press never happened: the witness did not hear it either, and what it had accepted was no sleep.
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

  /// The press that takes back what motion wrote; nil when there is nothing to take back.
  mutating func removeRevertible(for baby: BabyID, at moment: Moment) -> Action? {
    guard let revertible = motion.revertible, revertible.action.baby == baby else { return nil }
    motion.revertible = nil
    return moment.boot.milliseconds <= revertible.until ? revertible.action : nil
  }

  /// What was taken back another way needs no press any more.
  mutating func forgetRevertible(_ action: Action) {
    if motion.revertible?.action == action { motion.revertible = nil }
  }

  // MARK: Writing

  /// In `log` mode motion writes what it sees; true when it wrote.
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

  /// When a sleep ended by what motion tells: five minutes of moving after a rest, dated back; or an empty crib, for
  /// a sleep that motion itself began. One who was put down with a press and moves has not slept yet.
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
      motion.revertible = MotionModel.Revertible(
        action: action, until: moment.boot.milliseconds + Self.revertMilliseconds)
      return true
    } catch {
      // The rules know better: the log stays as the buttons made it.
      return false
    }
  }

  private func time(_ milliseconds: Int, _ moment: Moment) -> EventTime {
    .boot(BootTime(boot: moment.boot.boot, milliseconds: milliseconds))
  }
}

/// What is learnt of the accelerometer and its mount, and when it is kept.
extension BedsideModel {
  /// How far the measuring of an empty crib has come.
  public enum CalibrationProgress: Hashable, Sendable {
    /// No one has asked for it.
    case idle
    /// So many epochs of `MotionCalibration.epochs` are known.
    case running(epochs: Int)
    /// Measured; it is on its way to the flash.
    case keeping
    /// Measured, on the flash and in use.
    case kept(KeptCalibration)
    /// Measured and in use, but the flash has refused it.
    case notKept(KeptCalibration)
    /// Someone was at the crib.
    case disturbed
    /// The accelerometer has fallen silent.
    case silent
  }

  /// Without a reading for this long a measurement is over.
  private static let silenceMilliseconds = 30_000
  /// What is learnt by and by is kept once in this time, and only where an event is written anyway: an idle hour
  /// writes nothing.
  private static let keepMilliseconds = 8 * 3_600_000

  /// How far the measuring of an empty crib has come at a moment.
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

  /// What was kept of the accelerometer and its mount, at the start or since.
  public var calibration: KeptCalibration? { care.settings.motion.calibration }

  /// What motion says about the crib.
  public var cribReading: CribReading { motion.spoken }

  /// Whether motion is looked at.
  public var isMotionOn: Bool { care.settings.motion.mode != .off }

  /// Begins to measure; a measurement that already runs continues. Nothing that is shown changes.
  mutating func measureEmptyCrib(at moment: Moment) -> Bool {
    if case .running = calibrationProgress(at: moment) { return false }
    guard let source = motion.witness?.source else { return false }
    motion.measurement = MotionModel.Measurement(
      crib: EmptyCribMeasurement(source), heardMilliseconds: moment.boot.milliseconds)
    return false
  }

  /// Readings for the measurement that runs, if one does. Its result is in use at once: the crib is empty now.
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
    motion.witness = freshWitness(kept.source)
    keep(kept, at: reading.newestMilliseconds)
  }

  /// The flash has answered.
  mutating func receiveCalibrationKept(_ isOnFlash: Bool) -> Bool {
    motion.measurement?.isOnFlash = isOnFlash
    return false
  }

  /// The kept calibration, which was not known until now. Without it the box would soon replace it with a poorer one.
  /// What was measured meanwhile is newer.
  mutating func receiveKept(_ kept: KeptCalibration?) -> [Effect] {
    if let measured = care.settings.motion.calibration { return [.keepCalibration(measured)] }
    care.settings.motion.calibration = kept
    if let kept, motion.witness?.source == kept.source { motion.witness = freshWitness(kept.source) }
    return []
  }

  /// Hands over what the witness has learnt, where it is time to.
  mutating func keepLearnt(at moment: Moment) {
    guard let last = motion.keptMilliseconds, moment.boot.milliseconds - last >= Self.keepMilliseconds,
      let witness = motion.witness, let calibration = witness.calibration
    else { return }
    keep(KeptCalibration(source: witness.source, calibration: calibration), at: moment.boot.milliseconds)
  }

  private mutating func keep(_ kept: KeptCalibration, at milliseconds: Int) {
    motion.keptMilliseconds = milliseconds
    effects.append(.keepCalibration(kept))
  }
}
