import CareJournal
import Nursery

/// Values of the options of `cribside plan`, read from text. Faults name the option.
enum PlanOptionText {
  /// Minutes after midnight of `07:00`; nil when the option was not given.
  static func time(_ option: String, _ text: String?) throws(UsageFault) -> Int? {
    guard let text else { return nil }
    guard let time = ISO8601.time(text) else {
      throw UsageFault(option, expected: "a time of day HH:MM from 00:00 to 23:59", found: text)
    }
    return time.minutesAfterMidnight
  }

  /// A whole number of minutes; nil when the option was not given.
  static func minutes(_ option: String, _ text: String?) throws(UsageFault) -> Int? {
    guard let text else { return nil }
    guard let minutes = Int(text) else {
      throw UsageFault(option, expected: "a whole number of minutes", found: text)
    }
    return minutes
  }

  /// A number of naps; nil when the option was not given.
  static func count(_ option: String, _ text: String?) throws(UsageFault) -> Int? {
    guard let text else { return nil }
    guard let count = Int(text), (1...5).contains(count) else {
      throw UsageFault(option, expected: "a whole number from 1 to 5", found: text)
    }
    return count
  }

  /// The lengths of `30,60,30`.
  static func lengths(_ option: String, _ text: String) throws(UsageFault) -> [Int] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let minutes = parts.compactMap { Int($0) }
    guard minutes.count == parts.count, (1...5).contains(minutes.count) else {
      throw UsageFault(option, expected: "one to five lengths in minutes such as 30,60,30", found: text)
    }
    return minutes
  }

  /// The stretch of `12:00-13:00`; nil when the option was not given.
  static func window(_ option: String, _ text: String?) throws(UsageFault) -> ClockWindow? {
    guard let text else { return nil }
    guard let window = window(text) else {
      throw UsageFault(option, expected: "two times of day such as 12:00-13:00", found: text)
    }
    return window
  }

  /// The recorded nap of `1=09:10-09:40`.
  static func nap(_ option: String, _ text: String) throws(UsageFault) -> ActualNap {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), (1...5).contains(number),
      let window = window(String(parts[1]))
    else {
      throw UsageFault(
        option, expected: "a nap's number from 1 to 5 and its times such as 1=09:10-09:40", found: text)
    }
    return ActualNap(nap: number, start: window.start, end: window.end)
  }

  private static func window(_ text: String) -> ClockWindow? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let times = parts.compactMap { ISO8601.time(String($0)) }
    guard parts.count == 2, times.count == 2 else { return nil }
    return ClockWindow(start: times[0].minutesAfterMidnight, end: times[1].minutesAfterMidnight)
  }
}
