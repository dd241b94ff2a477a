/// A night in hindsight: the most likely path through the hidden states. The model learns from this crib's own empty
/// and sleeping epochs.
struct CribPath: Sendable {
  /// The most rounds of finding the path and learning from it. It rarely changes after the second.
  private static let rounds = 5

  private let epochs: [Epoch]
  private let source: MotionSource
  private let floorMilligee: Float
  private let calibratedMicro: Float?
  private var evidence: [CribEvidence]
  private var model = CribModel()

  /// A recording's epochs, and its presses by epoch, in order.
  init(
    _ epochs: [Epoch], floorMilligee: Float, source: MotionSource, presses: [(epoch: Int, press: CribPress)],
    calibratedMicro: Float? = nil
  ) {
    self.epochs = epochs
    self.calibratedMicro = calibratedMicro
    self.source = source
    self.floorMilligee = floorMilligee
    let audible = source.audibleMilligee(floorMilligee)
    var gain = ActivityGain()
    for epoch in epochs where !epoch.isGap {
      gain.learn(epoch, isHumming: epoch.isHumming(floorMilligee: audible))
    }
    evidence = epochs.map { CribEvidence($0, floorMilligee: audible, gain: gain) }
    for index in evidence.indices.dropFirst() where evidence[index].edge == nil {
      evidence[index].nearbyEdge = evidence[index - 1].edge
    }
    PressEvidence(presses: presses).apply(to: &evidence)
    for evidence in evidence { model.learnSplit(evidence) }
  }

  /// Judges the epochs.
  mutating func judged() -> [CribEpoch] {
    guard !evidence.isEmpty else { return [] }
    var path = mostLikely()
    for _ in 1..<CribPath.rounds {
      learn(from: path)
      let next = mostLikely()
      guard next != path else { break }
      path = next
    }
    return judgement(of: path)
  }

  private mutating func learn(from path: [HiddenCrib]) {
    model.forget()
    for (state, evidence) in zip(path, evidence) {
      model.learn(evidence, empty: state == .empty ? 1 : 0, asleep: state == .asleep ? 1 : 0)
    }
    seeMicroMotion(path)
  }

  // MARK: The most likely path

  /// Viterbi's algorithm. Probabilities are scaled in each step instead of being logarithms.
  private func mostLikely() -> [HiddenCrib] {
    var best = CribModel.start * model.likelihood(of: evidence[0])
    var origins: [SIMD8<Int64>] = [SIMD8()]
    origins.reserveCapacity(evidence.count)
    for evidence in evidence.dropFirst() {
      let transitions = CribTransitions(evidence)
      var (next, origin) = (HiddenCrib.Lanes(repeating: -1), SIMD8<Int64>())
      for state in HiddenCrib.allCases {
        let candidate = transitions[state] * best[state.rawValue]
        let isBetter = candidate .> next
        next.replace(with: candidate, where: isBetter)
        origin.replace(with: SIMD8(repeating: Int64(state.rawValue)), where: isBetter)
      }
      best = (next * model.likelihood(of: evidence)).scaled()
      origins.append(origin)
    }
    return CribPath.traced(from: best, origins)
  }

  private static func traced(from last: HiddenCrib.Lanes, _ origins: [SIMD8<Int64>]) -> [HiddenCrib] {
    var state = HiddenCrib.allCases.max { last[$0.rawValue] < last[$1.rawValue] } ?? .empty
    var path = [HiddenCrib](repeating: .empty, count: origins.count)
    for index in origins.indices.reversed() {
      path[index] = state
      state = HiddenCrib(rawValue: Int(origins[index][state.rawValue])) ?? .empty
    }
    return path
  }

  // MARK: Micro-motion

  /// Marks the epochs with micro-motion, compared with the empty crib of the calibration or of the path.
  private mutating func seeMicroMotion(_ path: [HiddenCrib]) {
    guard let empty = calibratedMicro ?? emptyMicro(path),
      let motion = MicroMotion(
        emptyMilligeeSquared: empty, floorMilligee: floorMilligee, source: source)
    else { return }
    let half = MicroMotion.windowEpochs / 2
    for index in evidence.indices {
      let window = max(0, index - half)..<min(evidence.count, index + half + 1)
      let still = window.filter { evidence[$0].isStill }
      let sum = still.reduce(Float(0)) { $0 + epochs[$1].microMilligeeSquared }
      evidence[index].showsMicroMotion = motion.isSeen(sum: sum, stillEpochs: still.count)
    }
  }

  /// The median of the empty crib's still epochs in milligee²; nil if there are too few.
  private func emptyMicro(_ path: [HiddenCrib]) -> Float? {
    let squares = path.indices.filter { path[$0] == .empty && evidence[$0].isStill }
      .map { epochs[$0].microMilligeeSquared }.sorted()
    return squares.count >= 20 ? squares[squares.count / 2] : nil
  }

  // MARK: Judgement

  private func judgement(of path: [HiddenCrib]) -> [CribEpoch] {
    let presence = PresenceProbability(evidence, model).values
    let states = UndecidedStretch.removed(from: CribPath.states(of: path), evidence, presence)
    return states.indices.map { index in
      CribEpoch(
        state: evidence[index].level == nil ? .unknown : states[index],
        confidence: .init(probability: max(presence[index], 1 - presence[index])),
        isStill: evidence[index].isStill)
    }
  }

  /// Counts motion of unknown origin next to a baby's time in the crib as part of it: the edge of a put-down or lift
  /// may be a minute off.
  private static func states(of path: [HiddenCrib]) -> [CribState] {
    var states = path.map { $0.state }
    var index = 0
    while index < path.count {
      let end = path[index...].firstIndex { $0 != .tended } ?? path.count
      if end > index {
        let isBeside =
          (index > 0 && states[index - 1] != .empty) || (end < path.count && states[end] != .empty)
        for place in index..<end { states[place] = isBeside ? .awake : .empty }
      }
      index = max(end, index + 1)
    }
    return states
  }
}

extension HiddenCrib {
  /// The state that is reported.
  fileprivate var state: CribState {
    switch self {
    case .empty, .tended: .empty
    case .lively, .quiet: .awake
    case .asleep: .asleep
    }
  }
}

extension SIMD8<Double> {
  /// Divided by the largest lane, so that products over a whole night stay in the range of a number.
  func scaled() -> SIMD8<Double> { self / self.max() }
}

/// The probability that the baby was in the crib at each epoch, from all epochs before and after it.
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
  /// The share of the states in which the baby is in the crib.
  var presence: Double {
    let inside =
      self[HiddenCrib.lively.rawValue] + self[HiddenCrib.quiet.rawValue] + self[HiddenCrib.asleep.rawValue]
    return inside / (inside + self[HiddenCrib.empty.rawValue] + self[HiddenCrib.tended.rawValue])
  }
}
