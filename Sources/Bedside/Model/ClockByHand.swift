import Nursery

/// The clock page while a person sets the time: MENU walks through the values, NAP takes away, FEED adds.
public struct ClockByHand: Hashable, Sendable {
  /// What MENU walks through.
  public enum Field: Hashable, Sendable, CaseIterable {
    case hours, minutes, date, done
  }

  /// The date that is being set.
  public var date: CivilDate
  /// The time of day that is being set.
  public var time: WallTime
  /// What NAP and FEED change.
  public var field = Field.hours
  /// When it is dropped, on the boot clock.
  var until: Int
  /// How many steps the press that lasts has made.
  var heldSteps = 0

  /// How long it waits for a press.
  static let openMilliseconds = 20_000

  /// Begins at a date and a time, to the minute.
  init(date: CivilDate, time: WallTime, until: Int) {
    self.date = date
    self.time = time
    self.until = until
  }

  /// MENU: the next value.
  mutating func walk() {
    let all = Field.allCases
    field = all[((all.firstIndex(of: field) ?? 0) + 1) % all.count]
  }

  /// Moves the value by so many steps; hours and minutes go round within the day.
  mutating func step(by steps: Int) {
    switch field {
    case .hours:
      time = WallTime(minutesAfterMidnight: (time.minutesAfterMidnight + steps * 60 + 144_000) % 1440)
    case .minutes:
      let minute = (time.minute + steps + 600) % 60
      time = WallTime(minutesAfterMidnight: time.hour * 60 + minute)
    case .date: date = date.adding(days: steps)
    case .done: break
    }
  }

  /// The instant that a time of day means where the last known one is `base`. A clock that was saved is hardly ever ahead
  /// and often far behind: it is the first such time from three hours before on. One that a person has set is corrected:
  /// the nearest is meant.
  public static func instant(
    _ time: WallTime, after base: Instant, in zone: ZoneWindow, corrects: Bool = false
  ) -> Instant {
    let earliest = base.adding(minutes: corrects ? -720 : -180)
    let date = zone.civil(earliest).date
    let sameDay = zone.instant(date, time)
    return sameDay >= earliest ? sameDay : zone.instant(date.adding(days: 1), time)
  }
}
