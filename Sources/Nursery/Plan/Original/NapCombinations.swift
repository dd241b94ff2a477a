/// The nap lengths that a search tries, in this order. Some occur twice, which changes nothing, since the first that
/// works wins.
struct NapCombinations {
  /// What the changes begin with, in minutes.
  let lengths: MinuteRow
  /// How many naps there are.
  let count: Int
  /// The largest change; changes are multiples of 5.
  let limit: Int
  /// The naps that may not change.
  let locked: NapSet

  private static let step = 5

  /// The first combination that is accepted: the lengths as they are, time moved from nap to nap, one nap's time
  /// shared among the others, then single naps changed.
  func first(where isAccepted: (MinuteRow) -> Bool) -> MinuteRow? {
    if isAccepted(lengths) { return lengths }
    return firstTransfer(isAccepted) ?? firstShared(isAccepted) ?? firstSingle(isAccepted)
  }

  /// Time moved between two naps: the total stays.
  private func firstTransfer(_ isAccepted: (MinuteRow) -> Bool) -> MinuteRow? {
    for one in 0..<count where !locked.contains(one) {
      for other in (one + 1)..<max(count, one + 1) where !locked.contains(other) {
        for minutes in stride(from: NapCombinations.step, through: limit, by: NapCombinations.step) {
          if let found = moved(minutes, one, other, isAccepted) { return found }
          if let found = moved(minutes, other, one, isAccepted) { return found }
        }
      }
    }
    return nil
  }

  private func moved(
    _ minutes: Int, _ giver: Int, _ taker: Int, _ isAccepted: (MinuteRow) -> Bool
  ) -> MinuteRow? {
    guard lengths[giver] - minutes >= NapMode.shortestNap else { return nil }
    var changed = lengths
    changed[giver] -= minutes
    changed[taker] += minutes
    return isAccepted(changed) ? changed : nil
  }

  /// One nap's time shared among all others: the total stays.
  private func firstShared(_ isAccepted: (MinuteRow) -> Bool) -> MinuteRow? {
    let takers = count - 1 - locked.count(below: count)
    guard takers > 0 else { return nil }
    for giver in 0..<count where !locked.contains(giver) {
      for minutes in stride(from: NapCombinations.step, through: limit, by: NapCombinations.step)
      where lengths[giver] - minutes >= NapMode.shortestNap {
        let changed = shared(minutes, giver, takers)
        if isAccepted(changed) { return changed }
      }
    }
    return nil
  }

  private func shared(_ minutes: Int, _ giver: Int, _ takers: Int) -> MinuteRow {
    var changed = lengths
    changed[giver] -= minutes
    var odd = minutes % takers
    for taker in 0..<count where taker != giver && !locked.contains(taker) {
      changed[taker] += minutes / takers + (odd > 0 ? 1 : 0)
      odd -= 1
    }
    return changed
  }

  /// One nap shorter or longer, the largest reduction first: the total changes.
  func firstSingle(_ isAccepted: (MinuteRow) -> Bool) -> MinuteRow? {
    for nap in 0..<count where !locked.contains(nap) {
      for change in stride(from: -limit, through: limit, by: NapCombinations.step)
      where change != 0 && lengths[nap] + change >= NapMode.shortestNap {
        var changed = lengths
        changed[nap] += change
        if isAccepted(changed) { return changed }
      }
    }
    return nil
  }
}
