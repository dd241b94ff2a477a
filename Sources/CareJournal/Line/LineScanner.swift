import Nursery

/// Reads lines byte by byte in exactly the form that `JournalLineCodec.encode` writes, because a start reads many of
/// them. It returns nil for any other form, and never reads a line differently from the general reader.
struct LineScanner {
  private(set) var bytes: [UInt8]
  private var position = 0
  private var end = 0
  /// The boxes of the line before and of the line it copies, kept because they are nearly always the same.
  private var box = BoxName()
  private var originBox = BoxName()

  private struct BoxName {
    var text = ""
    var bytes: [UInt8] = []
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Replaces the bytes to read.
  mutating func load(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The line whose text, without its checksum, fills a range; nil if it is not in the usual form.
  mutating func line(in body: Range<Int>) -> JournalLine? {
    position = body.lowerBound
    end = body.upperBound
    guard accept(Keys.id), let id = identifier(), accept(Keys.box), let box = boxName(after: box),
      let sequence = integer(after: Keys.sequence, in: LineLimits.sequence), let count = count()
    else { return nil }
    self.box = box
    var origin: LineStamp?
    if accept(Keys.copy) {
      origin = stamp()
      if origin == nil { return nil }
    }
    guard let moment = moment(), accept(Keys.op), let entry = entry(id: id, moment: moment), position == end
    else { return nil }
    return JournalLine(
      id: id, box: box.text, sequence: sequence, count: count, origin: origin, moment: moment, entry: entry)
  }

  private mutating func stamp() -> LineStamp? {
    guard let count = integer(in: LineLimits.count), accept(Keys.commaQuote),
      let box = boxName(after: originBox), (1...LineLimits.boxBytes).contains(box.bytes.count),
      let sequence = integer(after: Keys.comma, in: LineLimits.sequence), accept(Keys.close)
    else { return nil }
    originBox = box
    return LineStamp(count: count, box: box.text, sequence: sequence)
  }

  private mutating func count() -> Int? { accept(Keys.count) ? integer(in: LineLimits.count) : 0 }

  private mutating func moment() -> Moment? {
    guard let boot = integer(after: Keys.boot, in: LineLimits.boot),
      let milliseconds = integer(after: Keys.bootMilliseconds, in: LineLimits.milliseconds),
      accept(Keys.wall)
    else { return nil }
    var wall: Instant?
    if !accept(Keys.null) {
      guard let value = integer(in: LineLimits.milliseconds) else { return nil }
      wall = Instant(milliseconds: value)
    }
    guard accept(Keys.trust), let trust = word(of: LineVocabulary.trust) else { return nil }
    return Moment(boot: BootTime(boot: boot, milliseconds: milliseconds), wall: wall, trust: trust)
  }

  private mutating func entry(id: EventID, moment: Moment) -> JournalLine.Entry? {
    if accept(Keys.add) { return care(id: id, moment: moment, of: nil, change: Self.added) }
    if accept(Keys.amend) { return correction(id: id, moment: moment, change: Self.amended) }
    if accept(Keys.delete) { return correction(id: id, moment: moment, change: Self.deleted) }
    if accept(Keys.sync) { return .sync }
    guard accept(Keys.bootLine), let range = plainText() else { return nil }
    return .boot(kernelBootID: String(decoding: bytes[range], as: UTF8.self))
  }

  private typealias ChangeReader = (inout LineScanner, EventID?) -> CareEvent.Change?

  private mutating func correction(
    id: EventID, moment: Moment, change: ChangeReader
  ) -> JournalLine.Entry? {
    guard accept(Keys.of), let of = identifier(), accept(Keys.quote) else { return nil }
    return care(id: id, moment: moment, of: of, change: change)
  }

  private mutating func care(
    id: EventID, moment: Moment, of: EventID?, change: ChangeReader
  ) -> JournalLine.Entry? {
    guard accept(Keys.source), let source = word(of: LineVocabulary.source),
      let baby = integer(after: Keys.baby, in: LineLimits.baby), let change = change(&self, of)
    else { return nil }
    return .care(
      CareEvent(id: id, baby: BabyID(number: baby), moment: moment, source: source, change: change))
  }

  private static func added(_ scanner: inout LineScanner, of: EventID?) -> CareEvent.Change? {
    guard scanner.accept(Keys.kind), let kind = scanner.word(of: LineVocabulary.kind),
      scanner.accept(Keys.start), let start = scanner.time()
    else { return nil }
    var care = Care(kind: kind, start: start)
    if scanner.accept(Keys.end) {
      guard let end = scanner.time() else { return nil }
      care.end = end
    }
    if scanner.accept(Keys.side) {
      guard let side = scanner.word(of: LineVocabulary.side) else { return nil }
      care.side = side
    }
    if scanner.accept(Keys.about) {
      guard let rough = scanner.word(of: LineVocabulary.about) else { return nil }
      rough.mark(&care)
    }
    return .added(care)
  }

  /// Reads the commonest amendment, a new end. The general reader reads all others.
  private static func amended(_ scanner: inout LineScanner, of: EventID?) -> CareEvent.Change? {
    guard let of, scanner.accept(Keys.end), let end = scanner.time() else { return nil }
    return .amended(of, CarePatch(end: .some(end)))
  }

  private static func deleted(_ scanner: inout LineScanner, of: EventID?) -> CareEvent.Change? {
    of.map { .deleted($0) }
  }
}

// MARK: - Tokens

extension LineScanner {
  /// Consumes a literal if it is next.
  private mutating func accept(_ literal: [UInt8]) -> Bool {
    guard position + literal.count <= end else { return false }
    var index = position
    for byte in literal {
      guard bytes[index] == byte else { return false }
      index += 1
    }
    position = index
    return true
  }

