import Nursery

/// The range of each number on a line. A number outside is not interpreted. So no reader can overflow, whatever a line
/// with a good checksum says.
enum LineLimits {
  /// Milliseconds of either clock: 100 million days each way, as for ECMAScript's dates.
  static let milliseconds = -8_640_000_000_000_000...8_640_000_000_000_000
  /// Wall minus boot clock, in milliseconds.
  static let offset = 2 * milliseconds.lowerBound...2 * milliseconds.upperBound
  /// The longest name of a box, in bytes. A longer one would leave no room on a line.
  static let boxBytes = 64
  /// Boot ordinals.
  static let boot = 0...1_000_000_000
  /// Line numbers of a box.
  static let sequence = 1...1_000_000_000_000_000
  /// Lamport's counts of lines. A box that has reached the last count writes it again; then the boxes' names and the
  /// numbers decide.
  static let count = 0...1_000_000_000_000_000
  /// Segment numbers.
  static let segment = 1...99_999_999
  /// Baby numbers, as in `BabyID`.
  static let baby = 1...9
  /// Millilitres in a bottle; 0 removes an amount.
  static let amountMilliliters = 0...CareDetail.amountsMilliliters.upperBound
}

// MARK: - What a box can have written

extension LineLimits {
  /// How far ordinals and line numbers may be ahead of a segment's number, since segments may have been lost.
  private static let bootHeadroom = 900_000_000
  private static let sequenceHeadroom = 1_000_000_000_000
  /// More lines than a segment holds.
  private static let linesPerSegment = 1_000_000
  /// How many numbers and counts a start leaves out for lines that it knows nothing about. It is more than a segment
  /// holds, and twice as many are still fewer than `linesPerSegment`.
  static let leftOut = 250_000
  /// How many numbers and counts a start leaves out after segments vanished, as on a card restored from an old copy: those
  /// below 1,000 for each of its ordinals, so that of two such starts the later one has the greater numbers, too. Without a
  /// clock, or if the numbers are beyond, chance decides, so that a copy restored twice does not use the same numbers
  /// again. It decides less as the headroom is used up.
  static func vanishedNumbers(after number: Int, of ordinal: Int, _ random: UInt64) -> Int {
    let byClock = ordinal * 1_000 - number
    if byClock > leftOut { return byClock }
    return leftOut + Int(random % UInt64(max(1, (sequenceHeadroom - number) / 1_000)))
  }
  /// The ordinal of a start that does not know how often its box was started before: 16 for each minute since 2024 by
  /// the wall clock, for a century. So of two such starts the one that is an hour later has the greater ordinal, whatever
  /// their cards say. Within the hour chance decides, and so it does without a wall clock, or behind it: a copy that is
  /// restored twice hardly uses the same ordinal.
  static func ordinal(beyond boot: Int, by wall: Instant?, _ random: UInt64) -> Int {
    let minutes = wall.map { ($0.milliseconds / 60_000) - Self.newYear2024 } ?? 0
    let ordinal = 16 * min(minutes, centuryMinutes) + Int(random % 1_000)
    return ordinal > boot + 1_000 ? ordinal : boot + 1_000 + Int(random % 10_000)
  }
  private static let (newYear2024, centuryMinutes) = (28_401_120, 52_596_000)
  /// A century of `CLOCK_BOOTTIME`.
  static let bootClockMilliseconds = 0...3_200_000_000_000

  /// Whether a box can have written a line into a segment. Every start begins a segment, and a segment holds a limited
  /// number of lines, so a segment's number limits the boot ordinals and the line numbers in it. If a line passes, so
  /// do the lines that continue its numbers, since they go into the same segment or a later one. The numbers of a line
  /// that does not pass must not be continued.
  static func allow(_ line: JournalLine, inSegment number: Int) -> Bool {
    allow(sequence: line.sequence, boot: line.moment.boot.boot, throughSegment: number)
      && bootClockMilliseconds.contains(line.moment.boot.milliseconds)
  }

  /// Whether the lines of a household can have reached a count by a segment's number.
  static func allow(count: Int, throughSegment number: Int) -> Bool {
    count <= sequenceHeadroom + number * linesPerSegment
  }

