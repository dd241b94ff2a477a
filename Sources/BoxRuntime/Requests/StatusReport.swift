import Bedside
import CareJournal
import CribMotion
import Nursery

/// The running box in text or as one JSON document: state, screen as text, parts, clock, storage.
struct StatusReport {
  private let view: BoxView
  /// The same box with its pages on the baby that the answer is about. Page and screen are the panel's all the same.
  private let subject: BedsideModel

  /// A report about one baby; nil: the baby to which the buttons are set.
  init(view: BoxView, baby: BabyID? = nil) {
    self.view = view
    subject = baby.map { view.model.pages(of: $0) } ?? view.model
  }

  func answer(json: Bool) -> BoxAnswer {
    BoxAnswer(output: json ? JSONWriter.text(document) + "\n" : text)
  }

  private var condition: BoxCondition { view.model.condition(at: view.moment) }

  private var document: JSONValue { .object(head + (outlook?.members ?? []) + rest) }

  private var head: [JSONValue.Member] {
    [
      JSONValue.Member(key: "baby", value: .string(subject.resident?.name ?? "")),
      JSONValue.Member(key: "state", value: .string(stateName)),
    ]
  }

  private var rest: [JSONValue.Member] {
    [
      JSONValue.Member(key: "page", value: .string(view.model.currentPage.name)),
      JSONValue.Member(key: "panel", value: .string(view.model.light(at: view.moment).name)),
      JSONValue.Member(key: "texts", value: .array((view.panel.shown?.texts ?? []).map { .string($0) })),
      JSONValue.Member(key: "pixels", value: .string(view.model.picture?.frame.hexadecimal ?? "")),
      JSONValue.Member(key: "clock", value: .string(condition.clock.name)),
      JSONValue.Member(key: "parts", value: parts),
      JSONValue.Member(key: "motion", value: motion),
      JSONValue.Member(key: "storage", value: storage),
      JSONValue.Member(key: "quiet", value: quiet.document),
      JSONValue.Member(key: "household", value: household.document),
      JSONValue.Member(key: "safeMode", value: .bool(condition.isSafe)),
      JSONValue.Member(key: "version", value: .string(condition.version)),
    ]
  }

  private var quiet: QuietReport {
    QuietReport(view.model.quietCourse, at: view.model.quietMoment(at: view.moment), zone: view.model.zone)
  }

  private var household: HouseholdReport { HouseholdReport(condition, zone: view.model.zone) }

  private var outlook: OutlookReport? {
    subject.outlook(at: view.moment).map {
      OutlookReport(outlook: $0, zone: view.model.zone, clockIsKnown: view.clockIsKnown)
    }
  }

  private var stateName: String { subject.day(at: view.moment)?.state.name ?? "unknown" }

  private var parts: JSONValue {
    [
      "panel": .string(condition.panel.name), "accelerometer": .string(condition.accelerometer.name),
      "buttons": .string(condition.buttons.name), "piezo": .string(condition.piezo.name),
      "stuckButton": .string(condition.stuckButton?.name),
    ]
  }

  /// Which part measures motion, which readings were lost, and the state of the crib by motion.
  private var motion: JSONValue {
    guard view.model.isMotionOn else { return .null }
    let last = view.motion.last
    return [
      "sensor": .string(last?.part?.name), "address": .string(last?.part?.address.text),
      "resets": .integer(last?.resets ?? 0), "overruns": .integer(last?.overruns ?? 0),
      "gaps": .integer(view.motion.gaps), "crib": .string(view.model.cribReading.state.name),
    ]
  }

  private var motionText: String {
    guard view.model.isMotionOn else { return "off" }
    guard let last = view.motion.last, let part = last.part else { return condition.accelerometer.name }
    let lost = "\(view.motion.gaps) gaps, \(last.resets) resets, \(last.overruns) overruns"
    return "\(part.name) at \(part.address.text), \(lost); crib \(view.model.cribReading.state.name)"
  }

  private var storage: JSONValue {
    [
      "works": .bool(condition.storageWorks), "fault": .string(view.storageFault),
      "unreadable": .array((view.recovery?.unreadable ?? []).map { .string($0) }),
      "notDone": .array((view.recovery?.minorFaults ?? []).map { .string($0) }),
      "box": .string(view.storage.box), "lines": .integer(lines),
      "damagedLines": .integer(condition.damagedLines), "unsaved": .integer(view.model.unsavedEvents),
      "boot": .integer(view.moment.boot.boot), "bytesWritten": .integer(view.storage.bytesWritten),
      "syncs": .integer(view.storage.syncs), "freeBytes": .integer(view.storage.freeBytes),
      "segments": .integer(view.storage.segments), "markFault": .string(view.storage.markFault),
      "copied": time(condition.copied), "checked": time(condition.checked),
      "rotten": .integer(condition.rottenEntries),
    ]
  }

  private func time(_ instant: Instant?) -> JSONValue {
    instant.map { .string(ISO8601.text($0, in: view.model.zone)) } ?? .null
  }

  /// The age of the last copy of the log; nil if it is not known.
  private var copyText: String? {
    let now = view.model.clockHistory.instant(at: view.moment.boot)
    return condition.copyMinutes(at: now).map { "copied " + Words.english.age(minutes: $0) }
  }

