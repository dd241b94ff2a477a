import CareJournal
import Nursery

/// What `cribside quiet` asks of a box.
package struct QuietWish: Hashable, Sendable {
  /// The request.
  package enum Deed: Hashable, Sendable {
    /// Nothing: only report.
    case report
    /// An input for the rules.
    case input(QuietInput)
    /// Change the schedule that is set.
    case schedule(ScheduleWish)
  }

  package var deed: Deed
  package var isJSON: Bool

  /// The input for the rules, with the schedule that is set now; nil if the schedule would end when it starts.
  package func input(schedule: RecurringSchedule) -> QuietInput? {
    switch deed {
    case .report: .tick
    case .input(let input): input
    case .schedule(let wish): wish.applied(to: schedule).map { .schedule($0) }
    }
  }

  /// The answer to a schedule that would end when it starts.
  package static let sameTimes = BoxAnswer.failure(.data, "the schedule would end as it starts")

  package init(deed: Deed, isJSON: Bool) { (self.deed, self.isJSON) = (deed, isJSON) }
}

/// The change of the schedule; nil: it stays as it is.
package struct ScheduleWish: Hashable, Sendable {
  package var isEnabled: Bool?
  package var start: WallTime?
  package var end: WallTime?
  package var strictness: StrictnessMode?

  package init(
    isEnabled: Bool? = nil, start: WallTime? = nil, end: WallTime? = nil, strictness: StrictnessMode? = nil
  ) {
    (self.isEnabled, self.start, self.end, self.strictness) = (isEnabled, start, end, strictness)
  }

  /// The schedule with the change; nil if it would end when it starts.
  func applied(to schedule: RecurringSchedule) -> RecurringSchedule? {
    RecurringSchedule(
      isEnabled: isEnabled ?? schedule.isEnabled, start: start ?? schedule.start, end: end ?? schedule.end,
      strictness: strictness ?? schedule.strictness)
  }
}

/// Quiet sessions in text or as one JSON document: the running session, the allowed buttons, the schedule.
package struct QuietReport {
  private let course: QuietCourse
  private let now: QuietMoment
  private let zone: ZoneWindow

  package init(_ course: QuietCourse, at now: QuietMoment, zone: ZoneWindow) {
    (self.course, self.now, self.zone) = (course, now, zone)
  }

  package func answer(json: Bool) -> BoxAnswer {
    BoxAnswer(output: json ? JSONWriter.text(document) + "\n" : text)
  }

  /// The fields of `cribside quiet status --json`.
  package var document: JSONValue {
    [
      "session": course.session.map(document) ?? .null, "shield": .bool(course.shield != nil),
      "allowed": .array(words(course.allowed).map { .string($0) }),
      "strictness": .string(course.strictness.word),
      "schedule": schedule,
    ]
  }

  /// The fields of the state document. Without running seconds, since the document is sent whenever it changes.
  var stateDocument: JSONValue {
    [
      "session": course.session.map { session in
        [
          "mode": .string(session.mode.name), "strictness": .string(session.strictness.word),
          "startedAt": instant(session.startedAt), "endsAt": instant(session.endsAt),
          "durationMinutes": .integer(session.lengthMilliseconds / 60_000),
          "isCancelling": .bool(session.cancelRemainingMilliseconds(at: now) != nil),
        ]
      } ?? .null,
      "allowed": .array(words(course.allowed).map { .string($0) }),
      "strictness": .string(course.strictness.word),
      "schedule": schedule,
    ]
  }

  private var schedule: JSONValue {
    [
      "enabled": .bool(course.schedule.isEnabled), "start": .string(course.schedule.start.text),
      "end": .string(course.schedule.end.text), "strictness": .string(course.schedule.strictness.word),
    ]
  }

  private func document(_ session: QuietSession) -> JSONValue {
    [
      "id": .string(session.id.text), "mode": .string(session.mode.name),
      "strictness": .string(session.strictness.word), "startedAt": instant(session.startedAt),
      "endsAt": instant(session.endsAt), "isActive": .bool(session.isActive(at: now)),
      "durationMinutes": .integer(session.lengthMilliseconds / 60_000),
      "remainingSeconds": .integer(seconds(session.remainingMilliseconds(at: now))),
      "cancelSeconds": session.cancelRemainingMilliseconds(at: now).map { .integer(seconds($0)) } ?? .null,
    ]
  }

  private func instant(_ instant: Instant?) -> JSONValue {
    instant.map { .string(ISO8601.text($0, in: zone)) } ?? .null
  }

  private func seconds(_ milliseconds: Int) -> Int { (milliseconds + 999) / 1000 }

  private func words(_ actions: Set<QuietAction>) -> [String] {
    QuietAction.allCases.filter { actions.contains($0) }.map(\.word)
  }

  /// The running session in one line; nil if there is none.
  var sessionText: String? { course.session.map(text) }

  private var text: String {
    let schedule = course.schedule
    let lines = [
      "session   \(course.session.map(text) ?? "none")",
      "allowed   \(course.allowed.isEmpty ? "nothing" : words(course.allowed).joined(separator: ", "))",
      "default   \(course.strictness.sentence)",
      "schedule  "
        + (schedule.isEnabled
          ? "\(schedule.start.text) to \(schedule.end.text) every night, \(schedule.strictness.word)"
          : "off; `cribside quiet schedule --on` starts one at \(schedule.start.text) every night"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private func text(_ session: QuietSession) -> String {
    let remaining = QuietText.remaining(milliseconds: session.remainingMilliseconds(at: now))
    var text = "\(session.mode.name), \(session.durationText), \(session.strictness.word), \(remaining) left"
    if let end = session.endsAt { text += ", until \(zone.text(end))" }
    if let left = session.cancelRemainingMilliseconds(at: now) {
      text += ", cancelling in \(seconds(left)) s"
    }
    return text
  }
}

extension StrictnessMode {
  /// What it means, for the command line.
  fileprivate var sentence: String {
    switch self {
    case .strict: "strict: a session cannot be cancelled"
    case .flexible: "flexible: a session can be cancelled, which takes 30 s"
    }
  }
}

extension SessionMode {
  /// As `cribside quiet status` names it.
  package var name: String {
    switch self {
    case .manual: "manual"
    case .recurring: "recurring"
    }
  }
}

extension QuietRefusal {
  /// Bad input, or a refusal by the rules.
  package var exit: ExitStatus {
    if case .duration = self { return .data }
    return .no
  }
}

extension QuietNews {
  /// One line for the system's journal.
  package var text: String {
    switch self {
    case .started(let session): "quiet session: \(session.name) began"
    case .restored(let session): "quiet session: \(session.name) continues"
    case .cancelling: "quiet session: cancelling in 30 s"
    case .kept: "quiet session: kept"
    case .ended(let reason): "quiet session: \(reason.text)"
    case .keptLonger(let session):
      "quiet session: the schedule's time has come; \(session.name) ends later and continues"
    case .replaced(let session):
      "quiet session: \(session.name) ends later and takes the place of the one that ran"
    }
  }
}

extension QuietSession {
  /// The session's origin, length and strictness.
  fileprivate var name: String { "\(mode.name), \(durationText), \(strictness.word)," }
}

extension QuietEnd {
  fileprivate var text: String {
    switch self {
    case .timeUp: "time is up"
    case .cancelled: "cancelled"
    case .reset: "reset"
    case .damaged: "a damaged file was set aside; the session is over, the panel lit"
    case .elsewhere: "ended by another process"
    }
  }
}
