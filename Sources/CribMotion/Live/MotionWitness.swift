import Nursery

/// Motion as a second source beside the buttons, live. Readings, gaps and presses go in, and the crib's state comes
/// out. Its memory is constant.
///
/// All times are milliseconds of the boot clock. An epoch is judged about a minute and a half after its end, and
/// results are dated back: `settledSince` is when the baby settled.
public struct MotionWitness: Sendable {
  /// Older readings say nothing about the present.
  public static let freshMilliseconds = 30_000
  /// More time than this without readings is a gap, even if none was reported.
  private static let toleranceMilliseconds = 2_000
  /// New epochs begin after a gap of at least this length. A shorter gap is filled with missing readings.
  private static let restartMilliseconds = 120_000
  /// A longer gap counts as one of this length.
  private static let longestGapEpochs = 240
  private static let edgesKept = 16

  /// The source of the readings.
  public let source: MotionSource

  private var builder: EpochBuilder
  private var filter = CribFilter()
  private var gain: ActivityGain
  private var micro: MicroMotionWindow
  private var presses = RecentPresses()
  private var activity = WeightedActivity()
  private var rule = SettlingRule()
  private var history = EpochHistory()
  private var packer = ActivityPacker()
  private var edges: [Int] = []
  /// Up to when readings or gaps were added; nil before the first.
  private var clock: Int?
  private var lastReading: Int?
  private var epochsInside = 0
  private var isPresent = false
  /// When hands at the crib, or minutes of movement in it, were first seen; nil before that, and again after minutes
  /// without readings.
  private var firstSign: Int?
  private var missingEpochs = 0

  /// A witness without readings, with the calibration of the part and its mount if there is one.
  public init(_ source: MotionSource, calibration: MotionCalibration? = nil) {
    self.source = source
    let floor = calibration.map { NoiseFloor(storedMilligee: $0.noiseFloorMilligee) }
    builder = EpochBuilder(source, noiseFloor: floor ?? NoiseFloor())
    gain = ActivityGain(stored: calibration?.activityGain)
    micro = MicroMotionWindow(calibrated: calibration?.emptyMicroMilligeeSquared)
    edges.reserveCapacity(MotionWitness.edgesKept + 1)
  }

  // MARK: Input

  /// Adds the readings of one drain of the part, oldest first. The last one was made at about `milliseconds`. Time
  /// that the readings do not fill becomes a gap.
  public mutating func add(_ samples: [MotionSample], at milliseconds: Int) {
    guard !samples.isEmpty else { return }
    let begin = milliseconds - self.milliseconds(ofSamples: samples.count)
    if let clock, begin - clock > MotionWitness.toleranceMilliseconds { addGap(until: begin) }
    for (index, sample) in samples.enumerated() {
      let ago = self.milliseconds(ofSamples: samples.count - 1 - index)
      if let epoch = builder.add(sample) { add(epoch, now: milliseconds - ago) }
    }
    clock = max(clock ?? milliseconds, milliseconds)
    if !builder.isFrozen { lastReading = milliseconds }
  }

  /// Records that the readings until then are lost: an overrun, or a part that did not answer or had been reset.
  public mutating func addGap(until milliseconds: Int) {
    guard let last = clock, milliseconds > last else {
      clock = clock ?? milliseconds
      return
    }
    clock = milliseconds
    guard milliseconds - last < MotionWitness.restartMilliseconds else {
      return restart(from: last, until: milliseconds)
    }
    let missing = Int(Double(milliseconds - last) / 1000 * source.rateHz)
    for index in 0..<missing {
      if let epoch = builder.add(nil) { add(epoch, now: last + self.milliseconds(ofSamples: index + 1)) }
    }
  }

  /// Records a press of the nap button.
  public mutating func record(_ press: CribPress, at milliseconds: Int) {
    presses.add(press, at: milliseconds)
    history.add(press, at: milliseconds)
    packer.recordPress(at: milliseconds)
  }

  /// Forgets a press that was undone. Epochs are judged half a minute late, so a press undone within that time had no
  /// effect.
  public mutating func forget(pressAt milliseconds: Int) {
    presses.forget(pressAt: milliseconds)
    history.forget(pressAt: milliseconds)
  }

  // MARK: Output

  /// The state of the crib by motion; unknown if the readings are older than 30 s or do not decide.
  public func state(at milliseconds: Int) -> CribState {
    guard let lastReading, milliseconds - lastReading <= MotionWitness.freshMilliseconds, !filter.isUnknown
    else { return .unknown }
    guard isPresent else { return .empty }
    if settledSince != nil { return .asleep }
    return awakeSince != nil ? .awake : .unknown
  }

  /// When the last readings become too old to say anything about the present; nil before the first.
  public var staleMilliseconds: Int? { lastReading.map { $0 + MotionWitness.freshMilliseconds + 1 } }

  /// Since when the baby has been settled, dated back; nil if it is not, or this is unknown.
  public var settledSince: Int? { rule.settledSince }

