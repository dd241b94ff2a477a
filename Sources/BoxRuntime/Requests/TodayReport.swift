import Bedside
import CareJournal
import Nursery

/// What `cribside today` prints: the state of the day, the sums of the last 24 hours, and what comes next.
struct TodayReport {
  private let name: String
  private let day: DaySnapshot
  private let outlook: Outlook
  private let totals: CareTotals
  private let zone: ZoneWindow
  private let clockIsKnown: Bool
  private let feedIsGuessed: Bool

  /// The report of one baby; nil while its birth date lies in the future.
  init?(_ resident: BedsideSettings.Resident, of model: BedsideModel, at moment: Moment) {
    let model = model.pages(of: resident.id)
    guard let day = model.day(at: moment), let outlook = model.outlook(at: moment),
      let log = model.log(of: resident.id)
    else { return nil }
    let clocks = model.clockHistory
    name = resident.name
    self.day = day
    self.outlook = outlook
    zone = model.zone
    totals = CareTotals(
      log, clocks: clocks, estimates: model.estimatedSleeps(of: resident.id, at: moment),
      now: clocks.instant(at: moment.boot), usual: day.bracket)
    clockIsKnown = clocks.isSynced(boot: moment.boot.boot)
    feedIsGuessed = model.isGuessed(day.feeds.last?.start, log)
  }

  /// A heading and a line for each known value.
  var lines: [String] {
    let minutes =
      day.state.minutes.map { (outlook.isGuessed ? " ~" : " ") + Words.english.duration(minutes: $0) } ?? ""
    let rows = [("sleep", sleep), ("feeds", feeds)] + totals.others(in: clockIsKnown ? zone : nil) + next
    let clock =
      clockIsKnown
      ? [] : ["  No time of day is certain until the clock is confirmed, and the sums are a guess."]
    return ["\(name.printable): \(day.state.words)\(minutes)"] + clock
      + TextColumns.lines(rows.map { [$0.0, $0.1] }).map { "  " + $0 }
  }

  /// The same as a document.
  var document: JSONValue {
    .object(
      [
        JSONValue.Member(key: "baby", value: .string(name)),
        JSONValue.Member(key: "clockIsKnown", value: .bool(clockIsKnown)),
        JSONValue.Member(key: "state", value: .string(day.state.name)),
        JSONValue.Member(key: "minutes", value: .integer(day.state.minutes)),
        JSONValue.Member(key: "completedNaps", value: .integer(day.completedNaps)),
        JSONValue.Member(key: "feedMinutes", value: .integer(day.feed.minutes)),
        JSONValue.Member(key: "last24h", value: totals.document(in: zone)),
      ] + OutlookReport(outlook: outlook, zone: zone, clockIsKnown: clockIsKnown).members)
  }

  private var sleep: String {
    "\(totals.isEstimated ? "~" : "")\(Words.english.duration(minutes: totals.sleepMinutes)) in 24 hours, "
      + "\(day.completedNaps.counted("nap")) today"
  }

  private var feeds: String {
    let guess = feedIsGuessed ? "~" : ""
    let last = day.feed.minutes.map { ", the last \(guess)" + Words.english.age(minutes: $0) } ?? ""
    if case .feedingNow(let minutes) = day.feed {
      return
        "\(totals.feedCount) in 24 hours, one runs for \(guess)\(Words.english.duration(minutes: minutes))\(totals.intake)"
    }
    return "\(totals.feedCount) in 24 hours\(last)\(totals.intake)"
  }

  private var next: [(String, String)] {
    guard clockIsKnown else { return [] }
    var rows: [(String, String)] = []
    if let nap = outlook.nextNap {
      let begins =
        "begins between \(guess(nap.window.earliest)) and \(guess(nap.window.latest))"
        + (nap.isShort ? ", a short nap" : "")
      rows.append(("next nap", nap.end.map { "\(guess(nap.start)) to \(guess($0))" } ?? begins))
    }
    if let wakeBy = outlook.wakeBy {
      rows.append(("wake by", guess(wakeBy.latest) + (wakeBy.isShort ? ", a short nap" : "")))
    }
    guard outlook.night == nil else {
      return rows + (outlook.usualWakeUp.map { [("wakes", "about \(time($0))")] } ?? [])
    }
    return rows + [("bedtime", time(outlook.bedtime))]
  }

  /// A time, with `~` if it depends on a time that is only bounded.
  private func guess(_ instant: Instant) -> String { (outlook.isGuessed ? "~" : "") + time(instant) }

  private func time(_ instant: Instant) -> String { zone.civil(instant).time.text }
}

