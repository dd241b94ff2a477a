import Nursery

@testable import Bedside
@testable import BoxRuntime

/// The readers of one baby's outlook, and the times that they name. The Today page names none: it counts naps. Neither
/// does the lamp, whose code is about the box.
struct OutlookReaders {
  enum Reader: Hashable, CaseIterable {
    case now, plan, status, today, explain
  }

  private let outlook: Outlook
  private let zone: ZoneWindow
  private let usesTwelveHours: Bool
  /// What each reader says, line by line.
  private let words: [Reader: [String]]

  /// The readers of a baby's outlook; nil while the clock is not known: then none of them names a time.
  init?(_ view: BoxView, _ baby: BabyID) {
    let pages = view.model.pages(of: baby)
    guard view.clockIsKnown, pages.scene(at: view.moment)?.clockIsKnown == true,
      let outlook = pages.outlook(at: view.moment), let name = pages.resident?.name
    else { return nil }
    self.outlook = outlook
    zone = view.model.zone
    usesTwelveHours = view.model.usesTwelveHours
    words = [
      .now: pages.words(of: .now, at: view.moment), .plan: pages.words(of: .plan, at: view.moment),
      .status: Self.lines(view.reply(to: .status(baby: name, json: false))),
      .today: Self.lines(view.reply(to: .today(baby: name, json: false))),
      .explain: Self.lines(view.reply(to: .explain(baby: name, json: false))),
    ]
  }

  private static func lines(_ reply: BoxView.Reply) -> [String] {
    guard case .answer(let answer) = reply else { return [] }
    return answer.output.split(separator: "\n").map { String($0) }
  }

  /// The words before each time of the outlook. On the Plan page they are those of the row before it.
  private func leads(_ reader: Reader) -> [(lead: String, time: Instant?)] {
    let (nap, wakeBy) = (outlook.nextNap?.start, outlook.wakeBy?.latest)
    let (bed, wakes) = (outlook.bedtime, outlook.usualWakeUp)
    let early = outlook.earlierBedtime?.earliest
    return switch reader {
    case .now:
      [
        ("nap ", nap), ("nap from ", nap), ("wake by ", wakeBy), ("up by ", wakeBy), ("bed ", bed),
        ("wakes ", wakes), ("or bed from ", early),
      ]
    case .plan:
      [
        ("· nap ", nap), ("· short nap ", nap), ("wake by ", wakeBy), ("· bed ! ", bed), ("· bed ", bed),
        ("· wakes ", wakes), ("early ", early), ("· early ", early),
      ]
    case .status, .today:
      [("next nap", nap), ("wake by", wakeBy), ("bedtime", bed), ("wakes", wakes)]
    case .explain:
      [
        // While a nap runs, the plan's next nap comes after it.
        ("has the next nap from ", nap ?? outlook.plan?.nextNap?.earliest),
        ("next nap may begin between ", nap),
        ("short nap may begin between ", nap), ("short nap ends at ", wakeBy), ("After ", wakeBy),
        ("At ", wakeBy), ("The plan moves bedtime to ", bed), ("assumed at about ", wakes),
        ("days began at about ", wakes), ("may last until about ", wakes),
        ("Bed may be earlier, between ", early),
      ]
    }
  }

  /// The times that contradict the outlook, and how many times each reader named.
  var judged: (faults: [String], counts: [Reader: Int]) {
    var faults: [String] = []
    var counts: [Reader: Int] = [:]
    for reader in Reader.allCases {
      for line in lines(reader) {
        for (lead, expected) in leads(reader) {
          guard let said = time(in: line, after: lead, reader) else { continue }
          counts[reader, default: 0] += 1
          if said != digits(expected, reader) {
            faults.append("\(reader): \(line), but the outlook has \(digits(expected, reader) ?? "none")")
          }
        }
      }
    }
    return (faults + missing, counts)
  }

  /// What a reader says. A row of the Plan page has a left and a right text, which are noted one after the other.
  private func lines(_ reader: Reader) -> [String] {
    let lines = words[reader] ?? []
    guard reader == .plan else { return lines }
    return lines.indices.map { index in
      let isRow = lines[index].hasPrefix("· ") && PageLook.firstTime(in: lines[index]) == nil
      return isRow && index + 1 < lines.count ? lines[index] + " " + lines[index + 1] : lines[index]
    }
  }

  private func time(in line: String, after lead: String, _ reader: Reader) -> String? {
    switch reader {
    case .now, .plan:
      guard line.hasPrefix(lead) else { return nil }
      let rest = line.dropFirst(lead.count).drop { $0 == "~" }
      return rest.first?.isNumber == true ? PageLook.firstTime(in: rest.prefix(5)) : nil
    case .status: return line.hasPrefix(lead) ? PageLook.firstTime(in: line) : nil
    case .today: return line.hasPrefix("  " + lead) ? PageLook.firstTime(in: line) : nil
    case .explain:
      guard let place = line.firstRange(of: lead) else { return nil }
      return PageLook.firstTime(in: line[place.upperBound...])
    }
  }

  /// The panel may use a 12-hour clock, and everything else uses 24 hours.
  private func digits(_ instant: Instant?, _ reader: Reader) -> String? {
    instant.map { instant in
      PageLook.digits(
        zone.civil(instant).time, twelveHours: usesTwelveHours && (reader == .now || reader == .plan))
    }
  }

  /// Times of the outlook that a reader leaves out.
  private var missing: [String] {
    let planned = outlook.nextNap.flatMap { $0.basis == .plan ? digits($0.start, .plan) : nil }
    let plan = words[.plan] ?? []
    var missing: [String] = []
    if let planned, !plan.contains(where: { $0.contains(planned + "–") }) {
      missing.append("plan: \(plan) without the next nap at \(planned)")
    }
    for (reader, indent) in [(Reader.status, ""), (.today, "  ")] {
      for (lead, expected) in [("next nap", outlook.nextNap != nil), ("wake by", outlook.wakeBy != nil)] {
        let says = lines(reader).contains { $0.hasPrefix(indent + lead) }
        if says != expected { missing.append("\(reader): \(lead) is \(expected ? "left out" : "told")") }
      }
    }
    return missing
  }
}
