import Bedside
import CareJournal
import Nursery

/// Everything that the pages Now, Plan, Today and Night say, as data, for a program that watches the box. Times are
/// instants with their offset. `docs/control.md` describes every field; fields are added and never changed.
struct StateDocument {
  /// Version of the document.
  private static let version = 1

  let desk: RequestDesk

  /// Every field but the time of the document, so that two documents can be compared.
  var content: [JSONValue.Member] {
    [
      member("clock", .string(condition.clock.name)),
      member("zone", .string(desk.model.zone.name)),
      member("twelveHour", .bool(desk.model.usesTwelveHours)),
      member("chosen", desk.model.resident.map { .integer($0.id.number) } ?? .null),
      member("babies", .array(desk.model.residents.map { BabyDocument(desk, $0).json })),
      member("box", box),
    ]
  }

  /// The document, one line of JSON.
  ///
  /// - Parameter sequence: counts the documents that differ, from 1 since the start of the box.
  func text(_ content: [JSONValue.Member], sequence: Int) -> String {
    let head = [
      member("v", .integer(Self.version)), member("boot", .integer(desk.moment.boot.boot)),
      member("seq", .integer(sequence)),
      member(
        "now",
        .string(ISO8601.text(desk.model.clockHistory.instant(at: desk.moment.boot), in: desk.model.zone))),
    ]
    return JSONWriter.text(.object(head + content))
  }

  private var condition: BoxCondition { desk.model.condition(at: desk.moment) }

  private var box: JSONValue {
    [
      "parts": [
        "panel": .string(condition.panel.name), "accelerometer": .string(condition.accelerometer.name),
        "buttons": .string(condition.buttons.name),
        "stuckButton": condition.stuckButton.map { .string($0.name) } ?? .null,
      ],
      "storage": storage,
      "crib": desk.model.isMotionOn ? .string(desk.model.cribReading.state.name) : .null,
      "quiet": QuietReport(
        desk.model.quietCourse, at: desk.model.quietMoment(at: desk.moment), zone: desk.model.zone
      ).stateDocument,
      "phones": .array(desk.phones.map { $0.document(in: desk.model.zone) }),
      "household": household,
      "safeMode": .bool(condition.isSafe), "attention": .bool(condition.wantsAttention),
      "version": .string(condition.version), "findings": BoxFindings(desk: desk, condition: condition).json,
    ]
  }

  private var household: JSONValue { HouseholdReport(condition, zone: desk.model.zone).document }

  /// What does not change with every line, so that a document differs only where a reader cares.
  private var storage: JSONValue {
    [
      "works": .bool(condition.storageWorks), "fault": desk.storageFault.map { .string($0) } ?? .null,
      "unsaved": .integer(desk.model.unsavedEvents), "damagedLines": .integer(condition.damagedLines),
      "rotten": .integer(condition.rottenEntries),
      "copied": condition.copied.map { .string(ISO8601.text($0, in: desk.model.zone)) } ?? .null,
      "checked": condition.checked.map { .string(ISO8601.text($0, in: desk.model.zone)) } ?? .null,
      "freeMebibytes": desk.storage.freeBytes.map { .integer($0 >> 20) } ?? .null,
    ]
  }

  private func member(_ key: String, _ value: JSONValue) -> JSONValue.Member {
    JSONValue.Member(key: key, value: value)
  }
}
