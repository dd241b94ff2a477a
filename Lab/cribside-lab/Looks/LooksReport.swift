import BoxRuntime
import Nursery

/// The number of oddities for each kind of family, and the worst looks.
struct LooksReport {
  private let kinds: [LookFamily.Kind]
  private var looks: [LookFamily.Kind: Int] = [:]
  private var odd: [OddLook] = []

  init(kinds: [LookFamily.Kind]) {
    self.kinds = kinds
  }

  /// Adds the looks at one day.
  mutating func add(_ day: DayLooks, of kind: LookFamily.Kind) {
    looks[kind, default: 0] += day.count
    odd += day.odd
  }

  /// The table, and the `worst` looks of each oddity.
  func text(worst: Int) -> String {
    let header = [""] + kinds.map { $0.rawValue } + ["all"]
    let total = ["looks"] + kinds.map { "\(looks[$0] ?? 0)" } + ["\(looks.values.reduce(0, +))"]
    let rows = Oddity.allCases.map { oddity in
      let found = odd.filter { $0.oddity == oddity }
      return [oddity.rawValue] + kinds.map { kind in "\(found.count { $0.kind == kind })" }
        + ["\(found.count)"]
    }
    let lines = TextColumns.lines([header, total] + rows) + worstLines(worst)
    return lines.map { $0 + "\n" }.joined()
  }

  private func worstLines(_ worst: Int) -> [String] {
    Oddity.allCases.flatMap { oddity in
      odd.filter { $0.oddity == oddity }.sorted { $0.minutes > $1.minutes }.prefix(worst).map { look in
        let clock = WallTime(minutesAfterMidnight: look.clock).text
        return "\(oddity.rawValue), \(look.minutes) min: \(look.kind.rawValue), seed \(look.seed), "
          + "\(look.ageDays) days old, \(clock): \(look.plan)"
      }
    }
  }
}
