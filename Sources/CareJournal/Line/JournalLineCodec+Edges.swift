import Nursery

/// The first and last lines of a segment. They have no id and no number, since they belong to the file, not to the log.
///
/// ```
/// {"v":1,"op":"head","segment":12,"box":"7c1e9a04b2d1","boot":3,"bt":4000,"wt":1770797460000,"ws":"ntp",
///  "bootId":"…","at":1770797460000,"room":65536,"boxes":[["7c1e9a04b2d1",480,481,3]],
///  "clocks":[[3,4000,4000,1770797456000,null]],"shared":[],"events":[],"crc":"9f3c01ab"}
/// {"v":1,"op":"stop","box":"7c1e9a04b2d1","boot":3,"bt":90000,"wt":1770797546000,"ws":"ntp","last":492,"crc":"…"}
/// ```
/// An element of `boxes` is a box, its number of lines before the segment, its last number and its last boot. An
/// element of `clocks` is a boot, the first and the last reading of its clock, the difference between wall and boot
/// clock (null before a sync), the least difference that a saved clock allows (or null), and the word for its trust
/// unless that is `ntp`. An element of `shared` is a start and the earlier start whose clock it shares.
extension JournalLineCodec {
  /// The text of a head with its line end. A head that is too long keeps only each box's numbers; if it is still too
  /// long, it leaves out the numbers too. A start does not begin at a shortened head, but a reader of new lines still
  /// finds its place by the numbers.
  static func encode(_ head: SegmentHead) -> [UInt8] {
    let bytes = text(head)
    guard bytes.count > StorageLimits.headBytes + 1, let past = head.past else { return bytes }
    var shorter = head
    let numbers = SegmentHead.Past(accounts: past.accounts)
    shorter.past = past == numbers ? nil : numbers
    return encode(shorter)
  }

  private static func text(_ head: SegmentHead) -> [UInt8] {
    var bytes = opening("head", more: ",\"segment\":\(head.segment)", box: head.box, at: head.moment)
    bytes.append(contentsOf: ",\"bootId\":".utf8)
    JSONWriter.append(head.kernelBootID, to: &bytes)
    bytes.append(contentsOf: ",\"at\":\(head.instant.milliseconds)".utf8)
    if head.roomBytes > 0 { bytes.append(contentsOf: ",\"room\":\(head.roomBytes)".utf8) }
    if head.count > 0 { bytes.append(contentsOf: ",\"lc\":\(head.count)".utf8) }
    if head.isBlind { bytes.append(contentsOf: ",\"blind\":true".utf8) }
    if !head.skipped.isEmpty { append([("skipped", head.skipped.map(\.document))], to: &bytes) }
    if let span = head.span {
      bytes.append(
        contentsOf: ",\"span\":[\(span.lowerBound.milliseconds),\(span.upperBound.milliseconds)]".utf8)
    }
    if let past = head.past { append(past, to: &bytes) }
    return sealedLine(bytes)
  }

  /// The text of a stop with its line end.
  static func encode(_ stop: SegmentStop) -> [UInt8] {
    sealedLine(opening("stop", box: stop.box, at: stop.moment) + Array(",\"last\":\(stop.lastSequence)".utf8))
  }

  private static func opening(_ op: String, more: String = "", box: String, at moment: Moment) -> [UInt8] {
    var bytes = Array("{\"v\":\(version),\"op\":\"\(op)\"\(more),\"box\":".utf8)
    JSONWriter.append(box, to: &bytes)
    append(moment, to: &bytes)
    return bytes
  }

  private static func sealedLine(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    seal(&bytes)
    bytes.append(0x0A)
    return bytes
  }

