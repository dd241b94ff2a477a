import Nursery

/// The last nights for a person at a terminal: a line a night, below it the nights as bars, and the debt of seven.
struct NightsTable {
  private let nights: [NightRecord]
  private let debtMinutes: Int

  /// A table of nights, oldest first.
  init(nights: [NightRecord], debtMinutes: Int) {
    self.nights = nights
    self.debtMinutes = debtMinutes
  }

  /// The whole, line by line.
  var lines: [String] {
    let head = row("night", "bed", "hours", "goal", "stars", "steps", "")
    let week = nights.suffix(SleepAnalyzer.weekNights)
    let missing = week.count { !$0.hasData }
    let note = missing == 0 ? "" : ", \(missing) without data not counted"
    guard missing < week.count else { return [head] + nights.map(line) + ["", "no night is known"] }
    return [head] + nights.map(line) + [""] + bars
      + ["", "sleep debt over \(week.count) nights: \(Self.duration(debtMinutes))\(note)"]
  }

  private func line(_ night: NightRecord) -> String {
    let date = ISO8601.text(night.date)
    let steps = night.steps.map { "\($0)" } ?? "–"
    guard let minutes = night.asleepMinutes else {
      return row(date, "–", "–", Self.duration(night.goalMinutes), Self.stars(night.rating), steps, "no data")
    }
    let bar = Self.bar(minutes: minutes)
    let source =
      (night.source == .found ? ["from motion"] : [])
      + (night.isForgottenNap ? ["began as a nap that was not ended"] : [])
    let byHand = source + (night.rating == nil ? [] : ["rated by hand"])
    let reasons = (byHand + (night.score?.deductions ?? []).map(Self.text)).joined(separator: ", ")
    return row(
      date, night.bedtimes.first?.text ?? "–", Self.duration(minutes), Self.duration(night.goalMinutes),
      Self.stars(night.shownStars), steps,
      reasons.isEmpty ? bar : bar + "  " + reasons)
  }

  private func row(
    _ date: String, _ bed: String, _ hours: String, _ goal: String, _ stars: String, _ steps: String,
    _ rest: String
  ) -> String {
    let widths = [(date, 12), (bed, 7), (hours, 7), (goal, 7), (stars, 7), (steps, 8)]
    let cells = widths.map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }.joined() + rest
    return String(cells.reversed().drop { $0 == " " }.reversed())
  }

  // MARK: Bars

  private var bars: [String] {
    [
      bars("bedtime", nights.map { $0.bedtimes.first.map(Self.minutesAfterNoon) }) { Self.wall($0) },
      bars("hours", nights.map { $0.asleepMinutes }, from: 0) { Self.duration($0) },
      bars("stars", nights.map { $0.shownStars }, from: 0) { "\($0)" },
      bars("steps", nights.map { $0.steps }, from: 0) { "\($0)" },
    ]
  }

  /// One bar of eight heights a night, and the least and the greatest value.
  private func bars(
    _ name: String, _ values: [Int?], from floor: Int? = nil, text: (Int) -> String
  ) -> String {
    let title = name + String(repeating: " ", count: 12 - name.count)
    let known = values.compactMap { $0 }
    guard let least = known.min(), let greatest = known.max() else { return title + "–" }
    let base = floor ?? least
    let marks = values.map { value in
      value.map { Self.block(of: $0 - base, greatest: greatest - base) } ?? "·"
    }
    let range = least == greatest ? text(least) : text(least) + " to " + text(greatest)
    return title + marks.joined(separator: " ") + "  " + range
  }

  private static func block(of value: Int, greatest: Int) -> String {
    let blocks = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    return greatest == 0 ? blocks[0] : blocks[(value * 7 + greatest / 2) / greatest]
  }

  /// A block an hour, half a one for the rest.
  private static func bar(minutes: Int) -> String {
    String(repeating: "█", count: minutes / 60) + (minutes % 60 >= 30 ? "▌" : "")
  }

  private static func stars(_ count: Int?) -> String {
    count.map { String(repeating: "★", count: $0) + String(repeating: "☆", count: 5 - $0) } ?? "–"
  }

  private static func minutesAfterNoon(_ time: WallTime) -> Int { (time.minutesAfterMidnight + 720) % 1440 }

  private static func wall(_ minutesAfterNoon: Int) -> String {
    WallTime(minutesAfterMidnight: minutesAfterNoon + 720).text
  }

  /// `10:30`, of any number of hours.
  private static func duration(_ minutes: Int) -> String {
    "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
  }

  private static func text(_ deduction: NightDeduction) -> String {
    let stars = " (−\(deduction.stars))"
    switch deduction {
    case .farTooShort: return "under 80 % of the goal" + stars
    case .tooShort: return "under the goal" + stars
    case .interrupted: return "more than 1 segment" + stars
    case .interruptedAgain: return "more than 2 segments" + stars
    case .irregularBedtimes(let minutes): return "bedtimes \(minutes) min from their mean" + stars
    case .awayFromTarget(let minutes):
      return "to bed \(abs(minutes)) min \(minutes < 0 ? "before" : "after") the target" + stars
    case .fewSteps(let steps): return "\(steps) steps" + stars
    }
  }
}
