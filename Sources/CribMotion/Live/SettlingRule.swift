/// Whether a baby in the crib has settled, and since when. It has settled after 10 min with at most 1 in 10 epochs
/// active, and is awake after 3 active minutes of 5. Both are dated back to their beginning. Less than 5 min awake is
/// stirring, and the sleep before it continues.
struct SettlingRule: Sendable {
  private static let settlingEpochs = 20
  private static let settlingActive = 2
  private static let wakingEpochs = 10
  private static let wakingActive = 6
  private static let stirringMilliseconds = 5 * 60_000
  /// After this many epochs without readings, the state is unknown.
  static let gapEpochs = 10

  /// Since when the baby has been settled, in milliseconds of the boot clock.
  private(set) var settledSince: Int?
  /// Since when it has been awake in the crib, in milliseconds of the boot clock.
  private(set) var awakeSince: Int?
  private var settledBefore: Int?
  private var gaps = 0
  /// The epochs of the last 10 min in the present state, newest last.
  private var window: [(start: Int, isActive: Bool)] = []

  init() { window.reserveCapacity(SettlingRule.settlingEpochs + 1) }

  /// The baby has been in the crib since `start`.
  mutating func enter(at start: Int) {
    leave()
    awakeSince = start
  }

  /// The baby is in the crib and was not seen to arrive. It may be asleep or awake, so neither is reported until it
  /// shows.
  mutating func find() { leave() }

  /// The crib is empty, or its state is unknown.
  mutating func leave() {
    settledSince = nil
    awakeSince = nil
    settledBefore = nil
    window.removeAll(keepingCapacity: true)
  }

  /// Adds an epoch without readings, which is never a still one.
  mutating func addGap() {
    gaps += 1
    window.removeAll(keepingCapacity: true)
    if gaps > SettlingRule.gapEpochs { leave() }
  }

  /// Adds an epoch with the baby in the crib.
  mutating func add(start: Int, isActive: Bool) {
    gaps = 0
    window.append((start, isActive))
    if window.count > SettlingRule.settlingEpochs { window.removeFirst() }
    if settledSince == nil { settle() }
    if awakeSince == nil { wake() }
  }

  private mutating func settle() {
    guard window.count == SettlingRule.settlingEpochs, !window[0].isActive,
      window.count(where: { $0.isActive }) <= SettlingRule.settlingActive
    else { return }
    let start = window[0].start
    let isStirring = awakeSince.map { start - $0 < SettlingRule.stirringMilliseconds } ?? false
    settledSince = isStirring ? settledBefore ?? start : start
    awakeSince = nil
    window.removeAll(keepingCapacity: true)
  }

  private mutating func wake() {
    guard let start = movingSince else { return }
    settledBefore = settledSince
    settledSince = nil
    awakeSince = start
    window = window.filter { $0.start >= start }
  }

  /// Since when the baby has been moving as it does when it is awake; nil if it is not.
  var movingSince: Int? {
    let last = window.suffix(SettlingRule.wakingEpochs)
    guard last.count(where: { $0.isActive }) >= SettlingRule.wakingActive else { return nil }
    return last.first { $0.isActive }?.start
  }
}

/// Weights each epoch's share of the gain as Cole and Kripke weighted minutes of wrist motion (Sleep 15:461, 1992):
/// the minutes before count, and the minute after a little.
struct WeightedActivity: Sendable {
  /// From two minutes before an epoch to one after it.
  private static let weights: [Float] = [0.46, 0.23, 0.25, 0.33, 1, 0.32, 0.29]
  /// How many later epochs are needed to judge an epoch.
  static let lookAheadEpochs = 2
  /// From this weighted sum on, an epoch is active.
  private static let threshold: Float = 0.6
  /// The part of a count that is noise.
  private static let noise: Float = 20

  private var shares = [Float](repeating: 0, count: weights.count)

  /// Adds an epoch's count. Returns whether the epoch two before it is active.
  mutating func add(count: Float, gain: Float) -> Bool {
    for index in 1..<shares.count { shares[index - 1] = shares[index] }
    shares[shares.count - 1] = min(1, max(0, count - WeightedActivity.noise) / gain)
    var sum: Float = 0
    for (share, weight) in zip(shares, WeightedActivity.weights) { sum += share * weight }
    return sum >= WeightedActivity.threshold
  }
}
