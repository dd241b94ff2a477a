import Bedside
import CareJournal
import Nursery

/// Everything that the pages Now, Plan, Today and Night say, as data, for a program that watches the box. Times are
/// instants with their offset. `docs/control.md` describes every field; fields are added and never changed.
struct StateDocument {
  /// Version of the document.
  private static let version = 1

  let view: BoxView

  /// Every field but the time of the document, so that two documents can be compared.
  var content: [JSONValue.Member] {
    [
      member("clock", .string(condition.clock.name)),
      member("zone", .string(view.model.zone.name)),
      member("twelveHour", .bool(view.model.usesTwelveHours)),
      member("chosen", view.model.resident.map { .integer($0.id.number) } ?? .null),
      member("babies", .array(view.model.residents.map { BabyDocument(view, $0).json })),
      member("box", box),
    ]
  }

  /// The document, one line of JSON.
  ///
  /// - Parameter sequence: counts the documents that differ, from 1 since the start of the box.
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
        "buttons": .string(condition.buttons.name),
        "stuckButton": condition.stuckButton.map { .string($0.name) } ?? .null,
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

  /// What does not change with every line, so that a document differs only where a reader cares.
  private var storage: JSONValue {
    [
      "works": .bool(condition.storageWorks), "fault": view.storageFault.map { .string($0) } ?? .null,
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
