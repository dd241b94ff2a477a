import CareJournal
import Nursery

/// A night as JSON: what `cribside nights --json` prints and `cribside nights --in` reads.
package enum NightDocument {
  /// A night, with the sleep that the seven nights up to it are short of.
  package static func document(of night: NightRecord, debtMinutes: Int, zone: ZoneWindow) -> JSONValue {
    [
      "date": .string(ISO8601.text(night.date)),
      "hours": night.asleepMilliseconds.map { hours(milliseconds: $0) } ?? .null,
      "bedtimes": .array(night.bedtimes.map { .string($0.text) }),
      "segments": .array(night.segments.map { segment($0, zone) }),
      "wakings": .integer(night.wakings),
      "goal": hours(milliseconds: night.goalMinutes * 60_000),
      "bedtime": night.targetBedtime.map { .string($0.text) } ?? .null,
      "steps": night.steps.map { .integer($0) } ?? .null,
      "rating": night.rating.map { .integer($0) } ?? .null,
      "source": .string(night.source == .button ? "button" : "motion"),
      "stars": night.score.map { .integer($0.stars) } ?? .null,
      "reasons": .array((night.score?.deductions ?? []).map(reason)),
      "debt": hours(milliseconds: debtMinutes * 60_000),
      "forgottenNap": .bool(night.isForgottenNap),
    ]
  }

  /// What a week comes to.
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

  /// Hours to a ten-thousandth: a third of a second.
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