  /// Whether a box can have reached a line's number and a boot's ordinal by a segment's number.
  static func allow(sequence: Int, boot: Int, throughSegment number: Int) -> Bool {
    boot <= number + bootHeadroom && sequence <= sequenceHeadroom + number * linesPerSegment
  }
}

/// Which times of an event are known only within bounds. On a line they are numbers like exact ones, so that a reader
/// that does not know the word can still read them.
enum RoughTimes: Hashable, Sendable {
  case start
  case end
  case both

  /// The name of the member.
  static let key = "about"

  /// Which times of a patch are rough; nil if none is.
  init?(of patch: CarePatch) {
    switch (patch.start?.isRough ?? false, patch.end??.isRough ?? false) {
    case (true, true): self = .both
    case (true, false): self = .start
    case (false, true): self = .end
    case (false, false): return nil
    }
  }

  /// The word for it.
  var document: JSONValue { .string(String(decoding: LineVocabulary.about.bytes(for: self), as: UTF8.self)) }

  /// Marks the times of an event that has just been read.
  func mark(_ care: inout Care) {
    if self != .end { care.start = care.start.roughly }
    if self != .start { care.end = care.end?.roughly }
  }

  /// Marks the times of an amendment that has just been read.
  func mark(_ patch: inout CarePatch) {
    if self != .end { patch.start = patch.start?.roughly }
    if self != .start { patch.end = patch.end.map { $0?.roughly } }
  }
}

extension EventTime {
  var isRough: Bool {
    guard case .about = self else { return false }
    return true
  }
}

/// The words for a few values on a line, in both directions.
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

  /// The word's meaning; nil for an unknown word.
  func value(of word: String) -> Value? { entries.first { $0.word == word }?.value }

  /// The word for a value. The table has every value of the type.
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

/// A member of a line that this version does not understand, byte for byte: a newer version may distinguish `1.50` from
/// `1.5`.
public struct KeptMember: Hashable, Sendable {
  /// Its name.
  public let key: String
  /// Name, colon and value as they stand on the line.
  public let text: [UInt8]

  /// A member as read.
  init(key: String, text: ArraySlice<UInt8>) {
    self.key = key
    self.text = Array(text)
  }

  /// A member with a new value.
  public init(key: String, value: JSONValue) {
    var text: [UInt8] = []
    JSONWriter.append(key, to: &text)
    text.append(UInt8(ascii: ":"))
    text.append(contentsOf: JSONWriter.bytes(value))
    self.init(key: key, text: text[...])
  }
}

/// How much of the box's directory is read or written at once, so that no file on the card can fill the memory.
/// `docs/limits.md` lists every limit with the test that reaches it.
public enum StorageLimits {
  /// The longest small file that is read or written whole, in bytes. A hundred nights of nine babies take about half of
  /// it.
  public static let fileBytes = 256 << 10
  /// How much of a segment is read, in bytes; the rest is ignored. Early builds wrote an import as one segment of up to
  /// 32 MiB; this version writes segments of `segmentBytes`.
  public static let segmentReadBytes = 64 << 20
  /// The length of a segment that is written, in bytes.
  public static let segmentBytes = 64 << 10
  /// The longest line, in bytes without its line end. A longer line counts as damage.
  public static let lineBytes = 4096
  /// The longest head of a segment, in bytes without its line end. The head of a household of 64 boxes takes about 10
  /// KiB.
  public static let headBytes = 16 << 10
  /// How many findings a check keeps; further ones are only counted.
  public static let findings = 1000
  /// How deep the JSON of a line may nest.
  public static let lineDepth = 8
}

/// A line of a newer version, or of an unknown op or kind, that moves from another log into this one. What this version
/// does not understand stays as it is. Only the parts that say where and when the line was written are new.
public struct KeptLine: Hashable, Sendable {
  /// The line's own id.
  public var id: EventID
  /// When it was received, on both clocks.
  public var moment: Moment
  /// Its op.
  public var op: String
  /// Its version.
  public var version: Int
  /// Everything else that it says.
  public var members: [KeptMember]

  /// A line of all its parts.
  public init(id: EventID, moment: Moment, op: String, version: Int, members: [KeptMember]) {
    (self.id, self.moment, self.op, self.version, self.members) = (id, moment, op, version, members)
  }
}
