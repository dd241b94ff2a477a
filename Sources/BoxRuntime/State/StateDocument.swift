import Bedside
import CareJournal
import Nursery

/// Everything that the pages Now, Plan, Today and Night show, as data, for a program that watches the box. Times are
/// instants with their offset. `docs/control.md` describes every field; fields may be added but never change.
struct StateDocument {
  /// Version of the document.
  private static let version = 1

  let view: BoxView

  /// Every field except the time of the document, so that two documents can be compared.
  var content: [JSONValue.Member] {
    [
      member("clock", .string(condition.clock.name)),
      member("zone", .string(view.model.zone.name)),
      member("twelveHour", .bool(view.model.usesTwelveHours)),
      member("chosen", .integer(view.model.resident?.id.number)),
      member("babies", .array(view.model.residents.map { BabyDocument(view, $0).json })),
      member("box", box),
    ]
  }

  /// The document, one line of JSON.
  ///
  /// - Parameter sequence: numbers the documents that differ, from 1 since the start of the box.
  func text(_ content: [JSONValue.Member], sequence: Int) -> String {
    let head = [
      member("v", .integer(Self.version)), member("boot", .integer(view.moment.boot.boot)),
      member("seq", .integer(sequence)),
      member(
        "now",
        .string(ISO8601.text(view.model.clockHistory.instant(at: view.moment.boot), in: view.model.zone))),
    ]
    return JSONWriter.text(.object(head + content))
  }

  private var condition: BoxCondition { view.model.condition(at: view.moment) }

  private var box: JSONValue {
    [
      "parts": [
        "panel": .string(condition.panel.name), "accelerometer": .string(condition.accelerometer.name),
        "buttons": .string(condition.buttons.name), "stuckButton": .string(condition.stuckButton?.name),
      ],
      "storage": storage,
      "crib": view.model.isMotionOn ? .string(view.model.cribReading.state.name) : .null,
      "quiet": QuietReport(
        view.model.quietCourse, at: view.model.quietMoment(at: view.moment), zone: view.model.zone
      ).stateDocument,
      "phones": .array(view.phones.map { $0.document(in: view.model.zone) }),
      "household": household,
      "safeMode": .bool(condition.isSafe), "attention": .bool(condition.wantsAttention),
      "version": .string(condition.version), "findings": BoxFindings(view: view, condition: condition).json,
    ]
  }

  private var household: JSONValue { HouseholdReport(condition, zone: view.model.zone).document }

  /// Only what does not change with every line, so that documents differ only where it matters to a reader.
  private var storage: JSONValue {
    [
      "works": .bool(condition.storageWorks), "fault": .string(view.storageFault),
      "unsaved": .integer(view.model.unsavedEvents), "damagedLines": .integer(condition.damagedLines),
      "rotten": .integer(condition.rottenEntries),
      "copied": condition.copied.map { .string(ISO8601.text($0, in: view.model.zone)) } ?? .null,
      "checked": condition.checked.map { .string(ISO8601.text($0, in: view.model.zone)) } ?? .null,
      "freeMebibytes": view.storage.freeBytes.map { .integer($0 >> 20) } ?? .null,
    ]
  }

  private func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }
}

/// The day's plan in the state document: the scenarios by the clock, what each violates, and the naps so far compared
/// with the plan.
struct StatePlan {
  let plan: WakingDayPlan
  let zone: ZoneWindow

  /// Every field.
  var json: JSONValue {
    [
      "style": .string(plan.scenario?.style.key),
      "styles": .array(plan.styles.map { .string($0.key) }), "isOver": .bool(plan.isOver),
      "wantedNaps": .integer(plan.wantedNaps), "bedtimeChange": .integer(plan.bedtimeChange),
      "nextNap": plan.nextNap.map { ["start": time($0.earliest), "end": time($0.latest)] } ?? .null,
      // From the cutoff on there is nothing to plan on a day without a nap.
      "failure": plan.isClosed ? .null : .string(plan.result?.failure?.reason),
      "scenarios": .array((plan.result?.scenarios ?? []).map(scenario)),
      "insights": insights,
    ]
  }

  private func scenario(_ scenario: Scenario) -> JSONValue {
    [
      "style": .string(scenario.style.key), "title": .string(scenario.style.title),
      "message": .string(scenario.message),
      "wake": time(plan.line.wake), "bedtime": time(plan.line.instant(of: scenario.bedtime)),
      "naps": .array(scenario.items.compactMap(nap)),
      "bedtimeWakeWindow": .integer(scenario.items.last?.wakeWindow),
      "violations": .array(
        scenario.violations.map { ["message": .string($0.message), "suggestion": .string($0.suggestion)] }),
    ]
  }

