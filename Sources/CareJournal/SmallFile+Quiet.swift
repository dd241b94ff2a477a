import Nursery

/// `quiet.json`: the stored state of quiet sessions, for every process that shares the box's directory. It is replaced
/// whole, so session and shield always match; the last writer wins.
extension SmallFile where Content == QuietState {
  /// Schedule, session, shield and choices.
  public static var quiet: SmallFile {
    SmallFile(path: "quiet.json", encode: QuietDocument.document, decode: QuietDocument.state)
  }
}

/// The text of `quiet.json`.
private enum QuietDocument {
  static func document(_ state: QuietState) -> JSONValue {
    [
      "strictness": .string(state.strictness?.word), "allowed": state.allowed.map(words) ?? .null,
      "schedule": state.schedule.map(document) ?? .null,
      "lastWindow": .string(state.lastWindow.map { ISO8601.text($0) }),
      "sparesWindow": state.sparesWindow ? .bool(true) : .null,
      "session": state.session.map(document) ?? .null, "shield": state.shield.map(document) ?? .null,
    ]
  }

  static func state(_ fields: inout Fields) throws(FieldFault) -> QuietState? {
    var state = QuietState()
    state.strictness = try fields.optional("strictness", as: .strictness)
    state.allowed = try fields.optionalArray("allowed", of: .quietAction).map { Set($0) }
    if var schedule = try fields.optionalObject("schedule") {
      state.schedule = try RecurringSchedule(&schedule)
    }
    state.lastWindow = try fields.optional("lastWindow", as: .date)
    state.sparesWindow = try fields.optional("sparesWindow", as: .bool) ?? false
    if var session = try fields.optionalObject("session") { state.session = try read(&session) }
    if var shield = try fields.optionalObject("shield") { state.shield = try readShield(&shield) }
    return state
  }

  /// The actions' names in a fixed order, so that equal sets have equal bytes.
  private static func words(_ actions: Set<QuietAction>) -> JSONValue {
    .array(QuietAction.allCases.filter { actions.contains($0) }.map { .string($0.word) })
  }

  private static func document(_ schedule: RecurringSchedule) -> JSONValue {
    [
      "enabled": .bool(schedule.isEnabled), "start": .string(schedule.start.text),
      "end": .string(schedule.end.text), "strictness": .string(schedule.strictness.word),
    ]
  }

  private static func document(_ shield: Shield) -> JSONValue {
    ["session": .string(shield.session.text), "allowed": words(shield.allowed)]
  }

  private static func readShield(_ fields: inout Fields) throws(FieldFault) -> Shield {
    Shield(
      session: try fields.required("session", as: .eventID),
      allowed: Set(try fields.array("allowed", of: .quietAction)))
  }

  // MARK: The session

  private static func document(_ session: QuietSession) -> JSONValue {
    let mark = session.mark
    return [
      "id": .string(session.id.text), "mode": document(session.mode),
      "strictness": .string(session.strictness.word), "startedAt": instant(session.startedAt),
      "endsAt": instant(session.endsAt), "isActive": .bool(mark.remainingMilliseconds > 0),
      "length": .integer(session.lengthMilliseconds), "bootId": .string(mark.kernelBoot),
      "bt": .integer(mark.milliseconds), "remaining": .integer(mark.remainingMilliseconds),
      "awaitsClock": .bool(session.awaitsClock), "cancelAt": .integer(session.cancelMilliseconds),
    ]
  }

  private static func document(_ mode: SessionMode) -> JSONValue {
    switch mode {
    case .manual(let minutes): return ["manual": .integer(minutes)]
    case .recurring(let startHour, let startMinute, let endHour, let endMinute):
      let start = WallTime(minutesAfterMidnight: startHour * 60 + startMinute)
      let end = WallTime(minutesAfterMidnight: endHour * 60 + endMinute)
      return ["recurring": [.string(start.text), .string(end.text)]]
    }
  }

  private static func instant(_ instant: Instant?) -> JSONValue { .integer(instant?.milliseconds) }

  private static func read(_ fields: inout Fields) throws(FieldFault) -> QuietSession {
    var mode = try fields.object("mode")
    let mark = QuietSession.Mark(
      kernelBoot: try fields.required("bootId", as: .string),
      milliseconds: try fields.required("bt", as: .quietMilliseconds),
      remainingMilliseconds: try fields.required("remaining", as: .quietMilliseconds))
    return QuietSession(
      id: try fields.required("id", as: .eventID), mode: try readMode(&mode),
      strictness: try fields.required("strictness", as: .strictness),
      lengthMilliseconds: try fields.required("length", as: .quietMilliseconds),
      endsAt: try fields.optional("endsAt", as: .integer(in: LineLimits.milliseconds)).map {
        Instant(milliseconds: $0)
      }, mark: mark,
      awaitsClock: try fields.required("awaitsClock", as: .bool),
      cancelMilliseconds: try fields.optional("cancelAt", as: .quietMilliseconds))
  }

