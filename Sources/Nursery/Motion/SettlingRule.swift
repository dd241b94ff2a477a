/// Whether a baby that is in the crib has settled, and since when: settled after 10 min with at most 1 in 10
/// epochs active, awake after 3 active minutes out of 5. Both are dated back to where they began. Less than 5 min
/// awake is stirring, and the sleep before it goes on.
struct SettlingRule: Sendable {
  private static let settlingEpochs = 20
  private static let settlingActive = 2
  private static let wakingEpochs = 10
  private static let wakingActive = 6
  private static let stirringMilliseconds = 5 * 60_000
  /// Epochs without a reading after which nothing is known any more.
  private static let gapEpochs = 10

  /// Boot-clock milliseconds since when the baby has been settled.
  private(set) var settledSince: Int?
  /// Boot-clock milliseconds since when it has been awake in the crib.
  private(set) var awakeSince: Int?
  private var settledBefore: Int?
  private var gaps = 0
  /// The last 10 min, newest last, as far as they belong to the present state.
  private var window: [(start: Int, isActive: Bool)] = []

  init() { window.reserveCapacity(SettlingRule.settlingEpochs + 1) }

  /// Somebody has been in the crib from then on.
  mutating func enter(at start: Int) {
    leave()
    awakeSince = start
  }

  /// Somebody is in the crib, and nobody saw how: a part that was silent for an hour comes back to a sleeping baby as
  /// well as to a waking one. Neither is said until it shows.
  mutating func find() { leave() }

  /// Nobody is in it, or nobody knows.
  mutating func leave() {
    settledSince = nil
    awakeSince = nil
    settledBefore = nil
    window.removeAll(keepingCapacity: true)
  }

  /// An epoch without readings: never still.
  mutating func takeGap() {
    gaps += 1
    window.removeAll(keepingCapacity: true)
    if gaps > SettlingRule.gapEpochs { leave() }
  }

  /// An epoch with somebody in the crib.
  mutating func take(start: Int, isActive: Bool) {
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
    let last = window.suffix(SettlingRule.wakingEpochs)
    guard last.count(where: { $0.isActive }) >= SettlingRule.wakingActive,
      let first = last.first(where: { $0.isActive })
    else { return }
    settledBefore = settledSince
    settledSince = nil
    awakeSince = first.start
    window = window.filter { $0.start >= first.start }
  }
}
