import Bedside
import CareJournal
import Nursery

/// One baby in the state document.
struct BabyDocument {
  private let view: BoxView
  private let resident: BedsideSettings.Resident
  private let model: BedsideModel
  private let now: Instant
  private let zone: ZoneWindow

  /// The baby as its own pages show it, whichever baby the buttons are set to.
  init(_ view: BoxView, _ resident: BedsideSettings.Resident) {
    self.view = view
    self.resident = resident
    model = view.model.pages(of: resident.id)
    now = view.model.clockHistory.instant(at: view.moment.boot)
    zone = view.model.zone
  }

  /// Every field.
  var json: JSONValue {
    let identity = [
      member("id", .integer(resident.id.number)), member("name", .string(resident.name)),
      member("birthdate", .string(ISO8601.text(resident.baby.birthdate))),
      member("settings", BabySettings(resident: resident).json),
      member("wished", .array(wished.map { .string($0.key) })),
      member("wishedBy", .object(wished.compactMap { one in one.by.map { member(one.key, .string($0)) } })),
    ]
    guard let day = model.day(at: view.moment), let outlook = model.outlook(at: view.moment),
      let log = model.log(of: resident.id)
    else {
      return .object(identity)
    }
    return .object(
      identity + wishes(day) + state(day) + times(day, outlook) + [
        member("sleeps", .array(day.sleeps.map(sleep))), member("feeds", .array(day.feeds.map(feed))),
        member("running", .array(running(in: log))),
        member("nextSide", .string(model.sideOffered(to: resident.id).name)),
        member(
          "last24h",
          CareTotals(
            log, clocks: model.clockHistory,
            estimates: model.estimatedSleeps(of: resident.id, at: view.moment),
            now: now, usual: day.bracket
          ).document(in: zone)),
        member("plan", outlook.plan.map { StatePlan(plan: $0, zone: zone).json } ?? .null),
        member("night", night), member("reasons", reasons(day, outlook)), member("words", words),
      ])
  }

  private func state(_ day: DaySnapshot) -> [JSONValue.Member] {
    [
      member("state", .string(day.state.name)),
      member("minutes", .integer(day.state.minutes)),
      member("feed", .string(day.feed.name)),
      member("feedMinutes", .integer(day.feed.minutes)),
      member("feedInterval", day.feed.interval.map(range) ?? .null),
      member("ageDays", .integer(day.ageDays)), member("bracket", .string(day.bracket.name)),
      member("date", .string(ISO8601.text(day.day))), member("completedNaps", .integer(day.completedNaps)),
      member("feedCount", .integer(day.feedCount)), member("wakeWindow", range(day.window)),
      member("napMinutes", .integer(day.totalNapMinutes(at: now))),
    ]
  }

  private func times(_ day: DaySnapshot, _ outlook: Outlook) -> [JSONValue.Member] {
    [
      member("morning", time(day.morning)), member("awakeSince", time(day.wakeReference)),
      member("asleepSince", time(day.runningSleep?.start)), member("bedtime", time(outlook.bedtime)),
      member("napCutoff", time(day.napCutoff)), member("nextNap", outlook.nextNap.map(nextNap) ?? .null),
      member("wakeBy", time(outlook.wakeBy?.latest)), member("dreamFeed", time(day.dreamFeedDue)),
      member("earlierBedtime", outlook.earlierBedtime.map(range) ?? .null),
      member("usualWakeUp", time(outlook.usualWakeUp)), member("guessed", .bool(outlook.isGuessed)),
    ]
  }

  private func nextNap(_ nap: Outlook.NextNap) -> JSONValue {
    [
      "start": time(nap.start), "end": time(nap.end),
      "basis": .string(nap.basis == .plan ? "plan" : "window"), "earliest": time(nap.window.earliest),
      "latest": time(nap.window.latest),
    ]
  }

  private var wished: [HouseholdWishes.Setting] { view.wished[resident.id] ?? [] }

  private func wishes(_ day: DaySnapshot) -> [JSONValue.Member] {
    let wish = resident.baby.wish(on: day.wishedDay) ?? DayWish(date: day.wishedDay)
    let parts = DayWish.Part.allCases.filter { wish.words($0) != nil }
    return [
      member("wishes", .array(wish.words.map { .string($0) })),
      member("wishesBy", .array(parts.map { .string(wish.by[$0]) })),
    ]
  }

  private func sleep(_ sleep: DaySnapshot.ClassifiedSleep) -> JSONValue {
    ["start": time(sleep.span.start), "end": time(sleep.span.end), "night": .bool(sleep.isNight)]
  }

