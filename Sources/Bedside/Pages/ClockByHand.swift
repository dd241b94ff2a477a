import Nursery

/// The clock page while a person sets the time. MENU goes to the next value, NAP decreases it and FEED increases it.
public struct ClockByHand: Hashable, Sendable {
  /// The values through which MENU goes.
  public enum Field: Hashable, Sendable, CaseIterable {
    case hours, minutes, date, done
  }

  /// The date that is being set.
  public var date: CivilDate
  /// The time of day that is being set.
  public var time: WallTime
  /// The value that NAP and FEED change.
  public var field = Field.hours
  /// When the edit is dropped, on the boot clock.
  var until: Int
  /// How many steps the current hold has made.
  var heldSteps = 0

  /// How long the page waits for a press.
  static let openMilliseconds = 20_000

  /// Begins with a date and a time, to the minute.
  init(date: CivilDate, time: WallTime, until: Int) {
    self.date = date
    self.time = time
    self.until = until
  }

  /// Goes to the next value, for MENU.
  mutating func walk() {
    let all = Field.allCases
    field = all[((all.firstIndex(of: field) ?? 0) + 1) % all.count]
  }

  /// Changes the value by a number of steps. Hours and minutes wrap within the day.
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

  /// The instant of a time of day, if `base` is the last known instant. A saved clock is rarely ahead and often far
  /// behind, so the first such time from three hours before `base` is meant, but none long before an instant that the
  /// network told. If a person set `base`, this corrects it, so the nearest one is meant.
  public static func instant(
    _ time: WallTime, after base: Instant, in zone: ZoneWindow, corrects: Bool = false,
    notBefore told: Instant? = nil
  ) -> Instant {
    var earliest = base.adding(minutes: corrects ? -720 : -180)
    if let told, !corrects { earliest = max(earliest, told.adding(minutes: -slowMinutes)) }
    let date = zone.civil(earliest).date
    let sameDay = zone.instant(date, time)
    // In the night in which the clocks go back, an hour comes twice.
    let again = sameDay.adding(minutes: 60)
    if sameDay < earliest, again >= earliest, zone.civil(again) == (date, time) { return again }
    return sameDay >= earliest ? sameDay : zone.instant(date.adding(days: 1), time)
  }

  /// How slow the clock may be from which a person reads the time, in minutes.
  private static let slowMinutes = 30
}