  private static func append(_ past: SegmentHead.Past, to bytes: inout [UInt8]) {
    let boxes = past.accounts.sorted { $0.key < $1.key }.map { box, account -> JSONValue in
      [.string(box), .integer(account.lines), .integer(account.last), .integer(account.lastBoot)]
    }
    append([("boxes", boxes), ("clocks", past.clocks.map(\.document))], to: &bytes)
    append([("shared", past.sharedBoots.map(\.document))], to: &bytes)
    let gaps = past.accounts.sorted { $0.key < $1.key }.filter { !$0.value.older.isEmpty }
    if !gaps.isEmpty {
      append(
        [("missing", gaps.map { [.string($0.key), .array($0.value.older.map(\.document))] })], to: &bytes)
    }
    if !past.others.isEmpty {
      append([("others", past.others.sorted { $0.key < $1.key }.map { $1.document(of: $0) })], to: &bytes)
    }
    guard let events = past.events else { return }
    bytes.append(contentsOf: ",\"events\":[".utf8)
    for (index, event) in events.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(event, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func append(_ arrays: [(key: String, elements: [JSONValue])], to bytes: inout [UInt8]) {
    for array in arrays {
      bytes.append(contentsOf: ",\"\(array.key)\":".utf8)
      bytes.append(contentsOf: JSONWriter.bytes(.array(array.elements)))
    }
  }

  private static func append(_ event: SegmentHead.Event, to bytes: inout [UInt8]) {
    let care = event.record.care
    bytes.append(contentsOf: "{\"baby\":\(event.baby.number)".utf8)
    append(event.record.id.textBytes, as: "id", to: &bytes)
    append(LineVocabulary.source.bytes(for: event.record.source), as: "src", to: &bytes)
    append(CarePatch(care), to: &bytes)
    if let by = event.record.by {
      bytes.append(contentsOf: ",\"by\":".utf8)
      JSONWriter.append(by, to: &bytes)
    }
    if event.record.isDeleted { bytes.append(contentsOf: ",\"deleted\":true".utf8) }
    append(event.stamp, as: "line", to: &bytes)
    append(event.newest, as: "newest", to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

extension JournalLineCodec {
  /// A line's place in the household's order: its count, box and number.
  private static func append(_ stamp: LineStamp, as key: String, to bytes: inout [UInt8]) {
    guard stamp != .none else { return }
    let row: JSONValue = [.integer(stamp.count), .string(stamp.box), .integer(stamp.sequence)]
    append([(key, [row])], to: &bytes)
  }
}

// MARK: - Reading

extension JournalLineCodec {
  /// The head or stop in a document; nil for any other line; odd if a value is impossible.
  static func edge(of document: JSONValue) -> Decoded? {
    do throws(FieldFault) {
      var fields = try Fields(document)
      guard try fields.required("v", as: .integer) == version else { return nil }
      switch try fields.required("op", as: .string) {
      case "head": return .head(try head(from: &fields))
      case "stop": return .stop(try stop(from: &fields))
      default: return nil
      }
    } catch {
      return isEdge(document) ? .odd : nil
    }
  }

  private static func isEdge(_ document: JSONValue) -> Bool {
    guard case .object(let members) = document.kind,
      case .string(let op)? = members.first(where: { $0.key == "op" })?.value.kind
    else { return false }
    return op == "head" || op == "stop"
  }

  private static func stop(from fields: inout Fields) throws(FieldFault) -> SegmentStop {
    SegmentStop(
      box: try fields.required("box", as: .string), moment: try moment(from: &fields),
      lastSequence: try fields.required("last", as: .integer(in: 0...LineLimits.sequence.upperBound)))
  }

  private static func head(from fields: inout Fields) throws(FieldFault) -> SegmentHead {
    let milliseconds = FieldKind.integer(in: LineLimits.milliseconds)
    var head = SegmentHead(
      segment: try fields.required("segment", as: .integer(in: LineLimits.segment)),
      box: try fields.required("box", as: .string), moment: try moment(from: &fields),
      kernelBootID: try fields.required("bootId", as: .string),
      instant: Instant(milliseconds: try fields.required("at", as: milliseconds)),
      roomBytes: try fields.optional("room", as: .integer(in: 0...StorageLimits.segmentReadBytes)) ?? 0)
    head.count = try fields.optional("lc", as: .integer(in: LineLimits.count)) ?? 0
    head.isBlind = try fields.optional("blind", as: .bool) ?? false
    head.skipped = try fields.optionalArray("skipped", of: .numberRange) ?? []
    if let span = try fields.optionalArray("span", of: milliseconds), span.count == 2, span[0] <= span[1] {
      head.span = Instant(milliseconds: span[0])...Instant(milliseconds: span[1])
    }
    if fields.contains("boxes") { head.past = try past(from: &fields, inSegment: head.segment) }
    return head
  }

  private static func past(
    from fields: inout Fields, inSegment segment: Int
  ) throws(FieldFault) -> SegmentHead.Past {
    var past = SegmentHead.Past()
    for (box, account) in try fields.array("boxes", of: .account(throughSegment: segment)) {
      past.accounts[box] = account
    }
    past.clocks = try fields.array("clocks", of: .bootClock)
    past.sharedBoots = try fields.array("shared", of: .bootPair)
    for (box, gaps) in try fields.optionalArray("missing", of: .gaps) ?? [] {
      past.accounts[box]?.older = gaps
    }
    for (box, other) in try fields.optionalArray("others", of: .otherBox) ?? [] { past.others[box] = other }
    guard fields.contains("events") else { return past }
    var events: [SegmentHead.Event] = []
    for var event in try fields.objects("events") { events.append(try self.event(from: &event)) }
    past.events = events
    return past
  }

  private static func event(from fields: inout Fields) throws(FieldFault) -> SegmentHead.Event {
    let baby = BabyID(number: try fields.required("baby", as: .integer(in: LineLimits.baby)))
    let record = CareRecord(
      id: try fields.required("id", as: .eventID), care: try care(from: &fields),
      source: try fields.required("src", as: .word(of: LineVocabulary.source)),
      isDeleted: try fields.optional("deleted", as: .bool) ?? false,
      by: try fields.optional("by", as: .string))
    return SegmentHead.Event(
      baby: baby, record: record, stamp: try stamp("line", from: &fields),
      newest: try stamp("newest", from: &fields))
  }

  private static func stamp(_ key: String, from fields: inout Fields) throws(FieldFault) -> LineStamp {
    try fields.optionalArray(key, of: .stamp)?.first ?? .none
  }
}

extension BootClock {
  fileprivate var document: JSONValue {
    var row: [JSONValue] = [
      .integer(boot), .integer(firstMilliseconds), .integer(lastMilliseconds),
      .integer(syncedOffset), .integer(savedOffset),
    ]
    if trust != .synced {
      row.append(.string(String(decoding: LineVocabulary.trust.bytes(for: trust), as: UTF8.self)))
    }
    return .array(row)
  }
}

extension SegmentHead.Pair {
  fileprivate var document: JSONValue { [.integer(boot), .integer(earlier)] }
}

extension SegmentHead.Other {
  fileprivate func document(of box: String) -> JSONValue {
    [
      .string(box), .integer(lastStart), .string(kernelBootID), .array(clocks.map(\.document)),
      .array(sharedBoots.map(\.document)),
    ]
  }
}

extension JSONValue {
  /// The elements of an array, each read as a kind; nil if one cannot be read.
  fileprivate func elements<Value>(as kind: FieldKind<Value>) -> [Value]? {
    guard case .array(let elements) = self.kind else { return nil }
    var values: [Value] = []
    for element in elements {
      guard let value = kind.read(element) else { return nil }
      values.append(value)
    }
    return values
  }

  fileprivate var text: String? {
    guard case .string(let text) = kind else { return nil }
    return text
  }

  fileprivate func integer(in range: ClosedRange<Int>) -> Int? {
    guard case .integer(let integer) = kind, range.contains(integer) else { return nil }
    return integer
  }
}

extension FieldKind {
  /// An array of `count` values, or up to `orMore` more, read by a closure.
  fileprivate static func row(
    _ expected: String, _ count: Int, orMore: Int = 0, read: @escaping @Sendable ([JSONValue]) -> Value?
  ) -> FieldKind {
    FieldKind(expected) { value in
      guard case .array(let parts) = value.kind, (count...count + orMore).contains(parts.count) else {
        return nil
      }
      return read(parts)
    }
  }
}

extension FieldKind where Value == SegmentHead.Pair {
  fileprivate static var bootPair: FieldKind {
    .row("two boot ordinals", 2) { parts in
      guard let boot = parts[0].integer(in: LineLimits.boot),
        let earlier = parts[1].integer(in: LineLimits.boot)
      else { return nil }
      return SegmentHead.Pair(boot: boot, earlier: earlier)
    }
  }
}

extension FieldKind where Value == LineStamp {
  static var stamp: FieldKind {
    .row("a count, a box and a number", 3) { parts in
      guard let count = parts[0].integer(in: LineLimits.count), let box = parts[1].text,
        (1...LineLimits.boxBytes).contains(box.utf8.count),
        let sequence = parts[2].integer(in: LineLimits.sequence)
      else { return nil }
      return LineStamp(count: count, box: box, sequence: sequence)
    }
  }
}

extension FieldKind where Value == (String, [ClosedRange<Int>]) {
  fileprivate static var gaps: FieldKind {
    .row("a box and its missing numbers", 2) { parts in
      guard let box = parts[0].text, let gaps = parts[1].elements(as: .numberRange) else { return nil }
      return (box, gaps)
    }
  }
}

extension FieldKind where Value == (String, SegmentHead.Other) {
  fileprivate static var otherBox: FieldKind {
    .row("a box, its last start, the kernel's boot id, clocks and shared clocks", 5) { parts in
      guard let box = parts[0].text, let start = parts[1].integer(in: LineLimits.boot),
        let kernel = parts[2].text, let clocks = parts[3].elements(as: .bootClock),
        let shared = parts[4].elements(as: .bootPair)
      else { return nil }
      return (
        box,
        SegmentHead.Other(lastStart: start, kernelBootID: kernel, clocks: clocks, sharedBoots: shared)
      )
    }
  }
}

extension FieldKind where Value == BootClock {
  fileprivate static var bootClock: FieldKind {
    .row("a boot, two readings of its clock, two offsets, and who vouches", 5, orMore: 1) { parts in
      let (milliseconds, offset) = (LineLimits.milliseconds, LineLimits.offset)
      guard let boot = parts[0].integer(in: LineLimits.boot), let first = parts[1].integer(in: milliseconds),
        let last = parts[2].integer(in: milliseconds), first <= last,
        parts[3].kind == .null || parts[3].integer(in: offset) != nil,
        parts[4].kind == .null || parts[4].integer(in: offset) != nil
      else { return nil }
      var trust = ClockTrust.synced
      if parts.count == 6 {
        guard case .string(let word) = parts[5].kind, let known = LineVocabulary.trust.value(of: word) else {
          return nil
        }
        trust = known
      }
      return BootClock(
        boot: boot, firstMilliseconds: first, lastMilliseconds: last,
        syncedOffset: parts[3].integer(in: offset), savedOffset: parts[4].integer(in: offset),
        trust: trust)
    }
  }
}

extension FieldKind where Value == (String, SequenceLedger.Account) {
  fileprivate static func account(throughSegment segment: Int) -> FieldKind {
    .row("a box, its lines, its last number and its last boot", 4) { parts in
      guard case .string(let box) = parts[0].kind,
        let lines = parts[1].integer(in: 0...LineLimits.sequence.upperBound),
        let last = parts[2].integer(in: 0...LineLimits.sequence.upperBound),
        let boot = parts[3].integer(in: LineLimits.boot),
        LineLimits.allow(sequence: last, boot: boot, throughSegment: segment)
      else { return nil }
      return (box, SequenceLedger.Account(last: last, lines: lines, lastBoot: boot))
    }
  }
}
