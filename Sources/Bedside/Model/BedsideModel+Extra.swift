import Nursery

/// What one press of the fourth button logs.
public enum ExtraAction: Hashable, Sendable {
  /// A nappy was changed.
  case nappy
  /// A medicine of this name was given.
  case medicine(String)
  /// The baby woke up: the sleep that runs ends, or the morning begins.
  case wake
  /// A bottle, as the household usually gives it.
  case bottle
}

/// The fourth button. It is corrected like NAP, and means the same on every page.
extension BedsideModel {
  func extraWish(_ log: CareLog, _ time: EventTime, at moment: Moment) -> Wish {
    switch care.settings.extra {
    case .medicine(let name):
      let care = Care(kind: .medicine, start: time, detail: CareDetail(medicine: name))
      return ([.add(care)], time, .medicine, nil)
    case .wake:
      if let sleep = running(.sleep, in: log, at: moment) {
        return ([.endSleep(at: time)], time, .sleepEnded(isNight: isNight), sleep.id)
      }
      return ([.add(Care(kind: .wake, start: time))], time, .wokeUp, nil)
    case .bottle: return ([bottle(at: time)], time, .bottle(), nil)
    case .nappy, nil: return ([.add(Care(kind: .nappy, start: time))], time, .nappy, nil)
    }
  }

  /// Whether a quiet session lets a button log. The fourth one is let through with what it logs: a bottle with FEED, a
  /// waking with NAP, anything else with either.
  public func isLetThrough(_ button: Button, by shield: Shield) -> Bool {
    switch (button, care.settings.extra) {
    case (.nap, _), (.extra, .wake): shield.allows(.nap)
    case (.extra, .nappy), (.extra, .medicine), (.extra, nil): shield.allows(.nap) || shield.allows(.feed)
    default: shield.allows(.feed)
    }
  }
}
