import BoxRuntime
import CareJournal
import Nursery

/// One line of `cribside nights --in`: a night to score.
struct NightRequest {
  /// The night, not scored yet.
  let night: NightRecord
  /// The zone in which its instants are written: the one that the line names, else the UTC offset of its first
  /// segment.
  let zone: ZoneWindow

  /// Reads a line's object. The sleep is either `segments` of instants, or `hours` with the `bedtimes` of its pieces;
  /// with neither, nothing is known of the night. The fields that `--json` adds to a night are ignored, so that its
  /// output can be read again.
  ///
  /// Throws for anything missing, unknown or of the wrong kind, and for a segment that ends before it starts or more
  /// than a day later, overlaps another one or begins in another night than the line's date. The fault names the
  /// field: `segments[1].end`.
  init(_ value: JSONValue, zone: (String, Instant) -> ZoneWindow?) throws(FieldFault) {
    var fields = try Fields(value)
    for key in ["stars", "reasons", "debt"] { _ = fields.remove(key) }
    let spans = try NightRequest.segments(fields.objects("segments"))
    self.zone = try NightRequest.zone(&fields, spans, zone)
    var night = NightRecord(
      date: try NightRequest.date(&fields, spans.first, self.zone), segments: spans.map { $0.range },
      goal: NightGoal(
        bedtime: try fields.optional("bedtime", as: .timeOfDay),
        alarm: try fields.optional("alarm", as: .timeOfDay)),
      source: try fields.optional("source", as: .oneOf(["button": .button, "motion": .motion])) ?? .button,
      zone: self.zone)
    try NightRequest.checkNights(of: spans, night.date, line: value.line, self.zone)
    if let hours = try fields.optional("goal", as: .number(in: 0.1...24)) {
      night.goalMinutes = Int((hours * 60).rounded())
    }
    try NightRequest.readSums(&fields, into: &night)
    night.steps = try fields.optional("steps", as: .integer(in: NightWord.stepRange))
    night.rating = try fields.optional("rating", as: .integer(in: NightScore.least...NightScore.best))
    night.isForgottenNap = try fields.optional("forgottenNap", as: .bool) ?? false
    night.isEstimated = try fields.optional("estimated", as: .bool) ?? false
    try fields.finish()
    self.night = night
  }

  // MARK: Parts

  /// A segment, its place in the line, and the clock by which its start was written.
  private struct Segment {
    var index: Int
    var range: InstantRange
    var offsetSeconds: Int
  }

  private static let longestMinutes = 1_440

  private static func segments(_ objects: [Fields]) throws(FieldFault) -> [Segment] {
    var segments: [Segment] = []
    for (index, fields) in objects.enumerated() {
      var fields = fields
      let start = try fields.required("start", as: .writtenInstant)
      let end = try fields.required("end", as: .instant)
      try fields.finish()
      guard end > start.instant else { throw fields.fault("end", expected: "a time after the start") }
      guard end <= start.instant.adding(minutes: longestMinutes) else {
        throw fields.fault("end", expected: "a time within a day of the start")
      }
      let range = InstantRange(earliest: start.instant, latest: end)
      if let other = segments.firstIndex(where: { $0.range.overlaps(range) }) {
        throw fields.fault("start", expected: "a segment that does not overlap segments[\(other)]")
      }
      segments.append(Segment(index: index, range: range, offsetSeconds: start.offsetSeconds))
    }
    return segments.sorted { $0.range.earliest < $1.range.earliest }
  }

  private static func zone(
    _ fields: inout Fields, _ segments: [Segment], _ named: (String, Instant) -> ZoneWindow?
  ) throws(FieldFault) -> ZoneWindow {
    let around = segments.first?.range.earliest ?? Instant(milliseconds: 0)
    guard let name = try fields.optional("timeZone", as: .string) else {
      // The clocks may change between two segments, so each segment has the offset with which it was written.
      let changes = segments.dropFirst().map {
        ZoneWindow.Transition(at: $0.range.earliest, offsetSeconds: $0.offsetSeconds)
      }
      return ZoneWindow(
        name: "", initialOffsetSeconds: segments.first?.offsetSeconds ?? 0, transitions: changes)
    }
    guard let zone = named(name, around) else {
      throw fields.fault("timeZone", expected: "the name of a time zone such as Europe/Berlin")
    }
    return zone
  }

  /// The date of the evening; a line with segments need not name it.
  private static func date(
    _ fields: inout Fields, _ first: Segment?, _ zone: ZoneWindow
  ) throws(FieldFault) -> CivilDate {
    guard let first else { return try fields.required("date", as: .date) }
    return try fields.optional("date", as: .date)
      ?? NightWindow(containing: first.range.earliest, zone: zone).evening
  }

  private static func checkNights(
    of segments: [Segment], _ date: CivilDate, line: Int, _ zone: ZoneWindow
  ) throws(FieldFault) {
    for segment in segments
    where NightWindow(containing: segment.range.earliest, zone: zone).evening != date {
      let (evening, morning) = (ISO8601.text(date), ISO8601.text(date.adding(days: 1)))
      throw FieldFault(
        path: "segments[\(segment.index)].start", line: line,
        expected: "a time between noon of \(evening) and noon of \(morning)",
        found: ISO8601.text(segment.range.earliest, in: zone))
    }
  }

