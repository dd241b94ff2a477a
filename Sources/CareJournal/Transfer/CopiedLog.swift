import Nursery

/// The lines of another log, as `LogCopy` wrote them, made ready to be taken in here.
///
/// Boot clocks mean nothing in another log, so every time becomes one of the wall clock: by the clocks that the
/// copied lines themselves tell of; what they only bound stays marked so. Ids stay, so that taking in the same copy again
/// adds nothing.
public struct CopiedLog: Sendable {
  /// What is to be taken in, in order.
  public private(set) var drafts: [JournalDraft] = []
  /// The corrections among the lines, in order, as they were logged.
  public private(set) var corrections: [LoggedCorrection] = []
  /// How many times were known within bounds only.
  public private(set) var uncertainTimes = 0
  /// How many lines told of that box only: its starts and its clock.
  public private(set) var ownLines = 0

  private var folds: [String: CareFold] = [:]

  /// Reads a copy. Every line must be whole: the first that is not is named.
  ///
  /// - Parameters:
  ///   - moment: when it is taken in.
  ///   - floor: no line was written before it.
  public init(_ bytes: [UInt8], at moment: Moment, floor: Instant) throws(FieldFault) {
    var lines: [(line: JournalLine, range: Range<Int>)] = []
    for (number, text) in Self.texts(bytes) {
      if let line = try Self.line(bytes[text], number) { lines.append((line, text)) }
    }
    // A clock may be told of only after the events that need it.
    for (line, _) in lines { folds[line.box, default: CareFold(floor: floor)].apply(line) }
    for (line, text) in lines { take(line, Array(bytes[text]), at: moment) }
    corrections = lines.compactMap { LoggedCorrection($0.line) }
    folds = [:]
  }

  /// The lines that are not blank, numbered from 1.
  private static func texts(_ bytes: [UInt8]) -> [(number: Int, text: Range<Int>)] {
    var texts: [(Int, Range<Int>)] = []
    var (start, number) = (0, 0)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      number += 1
      var last = end
      while last > start, bytes[last - 1] <= 0x20 { last -= 1 }
      if last > start { texts.append((number, start..<last)) }
      start = end + 1
    }
    return texts
  }

  private static func line(_ text: ArraySlice<UInt8>, _ number: Int) throws(FieldFault) -> JournalLine? {
    switch JournalLineCodec.decode(Array(text)) {
    case .head, .stop: return nil
    case .line(let line): return line
    case .odd:
      throw FieldFault(path: "op", line: number, expected: "a line of a log", found: "another object")
    case .damaged:
      throw FieldFault(
        path: "crc", line: number, expected: "the checksum of the line, last in it", found: "another or none")
    }
  }

  private mutating func take(_ line: JournalLine, _ text: [UInt8], at moment: Moment) {
    let clocks = folds[line.box]?.clocks ?? ClockHistory()
    switch line.entry {
    case .boot, .sync: ownLines += 1
    case .care(var event):
      let rest = rest(of: line, event.change, text, clocks)
      event.moment = moment
      event.change = settled(event.change, clocks)
      drafts.append(rest.isEmpty ? .care(event) : .extended(event, rest))
    case .foreign(let op):
      if let kept = kept(line, op, text, clocks, at: moment) { drafts.append(.kept(kept)) }
    }
  }

  private mutating func settled(_ change: CareEvent.Change, _ clocks: ClockHistory) -> CareEvent.Change {
    switch change {
    case .added(var care):
      care.start = settled(care.start, clocks)
      care.end = care.end.map { settled($0, clocks) }
      return .added(care)
    case .amended(let id, var patch):
      patch.start = patch.start.map { settled($0, clocks) }
      if case .some(.some(let end)) = patch.end { patch.end = .some(settled(end, clocks)) }
      return .amended(id, patch)
    case .deleted: return change
    }
  }

  private mutating func settled(_ time: EventTime, _ clocks: ClockHistory) -> EventTime {
    let resolved = clocks.resolve(time)
    if !resolved.isExact { uncertainTimes += 1 }
    return resolved.isExact ? .wall(resolved.instant) : .about(resolved.instant)
  }
}

// MARK: - What nobody here understands

extension CopiedLog {
  /// What says where and when a line was written.
  private static let ownMembers: Set<String> = [
    "v", "id", "box", "seq", "boot", "bt", "wt", "ws", "op", "crc",
  ]
  private static let timeMembers: Set<String> = ["start", "end"]

  private static func knownMembers(_ change: CareEvent.Change) -> Set<String> {
    let all = ownMembers.union(["src", "baby"])
    let patch = timeMembers.union(["kind", "side", RoughTimes.key])
    return switch change {
    case .added: all.union(patch)
    case .amended: all.union(patch).union(["of"])
    case .deleted: all.union(["of"])
    }
  }

  private static func members(_ text: [UInt8]) -> [JSONParser.PlacedMember]? {
    do throws(JSONFault) {
      var parser = JSONParser(text, dialect: .strict, firstLine: 1)
      return try parser.placedDocument()
    } catch {
      return nil
    }
  }

  /// What a newer version says of an event, apart from what is understood.
  private mutating func rest(
    of line: JournalLine, _ change: CareEvent.Change, _ text: [UInt8], _ clocks: ClockHistory
  ) -> [KeptMember] {
    // Nearly every line says just what is understood, and need not be taken apart for it.
    guard JournalLineCodec.encode(line) != text + [0x0A], let members = Self.members(text) else { return [] }
    return kept(members, but: Self.knownMembers(change), text, clocks)
  }

  /// A line that nobody here understands.
  private mutating func kept(
    _ line: JournalLine, _ op: String, _ text: [UInt8], _ clocks: ClockHistory, at moment: Moment
  ) -> KeptLine? {
    guard let members = Self.members(text) else { return nil }
    var version = JournalLineCodec.version
    if case .integer(let number)? = members.first(where: { $0.member.key == "v" })?.member.value.kind {
      version = number
    }
    return KeptLine(
      id: line.id, moment: moment, op: op, version: version,
      members: kept(members, but: Self.ownMembers, text, clocks))
  }

  /// Members as they stand, but for the known ones. A start and an end are times all the same, if they look like ones.
  private mutating func kept(
    _ members: [JSONParser.PlacedMember], but known: Set<String>, _ text: [UInt8], _ clocks: ClockHistory
  ) -> [KeptMember] {
    var times = CarePatch()
    var kept: [KeptMember] = []
    for (member, place) in members where !known.contains(member.key) {
      let settled = settled(member, clocks, &times).map { KeptMember(key: member.key, value: $0) }
      kept.append(settled ?? KeptMember(key: member.key, text: text[place]))
    }
    if let rough = RoughTimes(of: times), !kept.contains(where: { $0.key == RoughTimes.key }) {
      kept.append(KeptMember(key: RoughTimes.key, value: rough.document))
    }
    return kept
  }

  /// A time by the wall clock; nil for any other member. Which times there are is noted as well.
  private mutating func settled(
    _ member: JSONValue.Member, _ clocks: ClockHistory, _ times: inout CarePatch
  ) -> JSONValue? {
    guard Self.timeMembers.contains(member.key), let time = FieldKind.eventTime.read(member.value) else {
      return nil
    }
    let settled = settled(time, clocks)
    if member.key == "start" { times.start = settled } else { times.end = .some(settled) }
    return .integer(clocks.resolve(time).instant.milliseconds)
  }
}
