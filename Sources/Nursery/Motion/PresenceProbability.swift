/// How likely it is at each epoch that somebody was in the crib, from all epochs before and after it.
struct PresenceProbability: Sendable {
  /// One for each epoch, 0…1.
  let values: [Double]

  init(_ evidence: [CribEvidence], _ model: CribModel) {
    let transitions = evidence.map(CribTransitions.init)
    let likelihoods = evidence.map(model.likelihood)
    var forward: [HiddenCrib.Lanes] = []
    for index in evidence.indices {
      let before = forward.last.map(transitions[index].forward) ?? CribModel.start
      forward.append((before * likelihoods[index]).scaled())
    }
    var values = [Double](repeating: 0, count: evidence.count)
    var backward = HiddenCrib.Lanes(repeating: 1)
    for index in evidence.indices.reversed() {
      values[index] = (forward[index] * backward).presence
      backward = transitions[index].backward(backward * likelihoods[index]).scaled()
    }
    self.values = values
  }
}

extension HiddenCrib.Lanes {
  /// The share of the states with somebody in the crib.
  var presence: Double {
    let inside =
      self[HiddenCrib.lively.rawValue] + self[HiddenCrib.quiet.rawValue] + self[HiddenCrib.asleep.rawValue]
    return inside / (inside + self[HiddenCrib.empty.rawValue] + self[HiddenCrib.tended.rawValue])
  }
}