  /// Whether motion has seen how the present rest began. After a start beside a baby that sleeps it has not: the baby
  /// fell asleep some time before `settledSince`.
  public var sawSettling: Bool {
    guard let settledSince, let firstSign else { return false }
    return firstSign <= settledSince
  }

  /// Since when the baby has been awake in the crib, dated back; nil if it is not, or this is unknown.
  public var awakeSince: Int? { rule.awakeSince }

  /// The time of the handling edge nearest to a press, within 5 min; nil if there is none. An edge is known up to a
  /// minute after it happened.
  public func handlingEdge(near milliseconds: Int) -> Int? {
    let reach = PressEvidence.pairingEpochs * Epoch.milliseconds
    return edges.filter { abs($0 - milliseconds) <= reach }
      .min { abs($0 - milliseconds) < abs($1 - milliseconds) }
  }

  /// What was learned about the part and its mount, to be stored; nil before the first epoch.
  public var calibration: MotionCalibration? {
    builder.noiseFloor.milligee.map { floor in
      MotionCalibration(
        noiseFloorMilligee: floor, emptyMicroMilligeeSquared: micro.emptyMilligeeSquared,
        activityGain: gain.measured)
    }
  }

  /// The night in hindsight, between two readings of the boot clock. `start` is the instant of the first. Only the
  /// last 24 h are known.
  public func summary(from: Int, until: Int, startingAt start: Instant) -> MotionSummary {
    MotionSummary(
      start: start, measured: history.epochs(from: from, until: until), source: source,
      noiseFloorMilligee: builder.noiseFloor.milligee, presses: history.presses(from: from, until: until),
      emptyMicroMilligeeSquared: micro.emptyMilligeeSquared)
  }

  /// How much the crib moved between two readings of the boot clock: the mean count of every `epochs` epochs; nil
  /// where most are missing. Only the last 24 h are known.
  public func movement(from: Int, until: Int, epochs: Int) -> [Float?] {
    let measured = history.epochs(from: from, until: until)
    return stride(from: 0, to: measured.count, by: epochs).map { start in
      let part = measured[start..<min(start + epochs, measured.count)].filter { !$0.isGap }
      guard part.count * 2 > epochs else { return nil }
      return part.reduce(0) { $0 + $1.count } / Float(part.count)
    }
  }

  /// When the first known epoch began, in milliseconds of the boot clock; nil before it.
  public var knownSince: Int? { history.firstStart }

  /// The longest time without readings between two readings of the boot clock, in milliseconds. Only the last 24 h are
  /// known.
  public func longestGapMilliseconds(from: Int, until: Int) -> Int {
    var (longest, gap) = (0, 0)
    for epoch in history.epochs(from: from, until: until) {
      gap = epoch.isGap ? gap + Epoch.milliseconds : 0
      longest = max(longest, gap)
    }
    return longest
  }

  // MARK: What is stored

  /// The motion to store since the last call; nil while there is none. Call it at least every ten minutes.
  public mutating func nextFinishedStretch() -> ActivityStretch? {
    guard let span = packer.nextFinished() else { return nil }
    let epochs = history.epochs(from: span.lowerBound, until: span.upperBound)
    guard epochs.contains(where: { !$0.isGap }) else { return nil }
    return ActivityStretch(startMilliseconds: span.lowerBound, epochs: epochs)
  }

  /// Adds stored motion and presses from before the first reading, such as those of an earlier start. They count for
  /// the night in hindsight, and not for what the witness says live. The times of an earlier boot may be negative.
  public mutating func recall(_ stretches: [ActivityStretch], presses: [(at: Int, press: CribPress)]) {
    history.prepend(stretches, presses: presses)
  }

  // MARK: Epochs

  private func milliseconds(ofSamples count: Int) -> Int { Int(Double(count) * 1000 / source.rateHz) }

  /// Ends the unfinished epochs before a long gap. New ones begin after it.
  private mutating func restart(from last: Int, until milliseconds: Int) {
    for (index, epoch) in builder.finish().enumerated() {
      add(epoch, start: last + (index - 1) * Epoch.milliseconds)
    }
    builder = EpochBuilder(source, noiseFloor: builder.noiseFloor)
    let count = min((milliseconds - last) / Epoch.milliseconds, MotionWitness.longestGapEpochs)
    for index in 0..<count {
      add(.missing, start: milliseconds - (count - index) * Epoch.milliseconds)
    }
  }

  /// Adds the epoch that a reading of time `now` completed.
  private mutating func add(_ epoch: Epoch, now: Int) {
    add(epoch, start: now - builder.delayMilliseconds - Epoch.milliseconds)
  }

