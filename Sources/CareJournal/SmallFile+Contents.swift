import CribMotion
import Nursery

extension SmallFile where Content == KeptCalibration {
  /// `motion.json`: what was learned about the accelerometer and its mount. A missing or damaged file costs the
  /// calibration of an empty crib; everything else is learned again within a night.
  public static var motion: SmallFile {
    SmallFile(path: "motion.json", encode: document, decode: calibration)
  }

  private static func document(_ kept: KeptCalibration) -> JSONValue {
    [
      "rateHz": .number(kept.source.rateHz), "milligeePerCount": .number(kept.source.milligeePerLSB),
      "noiseFloorMilligee": .number(Double(kept.calibration.noiseFloorMilligee)),
      "emptyMicroMilligeeSquared": number(kept.calibration.emptyMicroMilligeeSquared),
      "activityGain": number(kept.calibration.activityGain),
    ]
  }

  /// Nil for values that no part can have.
  private static func calibration(_ fields: inout Fields) throws(FieldFault) -> KeptCalibration? {
    let rate = try fields.required("rateHz", as: .number(in: MotionSource.ratesHz))
    let scale = try fields.required("milligeePerCount", as: .number(in: MotionSource.scalesMilligeePerLSB))
    let calibration = MotionCalibration(
      noiseFloorMilligee: Float(try fields.required("noiseFloorMilligee", as: .number(in: 0.001...1_000))),
      emptyMicroMilligeeSquared: try fields.optional(
        "emptyMicroMilligeeSquared", as: .number(in: 0...1e6)
      ).map(Float.init),
      activityGain: try fields.optional("activityGain", as: .number(in: 0...1e9)).map(Float.init))
    return MotionSource(rateHz: rate, milligeePerLSB: scale).map {
      KeptCalibration(source: $0, calibration: calibration)
    }
  }

  private static func number(_ value: Float?) -> JSONValue { value.map { .number(Double($0)) } ?? .null }
}

