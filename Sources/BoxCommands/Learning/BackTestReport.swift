import BoxRuntime
import CareJournal
import Nursery

/// What `cribside learn --back-test` prints: the age table, the median of seven days and what was learned, side by side.
struct BackTestReport {
  let trials: [BackTest.Trial]

  private var predictors: [(name: String, title: String, figures: PredictorFigures)] {
    func figures(_ minutes: (BackTest.Trial) -> Int) -> PredictorFigures {
      PredictorFigures(errors: trials.map { abs(minutes($0) - $0.window.minutes) })
    }
    return [
      ("ageTable", "age table", figures { $0.byAge }),
      ("median7", "median of 7 days", figures { $0.median7 }),
      ("learned", "learned", figures { $0.learned.minutes }),
    ]
  }

  /// One JSON document.
  var document: JSONValue {
    let members = predictors.map { predictor in
      let ranges = predictor.name == "learned" ? rangeMembers : []
      return JSONValue.Member(
        key: predictor.name, value: JSONValue(.object(predictor.figures.members + ranges)))
    }
    return ["windows": .integer(trials.count), "predictors": JSONValue(.object(members))]
  }

  private var rangeMembers: [JSONValue.Member] {
    [
      JSONValue.Member(key: "covered80", value: JSONValue(.number(rounded(covered, trials.count, 1000)))),
      JSONValue.Member(key: "width80", value: JSONValue(.number(rounded(width, trials.count, 10)))),
    ]
  }

  /// How many windows lay in their range.
  private var covered: Int {
    trials.count {
      ($0.learned.range.lower...$0.learned.range.upper).contains($0.window.minutes)
    }
  }

  private var width: Int { trials.reduce(0) { $0 + $1.learned.range.upper - $1.learned.range.lower } }

  /// One JSON document for each window.
  var windows: [JSONValue] {
    trials.map { trial in
      let (waking, learned) = (trial.window.waking, trial.learned)
      let time = WallTime(minutesAfterMidnight: waking.minuteOfDay).text
      return [
        "waking": .string(ISO8601.text(waking.date) + "T" + time), "actual": .integer(trial.window.minutes),
        "ageTable": .integer(trial.byAge), "learned": .integer(learned.minutes),
        "low": .integer(learned.range.lower), "high": .integer(learned.range.upper),
      ]
    }
  }

  /// A table for people.
  var lines: [String] {
    let head = ["minutes off", "mean", "median", "within 15", "within 30"]
    let rows = predictors.map { [$0.title] + $0.figures.cells }
    let covered = percent(covered, trials.count)
    return ["\(trials.count) wake windows, each predicted at its waking from what was known then"]
      + TextColumns.lines([head] + rows)
      + [
        "learned ranges of 80 %: \(covered) of the windows in them, \(rounded(width, trials.count, 10)) min wide"
      ]
  }
}

/// How far a predictor was off.
struct PredictorFigures {
  /// Absolute errors in minutes.
  let errors: [Int]

  private var sum: Int { errors.reduce(0, +) }
  private func within(_ minutes: Int) -> Int { errors.count { $0 <= minutes } }

  private var median: Double {
    guard !errors.isEmpty else { return 0 }
    let sorted = errors.sorted()
    return rounded(sorted[(errors.count - 1) / 2] + sorted[errors.count / 2], 2, 10)
  }

  /// `mae` and `median` in minutes, `within15` and `within30` as parts of 1.
  var members: [JSONValue.Member] {
    let values = [
      ("mae", rounded(sum, errors.count, 100)), ("median", median),
      ("within15", rounded(within(15), errors.count, 1000)),
      ("within30", rounded(within(30), errors.count, 1000)),
    ]
    return values.map { JSONValue.Member(key: $0.0, value: JSONValue(.number($0.1))) }
  }

  /// The same as text.
  var cells: [String] {
    [
      "\(rounded(sum, errors.count, 10))", "\(median)", percent(within(15), errors.count),
      percent(within(30), errors.count),
    ]
  }
}

/// A quotient rounded to so many parts of 1; 0 of nothing.
private func rounded(_ sum: Int, _ count: Int, _ parts: Int) -> Double {
  count == 0 ? 0 : Double((sum * parts * 2 + count) / (2 * count)) / Double(parts)
}

private func percent(_ part: Int, _ count: Int) -> String {
  count == 0 ? "–" : "\((part * 200 + count) / (2 * count)) %"
}
