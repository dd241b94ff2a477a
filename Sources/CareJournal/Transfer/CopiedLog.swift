import Nursery

/// Converts the lines of another log, as `log export` wrote them, to drafts for this log. It needs each line twice:
/// first to learn the clocks, since a clock may become known only after events that use it, then to make its draft.
///
/// Boot clocks mean nothing in another log, so every time becomes a wall-clock time, by the clocks in the copied lines.
/// Times that are only bounded are marked so. Ids stay, so that importing the same copy again adds nothing.
public struct CopiedLog: Sendable {
  /// How many times were known only within bounds.
  public private(set) var uncertainTimes = 0
  /// How many lines concern only their box: its starts and its clock.
  public private(set) var ownLines = 0

  /// A name of no box, so that every time in the copy names its box.
  private static let noBox = ""
  /// How many boxes' lines a copy may have.
  private static let boxLimit = 64

  private let moment: Moment
  private var fold: ClockFold
  private var boxes: Set<String> = []

  /// A conversion that has read nothing yet.
  ///
  /// - Parameters:
  ///   - moment: when the lines are received.
  ///   - floor: no line was written before it.
  public init(at moment: Moment, floor: Instant) {
    self.moment = moment
    fold = ClockFold(floor: floor)
  }

  /// Reads a line without its line end. Throws if the line is damaged, or is not a line of a log.
  public static func line(_ text: [UInt8], _ number: Int) throws(FieldFault) -> JournalLine {
    switch JournalLineCodec.decode(text) {
    case .line(let line): return line
    case .odd, .head, .stop:
      throw FieldFault(path: "op", line: number, expected: "a line of a log", found: "another object")
    case .damaged:
      throw FieldFault(
        path: "crc", line: number, expected: "the checksum of the line, last in it", found: "another or none")
    }
  }

  /// Learns what a line says about its box's clocks. Throws for a line of a 65th box.
  public mutating func learn(_ line: JournalLine, _ number: Int) throws(FieldFault) {
    guard boxes.contains(line.box) || boxes.count < Self.boxLimit else {
      throw FieldFault(
        path: "box", line: number, expected: "lines of at most \(Self.boxLimit) boxes", found: "one more")
    }
    boxes.insert(line.box)
    fold.apply(line.seen(by: Self.noBox))
  }

  /// The draft of a line; nil for a line that concerns only its box.
  public mutating func draft(of line: JournalLine, _ text: [UInt8]) -> JournalDraft? {
    fold.settle()
    let (clocks, line) = (fold.clocks, line.seen(by: Self.noBox))
    switch line.entry {
    case .boot, .sync, .left:
      ownLines += 1
      return nil
    case .care(var event):
      let rest = rest(of: line, event.change, text, clocks)
      event.moment = moment
      event.change = settled(event.change, clocks)
      return rest.isEmpty ? .care(event) : .extended(event, rest)
    case .foreign(let op): return kept(line, op, text, clocks, at: moment).map { .kept($0) }
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

// MARK: - What this version does not understand

extension CopiedLog {
  /// The members that say where and when a line was written.
  private static let ownMembers: Set<String> = [
    "v", "id", "box", "seq", "lc", "copy", "boot", "bt", "wt", "ws", "op", "crc",
  ]
  private static let timeMembers: Set<String> = ["start", "end"]

  private static func knownMembers(_ change: CareEvent.Change) -> Set<String> {
    let all = ownMembers.union(["src", "baby", "by"])
    let patch = timeMembers.union(["kind", "side", "ml", "milk", "nappy", "medicine", RoughTimes.key])
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

  /// The members of an event that this version does not understand.
  private mutating func rest(
    of line: JournalLine, _ change: CareEvent.Change, _ text: [UInt8], _ clocks: ClockHistory
  ) -> [KeptMember] {
    // Nearly every line has only known members, and need not be parsed for others.
    guard JournalLineCodec.encode(line.seen(by: line.box)) != text + [0x0A], let members = Self.members(text)
    else { return [] }
    return kept(members, but: Self.knownMembers(change), text, clocks.history(of: line.box))
  }

  /// A line that this version does not understand.
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
      members: kept(members, but: Self.ownMembers, text, clocks.history(of: line.box)))
  }

  /// The members as they are, except the known ones. A start and an end that look like times are converted all the
  /// same.
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

  /// A time on the wall clock, which is also noted in `times`; nil for any other member.
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
