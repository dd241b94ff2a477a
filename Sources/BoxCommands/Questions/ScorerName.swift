import CribMotion

/// A classic scorer by its name on the command line.
package enum ScorerName: String, CaseIterable {
  case coleKripke = "cole-kripke"
  case sadeh
  case scripps
  case oakley

  /// What Oakley's scorer may be given.
  package static let thresholds = [20, 40, 80]

  /// All of them, for a message.
  package static var list: String { allCases.map { $0.rawValue }.joined(separator: ", ") }

  /// The scorer with its options.
  package func scorer(isRescored: Bool, threshold: Int?) -> ClassicScorer {
    switch self {
    case .coleKripke: .coleKripke(isRescored: isRescored)
    case .sadeh: .sadeh
    case .scripps: .scripps
    case .oakley: .oakley(threshold: threshold ?? 40)
    }
  }
}
