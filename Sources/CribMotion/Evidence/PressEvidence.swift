/// A press of the nap button as evidence.
public enum CribPress: Hashable, Sendable {
  /// It started a nap: the baby is in the crib.
  case into
  /// It ended one: the baby is awake and will probably be lifted out.
  case out
}

/// What presses of the nap button say about the epochs near them.
struct PressEvidence: Sendable {
  /// The largest distance of a press from what it reports: 2.5 min.
  static let reachEpochs = 5
  /// The largest distance at which a press belongs to a handling edge: 5 min.
  static let pairingEpochs = 10
  private static let oddsAtCentre = 0.25
  private static let oddsAround = 0.05
  /// The likelihood that a press is wrong, or much too early or late.
  private static let contradiction = 0.004
  /// The likelihood that a baby is still awake in the crib after a press ended its nap.
  private static let stillInside = 0.3

  /// The presses by epoch, in order.
  let presses: [(epoch: Int, press: CribPress)]

  /// Adds the presses to the evidence of a whole recording.
  func apply(to evidence: inout [CribEvidence]) {
    for index in evidence.indices { evidence[index].isPressed = !presses.isEmpty }
    for (epoch, press) in presses where evidence.indices.contains(epoch) {
      let centre = PressEvidence.centre(of: epoch, in: evidence)
      for index in epoch - PressEvidence.reachEpochs...epoch + PressEvidence.reachEpochs {
        guard evidence.indices.contains(index) else { continue }
        evidence[index].add(
          press, odds: PressEvidence.odds(distance: abs(index - epoch), isCentre: index == centre))
      }
      let settled = min(epoch + PressEvidence.reachEpochs, evidence.count - 1)
      evidence[settled].buttonLikelihood *= PressEvidence.likelihood(after: press)
    }
  }

  /// The probability of a put-down or a lift at that distance from a press, in epochs.
  static func odds(distance: Int, isCentre: Bool) -> Double {
    isCentre ? oddsAtCentre : oddsAround / Double(1 + distance / 2)
  }

  /// The likelihood of each state once a press is out of reach.
  static func likelihood(after press: CribPress) -> HiddenCrib.Lanes {
    switch press {
    case .into:
      HiddenCrib.lanes(empty: contradiction, tended: contradiction, lively: 1, quiet: 1, asleep: 1)
    case .out:
      HiddenCrib.lanes(
        empty: 1, tended: 1, lively: stillInside, quiet: stillInside, asleep: contradiction)
    }
  }

  /// The epoch of the nearest handling edge that may belong to a press, else the press's own epoch.
  private static func centre(of epoch: Int, in evidence: [CribEvidence]) -> Int {
    for distance in 0...pairingEpochs {
      for candidate in [epoch - distance, epoch + distance]
      where evidence.indices.contains(candidate) && evidence[candidate].edge != nil { return candidate }
    }
    return epoch
  }
}

extension CribEvidence {
  mutating func add(_ press: CribPress, odds: Double) {
    switch press {
    case .into: intoOdds = max(intoOdds, odds)
    case .out: outOdds = max(outOdds, odds)
    }
  }
}

/// The presses of the last minutes, for the live judgement.
struct RecentPresses: Sendable {
  private static let capacity = 8
  /// A live press is believed at once, since motion never overrides a button. After a press that ends a nap, the baby
  /// may stay in the crib for a while.
  private static let intoOdds = 0.95
  private static let outOdds = 0.5

  private var presses: [(at: Int, press: CribPress)] = []
  private var wasPressed = false

  mutating func add(_ press: CribPress, at milliseconds: Int) {
    if presses.count == RecentPresses.capacity { presses.removeFirst() }
    presses.append((milliseconds, press))
    wasPressed = true
  }

  mutating func forget(pressAt milliseconds: Int) { presses.removeAll { $0.at == milliseconds } }

  /// Adds the presses during an epoch and shortly before it to the epoch's evidence.
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
