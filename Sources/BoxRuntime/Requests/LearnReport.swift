import Bedside
import CareJournal
import Nursery

/// What `cribside learn` prints about the box's own log.
struct LearnReport {
  let name: String
  let day: LearnedDay
  let mode: LearningMode

  /// The answer about one baby; nil: about the baby to which the buttons are set, and as JSON a line for each other baby
  /// follows.
  static func answer(
    of model: BedsideModel, about baby: BabyID? = nil, at moment: Moment, json: Bool
  ) -> BoxAnswer {
    guard let resident = model.resident else {
      return .failure(.data, "the configuration names no baby")
    }
    let all = [resident] + model.residents.filter { $0.id != resident.id }
    let asked = baby.map { baby in all.filter { $0.id == baby } } ?? (json ? all : [resident])
    let learning = asked.filter { $0.plan.learn != .off }
    guard !learning.isEmpty else {
      return .failure(.no, "nothing is learned: plan.learn is \"off\" in the configuration")
    }
    let reports = learning.compactMap { one in
      model.pages(of: one.id).learnedDay(at: moment).map {
        LearnReport(name: one.name, day: $0, mode: one.plan.learn)
      }
    }
    guard !reports.isEmpty else {
      return .failure(.again, model.clockDoubt(at: moment) + ": the times of day of naps are not known")
    }
    let lines = json ? reports.map { JSONWriter.text($0.document) } : reports.flatMap(\.lines)
    return BoxAnswer(output: lines.map { $0 + "\n" }.joined())
  }

  private var remark: LearnedRemark { LearnedRemark(day) }

  private var why: String {
    let verdict = day.verdict
    if mode == .show { return "not used: plan.learn is \"show\"" }
    if !verdict.isKnown {
      let needed = BackTest.leastWindows
      return "not used yet: \(verdict.windows) of the \(needed) naps in 21 days that it is judged by"
    }
    return verdict.isBetter
      ? "used: at least a tenth better than the age table over the last 21 days"
      : "not used: less than a tenth better than the age table over the last 21 days"
  }

  private var lines: [String] {
    let rows = day.forecasts.enumerated().map { index, forecast in
      [
        index == 0 ? "after waking" : "after nap \(index)",
        forecast.isLearned ? forecast.minutes.hours : "–",
        forecast.isLearned ? forecast.range.hours : "–", forecast.byAge.hours,
      ]
    }
    let table = TextColumns.lines([["awake", "learned", "4 of 5 naps", "by age"]] + rows)
    return ["\(name): \(remark.text)"] + table.map { "  " + $0 } + [why] + napLines
  }

  private var napLines: [String] {
    let naps = day.usualNaps
    guard !naps.minutes.isEmpty else { return [] }
    let lengths = naps.minutes.map { $0.hours }.joined(separator: ", ")
    let line = "naps of \(lengths) (by age \(naps.byAge.hours)): "
    guard naps.verdict.isKnown else { return [line + "too few naps to judge"] }
    let errors = "off by \(naps.verdict.learnedError) min in the median (by age \(naps.verdict.byAgeError))"
    return [line + (naps.isUsed ? "used, " : "not used, ") + errors]
  }

  private var document: JSONValue {
    let windows = day.forecasts.enumerated().map { index, forecast -> JSONValue in
      [
        "napsDone": .integer(index), "isLearned": .bool(forecast.isLearned),
        "learned": .integer(forecast.minutes), "low": .integer(forecast.range.lower),
        "high": .integer(forecast.range.upper),
        "ageTable": [.integer(forecast.byAge.lower), .integer(forecast.byAge.upper)],
      ]
    }
    return [
      "baby": .string(name), "naps": .integer(day.naps), "days": .integer(day.daysKnown),
      "used": .bool(day.isUsed), "why": .string(why), "windows": .array(windows),
      "napMinutes": [
        "learned": .array(day.usualNaps.minutes.map { .integer($0) }),
        "ageTable": .integer(day.usualNaps.byAge), "used": .bool(day.usualNaps.isUsed),
        "learnedError": .integer(day.usualNaps.verdict.learnedError),
        "ageTableError": .integer(day.usualNaps.verdict.byAgeError),
      ],
      "backTest": [
        "windows": .integer(day.verdict.windows), "learned": .integer(day.verdict.learnedError),
        "ageTable": .integer(day.verdict.byAgeError),
      ],
    ]
  }
}

extension MinuteRange {
  fileprivate var hours: String { "\(lower.hours)–\(upper.hours)" }
}
