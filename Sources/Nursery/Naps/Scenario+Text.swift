extension Scenario {
  /// What was changed, in words for a parent; empty when nothing was.
  public var message: String {
    let parts = [napCountText, adjustmentText, leftOutText].filter { !$0.isEmpty }
    return parts.joined(separator: " • ")
  }

  /// The plan as one line to copy: `Wake 07:00, Nap 1 09:30–10:00 (30m), Bed 20:30`.
  public var copyText: String { items.map { $0.copyText }.joined(separator: ", ") }

  private var napCountText: String {
    guard plan.count != requestedNapCount else { return "" }
    return "\(plan.count) naps in place of \(requestedNapCount)"
  }

  private var adjustmentText: String {
    let naps = napTexts.joined(separator: ", ")
    let change = bedtime - targetBedtime
    if change == 0 { return naps.isEmpty ? "" : "\(napsReason): \(naps)" }
    let bed =
      "Adjusted bedtime \(change < 0 ? "earlier" : "later") by \(abs(change)) min to \(ClockText.time(bedtime))"
    return naps.isEmpty ? bed : bed + " • naps: " + naps
  }

  private var napsReason: String {
    if hasRecordedNaps { return "Planned around the recorded naps" }
    return isConstraintAdjusted
      ? "Adjusted naps to keep the times set" : "Auto-adjusted naps to fit schedule"
  }

  private var napTexts: [String] {
    changes.compactMap { change in
      guard case .nap(let nap, let minutes) = change else { return nil }
      return "Nap \(nap) \(ClockText.change(minutes))"
    }
  }

  private var leftOutText: String {
    let naps = changes.compactMap { change in
      guard case .leftOut(let nap) = change else { return nil as String? }
      return "Nap \(nap) left out"
    }
    return naps.joined(separator: ", ")
  }
}

extension ScheduleItem {
  fileprivate var copyText: String {
    switch kind {
    case .wake: "Wake \(ClockText.time(start))"
    case .nap(let number):
      "Nap \(number) \(ClockText.time(start))–\(ClockText.time(end)) (\(end - start)m)"
    case .bedtime: "Bed \(ClockText.time(start))"
    }
  }
}
