extension PowerSleep {
  /// Nap lengths, in minutes, brought to the total in proportion; as they are when they reach it already.
  ///
  /// Each nap is rounded by itself, half up, and the total is not mended: over usual lengths it is exact in
  /// seven of ten days and one minute off in the others.
  func boosted(_ lengths: MinuteRow, count: Int) -> MinuteRow {
    let target = targetMinutes == 0 ? 180 : targetMinutes
    var total = 0
    for index in 0..<count { total += lengths[index] }
    guard isEnabled, total > 0, total < target else { return lengths }
    var boosted = lengths
    for index in 0..<count {
      // The division comes first, as in the original: the other order rounds some halves the other way.
      let share = Double(target - total) * (Double(lengths[index]) / Double(total))
      boosted[index] += PowerSleep.halfUp(share)
    }
    return boosted
  }

  /// The nearest whole number of one that is not below 0; `rounded()` is missing without an operating system.
  private static func halfUp(_ value: Double) -> Int {
    let whole = Int(value)
    return value - Double(whole) >= 0.5 ? whole + 1 : whole
  }
}
