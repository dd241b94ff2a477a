import CareJournal
import Nursery

/// What the last 24 hours come to.
struct CareTotals {
  private let since: Instant
  private let now: Instant
  private let sleeps: [SleepSpan]
  private let feeds: [FeedSpan]
  private let bottleMilliliters: Int?
  private let nappies: Int
  private let medicines: [(at: Instant, name: String?)]
  private let usual: AgeTable.Bracket

  /// Sums over the 24 hours up to `now`, beside what is usual at the age.
  init(_ log: CareLog, clocks: ClockHistory, now: Instant, usual: AgeTable.Bracket) {
    since = now.adding(minutes: -1440)
    self.now = now
    self.usual = usual
    bottleMilliliters = log.bottleMilliliters(clock: clocks, since: since, now: now)
    nappies = log.nappies(clock: clocks, since: since).count { $0 <= now }
    medicines = log.medicines(clock: clocks, since: since).filter { $0.at <= now }
    sleeps = log.sleeps(clock: clocks, since: since, now: now)
    feeds = log.feeds(clock: clocks, since: since, now: now).filter { [since] in $0.start >= since }
  }

  /// Minutes asleep, which an event counts for as far as it lies within the day; feeds count where they began.
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
      "bottleMilliliters": bottleMilliliters.map(JSONValue.integer) ?? .null,
      "usualMilliliters": [
        .integer(usual.intakeMilliliters.lower), .integer(usual.intakeMilliliters.upper),
      ],
      "nappies": .integer(nappies),
      "medicines": .array(
        medicines.suffix(Self.mostMedicines).map { medicine in
          [
            "at": .string(ISO8601.text(medicine.at, in: zone)),
            "name": medicine.name.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }

  /// Minutes asleep.
  var sleepMinutes: Int { sleeps.reduce(0) { $0 + minutes(from: $1.start, to: $1.end) } }

  /// How many feeds began.
  var feedCount: Int { feeds.count }

  /// What was nursed and drunk, as the end of a sentence; empty where neither is known.
  var intake: String {
    let sides = [("left", NursingSide.left), ("right", .right), ("both", .both)]
      .map { ($0.0, nursedMinutes(on: $0.1)) }.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
    let nursed = sides.isEmpty ? "" : "; nursed \(sides.joined(separator: ", ")) min"
    let (least, most) = (usual.intakeMilliliters.lower, usual.intakeMilliliters.upper)
    // Beside nursing, what was drunk from bottles says nothing about the whole.
    let target = sides.isEmpty ? ", \(least) to \(most) usual" : ""
    return nursed + (bottleMilliliters.map { "; \($0) ml\(target)" } ?? "")
  }

  /// Nappies and medicines, a row for each kind.
  ///
  /// - Parameter zone: for the times of medicines; nil while the clock is not known, which leaves them out.
  func others(in zone: ZoneWindow?) -> [(name: String, text: String)] {
    var rows: [(name: String, text: String)] = nappies == 0 ? [] : [("nappies", "\(nappies)")]
    let given = medicines.suffix(Self.mostMedicines).map { medicine in
      [zone.map { $0.civil(medicine.at).time.text }, medicine.name?.printable].compactMap { $0 }
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

  /// The last ones are enough to know when the next may be given.
  private static let mostMedicines = 8

  private func minutes(from start: Instant, to end: Instant?) -> Int {
    max(0, max(start, since).minutes(until: min(end ?? now, now)))
  }
}
