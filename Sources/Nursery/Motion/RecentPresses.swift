/// The presses of the last minutes, for the live judgement.
struct RecentPresses: Sendable {
  private static let capacity = 8
  /// Live, a press is believed at once: buttons always win. After one that ends a nap, the baby may stay in the
  /// crib for a while.
  private static let intoOdds = 0.95
  private static let outOdds = 0.5

  private var presses: [(at: Int, press: CribPress)] = []
  private var wasPressed = false

  mutating func take(_ press: CribPress, at milliseconds: Int) {
    if presses.count == RecentPresses.capacity { presses.removeFirst() }
    presses.append((milliseconds, press))
    wasPressed = true
  }

  mutating func forget(pressAt milliseconds: Int) {
    presses.removeAll { $0.at == milliseconds }
  }

  /// Adds to an epoch's evidence what was pressed during it and shortly before.
  func apply(to evidence: inout CribEvidence, epochStart: Int) {
    evidence.isPressed = wasPressed
    for (at, press) in presses where at < epochStart + Epoch.milliseconds {
      let distance = max(0, epochStart - at + Epoch.milliseconds - 1) / Epoch.milliseconds
      guard distance <= PressEvidence.reachEpochs else { continue }
      let odds = press == .into ? RecentPresses.intoOdds : RecentPresses.outOdds
      evidence.add(
        press, odds: distance == 0 ? odds : PressEvidence.odds(distance: distance, isCentre: false))
      if distance == 0 || distance == PressEvidence.reachEpochs {
        evidence.buttonLikelihood *= PressEvidence.likelihood(after: press)
      }
    }
  }
}
