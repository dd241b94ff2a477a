import Nursery

/// The line that begins a segment. It makes the segment and all later ones readable by themselves, so that a start need
/// not read a log of years. It has what a reader of all earlier lines would know, as far as it matters for later lines.
public struct SegmentHead: Hashable, Sendable {
  /// An event that lasts beyond the beginning of the segment.
  struct Event: Hashable, Sendable {
    var baby: BabyID
    var record: CareRecord
    /// The place of the line that added it in the household's order.
    var stamp = LineStamp.none
    /// The place of its newest correction; `none` without corrections.
    var newest = LineStamp.none
  }

  /// The clocks of another box.
  struct Other: Hashable, Sendable {
    /// Its latest start, and the kernel's name for that boot.
    var lastStart: Int
    var kernelBootID: String
    /// Its clocks from the last synced one on, and those that its events need.
    var clocks: [BootClock]
    /// Its starts that share one of these clocks.
    var sharedBoots: [Pair]
  }

  /// The state before the segment.
  struct Past: Hashable, Sendable {
    /// Each box's numbers.
    var accounts: [String: SequenceLedger.Account] = [:]
    /// The clocks of the boots from the last synced one to the running one, and those that `events` need.
    var clocks: [BootClock] = []
    /// Starts of the program that share one of these clocks, by ordinal.
    var sharedBoots: [Pair] = []
    /// The clocks of other boxes, by name.
    var others: [String: Other] = [:]
    /// Everything that runs or ends after the segment begins, and what was deleted lately; nil if that is unknown or
    /// too long for a line.
    var events: [Event]?
  }

  /// A later start and the earlier start whose clock it shares.
  struct Pair: Hashable, Sendable {
    var boot: Int
    var earlier: Int
  }

  var segment: Int
  /// The box that writes it.
  var box: String
  /// When it was written, on both clocks.
  var moment: Moment
  /// The kernel's name for the running boot.
  var kernelBootID: String
  /// The civil instant of `moment`, as far as it was known then; the true one is not earlier.
  var instant: Instant
  /// The length of the file until it is closed, in bytes; 0 for a segment that was written whole.
  var roomBytes: Int
  /// The state before the segment. Nil if the segment begins with lines from earlier segments that are not known to be
  /// durable there, if the start could not read some segments, or if the head would be too long.
  var past: Past?
  /// The greatest count of any line before it: see `LineStamp`.
  var count = 0
  /// Whether its start could not read some segments. Then this segment does not show whether the lines in them are
  /// durable.
  var isBlind = false
  /// Numbers of the box that were left out since the head before, although no line is known to have had them.
  var skipped: [ClosedRange<Int>] = []
  /// The first and the last instant of its events; nil unless the segment holds imported events and the times of all
  /// are known.
  var span: ClosedRange<Instant>?

  /// Whether a start may begin here, because nothing before it is needed.
  var isComplete: Bool { past?.events != nil }
}

/// The last line of a segment that was closed in order.
public struct SegmentStop: Hashable, Sendable {
  /// The box that writes it.
  var box: String
  /// When it was written, on both clocks.
  var moment: Moment
  /// The last number that the box used.
  var lastSequence: Int
}

/// The numbered files of the log.
enum SegmentName {
  /// The folder of the segments.
  static let folder = "log"

  /// The path of a segment within the box's directory.
  static func path(_ number: Int) -> String { folder + "/" + file(number) }

  /// The file's name: `seg-000001.jsonl`.
  static func file(_ number: Int) -> String { "seg-" + digits(number) + ".jsonl" }

  /// The number with at least six digits.
  static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  /// The number in a file's name; nil for any name that no segment has.
  static func number(_ name: String) -> Int? {
    guard name.hasPrefix("seg-"), name.hasSuffix(".jsonl"),
      let number = Int(name.dropFirst(4).dropLast(6)), LineLimits.segment.contains(number),
      file(number) == name
    else { return nil }
    return number
  }
}

