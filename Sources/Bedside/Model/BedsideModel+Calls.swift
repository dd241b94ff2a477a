import Nursery

/// The babies that are not shown. If one of them needs something, the Now page shows that with the baby's name.
extension BedsideModel {
  /// Checks every baby except the chosen one, in the household's order.
  mutating func lookForCalls(at moment: Moment) {
    planning.calls = care.settings.residents.filter { $0.id != care.chosenBaby }.compactMap { resident in
      need(of: resident.id, at: moment).map { BabyCall(name: resident.name, need: $0) }
    }
  }

  /// What a baby needs, as its own Now page would show it; nil if it needs nothing.
  private mutating func need(of baby: BabyID, at moment: Moment) -> BabyCall.Need? {
    var shown = self
    shown.care.chosenBaby = baby
    shown.learn(at: moment)
    planning.learned[baby] = shown.planning.learned[baby]
    guard let day = shown.day(at: moment) else { return nil }
    if shown.remark(of: day, at: moment)?.isQuestion == true { return .answer }
    guard care.clocks.isSynced(boot: moment.boot.boot) else { return nil }
    let (outlook, now) = (shown.keptOutlook(of: day, at: moment), care.clocks.instant(at: moment.boot))
    planning.planners[baby] = shown.planning.planners[baby]
    if !outlook.isGuessed {
      if let wakeBy = outlook.wakeBy, wakeBy.latest <= now { return .waking }
      if outlook.isBeyondWindow(at: now) { return .nap }
    }
    if case .bedtimeWindow = day.state, day.bedtime <= now, let up = day.wakeReference, up < day.bedtime {
      return .bed
    }
    return day.isFeedDue(atNight: outlook.night != nil) ? .feed : nil
  }
}
