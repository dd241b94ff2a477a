import Bedside
import Nursery

/// The words that every text about a plan is made of.
enum PlanText {
  /// A time of day of minutes since the wake day's midnight, whole days taken off: `07:05`.
  static func time(_ minutes: Int) -> String { WallTime(minutesAfterMidnight: minutes).text }

  /// From one time of day to another: `09:15–09:45`.
  static func span(_ start: Int, _ end: Int) -> String { "\(time(start))–\(time(end))" }

  /// A duration as the box shows it: `42 m`, `1 h 25`. A recorded nap may leave less than nothing.
  static func duration(_ minutes: Int) -> String {
    minutes < 0 ? "-" + duration(-minutes) : Words.english.duration(minutes: minutes)
  }

  /// A number of naps: `1 nap`, `3 naps`.
  static func naps(_ count: Int) -> String { count == 1 ? "1 nap" : "\(count) naps" }

  /// How something differs from what it should be: `10 m more`, `5 m less`, or `none` for no difference.
  static func difference(_ minutes: Int, _ more: String, _ less: String, none: String) -> String {
    if minutes == 0 { return none }
    return "\(duration(abs(minutes))) \(minutes > 0 ? more : less)"
  }

  /// The words as a list: `A`, `A and B`, `A, B and C`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension ScheduleStyle {
  /// The style's name as an option's value; nil for a style that no one can ask for.
  package var option: String? {
    switch self {
    case .buildLater: "build-later"
    case .gentle: "gentle"
    case .balanced: "balanced"
    case .default: nil
    }
  }
}

extension Scenario {
  /// The naps of the plan, in order.
  package var naps: [(number: Int, item: ScheduleItem)] {
    items.compactMap { item in
      guard case .nap(let number) = item.kind else { return nil }
      return (number, item)
    }
  }
}
