import CareJournal
import Nursery

/// Why the Now page shows what it shows, with the numbers.
struct DayReport {
  var name: String
  var day: DaySnapshot
  var baby: Baby
  var outlook: Outlook
  var now: Instant
  var zone: ZoneWindow
  /// Whether the clock is known. If not, reasons that name a time of day are left out.
  var clockIsKnown: Bool

  /// The reasons, one on each line or as a JSON document.
  func answer(json: Bool) -> BoxAnswer {
    let reasons = texts
    guard json else {
      let title = "\(name.printable): \(day.state.words)"
      return BoxAnswer(output: ([title] + reasons.map { "  " + $0 }).joined(separator: "\n") + "\n")
    }
    let document: JSONValue = [
      "baby": .string(name), "state": .string(day.state.name),
      "reasons": .array(reasons.map { .string($0) }),
    ]
    return BoxAnswer(output: JSONWriter.text(document) + "\n")
  }

  /// The reasons, one sentence each.
  var texts: [String] {
    let reasons = DayEngine.explain(day, outlook, baby: baby, now: now).reasons
    guard !clockIsKnown else { return reasons.map { $0.text(in: zone, isGuessed: outlook.isGuessed) } }
    return ["No time of day is certain until the clock is confirmed, only how long things last."]
      + reasons.compactMap { $0.textWithoutClock(in: zone) }
  }
}

extension DayReason {
  /// The reason if it contains neither a time of day nor an age; nil for the others.
  fileprivate func textWithoutClock(in zone: ZoneWindow) -> String? {
    switch self {
    case .asleep(_, let minutes): "Asleep for \(minutes) min."
    case .awake(_, let minutes): "Awake for \(minutes) min."
    case .nothingYet, .feeding, .neverFed, .fed: text(in: zone)
    default: nil
    }
  }
}

/// What comes next, as `cribside status` reports it.
struct OutlookReport {
  var outlook: Outlook
  var zone: ZoneWindow
  /// Whether the clock is known. If not, times of day are left out.
  var clockIsKnown: Bool

  /// The lines of the text.
  var lines: [String] {
    guard clockIsKnown else { return [] }
    let last = outlook.night == nil ? "bedtime   \(clock(outlook.bedtime))" : nightLine
    return [napLine, wakeByLine, last].compactMap { $0 }
  }

  /// The members of the document.
  var members: [JSONValue.Member] {
    guard clockIsKnown else { return [JSONValue.Member(key: "nextNap", value: .null)] }
    return [
      JSONValue.Member(key: "nextNap", value: outlook.nextNap.map(nextNap) ?? .null),
      JSONValue.Member(key: "wakeBy", value: outlook.wakeBy.map(wakeBy) ?? .null),
      JSONValue.Member(key: "guessed", value: .bool(outlook.isGuessed)),
      JSONValue.Member(key: "bedtime", value: .string(time(outlook.bedtime))),
      JSONValue.Member(
        key: "usualWakeUp", value: outlook.usualWakeUp.map { .string(time($0)) } ?? .null),
    ]
  }

  private func nextNap(_ nap: Outlook.NextNap) -> JSONValue {
    let window: JSONValue = [
      "earliest": .string(time(nap.window.earliest)), "latest": .string(time(nap.window.latest)),
    ]
    guard let end = nap.end, let style = outlook.plan?.scenario?.style else {
      return ["basis": "window", "window": window]
    }
    return [
      "style": .string(style.key), "from": .string(time(nap.start)), "to": .string(time(end)),
      "basis": "plan",
      "window": window,
    ]
  }

  private func wakeBy(_ wakeBy: Outlook.WakeBy) -> JSONValue {
    ["at": .string(time(wakeBy.latest)), "short": .bool(wakeBy.isShort)]
  }

  private var napLine: String? {
    guard let nap = outlook.nextNap else { return nil }
    guard let end = nap.end, let style = outlook.plan?.scenario?.style else {
      return "next nap  between \(guess(nap.window.earliest)) and \(guess(nap.window.latest))"
        + (nap.isShort ? ", a short nap" : "")
    }
    return "next nap  \(guess(nap.start)) to \(guess(end)), \(style.title)"
  }

  private var wakeByLine: String? {
    outlook.wakeBy.map { "wake by   \(guess($0.latest))" + ($0.isShort ? ", a short nap" : "") }
  }

  private var nightLine: String? { outlook.usualWakeUp.map { "wakes     about \(clock($0))" } }

  /// A time, with `~` if it depends on a time that is only bounded.
  private func guess(_ instant: Instant) -> String { (outlook.isGuessed ? "~" : "") + clock(instant) }

  /// A time for people. The next event is never more than a day away.
  private func clock(_ instant: Instant) -> String { zone.civil(instant).time.text }

  /// A time for documents.
  private func time(_ instant: Instant) -> String { ISO8601.text(instant, in: zone) }
}
