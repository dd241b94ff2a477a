import Nursery

extension ZoneFile {
  /// The offset changes of the years from `years.lowerBound` to `years.upperBound`, both whole.
  func window(name: String, years: ClosedRange<Int>) -> ZoneWindow {
    let first = ZoneFile.start(ofYear: years.lowerBound)
    let end = ZoneFile.start(ofYear: years.upperBound + 1)
    let all = changes + ruled(years)
    let before = all.last { $0.at < first }?.offsetSeconds ?? initialOffsetSeconds
    var offset = before
    var transitions: [ZoneWindow.Transition] = []
    for change in all where change.at >= first && change.at < end {
      guard change.offsetSeconds != offset else { continue }  // only a name or a flag changed
      offset = change.offsetSeconds
      let at = Instant(milliseconds: change.at * 1000)
      transitions.append(ZoneWindow.Transition(at: at, offsetSeconds: offset))
    }
    return ZoneWindow(name: name, initialOffsetSeconds: before, transitions: transitions)
  }

  /// The changes that the rule makes after the last listed one, from the year before the window on, so that its
  /// first day has its offset too.
  private func ruled(_ years: ClosedRange<Int>) -> [Change] {
    guard let rule else { return [] }
    let from = changes.last?.at ?? Int.min
    if rule.summer == nil {
      // A rule without summer time holds from the last listed change on; a file without any has only the rule.
      return changes.isEmpty ? [Change(at: Int.min, offsetSeconds: rule.offsetSeconds)] : []
    }
    let ruled = (years.lowerBound - 1...years.upperBound).flatMap(rule.changes)
    return ruled.filter { $0.at > from }
  }

  private static func start(ofYear year: Int) -> Int {
    (CivilDate(year: year, month: 1, day: 1)?.daysSinceEpoch ?? 0) * 86_400
  }
}
