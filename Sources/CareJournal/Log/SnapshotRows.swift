import Nursery

/// The many small things of a snapshot as short texts, hundreds of them in a string: that is read several times
/// faster than a JSON string or even an object each, and a start waits for it.
struct SnapshotRows {
  /// What stands between two rows.
  static let separator = ";"

  private static let nothing = "-"
  private static let deleted = "deleted"

  private var words: RowWords

  /// The rows in a text.
  init(_ text: String) {
    words = RowWords(text)
  }

  /// Whether all rows were read.
  var isAtEnd: Bool { words.isAtEnd }

  /// `019c4bc0-ea20-… sleep button 2:60000 2:1140000 - -`: id, kind, source, start, end, side, whether deleted.
  /// A time is boot and milliseconds, or milliseconds by the wall clock, with `~` in front when it is only bounded.
  static func text(_ record: CareRecord) -> String {
    let care = record.care
    var text = record.id.text
    text += " " + word(LineVocabulary.kind.bytes(for: care.kind))
    text += " " + word(LineVocabulary.source.bytes(for: record.source))
    text += " " + Self.text(care.start) + " " + (care.end.map(Self.text) ?? nothing)
    text += " " + (care.side.map { word(LineVocabulary.side.bytes(for: $0)) } ?? nothing)
    return text + " " + (record.isDeleted ? deleted : nothing)
  }

  /// `019c4bc0-ea20-… 17`: the correction's line, and the place of its event.
  static func text(_ correction: CareLog.AppliedCorrection) -> String {
    correction.line.text + " \(correction.place)"
  }

  /// Reads the next event; nil for anything else.
  mutating func record() -> CareRecord? {
    guard let id = words.id(), let kind = words.word(of: LineVocabulary.kind),
      let source = words.word(of: LineVocabulary.source), let start = words.time()
    else { return nil }
    var care = Care(kind: kind, start: start)
    if !words.takeNothing() {
      guard let end = words.time() else { return nil }
      care.end = end
    }
    if !words.takeNothing() {
      guard let side = words.word(of: LineVocabulary.side) else { return nil }
      care.side = side
    }
    let isDeleted = !words.takeNothing()
    guard !isDeleted || words.take(Array(Self.deleted.utf8)), words.endRow() else { return nil }
    return CareRecord(id: id, care: care, source: source, isDeleted: isDeleted)
  }

  /// Reads the next correction; nil for anything else.
  mutating func correction() -> CareLog.AppliedCorrection? {
    guard let line = words.id(), let place = words.number(), words.endWord(), words.endRow() else {
      return nil
    }
    return CareLog.AppliedCorrection(line: line, place: place)
  }

  private static func text(_ time: EventTime) -> String {
    switch time {
    case .boot(let time): "\(time.boot):\(time.milliseconds)"
    case .wall(let instant): "\(instant.milliseconds)"
    case .about(let instant): "~\(instant.milliseconds)"
    }
  }

  private static func word(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Takes rows apart, word by word. A word ends with a blank, the separator or the end of the text.
private struct RowWords {
  private static let blank = UInt8(ascii: " ")
  private static let semicolon = UInt8(ascii: ";")
  private static let dash = UInt8(ascii: "-")
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  private var atWordEnd: Bool {
    position == bytes.count || bytes[position] == Self.blank || bytes[position] == Self.semicolon
  }

  /// Takes the blank behind a word; the end of a row stays for `endRow`.
  mutating func endWord() -> Bool {
    guard atWordEnd else { return false }
    if position < bytes.count, bytes[position] == Self.blank { position += 1 }
    return true
  }

  /// Takes the separator, or is at the end.
  mutating func endRow() -> Bool {
    guard position < bytes.count else { return true }
    guard bytes[position] == Self.semicolon, position + 1 < bytes.count else { return false }
    position += 1
    return true
  }

  mutating func id() -> EventID? {
    guard position + EventID.textLength <= bytes.count, let id = EventID(textIn: bytes, at: position) else {
      return nil
    }
    position += EventID.textLength
    return endWord() ? id : nil
  }

  /// Takes a word, if it is that one.
  mutating func take(_ word: [UInt8]) -> Bool {
    let begin = position
    guard position + word.count <= bytes.count else { return false }
    for byte in word {
      guard bytes[position] == byte else {
        position = begin
        return false
      }
      position += 1
    }
    guard endWord() else {
      position = begin
      return false
    }
    return true
  }

  /// Takes the dash that stands for nothing.
  mutating func takeNothing() -> Bool {
    guard position < bytes.count, bytes[position] == Self.dash else { return false }
    let begin = position
    position += 1
    if endWord() { return true }
    position = begin
    return false
  }

  mutating func word<Value>(of table: WordTable<Value>) -> Value? {
    for entry in table.entries where take(entry.bytes) { return entry.value }
    return nil
  }

  mutating func number() -> Int? {
    let start = position
    var value = 0
    if position < bytes.count, bytes[position] == Self.dash { position += 1 }
    let first = position
    while position < bytes.count, bytes[position].isDigit, position - first < 17 {
      value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    guard position > first else { return nil }
    return first == start ? value : -value
  }

  mutating func time() -> EventTime? {
    let isRough = takeTilde()
    guard let first = number() else { return nil }
    if endWord() {
      guard LineLimits.milliseconds.contains(first) else { return nil }
      let instant = Instant(milliseconds: first)
      return isRough ? .about(instant) : .wall(instant)
    }
    return isRough ? nil : bootTime(first)
  }

  private mutating func takeTilde() -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "~") else { return false }
    position += 1
    return true
  }

  /// What follows a boot's ordinal.
  private mutating func bootTime(_ boot: Int) -> EventTime? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":") else { return nil }
    position += 1
    guard LineLimits.boot.contains(boot), let milliseconds = number(), endWord(),
      LineLimits.milliseconds.contains(milliseconds)
    else { return nil }
    return .boot(BootTime(boot: boot, milliseconds: milliseconds))
  }
}
