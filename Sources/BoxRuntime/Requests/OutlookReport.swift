import CareJournal
import Nursery

/// What comes next, as `cribside status` reports it.
struct OutlookReport {
  var outlook: Outlook
  var zone: ZoneWindow
  /// False until the clock is synchronised: no time of day is reported then.
  var clockIsKnown: Bool

  /// The lines of the text.
  var lines: [String] {
    guard clockIsKnown else { return [] }
    let last = outlook.night == nil ? "bedtime   \(time(outlook.bedtime))" : nightLine
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
    }
    return "next nap  \(guess(nap.start)) to \(guess(end)), \(style.title)"
  }

  private var wakeByLine: String? {
    outlook.wakeBy.map { "wake by   \(guess($0.latest))" + ($0.isShort ? ", a short nap" : "") }
  }

  private var nightLine: String? { outlook.usualWakeUp.map { "wakes     about \(time($0))" } }

  /// A time that is counted from one that may be only bounded.
  private func guess(_ instant: Instant) -> String { (outlook.isGuessed ? "~" : "") + time(instant) }

  private func time(_ instant: Instant) -> String { ISO8601.text(instant, in: zone) }
}