  private static func readMode(_ fields: inout Fields) throws(FieldFault) -> SessionMode {
    if let minutes = try fields.optional("manual", as: .integer(in: SessionMode.allowedMinutes)) {
      return .manual(durationMinutes: minutes)
    }
    let times = try fields.array("recurring", of: .timeOfDay)
    guard times.count == 2 else { throw fields.fault("recurring", expected: "two times of day") }
    return .recurring(
      startHour: times[0].hour, startMinute: times[0].minute, endHour: times[1].hour,
      endMinute: times[1].minute)
  }
}

extension RecurringSchedule {
  /// Reads a schedule's fields; all but the times may be missing.
  fileprivate init(_ fields: inout Fields) throws(FieldFault) {
    let start = try fields.required("start", as: .timeOfDay)
    let end = try fields.required("end", as: .timeOfDay)
    let strictness = try fields.optional("strictness", as: .strictness) ?? .flexible
    let isEnabled = try fields.optional("enabled", as: .bool) ?? false
    guard
      let schedule = RecurringSchedule(isEnabled: isEnabled, start: start, end: end, strictness: strictness)
    else { throw fields.fault("end", expected: "another time than the start") }
    self = schedule
  }
}

extension FieldKind where Value == Int {
  /// Milliseconds of a session or of the boot clock. The limit is far above any real value, and low enough that sums
  /// and differences with a wall clock can still be written.
  fileprivate static var quietMilliseconds: FieldKind { .integer(in: 0...1_000_000_000_000_000) }
}

extension QuietAction {
  /// The action's name in files, configuration and commands.
  public var word: String {
    switch self {
    case .nap: "nap"
    case .feed: "feed"
    case .lamp: "lamp"
    case .sound: "sound"
    }
  }

  /// The action of a name; nil for anything else.
  public init?(word: String) {
    guard let action = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = action
  }
}

extension FieldKind where Value == QuietAction {
  /// An action that a shield may allow.
  public static var quietAction: FieldKind {
    .oneOf(["nap": .nap, "feed": .feed, "lamp": .lamp, "sound": .sound])
  }
}

extension StrictnessMode {
  /// The mode's name in files, configuration and commands.
  public var word: String {
    switch self {
    case .strict: "strict"
    case .flexible: "flexible"
    }
  }
}

extension FieldKind where Value == StrictnessMode {
  /// Whether sessions can be cancelled.
  public static var strictness: FieldKind { .oneOf(["strict": .strict, "flexible": .flexible]) }
}

/// One process's access to the file of quiet sessions. It does not overwrite a file that it could not read: a card that
/// fails for a moment must not cost a session that another process has written.
public struct QuietShelf: Sendable {
  /// The processes that write, each with a temporary file of its own.
  public enum Writer: String, Sendable {
    /// The holder of the directory's lock: the box, or a command while no box runs.
    case box
    /// The process that stands by.
    case guardian = "guard"
  }

  private let writer: Writer
  private var isBlind = false

  /// An access that has not read yet.
  public init(writer: Writer) { self.writer = writer }

  /// What the file holds: see `finding`.
  public mutating func load<Storage: JournalStorage>(from storage: Storage) -> QuietFinding {
    let finding = Self.finding(in: storage)
    isBlind = finding.isUnreadable
    return finding
  }

  /// Replaces the file if it differs; durable when the call returns, and the result is nil. If the file could not be
  /// read before and can be now, nothing is replaced, and the result is what it holds. Throws if the file still cannot
  /// be read.
  public mutating func save<Storage: JournalStorage>(
    _ state: QuietState, in storage: Storage
  ) throws(StorageFault) -> QuietFinding? {
    guard isBlind else {
      try Self.replace(state, by: writer, in: storage)
      return nil
    }
    let finding = load(from: storage)
    guard !finding.isUnreadable else {
      throw StorageFault(operation: "read", path: SmallFile.quiet.path, reason: .device)
    }
    return finding
  }

  /// Replaces the file if it differs; durable when the call returns.
  public static func replace<Storage: JournalStorage>(
    _ state: QuietState, by writer: Writer, in storage: Storage
  ) throws(StorageFault) {
    if try read(storage).content == state { return }
    try SmallFile.quiet.save(state, by: writer.rawValue, in: storage)
  }

  /// A file that vanishes between listing and reading is missing.
  private static func read<Storage: JournalStorage>(
    _ storage: Storage
  ) throws(StorageFault) -> KeptReading<QuietState> {
    do throws(StorageFault) {
      return try SmallFile.quiet.read(from: storage)
    } catch {
      guard error.reason == .missing else { throw error }
      return .missing
    }
  }

  /// What the file holds. A missing file holds nothing. A file that is damaged or of a newer version is moved to
  /// `quarantine`, if the card allows, and counts as damaged. If the file cannot be read, nothing is known.
  public static func finding<Storage: JournalStorage>(in storage: Storage) -> QuietFinding {
    do throws(StorageFault) {
      switch try read(storage) {
      case .missing: return QuietFinding()
      case .whole(let state): return QuietFinding(state)
      case .damaged, .newer:
        setAside(in: storage)
        return QuietFinding(isDamaged: true)
      }
    } catch {
      return .unreadable
    }
  }

  /// Moves the file aside. If that fails, it stays and is replaced with the next change.
  private static func setAside<Storage: JournalStorage>(in storage: Storage) {
    do throws(StorageFault) {
      try SmallFile.quiet.setAside(in: storage)
    } catch {
      return
    }
  }
}