  private func nap(_ item: ScheduleItem) -> JSONValue? {
    guard case .nap(let number) = item.kind else { return nil }
    return [
      "number": .integer(number + plan.skippedNaps), "start": time(plan.line.instant(of: item.start)),
      "end": time(plan.line.instant(of: item.end)), "wakeWindow": .integer(item.wakeWindow),
      "actual": .bool(item.isActual),
    ]
  }

  private var insights: JSONValue {
    let insights = plan.insights
    return [
      "actualMinutes": .integer(insights.actualMinutes), "plannedMinutes": .integer(insights.plannedMinutes),
      "differenceMinutes": .integer(insights.differenceMinutes),
      "naps": .array(
        insights.naps.map { nap in
          [
            "number": .integer(nap.number), "start": time(plan.line.instant(of: nap.start)),
            "end": time(plan.line.instant(of: nap.end)), "minutes": .integer(nap.minutes),
            "plannedMinutes": .integer(nap.plannedMinutes),
            "differenceMinutes": .integer(nap.differenceMinutes),
            "wakeWindow": .integer(nap.wakeWindow), "plannedWakeWindow": .integer(nap.plannedWakeWindow),
          ]
        }),
    ]
  }

  private func time(_ instant: Instant) -> JSONValue { .string(ISO8601.text(instant, in: zone)) }
}

extension ScheduleStyle {
  /// The style's name in JSON.
  package var key: String {
    switch self {
    case .buildLater: "buildLater"
    case .gentle: "gentle"
    case .balanced: "balanced"
    case .default: "default"
    }
  }
}

/// The problems that the box itself finds, and what could be better, with the command that helps: for the page. Only
/// `cribside doctor`, which is not confined like the box, checks wires, card and service.
struct BoxFindings {
  let view: BoxView
  let condition: BoxCondition

  private struct Finding {
    var what: String
    var fix: String
  }

  /// The gravest first.
  var json: JSONValue {
    .array((saving + parts + settings + care).map { ["what": .string($0.what), "fix": .string($0.fix)] })
  }

  private static let doctor = "sudo cribside doctor"

  private var saving: [Finding] {
    var found: [Finding] = []
    let why = view.storageFault.map { " (\($0))" } ?? ""
    let unsaved = view.model.unsavedEvents
    if unsaved > 0 {
      found.append(Finding(what: "Not saved yet: \(unsaved)\(why)", fix: Self.doctor))
    } else if !condition.storageWorks {
      found.append(Finding(what: "Nothing can be saved now\(why)", fix: Self.doctor))
    }
    if condition.damagedLines > 0 {
      found.append(
        Finding(
          what: "Damaged lines of the log, kept aside: \(condition.damagedLines)", fix: "cribside log verify")
      )
    }
    if condition.rottenEntries > 0 {
      found.append(
        Finding(
          what: "Entries that can no longer be read: \(condition.rottenEntries)", fix: "cribside log verify"))
    }
    return found
  }

  private var parts: [Finding] {
    let names = [
      ("the buttons", condition.buttons), ("the panel", condition.panel),
      ("the accelerometer", condition.accelerometer),
    ]
    var found = names.filter { $0.1 == .missing }.map {
      Finding(what: "No answer from \($0.0)", fix: Self.doctor)
    }
    if let button = condition.stuckButton {
      found.append(Finding(what: "The \(button.name) button is held down or stuck", fix: ""))
    }
    return found
  }

  private var settings: [Finding] {
    var found: [Finding] = []
    if let line = condition.settingsRefusedAtLine {
      let place = line > 0 ? " at line \(line)" : ""
      found.append(
        Finding(
          what: "The configuration is refused\(place); older settings are in force",
          fix: "sudo cribside reload"))
    }
    if condition.isSafe {
      found.append(Finding(what: "Safe mode after crashes", fix: "journalctl -u cribside"))
    }
    if !condition.clock.isKnown {
      found.append(Finding(what: "The time of day is not known", fix: "cribside clock set 15:40"))
    }
    return found
  }

  /// Less free space than this counts as little, in bytes.
  private static let leastBytes = 64 << 20

  private var care: [Finding] {
    guard let free = view.storage.freeBytes, free < Self.leastBytes else { return [] }
    return [Finding(what: "Little room on the card: \(free >> 20) MiB", fix: Self.doctor)]
  }
}