  private var text: String {
    var lines = [
      "baby      \(subject.resident?.name.printable ?? "")",
      "state     \(subject.day(at: view.moment)?.state.words ?? "unknown")",
      "page      \(view.model.currentPage.name), panel \(view.model.light(at: view.moment).name)",
    ]
    lines.insert(contentsOf: outlook?.lines ?? [], at: 2)
    for (index, text) in (view.panel.shown?.texts ?? []).enumerated() {
      lines.append((index == 0 ? "screen    " : "          ") + text)
    }
    lines.append("clock     \(condition.clock.text)")
    lines.append("oled      \(condition.panel.name)")
    lines.append("motion    \(motionText)")
    if condition.piezo != .absent { lines.append("piezo     \(condition.piezo.name)") }
    if condition.buttons != .works { lines.append("buttons   the GPIO chip is gone") }
    if let button = condition.stuckButton { lines.append("stuck     \(button.name) button") }
    lines.append("storage   \(storageText)")
    lines.append("          \(logText)")
    if let fault = view.storage.markFault {
      lines.append(
        "          box.json NOT REPLACED (\(fault)): a loss at the end of the log might not be noticed")
    }
    if condition.rottenEntries > 0 { lines.append("          log: \(condition.rottenEntries) damaged") }
    if let copyText { lines.append("          \(copyText)") }
    lines.append("flash     \(flashText)")
    lines += household.lines
    if let session = quiet.sessionText { lines.append("quiet     \(session)") }
    if let line = condition.settingsRefusedAtLine {
      lines.append(
        "settings refused\(line > 0 ? " at line \(line)" : ""): the box uses those that it had before")
    }
    if condition.isSafe { lines.append("safe mode after crashes: buttons, log and panel only") }
    lines.append("version   \(condition.version)")
    return lines.joined(separator: "\n") + "\n"
  }

  private var logText: String {
    view.storage.segments.map { $0.counted("segment") } ?? "the log is not open"
  }

  private var flashText: String {
    let written = "\(view.storage.bytesWritten) bytes written, \(view.storage.syncs) syncs since the start"
    guard let free = view.storage.freeBytes else { return written }
    return "\(written), \(free >> 20) MiB free"
  }

  private var storageText: String {
    let unread = view.recovery?.unreadable.count ?? 0
    let saved =
      "\(lines) lines, \(condition.damagedLines) damaged"
      + (unread == 0 ? "" : ", \(unread) SEGMENTS NOT READ")
    let unsaved = view.model.unsavedEvents
    let why = view.storageFault.map { " (\($0))" } ?? ""
    guard unsaved == 0 else { return "\(saved), \(unsaved) NOT SAVED\(why)" }
    guard !condition.storageWorks else { return saved }
    return "\(saved), NOT WRITABLE: nothing can be saved; the card is tried again within 10 min\(why)"
  }

  /// The model counts the events that it saw saved, not the lines in the log.
  private var lines: Int { view.storage.lines ?? condition.logLines }
}

extension BoxCondition.ClockState {
  /// The name in documents.
  package var name: String {
    switch self {
    case .synced: "synced"
    case .byHand: "hand"
    case .saved: "saved"
    case .unknown: "unknown"
    }
  }

  /// The name in `status`, `doctor` and refusals.
  package var text: String {
    switch self {
    case .synced: "set"
    case .byHand: "set by hand"
    case .saved: "set, and not confirmed by the network since the start"
    case .unknown: "not set"
    }
  }
}

extension BedsideModel {
  /// Why no time of day is known, as the beginning of a sentence.
  func clockDoubt(at moment: Moment) -> String { "the clock is \(condition(at: moment).clock.text)" }
}

extension BoxCondition.PartState {
  /// As `cribside status` names it.
  package var name: String {
    switch self {
    case .works: "works"
    case .missing: "missing"
    case .absent: "not configured"
    }
  }
}

extension CribState {
  /// As `cribside status` names it.
  package var name: String {
    switch self {
    case .empty: "empty"
    case .awake: "awake"
    case .asleep: "asleep"
    case .unknown: "unknown"
    }
  }
}

extension Button {
  /// The name that is printed on the box.
  package var name: String {
    switch self {
    case .nap: "NAP"
    case .feed: "FEED"
    case .menu: "MENU"
    case .extra: "EXTRA"
    }
  }
}

extension Frame {
  /// The 1,024 bytes as hexadecimal digits, in the panel's memory order.
  package var hexadecimal: String { bytes.hexadecimal }
}

extension Sequence where Element == UInt8 {
  /// Two lower-case digits a byte.
  package var hexadecimal: String {
    map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }
}

/// The state of the household's other boxes, for `status` and the state document.
struct HouseholdReport {
  private let link: LinkNews?
  private let since: String?

  init(_ condition: BoxCondition, zone: ZoneWindow) {
    link = condition.link
    since = condition.linkedSince.map { ISO8601.text($0, in: zone) }
  }

  /// Null if no program has reported anything since the start.
  var document: JSONValue {
    guard let link else { return .null }
    let boxes = link.others.map { other -> JSONValue in
      [
        "id": .string(other.box), "name": .string(other.name), "behind": .integer(other.behind),
      ]
    }
    return ["since": .string(since), "boxes": .array(boxes)]
  }

  var lines: [String] {
    guard let link else { return [] }
    guard let since else { return ["household not connected"] }
    return ["household connected since \(since)"]
      + link.others.map { other in
        let name = (other.name.map { $0 + " " } ?? "") + other.box
        return "          " + name.printable
          + (other.behind == 0 ? " has every line" : " lacks \(other.behind) lines")
      }
  }
}
