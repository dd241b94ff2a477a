/// How much an earlier window counts when a later one is predicted. Every factor is a fraction of whole numbers, so that
/// the answer is the same on every machine. `docs/learning.md` says how the constants were chosen.
enum WindowWeight {
  /// How many days before the waking are looked at.
  static let days = 39
  private static let one = 1 << 12

  /// The weight of `past` for a window that begins at `waking`, at least 1.
  static func weight(of past: Waking, for waking: Waking) -> Int {
    let age = waking.day - past.day
    var weight = recency(days: age) * timeOfDay(minutes: waking.minuteOfDay - past.minuteOfDay) / one
    if waking.napsDone > 0 {
      weight = weight * likeness(waking.lastSleepMinutes, past.lastSleepMinutes) / one
    }
    if waking.isWeekend != past.isWeekend { weight /= 2 }
    if age % 7 == 0 { weight += weight / 2 }
    return max(1, weight)
  }

  /// The weight of the nap after `past` for one of the same day as `waking` that starts at a minute of that day, at least 1.
  static func weight(ofNapIn past: WakeWindow, for waking: Waking, startingAt start: Int) -> Int {
    let minutes = start - past.napStart
    let factor = one * 20_000 / (20_000 + minutes * minutes)
    var weight = recency(days: waking.day - past.waking.day) * factor / one * factor / one
    if waking.isWeekend != past.waking.isWeekend { weight /= 2 }
    return max(1, weight)
  }

  /// Halved after five days, quartered after twelve.
  private static func recency(days: Int) -> Int {
    (one << 12) * 144 / ((12 + days) * (12 + days))
  }

  /// Halved 35 minutes away.
  private static func timeOfDay(minutes: Int) -> Int {
    let factor = one * 3000 / (3000 + minutes * minutes)
    return factor * factor / one
  }

  /// Halved where one sleep was twice as long as the other. The length of the night says nothing about the morning.
  private static func likeness(_ one: Int, _ other: Int) -> Int {
    let (sum, difference) = (one + other, one - other)
    let alike = 9 * sum * sum
    let factor = Self.one * alike / (alike + 25 * difference * difference)
    return factor * factor / Self.one
  }

  /// What a window of an earlier day would last now, as windows grow by a four-hundredth a day.
  static func grown(_ minutes: Int, days: Int) -> Int { (minutes * (400 + days) + 200) / 400 }

  /// The longest that a window grows to.
  static let longest = grown(WakeWindow.lengths.upperBound, days: days)
}

/// Minutes with weights, for quantiles.
struct WeightedMinutes {
  private var weights = [Int](repeating: 0, count: WindowWeight.longest + 1)
  private var total = 0

  mutating func add(_ minutes: Int, weight: Int) {
    weights[minutes] += weight
    total += weight
  }

  /// The mean of five quantiles around the median, which varies less than the median alone.
  var middle: Int { ([30, 40, 50, 60, 70].reduce(0) { $0 + quantile($1) } + 2) / 5 }

  /// The least number of minutes that at least so many hundredths of the weight do not exceed.
  func quantile(_ hundredths: Int) -> Int {
    var sum = 0
    for (minutes, weight) in weights.enumerated() where weight > 0 {
      sum += weight
      if sum * 100 >= total * hundredths { return minutes }
    }
    return 0
  }
}
