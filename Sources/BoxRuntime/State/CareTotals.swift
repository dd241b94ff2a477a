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
    let nursings = feeds.filter(\.isNursing)
    return [
      "sleepMinutes": .integer(sleeps.reduce(0) { $0 + minutes(from: $1.start, to: $1.end) }),
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

  private func minutes(on side: NursingSide) -> JSONValue {
    .integer(feeds.reduce(0) { $0 + $1.minutes(on: side, at: now) })
  }

  /// The last ones are enough to know when the next may be given.
  private static let mostMedicines = 8

  private func minutes(from start: Instant, to end: Instant?) -> Int {
    max(0, max(start, since).minutes(until: min(end ?? now, now)))
  }
}