extension SmallFile where Content == [BabyID: SleepStore] {
  /// `nights.json`: the last nights of each baby, with goals, ratings and steps. It holds ratings and steps, which the
  /// log does not have, and nights whose events are no longer held in memory. A missing or damaged file costs ratings
  /// and steps; everything else comes from the log. A damaged file is moved to quarantine, and one of a newer version
  /// stays.
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

/// A night in `nights.json`. Stars and reasons are only for people; reading ignores them.
enum NightLine {
  /// The night as JSON; instants in milliseconds since 1970, durations in milliseconds, the goal in minutes.
  static func document(_ night: NightRecord) -> JSONValue {
    [
      "date": .string(ISO8601.text(night.date)), "asleep": .integer(night.asleepMilliseconds),
      "bedtimes": .array(night.bedtimes.map { .string($0.text) }),
      "segments": .array(
        night.segments.map { [.integer($0.earliest.milliseconds), .integer($0.latest.milliseconds)] }),
      "pieces": .integer(night.segmentCount), "wakings": .integer(night.wakings),
      "fedWakings": .integer(night.fedWakings), "goal": .integer(night.goalMinutes),
      "bedtime": .string(night.targetBedtime?.text), "steps": .integer(night.steps),
      "rating": .integer(night.rating), "source": .string(name(night.source)),
      "forgottenNap": .bool(night.isForgottenNap), "estimated": .bool(night.isEstimated),
      "judged": .bool(night.isJudged), "stars": .integer(night.score?.stars),
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
    night.isEstimated = try fields.optional("estimated", as: .bool) ?? false
    night.isJudged = try fields.optional("judged", as: .bool) ?? true
    return night
  }

  private static func name(_ source: NightRecord.Source) -> String {
    switch source {
    case .button: "button"
    case .motion: "motion"
    case .found: "found"
    }
  }
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

/// A phone that may use the page.
public struct Phone: Hashable, Sendable {
  /// The most characters of a name.
  public static let nameLimit = 40
  /// The most phones of a household.
  public static let limit = 32

  /// The name it gave; no two phones have the same one.
  public var name: String
  /// The hash of its token: 64 hexadecimal digits.
  public var hash: String
  /// When it was paired; nil if the clock was not known then.
  public var since: Instant?

  /// A phone of all its parts.
  public init(name: String, hash: String, since: Instant?) {
    (self.name, self.hash, self.since) = (name, hash, since)
  }

  /// The hash of a token of hexadecimal digits, in its stored form.
  public static func hash(ofToken token: String) -> String {
    String(
      decoding: SHA256.hash(Array(token.utf8)).flatMap { Hexadecimal.digits(UInt64($0), count: 2) },
      as: UTF8.self)
  }
}

extension SmallFile where Content == [Phone] {
  /// `phones.json`: the phones that may use the page. A damaged file is set aside; then the phones must be paired
  /// again.
  public static var phones: SmallFile { SmallFile(path: "phones.json", encode: document, decode: phones) }

  private static func document(_ phones: [Phone]) -> JSONValue {
    let phones = phones.map { phone -> JSONValue in
      [
        "name": .string(phone.name), "hash": .string(phone.hash),
        "since": .integer(phone.since?.milliseconds),
      ]
    }
    return ["phones": .array(phones)]
  }

  private static func phones(_ fields: inout Fields) throws(FieldFault) -> [Phone]? {
    var phones: [Phone] = []
    for var phone in try fields.objects("phones") {
      let since = try phone.optional("since", as: .integer(in: LineLimits.milliseconds))
      phones.append(
        Phone(
          name: try phone.required("name", as: .string), hash: try phone.required("hash", as: .string),
          since: since.map { Instant(milliseconds: $0) }))
    }
    return phones
  }
}

/// The program's starts since the machine started. They distinguish a crash from an end in order.
public struct StartRecord: Hashable, Sendable {
  /// The kernel's name for its boot. A record of another boot says nothing, since that boot may have ended in a power
  /// cut.
  public var kernelBootID: String
  /// When a start found that the one before it had crashed, in milliseconds of the boot clock, oldest first; at most 16
  /// are kept.
  public var crashes: [Int]
  /// The end of safe mode on the boot clock; nil if it is off.
  public var safeUntilMilliseconds: Int?
  /// True from a start until it ends in order.
  public var isRunning: Bool

  /// A record of all its parts.
  public init(
    kernelBootID: String, crashes: [Int] = [], safeUntilMilliseconds: Int? = nil, isRunning: Bool = false
  ) {
    self.kernelBootID = kernelBootID
    self.crashes = crashes
    self.safeUntilMilliseconds = safeUntilMilliseconds
    self.isRunning = isRunning
  }
}

extension SmallFile where Content == StartRecord {
  /// `starts` beside the control socket: the record of the program's starts. The file is in memory, so it does not wear
  /// the card. A power cut, which is not a crash, removes it.
  public static var starts: SmallFile { SmallFile(path: "starts", encode: document, decode: record) }

  private static var crashesMax: Int { 16 }
  private static var times: ClosedRange<Int> { 0...(1 << 53) }

  private static func document(_ record: StartRecord) -> JSONValue {
    [
      "bootId": .string(record.kernelBootID), "running": .bool(record.isRunning),
      "crashes": .array(record.crashes.suffix(crashesMax).map { .integer($0) }),
      "safeUntil": .integer(record.safeUntilMilliseconds),
    ]
  }

  private static func record(_ fields: inout Fields) throws(FieldFault) -> StartRecord? {
    StartRecord(
      kernelBootID: try fields.required("bootId", as: .string),
      crashes: try fields.array("crashes", of: .integer(in: times)),
      safeUntilMilliseconds: try fields.optional("safeUntil", as: .integer(in: times)),
      isRunning: try fields.required("running", as: .bool))
  }
}