  /// The sums of a night whose segments are not given. If they are given, only `wakings` is used.
  private static func readSums(_ fields: inout Fields, into night: inout NightRecord) throws(FieldFault) {
    let hours = try fields.optional("hours", as: .number(in: 0...24))
    let bedtimes = try fields.optionalArray("bedtimes", of: .timeOfDay) ?? []
    let wakings = try fields.optional("wakings", as: .integer(in: 0...1000))
    if night.segments.isEmpty, let hours {
      night.asleepMilliseconds = Int((hours * 3_600_000).rounded())
      night.bedtimes = bedtimes
      night.segmentCount = max(1, bedtimes.count)
      night.wakings = night.segmentCount - 1
    }
    if let wakings { night.wakings = wakings }
  }
}

extension InstantRange {
  fileprivate func overlaps(_ other: InstantRange) -> Bool {
    earliest < other.latest && other.earliest < latest
  }
}

extension FieldKind where Value == (instant: Instant, offsetSeconds: Int) {
  /// An instant, and the UTC offset with which it was written.
  fileprivate static var writtenInstant: FieldKind {
    .text(FieldKind<Instant>.instant.expected) { text in
      guard let instant = ISO8601.instant(text), let local = ISO8601.instant(String(text.prefix(16)) + "Z")
      else { return nil }
      let minutes = instant.minute - local.minute
      return (instant, -minutes * 60)
    }
  }
}

/// The answers of `cribside nights --in`: every line is scored together with all the others.
struct NightAnswers {
  /// A line that could not be read, and why.
  struct Complaint {
    let line: Int
    let field: String
    let message: String

    /// `3: segments[0].end: expected …, found …`
    var text: String { "\(line): " + (field.isEmpty ? "" : field + ": ") + message }

    /// The answer in place of the night.
    var document: JSONValue {
      ["line": .integer(line), "error": ["field": .string(field), "message": .string(message)]]
    }
  }

  private enum Line {
    case night(NightRequest)
    case complaint(Complaint)
  }

  private var lines: [Line] = []
  private var nights: [NightRecord] = []
  private var dates: Set<CivilDate> = []
  /// Every night that was read, scored.
  private(set) var store = SleepStore()
  /// What could not be read, in the order of the lines.
  private(set) var complaints: [Complaint] = []

  /// Reads JSON Lines; blank lines are skipped.
  init(_ bytes: [UInt8], zone: (String, Instant) -> ZoneWindow?) {
    let texts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() where !text.allSatisfy({ $0 <= 0x20 }) {
      read(Array(text), number: index + 1, zone)
    }
    store = SleepStore(nights)
  }

  /// Sets ratings and steps. Returns the first evening that is not among the nights; nil if all are.
  mutating func set(_ words: [NightWord]) -> CivilDate? {
    for word in words {
      guard let date = word.evening ?? lastEvening else { return nil }
      let isKnown =
        switch word.word {
        case .rating(let stars): store.rate(date, stars)
        case .steps(let steps): store.setSteps(date, steps)
        }
      guard isKnown else { return date }
    }
    return nil
  }

  /// The newest night's evening; nil without nights.
  var lastEvening: CivilDate? { store.nights.last?.date }

  /// One document for each line in its place, and one for the week that the newest night ends.
  var documents: [JSONValue] {
    let answers = lines.map { line in
      switch line {
      case .complaint(let complaint): complaint.document
      case .night(let request): document(of: request)
      }
    }
    return answers + (lastEvening.map { [NightDocument.week(store, through: $0)] } ?? [])
  }

  /// The table of the newest night's week; nothing without nights.
  var table: [String] {
    lastEvening.map { NightsReport(store, through: $0, zone: .utc).table } ?? []
  }

  /// A night that is older than the store keeps is scored separately.
  private func document(of request: NightRequest) -> JSONValue {
    let date = request.night.date
    var night = store.night(of: date) ?? request.night
    let all = store.night(of: date) == nil ? nights : store.nights
    night.score = SleepAnalyzer.score(night, among: all)
    let debt = SleepAnalyzer.debtMilliseconds(of: all, through: date) / 60_000
    return NightDocument.document(of: night, debtMinutes: debt, zone: request.zone)
  }

  private mutating func read(
    _ bytes: [UInt8], number: Int, _ zone: (String, Instant) -> ZoneWindow?
  ) {
    do {
      let request = try NightRequest(try JSONReader.read(bytes, firstLine: number), zone: zone)
      guard dates.insert(request.night.date).inserted else {
        return complain(number, "date", "expected a night that no other line has")
      }
      nights.append(request.night)
      lines.append(.night(request))
    } catch let fault as JSONFault {
      complain(number, "", fault.message)
    } catch let fault as FieldFault {
      complain(number, fault.path, fault.message)
    } catch {
      complain(number, "", "\(error)")
    }
  }

  private mutating func complain(_ number: Int, _ field: String, _ message: String) {
    let complaint = Complaint(line: number, field: field, message: message)
    complaints.append(complaint)
    lines.append(.complaint(complaint))
  }
}
