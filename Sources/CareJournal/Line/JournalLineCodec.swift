import Nursery

/// The text of a line: one compact JSON object with its checksum last, then LF. Only this type knows it.
///
/// ```
/// {"v":1,"id":"…","box":"7c1e9a04b2d1","seq":12,"boot":3,"bt":86400000,"wt":null,"ws":"none",
///  "op":"add","src":"button","baby":1,"kind":"sleep","start":[3,86399000],"crc":"9f3c01ab"}
/// ```
/// `start` and `end` are `[boot, bt]` on the boot clock, or a number of milliseconds on the wall clock. In an amendment
/// `"end":null` removes the end. Reading first tries a scanner for exactly the form that `encode` writes, then the
/// general JSON reader, which defines the format.
public enum JournalLineCodec {
  /// The version that this codec writes, and the only one it interprets.
  public static let version = 1

  /// What the bytes between two line ends are.
  public enum Decoded: Hashable, Sendable {
    /// A line, perhaps foreign.
    case line(JournalLine)
    /// The line that begins a segment.
    case head(SegmentHead)
    /// The line that closes a segment in order.
    case stop(SegmentStop)
    /// The checksum holds, but the text is not a line: it is kept as it is and never interpreted.
    case odd
    /// The checksum does not hold.
    case damaged
  }

  /// Reads one line, without its line end.
  public static func decode(_ bytes: [UInt8]) -> Decoded {
    var scanner = LineScanner(bytes)
    return decode(bytes.indices, with: &scanner)
  }

  /// Reads the line that fills a range of the scanner's bytes.
  static func decode(_ range: Range<Int>, with scanner: inout LineScanner) -> Decoded {
    guard let body = checkedBody(of: range, in: scanner.bytes) else { return .damaged }
    if let line = scanner.line(in: body) { return .line(line) }
    return interpret(Array(scanner.bytes[range]))
  }
}

// MARK: - Checksum

extension JournalLineCodec {
  private static let checksumKey = Array(",\"crc\":\"".utf8)
  private static let checksumEnd = Array("\"}".utf8)
  private static let checksumLength = 8

  /// Closes an object after its last member, with checksum and brace.
  static func seal(_ bytes: inout [UInt8]) {
    let checksum = CRC32C.checksum(of: bytes)
    bytes.append(contentsOf: checksumKey)
    bytes.append(contentsOf: Hexadecimal.digits(UInt64(checksum), count: checksumLength))
    bytes.append(contentsOf: checksumEnd)
  }

  /// The bytes before `,"crc"`; nil if the checksum does not match them.
  static func checkedBody(of range: Range<Int>, in bytes: [UInt8]) -> Range<Int>? {
    let end = range.upperBound - checksumEnd.count
    let digits = end - checksumLength
    let key = digits - checksumKey.count
    guard key > range.lowerBound, matches(checksumKey, in: bytes, at: key),
      matches(checksumEnd, in: bytes, at: end),
      let claimed = Hexadecimal.value(of: bytes, at: digits, digits: checksumLength)
    else { return nil }
    let body = range.lowerBound..<key
    return UInt64(CRC32C.checksum(of: bytes, in: body)) == claimed ? body : nil
  }

  private static func matches(_ literal: [UInt8], in bytes: [UInt8], at start: Int) -> Bool {
    for index in literal.indices where bytes[start + index] != literal[index] { return false }
    return true
  }
}

extension JournalLineCodec {
  /// The line's text with its line end; nil for a foreign line, whose text only its writer knows.
  public static func encode(_ line: JournalLine) -> [UInt8]? { encode(line, rest: []) }

  /// The text followed by members of a newer version.
  static func encode(_ line: JournalLine, rest: [KeptMember]) -> [UInt8]? {
    var bytes = header(of: line)
    switch line.entry {
    case .foreign:
      return nil
    case .care(let event):
      append(event, to: &bytes)
      if let by = event.by {
        bytes.append(contentsOf: ",\"by\":".utf8)
        JSONWriter.append(by, to: &bytes)
      }
    case .boot(let kernelBootID):
      bytes.append(contentsOf: ",\"op\":\"boot\",\"bootId\":".utf8)
      JSONWriter.append(kernelBootID, to: &bytes)
    case .sync:
      bytes.append(contentsOf: ",\"op\":\"sync\"".utf8)
    case .left(let numbers):
      bytes.append(contentsOf: ",\"op\":\"left\",\"numbers\":".utf8)
      bytes.append(contentsOf: JSONWriter.bytes(.array(numbers.map(\.document))))
    }
    append(rest, to: &bytes)
    seal(&bytes)
    bytes.append(0x0A)
    return bytes
  }

