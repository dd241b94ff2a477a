/// "Unknown" is said where neither state is likely for more than 30 min, and no edge, micro-motion or button
/// speaks.
enum UndecidedStretch {
  /// Epochs in 30 min.
  static let patience = 60
  /// Below this probability of the likelier side nothing is decided.
  static let decided = 0.6

  /// The states with `unknown` where nothing is decided for too long.
  static func removed(
    from states: [CribState], _ evidence: [CribEvidence], _ presence: [Double]
  ) -> [CribState] {
    var states = states
    var start = 0
    for index in 0...states.count {
      if index < states.count, isUndecided(presence[index]), !evidence[index].speaks { continue }
      if index - start > patience { for place in start..<index { states[place] = .unknown } }
      start = index + 1
    }
    return states
  }

  /// Whether the likelier side is not likely enough.
  static func isUndecided(_ presence: Double) -> Bool { max(presence, 1 - presence) < decided }
}

extension CribEvidence {
  /// Whether it tells of somebody beyond the counts.
  var speaks: Bool { edge != nil || showsMicroMotion || intoOdds > 0 || outOdds > 0 }
}
