import Nursery

extension SmallFile where Content == [BabyID: SleepStore] {
  /// `nights.json`: what is known of nights beyond the log, and of those that the log in memory has forgotten: ring
  /// and archive of each baby, with goals, ratings and steps. A file that is missing or damaged costs ratings and
  /// steps; everything else comes from the log. A damaged one is moved to quarantine, and one of a newer version stays.
  public static var nights: SmallFile { SmallFile(path: "nights.json", encode: document, decode: nights) }

  private static func document(_ nights: [BabyID: SleepStore]) -> JSONValue {
    let babies = nights.sorted { $0.key < $1.key }.map { baby, store -> JSONValue in
      ["baby": .integer(baby.number), "nights": .array(store.nights.map(NightLine.document))]
    }
    return ["babies": .array(babies)]
  }

  private static func nights(_ fields: inout Fields) throws(FieldFault) -> [BabyID: SleepStore]? {
    var nights: [BabyID: SleepStore] = [:]
    for var entry in try fields.objects("babies") {
      let baby = BabyID(number: try entry.required("baby", as: .integer(in: 1...9)))
      var records: [NightRecord] = []
      for var night in try entry.objects("nights") { records.append(try NightLine.record(&night)) }
      nights[baby] = SleepStore(records)
    }
    return nights
  }
}

/// A night in `nights.json`. Stars and reasons are written for people who read the file; loading computes them again.
enum NightLine {
  /// The night as JSON; instants in milliseconds since 1970, durations in milliseconds, the goal in minutes.
  static func document(_ night: NightRecord) -> JSONValue {
    [
      "date": .string(ISO8601.text(night.date)), "asleep": optional(night.asleepMilliseconds),
      "bedtimes": .array(night.bedtimes.map { .string($0.text) }),
      "segments": .array(
        night.segments.map { [.integer($0.earliest.milliseconds), .integer($0.latest.milliseconds)] }),
      "pieces": .integer(night.segmentCount), "wakings": .integer(night.wakings),
      "fedWakings": .integer(night.fedWakings), "goal": .integer(night.goalMinutes),
      "bedtime": night.targetBedtime.map { .string($0.text) } ?? .null, "steps": optional(night.steps),
      "rating": optional(night.rating), "source": .string(name(night.source)),
      "forgottenNap": .bool(night.isForgottenNap), "stars": optional(night.score?.stars),
      "reasons": .array((night.score?.deductions ?? []).map { .string($0.name) }),
    ]
  }

  /// Reads what `document` wrote.
  static func record(_ fields: inout Fields) throws(FieldFault) -> NightRecord {
    var night = NightRecord(date: try fields.required("date", as: .date))
    night.asleepMilliseconds = try fields.optional("asleep", as: .integer(in: 0...172_800_000))
    night.bedtimes = try fields.array("bedtimes", of: .timeOfDay)
    night.segments = try fields.array("segments", of: .span)
    night.segmentCount = try fields.required("pieces", as: .integer(in: 0...100_000))
    night.wakings = try fields.required("wakings", as: .integer(in: 0...100_000))
    night.fedWakings = try fields.optional("fedWakings", as: .integer(in: 0...100_000)) ?? 0
    night.goalMinutes = try fields.required("goal", as: .integer(in: 1...1440))
    night.targetBedtime = try fields.optional("bedtime", as: .timeOfDay)
    night.steps = try fields.optional("steps", as: .integer)
    night.rating = try fields.optional("rating", as: .integer(in: NightScore.least...NightScore.best))
    let sources: FieldKind<NightRecord.Source> = .oneOf([
      "button": .button, "motion": .motion, "found": .found,
    ])
    night.source = try fields.required("source", as: sources)
    night.isForgottenNap = try fields.optional("forgottenNap", as: .bool) ?? false
    return night
  }

  private static func name(_ source: NightRecord.Source) -> String {
    switch source {
    case .button: "button"
    case .motion: "motion"
    case .found: "found"
    }
  }

  private static func optional(_ number: Int?) -> JSONValue { number.map { .integer($0) } ?? .null }
}

extension FieldKind where Value == InstantRange {
  /// Two instants in milliseconds.
  fileprivate static var span: FieldKind {
    FieldKind("two instants in milliseconds") { value in
      guard case .array(let ends) = value.kind, ends.count == 2, case .integer(let start) = ends[0].kind,
        case .integer(let end) = ends[1].kind, start <= end
      else { return nil }
      return InstantRange(earliest: Instant(milliseconds: start), latest: Instant(milliseconds: end))
    }
  }
}

extension NightDeduction {
  /// The reason's name in `nights.json` and in `cribside nights --json`.
  public var name: String {
    switch self {
    case .farTooShort: "under80PercentOfGoal"
    case .tooShort: "underGoal"
    case .interrupted: "moreThanOneSegment"
    case .interruptedAgain: "moreThanTwoSegments"
    case .irregularBedtimes: "irregularBedtimes"
    case .awayFromTarget: "offTargetBedtime"
    case .fewSteps: "fewSteps"
    }
  }
}