/// The sums of the last 24 hours.
struct CareTotals {
  private let since: Instant
  private let now: Instant
  private let sleeps: [SleepSpan]
  /// Whether a sleep of the night that no one logged is included.
  let isEstimated: Bool
  private let feeds: [FeedSpan]
  private let bottleMilliliters: Int?
  private let nappies: Int
  private let medicines: [(at: Instant, isExact: Bool, name: String?)]
  private let usual: AgeTable.Bracket

  /// Sums over the 24 hours up to `now`, with what is usual at the age. `estimates` are sleeps that no one logged.
  init(
    _ log: CareLog, clocks: ClockHistory, estimates: [SleepSpan], now: Instant, usual: AgeTable.Bracket
  ) {
    since = now.adding(minutes: -1440)
    self.now = now
    self.usual = usual
    bottleMilliliters = log.bottleMilliliters(clock: clocks, since: since, now: now)
    nappies = log.nappies(clock: clocks, since: since).count { $0 <= now }
    medicines = log.medicines(clock: clocks, since: since).filter { $0.at <= now }
    let estimates = estimates.filter { [since] in $0.end.map { $0 > since } ?? false }
    sleeps = log.daySleeps(clock: clocks, since: since, now: now) + estimates
    isEstimated = !estimates.isEmpty
    feeds = log.feeds(clock: clocks, since: since, now: now).filter { [since] in $0.start >= since }
  }

  /// The sums as a document. Sleep counts as far as it is within the 24 hours; feeds count if they began in them.
  ///
  /// - Parameter zone: for the times of medicines.
  func document(in zone: ZoneWindow) -> JSONValue {
    return [
      "sleepMinutes": .integer(sleepMinutes),
      "nursings": .integer(nursings.count), "bottles": .integer(feeds.count - nursings.count),
      "nursingMinutes": .integer(nursings.reduce(0) { $0 + minutes(from: $1.start, to: $1.end) }),
      "nursedOn": [
        "left": minutes(on: .left), "right": minutes(on: .right), "both": minutes(on: .both),
      ],
      "bottleMilliliters": .integer(bottleMilliliters),
      "usualMilliliters": [
        .integer(usual.intakeMilliliters.lower), .integer(usual.intakeMilliliters.upper),
      ],
      "nappies": .integer(nappies),
      "medicines": .array(
        medicines.suffix(Self.mostMedicines).map { medicine in
          [
            "at": .string(ISO8601.text(medicine.at, in: zone)),
            "guessed": .bool(!medicine.isExact), "name": .string(medicine.name),
          ]
        }),
    ]
  }

  /// Minutes asleep.
  var sleepMinutes: Int { sleeps.reduce(0) { $0 + minutes(from: $1.start, to: $1.end) } }

  /// How many feeds began.
  var feedCount: Int { feeds.count }

  /// The amounts nursed and drunk, as the end of a sentence; empty if neither is known.
  var intake: String {
    let sides = [("left", NursingSide.left), ("right", .right), ("both", .both)]
      .map { ($0.0, nursedMinutes(on: $0.1)) }.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
    let nursed = sides.isEmpty ? "" : "; nursed \(sides.joined(separator: ", ")) min"
    let (least, most) = (usual.intakeMilliliters.lower, usual.intakeMilliliters.upper)
    // If the baby also nursed, the amount from bottles says nothing about the whole.
    let target = sides.isEmpty ? ", \(least) to \(most) usual" : ""
    return nursed + (bottleMilliliters.map { "; \($0) ml\(target)" } ?? "")
  }

  /// Nappies and medicines, a row for each kind.
  ///
  /// - Parameter zone: for the times of medicines; nil while the clock is not known, and then they are left out.
  func others(in zone: ZoneWindow?) -> [(name: String, text: String)] {
    var rows: [(name: String, text: String)] = nappies == 0 ? [] : [("nappies", "\(nappies)")]
    let given = medicines.suffix(Self.mostMedicines).map { medicine in
      [
        zone.map { (medicine.isExact ? "" : "~") + $0.civil(medicine.at).time.text },
        medicine.name?.printable,
      ]
      .compactMap { $0 }
      .joined(separator: " ")
    }.filter { !$0.isEmpty }
    if !given.isEmpty { rows.append(("medicine", given.joined(separator: ", "))) }
    return rows
  }

  private func minutes(on side: NursingSide) -> JSONValue { .integer(nursedMinutes(on: side)) }

  private func nursedMinutes(on side: NursingSide) -> Int {
    feeds.reduce(0) { $0 + $1.minutes(on: side, at: now) }
  }

  private var nursings: [FeedSpan] { feeds.filter(\.isNursing) }

  /// The last ones are enough to know when the next dose may be given.
  private static let mostMedicines = 8

  private func minutes(from start: Instant, to end: Instant?) -> Int {
    max(0, max(start, since).minutes(until: min(end ?? now, now)))
  }
}