/// `box.json`: the box's name, and how far its log has come. It is replaced whenever a segment is begun, so that a
/// start notices segments that vanished from the end of the log.
struct BoxFile: Hashable, Sendable {
  /// How far the log has come.
  struct Mark: Hashable, Sendable {
    /// The last segment that was begun.
    var segment: Int
    /// The first segment that begins with a head; older ones are of version 0.1.
    var firstWithHead: Int
    /// The highest boot ordinal of any line before that segment, or of the start that began it.
    var boot: Int
    /// The last number of each box before it.
    var last: [String: Int]
    /// The greatest count of any line before it: see `LineStamp`.
    var count = 0
    /// Segments of a decided import that may not all be renamed yet.
    var importing: ClosedRange<Int>?
  }

  static let path = "box.json"

  var box: String
  /// Nil in a file of version 0.1.
  var mark: Mark?

  /// The content of the file; nil if it is damaged or invalid.
  init?(_ bytes: [UInt8]) {
    guard let document = ReplacedFile.document(in: bytes) else { return nil }
    do throws(FieldFault) {
      var fields = try Fields(document)
      box = try fields.required("box", as: .nonEmptyString)
      guard box.utf8.count <= LineLimits.boxBytes else { return nil }
      guard var mark = try fields.optionalObject("log") else { return }
      self.mark = try Mark(from: &mark)
    } catch {
      return nil
    }
  }

  init(box: String, mark: Mark? = nil) {
    self.box = box
    self.mark = mark
  }

  var bytes: [UInt8] {
    var members: [JSONValue.Member] = [
      JSONValue.Member(key: "v", value: .integer(JournalLineCodec.version)),
      JSONValue.Member(key: "box", value: .string(box)),
    ]
    if let mark { members.append(JSONValue.Member(key: "log", value: mark.document)) }
    return ReplacedFile.sealed(.object(members))
  }

  /// Writes the file so that a power cut leaves either the old one or the new one.
  func save<Storage: JournalStorage>(to storage: Storage) throws(StorageFault) {
    try ReplacedFile.save(bytes, as: Self.path, in: storage)
  }
}

extension BoxFile.Mark {
  fileprivate init(from fields: inout Fields) throws(FieldFault) {
    let segment = FieldKind.integer(in: LineLimits.segment)
    self.segment = try fields.required("segment", as: segment)
    firstWithHead = try fields.required("firstWithHead", as: segment)
    boot = try fields.required("boot", as: .integer(in: LineLimits.boot))
    last = [:]
    for var box in try fields.objects("boxes") {
      let number = FieldKind.integer(in: 0...LineLimits.sequence.upperBound)
      last[try box.required("box", as: .string)] = try box.required("last", as: number)
    }
    count = try fields.optional("lc", as: .integer(in: LineLimits.count)) ?? 0
    let range = try fields.optionalArray("importing", of: segment) ?? []
    if range.count == 2, range[0] <= range[1] { importing = range[0]...range[1] }
  }

  fileprivate var document: JSONValue {
    let boxes = last.sorted { $0.key < $1.key }.map { box, last -> JSONValue in
      ["box": .string(box), "last": .integer(last)]
    }
    var members: [JSONValue.Member] = [
      JSONValue.Member(key: "segment", value: .integer(segment)),
      JSONValue.Member(key: "firstWithHead", value: .integer(firstWithHead)),
      JSONValue.Member(key: "boot", value: .integer(boot)),
      JSONValue.Member(key: "boxes", value: .array(boxes)),
    ]
    if count > 0 { members.append(JSONValue.Member(key: "lc", value: .integer(count))) }
    if let importing {
      let range: JSONValue = [.integer(importing.lowerBound), .integer(importing.upperBound)]
      members.append(JSONValue.Member(key: "importing", value: range))
    }
    return .object(members)
  }
}