  private mutating func add(_ epoch: Epoch, start: Int) {
    history.add(epoch, start: start)
    let measured = builder.noiseFloor.milligee ?? 1
    let floor = source.audibleMilligee(measured)
    if !epoch.isGap { gain.learn(epoch, isHumming: epoch.isHumming(floorMilligee: floor)) }
    var evidence = CribEvidence(epoch, floorMilligee: floor, gain: gain)
    micro.add(epoch.microMilligeeSquared, isStill: evidence.isStill)
    evidence.showsMicroMotion = micro.isSeen(floorMilligee: measured, source: source)
    presses.apply(to: &evidence, epochStart: start)
    if evidence.edge != nil {
      note(edgeAt: start + Epoch.milliseconds / 2)
      firstSign = firstSign ?? start
    }
    let isFound = filter.isUnknown && evidence.intoOdds == 0 && !hasEdge(before: start + Epoch.milliseconds)
    filter.add(evidence)
    micro.learn(presence: filter.presence)
    packer.add(start: start, isPresent: filter.presence > 0.5 && !filter.isUnknown)
    follow(epoch, start: start, isFound: isFound)
  }

  private mutating func note(edgeAt milliseconds: Int) {
    edges.append(milliseconds)
    if edges.count > MotionWitness.edgesKept { edges.removeFirst() }
  }

  /// Whether this epoch or the one before it has a handling edge.
  private func hasEdge(before end: Int) -> Bool {
    edges.last.map { end - $0 < 2 * Epoch.milliseconds } ?? false
  }

  /// Updates the settling rule. `isFound` means that the baby is in the crib without having been seen to arrive.
  private mutating func follow(_ epoch: Epoch, start: Int, isFound: Bool) {
    let isActive = activity.add(count: epoch.count, gain: gain.value)
    missingEpochs = epoch.isGap ? missingEpochs + 1 : 0
    if missingEpochs > SettlingRule.gapEpochs { firstSign = nil }
    let wasPresent = isPresent
    isPresent = filter.presence > 0.5
    guard isPresent else { return rule.leave() }
    if !wasPresent {
      isFound ? rule.find() : rule.enter(at: start)
      epochsInside = 0
    }
    guard !epoch.isGap else { return rule.addGap() }
    epochsInside += 1
    let judged = start - WeightedActivity.lookAheadEpochs * Epoch.milliseconds
    if epochsInside > WeightedActivity.lookAheadEpochs { rule.add(start: judged, isActive: isActive) }
    firstSign = firstSign ?? rule.movingSince
  }
}

/// The epochs and presses of the last 24 h, in memory that is allocated once.
struct EpochHistory: Sendable {
  private static let capacity = 2880
  private static let pressesKept = 64

  private var epochs: [Epoch]
  private var starts: [Int]
  private var next = 0
  private var count = 0
  private var presses: [(at: Int, press: CribPress)] = []

  init() {
    epochs = Array(repeating: .missing, count: EpochHistory.capacity)
    starts = Array(repeating: 0, count: EpochHistory.capacity)
    presses.reserveCapacity(EpochHistory.pressesKept + 1)
  }

  mutating func add(_ epoch: Epoch, start: Int) {
    epochs[next] = epoch
    starts[next] = start
    next = next + 1 == EpochHistory.capacity ? 0 : next + 1
    count = min(count + 1, EpochHistory.capacity)
  }

  /// When the oldest epoch began; nil if there is none.
  var firstStart: Int? { count == 0 ? nil : starts[count < EpochHistory.capacity ? 0 : next] }

  /// Adds what is older than the first epoch, as far as there is room.
  mutating func prepend(_ stretches: [ActivityStretch], presses older: [(at: Int, press: CribPress)]) {
    guard count < EpochHistory.capacity else { return }
    let first = firstStart ?? Int.max
    let known = (0..<count).map { (start: starts[$0], epoch: epochs[$0]) }
    let added = stretches.flatMap { $0.placed }.filter { $0.start < first }.sorted { $0.start < $1.start }
    (next, count) = (0, 0)
    for (start, epoch) in added.suffix(EpochHistory.capacity - known.count) + known {
      add(epoch, start: start)
    }
    presses = (older.filter { $0.at < first } + presses).suffix(EpochHistory.pressesKept)
  }

  mutating func add(_ press: CribPress, at milliseconds: Int) {
    presses.append((milliseconds, press))
    if presses.count > EpochHistory.pressesKept { presses.removeFirst() }
  }

  mutating func forget(pressAt milliseconds: Int) { presses.removeAll { $0.at == milliseconds } }

  /// The epochs between two times, in order. The part's clock and the box's differ slightly, so each epoch takes the
  /// place nearest to its start. A place without one is missing.
  func epochs(from: Int, until: Int) -> [Epoch] {
    var placed = [Epoch](repeating: .missing, count: EpochHistory.places(from: from, until: until))
    for index in 0..<count {
      let place = (starts[index] - from + Epoch.milliseconds / 2).flooringDivided(by: Epoch.milliseconds)
      if placed.indices.contains(place), placed[place].isGap { placed[place] = epochs[index] }
    }
    return placed
  }

  /// The presses between two times, by epoch.
  func presses(from: Int, until: Int) -> [(epoch: Int, press: CribPress)] {
    presses.filter { $0.at >= from && $0.at < until }
      .map { (epoch: ($0.at - from) / Epoch.milliseconds, press: $0.press) }
      .sorted { $0.epoch < $1.epoch }
  }

  private static func places(from: Int, until: Int) -> Int {
    min(max(0, until - from) / Epoch.milliseconds, capacity)
  }
}
