import Nursery

/// Reads lines with the general JSON reader: members in any order, escapes, unknown members ignored.
extension JournalLineCodec {
  /// Interprets a line whose checksum holds. Nothing in it can stop the reading of the log: a line that is not
  /// understood is odd or foreign.
  static func interpret(_ bytes: [UInt8]) -> Decoded {
    do throws(JSONFault) {
      let document = try JSONReader.read(bytes, depth: StorageLimits.lineDepth)
      return edge(of: document) ?? line(of: document).map { .line($0) } ?? .odd
    } catch {
      return .odd
    }
  }

  private static func line(of document: JSONValue) -> JournalLine? {
    do throws(FieldFault) {
      var fields = try Fields(document)
      let version = try fields.required("v", as: .integer)
      let op = try fields.required("op", as: .string)
      var line = JournalLine(
        id: try fields.required("id", as: .eventID), box: try fields.required("box", as: .string),
        sequence: try fields.required("seq", as: .integer(in: LineLimits.sequence)),
        count: try fields.optional("lc", as: .integer(in: LineLimits.count)) ?? 0,
        origin: try fields.optional("copy", as: .stamp), moment: try moment(from: &fields),
        entry: .foreign(op: op))
      if version == Self.version { line.entry = entry(op: op, of: line, from: fields) }
      return line
    } catch {
      return nil
    }
  }

  static func moment(from fields: inout Fields) throws(FieldFault) -> Moment {
    let boot = BootTime(
      boot: try fields.required("boot", as: .integer(in: LineLimits.boot)),
      milliseconds: try fields.required("bt", as: .integer(in: LineLimits.milliseconds)))
    let wall = try fields.optional("wt", as: .integer(in: LineLimits.milliseconds))
    let trust = try fields.required("ws", as: .word(of: LineVocabulary.trust))
    return Moment(boot: boot, wall: wall.map { Instant(milliseconds: $0) }, trust: trust)
  }

  private static func entry(op: String, of line: JournalLine, from fields: Fields) -> JournalLine.Entry {
    var fields = fields
    do throws(FieldFault) {
      switch op {
      case "boot": return .boot(kernelBootID: try fields.required("bootId", as: .string))
      case "sync": return .sync
      case "left": return .left(try fields.array("numbers", of: .numberRange))
      default:
        guard let change = try change(op: op, from: &fields) else { return .foreign(op: op) }
        let source = try fields.required("src", as: .word(of: LineVocabulary.source))
        let baby = try fields.required("baby", as: .integer(in: LineLimits.baby))
        let event = CareEvent(
          id: line.id, baby: BabyID(number: baby), moment: line.moment, source: source, change: change,
          by: try fields.optional("by", as: .string))
        return .care(event)
      }
    } catch {
      return .foreign(op: op)
    }
  }

  private static func change(
    op: String, from fields: inout Fields
  ) throws(FieldFault) -> CareEvent.Change? {
    switch op {
    case "add": .added(try care(from: &fields))
    case "amend": .amended(try fields.required("of", as: .eventID), try patch(from: &fields))
    case "delete": .deleted(try fields.required("of", as: .eventID))
    default: nil
    }
  }

  static func care(from fields: inout Fields) throws(FieldFault) -> Care {
    var care = Care(
      kind: try fields.required("kind", as: .word(of: LineVocabulary.kind)),
      start: try fields.required("start", as: .eventTime),
      end: try fields.optional("end", as: .eventTime),
      side: try fields.optional("side", as: .word(of: LineVocabulary.side)), detail: try detail(from: &fields)
    )
    try fields.optional(RoughTimes.key, as: .word(of: LineVocabulary.about))?.mark(&care)
    return care
  }

  private static func detail(from fields: inout Fields) throws(FieldFault) -> CareDetail {
    CareDetail(
      amountMilliliters: try fields.optional("ml", as: .integer(in: LineLimits.amountMilliliters)),
      milk: try fields.optional("milk", as: .word(of: LineVocabulary.milk)),
      nappy: try fields.optional("nappy", as: .word(of: LineVocabulary.nappy)),
      medicine: try fields.optional("medicine", as: .medicine))
  }

  static func patch(from fields: inout Fields) throws(FieldFault) -> CarePatch {
    var patch = CarePatch(
      kind: try fields.optional("kind", as: .word(of: LineVocabulary.kind)),
      start: try fields.optional("start", as: .eventTime),
      side: try fields.optional("side", as: .word(of: LineVocabulary.side)), detail: try detail(from: &fields)
    )
    if fields.contains("end") { patch.end = .some(try fields.optional("end", as: .eventTime)) }
    try fields.optional(RoughTimes.key, as: .word(of: LineVocabulary.about))?.mark(&patch)
    return patch
  }
}

extension FieldKind where Value == EventID {
  /// The id of a line, in its UUID form.
  public static var eventID: FieldKind {
    .text("an id such as 0198b0a2-5c3e-7d41-9b1f-0c2d4e6f8a90") { EventID(text: $0) }
  }
}

extension FieldKind where Value == String {
  /// The name of a medicine.
  static var medicine: FieldKind {
    .text("1 to \(CareDetail.medicineLimit) characters") { text in
      (1...CareDetail.medicineLimit).contains(text.count) ? text : nil
    }
  }
}

extension FieldKind where Value == ClosedRange<Int> {
  /// A range of line numbers, `[first, last]`.
  static var numberRange: FieldKind {
    FieldKind("the first and the last of some line numbers") { value in
      guard case .array(let parts) = value.kind, parts.count == 2, case .integer(let first) = parts[0].kind,
        case .integer(let last) = parts[1].kind, LineLimits.sequence.contains(first),
        LineLimits.sequence.contains(last), first <= last
      else { return nil }
      return first...last
    }
  }
}

extension ClosedRange<Int> {
  /// The array that `numberRange` reads.
  var document: JSONValue { [.integer(lowerBound), .integer(upperBound)] }
}

extension FieldKind where Value == EventTime {
  /// Wall milliseconds, or `[boot, bt]`, or `[boot, bt, box]` on another box's clock.
  static var eventTime: FieldKind {
    FieldKind("milliseconds, or a boot ordinal, milliseconds and perhaps a box") { value in
      switch value.kind {
      case .integer(let wall) where LineLimits.milliseconds.contains(wall):
        .wall(Instant(milliseconds: wall))
      case .array(let parts): bootTime(parts).map { .boot($0) }
      default: nil
      }
    }
  }

  private static func bootTime(_ parts: [JSONValue]) -> BootTime? {
    guard (2...3).contains(parts.count), case .integer(let boot) = parts[0].kind,
      LineLimits.boot.contains(boot),
      case .integer(let milliseconds) = parts[1].kind, LineLimits.milliseconds.contains(milliseconds)
    else { return nil }
    guard parts.count == 3 else { return BootTime(boot: boot, milliseconds: milliseconds) }
    guard case .string(let box) = parts[2].kind, (1...LineLimits.boxBytes).contains(box.utf8.count) else {
      return nil
    }
    return BootTime(boot: boot, milliseconds: milliseconds, box: box)
  }
}

extension FieldKind where Value: Hashable & Sendable {
  /// A word of a table.
  static func word(of table: WordTable<Value>) -> FieldKind {
    .text("one of " + table.entries.map(\.word).joined(separator: ", ")) { table.value(of: $0) }
  }
}
