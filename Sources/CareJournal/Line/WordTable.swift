import Nursery

/// The words that stand for a few values on a line, both ways.
struct WordTable<Value: Hashable & Sendable>: Sendable {
  /// A word and what it means.
  struct Entry: Sendable {
    let word: String
    let bytes: [UInt8]
    let value: Value
  }

  let entries: [Entry]

  init(_ entries: KeyValuePairs<String, Value>) {
    self.entries = entries.map { Entry(word: $0.key, bytes: Array($0.key.utf8), value: $0.value) }
  }

  /// The word's meaning, or nil for an unknown word.
  func value(of word: String) -> Value? { entries.first { $0.word == word }?.value }

  /// The word for a value. Every value of the type is in its table.
  func bytes(for value: Value) -> [UInt8] { entries.first { $0.value == value }?.bytes ?? [] }
}

/// The vocabulary of format version 1.
enum LineVocabulary {
  static let trust = WordTable<ClockTrust>([
    "ntp": .synced, "saved": .saved, "none": .none, "hand": .hand, "phone": .phone, "rtc": .battery,
  ])

  static let source = WordTable<Source>([
    "button": .button, "motion": .motion, "command": .command, "peer": .peer,
  ])

  static let kind = WordTable<CareKind>([
    "sleep": .sleep, "nursing": .nursing, "bottle": .bottle, "wake": .wake,
    "dreamFeedDismissed": .dreamFeedDismissed, "nappy": .nappy, "medicine": .medicine,
  ])

  static let side = WordTable<NursingSide>(["left": .left, "right": .right, "both": .both])

  static let milk = WordTable<Milk>(["formula": .formula, "breast": .breast])

  static let nappy = WordTable<NappyContents>(["wet": .wet, "dirty": .dirty, "both": .both])

  static let about = WordTable<RoughTimes>(["start": .start, "end": .end, "both": .both])
}

/// A member of a line that this version does not understand, byte for byte: a newer version may tell `1.50` from `1.5`.
public struct KeptMember: Hashable, Sendable {
  /// Its name.
  public let key: String
  /// Name, colon and value as they stand on the line.
  public let text: [UInt8]

  /// A member as it was read.
  init(key: String, text: ArraySlice<UInt8>) {
    self.key = key
    self.text = Array(text)
  }

  /// A member with a value.
  public init(key: String, value: JSONValue) {
    var text: [UInt8] = []
    JSONWriter.append(key, to: &text)
    text.append(UInt8(ascii: ":"))
    text.append(contentsOf: JSONWriter.bytes(value))
    self.init(key: key, text: text[...])
  }
}
