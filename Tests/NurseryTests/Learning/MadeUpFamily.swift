import Nursery

/// A family made up from a seed: a child whose windows grow smoothly with age and differ from the usual ones by a
/// factor, with one habit. It computes with whole numbers only, so a seed makes the same family everywhere.
struct MadeUpFamily {
  /// What is special about the family.
  enum Habit: CaseIterable {
    case none, fastGrowth, lateWeekends, shortNaps, illness, dropsANap, missingPresses, twoCaregivers
  }

  var habit: Habit
  var seed: UInt64
  /// The child's windows, in percent of the usual ones.
  var factor: Int
  var ageDays = 150
  var days = 70

  static let firstDay = day("2026-01-05")
  var birthdate: CivilDate { Self.firstDay.adding(days: -ageDays) }

  var history: WindowHistory {
    WindowHistory(WakeWindow.windows(between: sleeps, zone: .utc), birthdate: birthdate)
  }

  /// The child's naps and nights.
  var sleeps: [SleepSpan] {
    var random = SeededNumbers(seed: seed)
    var sleeps: [SleepSpan] = []
    for date in 0..<days {
      let today = Self.firstDay.daysSinceEpoch + date
      var time = 380 + random.around(0, 20) + (isLate(today) ? 40 : 0)
      let bedtime = 1140 + random.around(0, 20)
      var nap = 0
      while true {
        let start = time + window(date, today, nap, &random)
        guard start < bedtime - 100, nap < napsOn(date) else { break }
        let end = start + napMinutes(&random)
        if habit != .missingPresses || random.below(12) > 0 { sleeps.append(span(today, start, end)) }
        (time, nap) = (end, nap + 1)
      }
      sleeps.append(span(today, max(bedtime, time + 20), 1440 + 360))
    }
    return sleeps
  }

  private func isLate(_ day: Int) -> Bool { habit == .lateWeekends && (day + 5) % 7 < 2 }

  private func napsOn(_ date: Int) -> Int { habit == .dropsANap ? date < days / 2 ? 3 : 2 : 3 }

  private func window(_ date: Int, _ today: Int, _ nap: Int, _ random: inout SeededNumbers) -> Int {
    var minutes = usual(date, today, nap)
    if habit == .illness, date % 30 > 26 { minutes = minutes * 3 / 4 }
    return max(10, random.around(minutes, minutes / 8))
  }

  private func usual(_ date: Int, _ today: Int, _ nap: Int) -> Int {
    let age = ageDays + (habit == .fastGrowth ? 2 * date : date)
    var minutes = (60 + age * 45 / 100) * (95 + 7 * nap) / 100 * factor / 100
    if habit == .twoCaregivers, today % 7 < 3 { minutes = minutes * 115 / 100 }
    if habit == .dropsANap, date >= days / 2 { minutes = minutes * 120 / 100 }
    if isLate(today) { minutes = minutes * 110 / 100 }
    return minutes
  }

  private func napMinutes(_ random: inout SeededNumbers) -> Int {
    habit == .shortNaps && random.below(3) > 0 ? 32 : random.around(70, 25)
  }

  private func span(_ day: Int, _ start: Int, _ end: Int) -> SleepSpan {
    let midnight = Instant(milliseconds: day * 86_400_000)
    return SleepSpan(start: midnight.adding(minutes: start), end: midnight.adding(minutes: end))
  }
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers from a seed everywhere.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 to one less than the limit.
  mutating func below(_ limit: Int) -> Int { limit < 1 ? 0 : Int(next() % UInt64(limit)) }

  /// A number around a middle: the sum of four draws, with this standard deviation or slightly less.
  mutating func around(_ middle: Int, _ deviation: Int) -> Int {
    let width = deviation * 7 / 4
    return middle + (0..<4).reduce(-2 * width) { sum, _ in sum + below(width + 1) }
  }
}