  /// The text of a line that is kept without being understood.
  static func encode(_ line: JournalLine, kept: KeptLine) -> [UInt8] {
    var bytes = header(of: line, version: kept.version)
    append(Array(JSONWriter.text(.string(kept.op)).utf8.dropFirst().dropLast()), as: "op", to: &bytes)
    append(kept.members, to: &bytes)
    seal(&bytes)
    bytes.append(0x0A)
    return bytes
  }

  private static func append(_ members: [KeptMember], to bytes: inout [UInt8]) {
    for member in members {
      bytes.append(UInt8(ascii: ","))
      bytes.append(contentsOf: member.text)
    }
  }

  private static func header(of line: JournalLine, version: Int = JournalLineCodec.version) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(320)
    bytes.append(contentsOf: "{\"v\":\(version),\"id\":\"".utf8)
    bytes.append(contentsOf: line.id.textBytes)
    bytes.append(contentsOf: "\",\"box\":".utf8)
    JSONWriter.append(line.box, to: &bytes)
    bytes.append(contentsOf: ",\"seq\":\(line.sequence)".utf8)
    if line.count > 0 { bytes.append(contentsOf: ",\"lc\":\(line.count)".utf8) }
    if let origin = line.origin {
      bytes.append(contentsOf: ",\"copy\":[\(origin.count),".utf8)
      JSONWriter.append(origin.box, to: &bytes)
      bytes.append(contentsOf: ",\(origin.sequence)]".utf8)
    }
    append(line.moment, to: &bytes)
    return bytes
  }

  static func append(_ moment: Moment, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ",\"boot\":\(moment.boot.boot),\"bt\":\(moment.boot.milliseconds),\"wt\":".utf8)
    bytes.append(contentsOf: (moment.wall.map { "\($0.milliseconds)" } ?? "null").utf8)
    append(LineVocabulary.trust.bytes(for: moment.trust), as: "ws", to: &bytes)
  }

  private static func append(_ event: CareEvent, to bytes: inout [UInt8]) {
    switch event.change {
    case .added(let care):
      appendOperation("add", of: nil, event: event, to: &bytes)
      append(CarePatch(care), to: &bytes)
    case .amended(let id, let patch):
      appendOperation("amend", of: id, event: event, to: &bytes)
      append(patch, to: &bytes)
    case .deleted(let id):
      appendOperation("delete", of: id, event: event, to: &bytes)
    }
  }

  private static func appendOperation(
    _ name: String, of id: EventID?, event: CareEvent, to bytes: inout [UInt8]
  ) {
    append(Array(name.utf8), as: "op", to: &bytes)
    if let id { append(id.textBytes, as: "of", to: &bytes) }
    append(LineVocabulary.source.bytes(for: event.source), as: "src", to: &bytes)
    bytes.append(contentsOf: ",\"baby\":\(event.baby.number)".utf8)
  }

  static func append(_ patch: CarePatch, to bytes: inout [UInt8]) {
    if let kind = patch.kind { append(LineVocabulary.kind.bytes(for: kind), as: "kind", to: &bytes) }
    if let start = patch.start { bytes.append(contentsOf: ",\"start\":\(text(start))".utf8) }
    if let end = patch.end { bytes.append(contentsOf: ",\"end\":\(end.map(text) ?? "null")".utf8) }
    if let side = patch.side { append(LineVocabulary.side.bytes(for: side), as: "side", to: &bytes) }
    append(patch.detail, to: &bytes)
    if let rough = RoughTimes(of: patch) {
      append(LineVocabulary.about.bytes(for: rough), as: RoughTimes.key, to: &bytes)
    }
  }

  private static func append(_ detail: CareDetail, to bytes: inout [UInt8]) {
    if let amount = detail.amountMilliliters { bytes.append(contentsOf: ",\"ml\":\(amount)".utf8) }
    if let milk = detail.milk { append(LineVocabulary.milk.bytes(for: milk), as: "milk", to: &bytes) }
    if let nappy = detail.nappy { append(LineVocabulary.nappy.bytes(for: nappy), as: "nappy", to: &bytes) }
    if let medicine = detail.medicine {
      bytes.append(contentsOf: ",\"medicine\":".utf8)
      JSONWriter.append(medicine, to: &bytes)
    }
  }

  static func text(_ time: EventTime) -> String {
    switch time {
    case .boot(let time):
      "[\(time.boot),\(time.milliseconds)" + (time.box.map { "," + JSONWriter.text(.string($0)) } ?? "") + "]"
    case .wall(let instant), .about(let instant): "\(instant.milliseconds)"
    }
  }

  /// A member whose value is a word that needs no escapes.
  static func append(_ word: [UInt8], as key: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: ",\"\(key)\":\"".utf8)
    bytes.append(contentsOf: word)
    bytes.append(UInt8(ascii: "\""))
  }
}