  private func feed(_ feed: FeedSpan) -> JSONValue {
    [
      "kind": .string(feed.isNursing ? CareKind.nursing.name : CareKind.bottle.name),
      "start": time(feed.start), "end": time(feed.end), "side": .string(feed.side?.name),
      "ml": .integer(feed.amountMilliliters),
      "stretches": .array(
        feed.stretches.map { stretch in
          [
            "side": .string(stretch.side?.name), "start": time(stretch.start), "end": time(stretch.end),
          ]
        }),
    ]
  }

  /// What is in progress, with the ids to end it by.
  private func running(in log: CareLog) -> [JSONValue] {
    [CareKind.sleep, .nursing].compactMap { kind in
      log.running(kind, clock: model.clockHistory, now: now).map { record in
        let start = model.clockHistory.resolve(record.care.start)
        return [
          "id": .string(record.id.text), "kind": .string(kind.name), "start": time(start.instant),
          "exact": .bool(start.isExact), "side": .string(record.care.side?.name),
          "source": .string(record.source.name), "by": .string(record.by),
        ]
      }
    }
  }

  /// The last night and its week; null while the clock does not show which night that is.
  private var night: JSONValue {
    guard let log = model.nightLog(of: resident.id, at: view.moment) else { return .null }
    let store = model.nightStore(of: resident.id, from: log)
    let evening = model.lastEvening(of: resident.id, from: log)
    return [
      "evening": .string(ISO8601.text(evening)),
      "night": store.night(of: evening).map {
        NightDocument.document(of: $0, debtMinutes: store.debtMinutes(through: evening), zone: zone)
      } ?? .null,
      "week": .array(
        store.week(through: evening).map { night in
          night.map {
            NightDocument.document(of: $0, debtMinutes: store.debtMinutes(through: $0.date), zone: zone)
          } ?? .null
        }),
      "debtMinutes": .integer(store.debtMinutes(through: evening)),
      "motion": store.night(of: evening).map(motion) ?? .null,
    ]
  }

  private static let motionMinutes = 5

  /// How much the crib moved in a night; null if nothing is known about it.
  private func motion(_ night: NightRecord) -> JSONValue {
    guard let first = night.segments.first, let last = night.segments.last else { return .null }
    let levels = model.movement(
      of: resident.id, in: InstantRange(earliest: first.earliest, latest: last.latest),
      minutes: Self.motionMinutes, at: view.moment)
    guard !levels.isEmpty else { return .null }
    return [
      "from": time(first.earliest), "minutes": .integer(Self.motionMinutes),
      "levels": .array(levels.map { $0.map { .integer(Int($0.rounded())) } ?? .null }),
    ]
  }

  private func reasons(_ day: DaySnapshot, _ outlook: Outlook) -> JSONValue {
    let report = DayReport(
      name: resident.name, day: day, baby: resident.baby, outlook: outlook, now: now, zone: zone,
      clockIsKnown: model.clockHistory.isSynced(boot: view.moment.boot.boot))
    return .array(report.texts.map { .string($0) })
  }

  /// The panel's own words, page by page.
  private var words: JSONValue {
    .object(
      Page.ofADay.map { page in
        member(page.name, .array(model.words(of: page, at: view.moment).map { .string($0) }))
      })
  }

  private func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }

  private func time(_ instant: Instant?) -> JSONValue {
    instant.map { .string(ISO8601.text($0, in: zone)) } ?? .null
  }

  private func range(_ range: InstantRange) -> JSONValue {
    ["earliest": time(range.earliest), "latest": time(range.latest)]
  }

  private func range(_ range: MinuteRange) -> JSONValue { [.integer(range.lower), .integer(range.upper)] }
}

extension DayState {
  /// The minutes that belong to the state: asleep or awake so far; nil if neither is known.
  var minutes: Int? {
    switch self {
    case .notStarted, .bedtimeWindow: nil
    case .nightSleep(let minutes, _), .sleepingMustEnd(let minutes, _),
      .sleepingApproachingCutoff(let minutes, _), .sleepingNoPressure(let minutes, _),
      .napWindowClosed(let minutes, _), .awakeEarly(let minutes, _), .awakeApproaching(let minutes, _),
      .awakeBeyond(let minutes, _):
      minutes
    }
  }
}

extension FeedState {
  /// Minutes since the start of the feed that is in progress or was last; nil before the first.
  var minutes: Int? {
    switch self {
    case .noFeedsYet: nil
    case .feedingNow(let minutes), .recentlyFed(let minutes), .approaching(let minutes, _),
      .ready(let minutes, _):
      minutes
    }
  }

  /// The interval between feeds at this age, if the state depends on it.
  fileprivate var interval: MinuteRange? {
    switch self {
    case .approaching(_, let interval), .ready(_, let interval): interval
    case .noFeedsYet, .feedingNow, .recentlyFed: nil
    }
  }
}