  private mutating func integer(after key: [UInt8], in limits: ClosedRange<Int>) -> Int? {
    accept(key) ? integer(in: limits) : nil
  }

  /// A number in its plain form: at most 16 digits, no leading zero.
  private mutating func integer(in limits: ClosedRange<Int>) -> Int? {
    let isNegative = position < end && bytes[position] == UInt8(ascii: "-")
    let start = isNegative ? position + 1 : position
    var index = start
    var value = 0
    while index < end, bytes[index].isDigit, index - start <= 16 {
      value = value * 10 + Int(bytes[index] &- UInt8(ascii: "0"))
      index += 1
    }
    let count = index - start
    guard count > 0, count <= 16, bytes[start] != UInt8(ascii: "0") || count == 1 && !isNegative else {
      return nil
    }
    position = index
    let signed = isNegative ? -value : value
    return limits.contains(signed) ? signed : nil
  }

  /// A word of a table and its closing quote.
  private mutating func word<Value>(of table: WordTable<Value>) -> Value? {
    for entry in table.entries {
      let after = position + entry.bytes.count
      guard after < end, bytes[after] == UInt8(ascii: "\"") else { continue }
      if accept(entry.bytes) {
        position += 1
        return entry.value
      }
    }
    return nil
  }

  private mutating func identifier() -> EventID? {
    guard position + EventID.textLength <= end, let id = EventID(textIn: bytes, at: position) else {
      return nil
    }
    position += EventID.textLength
    return id
  }

  /// Printable ASCII without escapes, up to and including the closing quote.
  private mutating func plainText() -> Range<Int>? {
    let start = position
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      guard (0x20...0x7E).contains(bytes[position]), bytes[position] != UInt8(ascii: "\\") else {
        return nil
      }
      position += 1
    }
    return accept(Keys.quote) ? start..<(position - 1) : nil
  }

  private mutating func boxName(after known: BoxName) -> BoxName? {
    let start = position
    if !known.bytes.isEmpty, accept(known.bytes), accept(Keys.quote) { return known }
    position = start
    return plainText().map {
      BoxName(text: String(decoding: bytes[$0], as: UTF8.self), bytes: Array(bytes[$0]))
    }
  }

  /// `[boot,bt]`, or wall milliseconds.
  private mutating func time() -> EventTime? {
    guard accept(Keys.open) else {
      return integer(in: LineLimits.milliseconds).map { .wall(Instant(milliseconds: $0)) }
    }
    guard let boot = integer(in: LineLimits.boot), accept(Keys.comma),
      let milliseconds = integer(in: LineLimits.milliseconds), accept(Keys.close)
    else { return nil }
    return .boot(BootTime(boot: boot, milliseconds: milliseconds))
  }

  /// The text between the values, in the order in which it stands.
  private enum Keys {
    static let id = Array("{\"v\":1,\"id\":\"".utf8)
    static let box = Array("\",\"box\":\"".utf8)
    static let sequence = Array(",\"seq\":".utf8)
    static let count = Array(",\"lc\":".utf8)
    static let copy = Array(",\"copy\":[".utf8)
    static let commaQuote = Array(",\"".utf8)
    static let boot = Array(",\"boot\":".utf8)
    static let bootMilliseconds = Array(",\"bt\":".utf8)
    static let wall = Array(",\"wt\":".utf8)
    static let null = Array("null".utf8)
    static let trust = Array(",\"ws\":\"".utf8)
    static let op = Array(",\"op\":\"".utf8)
    static let add = Array("add\"".utf8)
    static let amend = Array("amend\"".utf8)
    static let delete = Array("delete\"".utf8)
    static let sync = Array("sync\"".utf8)
    static let bootLine = Array("boot\",\"bootId\":\"".utf8)
    static let of = Array(",\"of\":\"".utf8)
    static let source = Array(",\"src\":\"".utf8)
    static let baby = Array(",\"baby\":".utf8)
    static let kind = Array(",\"kind\":\"".utf8)
    static let start = Array(",\"start\":".utf8)
    static let end = Array(",\"end\":".utf8)
    static let side = Array(",\"side\":\"".utf8)
    static let about = Array(",\"about\":\"".utf8)
    static let quote = Array("\"".utf8)
    static let open = Array("[".utf8)
    static let comma = Array(",".utf8)
    static let close = Array("]".utf8)
  }
}
