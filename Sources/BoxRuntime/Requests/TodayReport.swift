import Bedside
import CareJournal
import Nursery

/// What `cribside today` prints: how the day stands, what the last 24 hours came to, and what comes next.
struct TodayReport {
  private let name: String
  private let day: DaySnapshot
  private let outlook: Outlook
  private let totals: CareTotals
  private let zone: ZoneWindow
  private let clockIsKnown: Bool

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
    totals = CareTotals(log, clocks: clocks, now: clocks.instant(at: moment.boot), usual: day.bracket)
    clockIsKnown = clocks.isSynced(boot: moment.boot.boot)
  }

  /// A heading and a line for each thing that is known.
  var lines: [String] {
    let minutes = day.state.minutes.map { " " + Words.english.duration(minutes: $0) } ?? ""
    let rows = [("sleep", sleep), ("feeds", feeds)] + totals.others(in: clockIsKnown ? zone : nil) + next
    let clock =
      clockIsKnown
      ? [] : ["  The clock is not set: no time of day is known, and what the sums say is a guess."]
    return ["\(name.printable): \(state)\(minutes)"] + clock
      + TextColumns.lines(rows.map { [$0.0, $0.1] }).map { "  " + $0 }
  }

  /// The same as a document.
  var document: JSONValue {
    .object(
      [
        JSONValue.Member(key: "baby", value: .string(name)),
        JSONValue.Member(key: "clockIsKnown", value: .bool(clockIsKnown)),
        JSONValue.Member(key: "state", value: .string(day.state.name)),
        JSONValue.Member(key: "minutes", value: day.state.minutes.map { .integer($0) } ?? .null),
        JSONValue.Member(key: "completedNaps", value: .integer(day.completedNaps)),
        JSONValue.Member(key: "feedMinutes", value: day.feed.minutes.map { .integer($0) } ?? .null),
        JSONValue.Member(key: "last24h", value: totals.document(in: zone)),
      ] + OutlookReport(outlook: outlook, zone: zone, clockIsKnown: clockIsKnown).members)
  }

  private var state: String {
    switch day.state {
    case .notStarted: "nothing logged of this day"
    case .nightSleep, .sleepingMustEnd, .sleepingApproachingCutoff, .sleepingNoPressure: "asleep"
    case .awakeEarly, .awakeApproaching, .awakeBeyond, .napWindowClosed, .bedtimeWindow: "awake"
    }
  }

  private var sleep: String {
    let naps = day.completedNaps == 1 ? "1 nap" : "\(day.completedNaps) naps"
    return "\(Words.english.duration(minutes: totals.sleepMinutes)) in 24 hours, \(naps) today"
  }

  private var feeds: String {
    let last = day.feed.minutes.map { ", the last " + Words.english.age(minutes: $0) } ?? ""
    if case .feedingNow(let minutes) = day.feed {
      return
        "\(totals.feedCount) in 24 hours, one runs for \(Words.english.duration(minutes: minutes))\(totals.intake)"
    }
    return "\(totals.feedCount) in 24 hours\(last)\(totals.intake)"
  }

  private var next: [(String, String)] {
    guard clockIsKnown else { return [] }
    var rows: [(String, String)] = []
    if let nap = outlook.nextNap {
      let begins = "begins between \(guess(nap.window.earliest)) and \(guess(nap.window.latest))"
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

  /// A time that is counted from one that may be only bounded.
  private func guess(_ instant: Instant) -> String { (outlook.isGuessed ? "~" : "") + time(instant) }

  private func time(_ instant: Instant) -> String { zone.civil(instant).time.text }
}
