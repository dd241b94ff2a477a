import Bedside
import CareJournal
import Nursery

/// What `cribside nights` asks of a box.
package struct NightsWish: Hashable, Sendable {
  /// The baby's name or number; nil: the baby to which the buttons are set.
  package var baby: String?
  /// The remark about nights that should be kept first.
  package var words: [NightWord] = []
  /// How many calendar nights to show, up to the last one that is over.
  package var days = SleepAnalyzer.weekNights
  package var isJSON: Bool

  /// How many nights may be asked for: at most all that are kept.
  package static let dayRange = 1...SleepStore.keptNights

  package init(
    baby: String? = nil, words: [NightWord] = [], days: Int = SleepAnalyzer.weekNights, isJSON: Bool
  ) {
    (self.baby, self.words, self.days, self.isJSON) = (baby, words, days, isJSON)
  }
}

/// A remark about a night, as it is typed: `5400`, or `2026-02-10=5400`.
package struct NightWord: Hashable, Sendable {
  /// The night's evening; nil: the last night.
  package var evening: CivilDate?
  package var word: NightRemark.Word

  /// Steps; nil for anything else.
  package init?(steps text: String) {
    self.init(text) { Int($0).flatMap { NightWord.stepRange.contains($0) ? .steps($0) : nil } }
  }

  /// A rating, or `none` to remove it; nil for anything else.
  package init?(rating text: String) {
    self.init(text) { value in
      if value == "none" { return .rating(nil) }
      let range = NightScore.least...NightScore.best
      return Int(value).flatMap { range.contains($0) ? .rating($0) : nil }
    }
  }

  private init?(_ text: String, word: (String) -> NightRemark.Word?) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let value = parts.last, let word = word(value) else { return nil }
    self.word = word
    guard parts.count == 2 else { return }
    guard let date = ISO8601.date(parts[0]) else { return nil }
    evening = date
  }

  /// Accepted numbers of steps; no one walks more in a day.
  package static let stepRange = 0...200_000
}

/// The last nights as a table with bars, or as JSON lines.
package struct NightsReport {
  private let store: SleepStore
  private let evening: CivilDate
  private let zone: ZoneWindow
  private let goal: NightGoal
  private let days: Int

  /// The last `days` nights of a store up to an evening. Instants are written in `zone`; nights without any data have
  /// the goal `goal`.
  package init(
    _ store: SleepStore, through evening: CivilDate, days: Int = SleepAnalyzer.weekNights,
    goal: NightGoal = NightGoal(), zone: ZoneWindow
  ) {
    (self.store, self.evening, self.goal, self.zone, self.days) = (store, evening, goal, zone, days)
  }

  /// The answer for a box.
  package func answer(json: Bool) -> BoxAnswer {
    let lines = json ? documents.map { JSONWriter.text($0) } : table
    return BoxAnswer(output: lines.map { $0 + "\n" }.joined())
  }

  /// One document for each night, oldest first, and one for the week.
  private var documents: [JSONValue] {
    dates.map { date in
      NightDocument.document(of: night(date), debtMinutes: store.debtMinutes(through: date), zone: zone)
    } + [NightDocument.week(store, through: evening)]
  }

  /// The table and the bars, line by line.
  package var table: [String] {
    NightsTable(nights: dates.map(night), debtMinutes: store.debtMinutes(through: evening)).lines
  }

  private var dates: [CivilDate] { (0..<days).map { evening.adding(days: $0 + 1 - days) } }

  private func night(_ date: CivilDate) -> NightRecord {
    store.night(of: date) ?? NightRecord(date: date, goal: goal)
  }
}

/// The last nights for a person at a terminal: a line for each night, then the nights as bars, and the debt of seven
/// nights.
struct NightsTable {
  private let nights: [NightRecord]
  private let debtMinutes: Int

  /// A table of nights, oldest first.
  init(nights: [NightRecord], debtMinutes: Int) { (self.nights, self.debtMinutes) = (nights, debtMinutes) }

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
      + (night.isEstimated ? ["when it slept again was not logged"] : [])
    let byHand = source + (night.rating == nil ? [] : ["rated by hand"])
    let reasons = (byHand + (night.score?.deductions ?? []).map(Self.text)).joined(separator: ", ")
    return row(
      date, night.bedtimes.first?.text ?? "–", (night.isEstimated ? "~" : "") + Self.duration(minutes),
      Self.duration(night.goalMinutes),
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

  /// One bar of up to eight steps for each night, with the least and the greatest value.
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

  /// A block for each hour, and half a block for the rest.
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

  /// `10:30`, with any number of hours.
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

/// A night as JSON: what `cribside nights --json` prints and `cribside nights --in` reads.
package enum NightDocument {
  /// A night, with the sleep that is missing in the seven nights up to it.
  package static func document(of night: NightRecord, debtMinutes: Int, zone: ZoneWindow) -> JSONValue {
    [
      "date": .string(ISO8601.text(night.date)),
      "hours": night.asleepMilliseconds.map { hours(milliseconds: $0) } ?? .null,
      "bedtimes": .array(night.bedtimes.map { .string($0.text) }),
      "segments": .array(night.segments.map { segment($0, zone) }),
      "wakings": .integer(night.wakings),
      "goal": hours(milliseconds: night.goalMinutes * 60_000), "bedtime": .string(night.targetBedtime?.text),
      "steps": .integer(night.steps), "rating": .integer(night.rating),
      "source": .string(night.source == .button ? "button" : "motion"), "stars": .integer(night.score?.stars),
      "reasons": .array((night.score?.deductions ?? []).map(reason)),
      "debt": hours(milliseconds: debtMinutes * 60_000),
      "forgottenNap": .bool(night.isForgottenNap), "estimated": .bool(night.isEstimated),
    ]
  }

  /// The summary of a week.
  package static func week(_ store: SleepStore, through evening: CivilDate) -> JSONValue {
    let week = store.week(through: evening)
    return [
      "week": [
        "from": .string(ISO8601.text(evening.adding(days: 1 - week.count))),
        "through": .string(ISO8601.text(evening)),
        "nightsWithData": .integer(week.count { $0 != nil }),
        "debt": hours(milliseconds: store.debtMinutes(through: evening) * 60_000),
      ]
    ]
  }

  private static func segment(_ segment: InstantRange, _ zone: ZoneWindow) -> JSONValue {
    [
      "start": .string(ISO8601.text(segment.earliest, in: zone)),
      "end": .string(ISO8601.text(segment.latest, in: zone)),
    ]
  }

  /// Hours, rounded to a ten-thousandth, which is a third of a second.
  private static func hours(milliseconds: Int) -> JSONValue {
    .number((Double(milliseconds) / 360).rounded() / 10_000)
  }

  private static func reason(_ deduction: NightDeduction) -> JSONValue {
    let name = JSONValue.Member(key: "reason", value: .string(deduction.name))
    let stars = JSONValue.Member(key: "stars", value: .integer(-deduction.stars))
    switch deduction {
    case .irregularBedtimes(let minutes), .awayFromTarget(let minutes):
      return .object([name, stars, JSONValue.Member(key: "minutes", value: .integer(minutes))])
    case .fewSteps(let steps):
      return .object([name, stars, JSONValue.Member(key: "steps", value: .integer(steps))])
    case .farTooShort, .tooShort, .interrupted, .interruptedAgain: return .object([name, stars])
    }
  }
}
