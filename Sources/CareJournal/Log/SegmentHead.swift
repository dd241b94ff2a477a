import Nursery

/// The line that begins a segment. It makes the segment and all that follow it readable by themselves, so that a start
/// need not read a log of years: what a reader of all lines before it would know, as far as later lines depend on it.
public struct SegmentHead: Hashable, Sendable {
  /// An event that lasts beyond the beginning of the segment.
  struct Event: Hashable, Sendable {
    var baby: BabyID
    var record: CareRecord
    /// Where the line that added it stands in the order of the household.
    var stamp = LineStamp.none
    /// Where its newest correction stands; `none` for an event without corrections.
    var newest = LineStamp.none
  }

  /// The clocks of another box.
  struct Other: Hashable, Sendable {
    /// Its latest start, and the kernel's name for that boot.
    var lastStart: Int
    var kernelBootID: String
    /// Its clocks from the last synced one on, and of those by which events are told.
    var clocks: [BootClock]
    /// Its starts that share one of these.
    var sharedBoots: [Pair]
  }

  /// What stands before the segment.
  struct Past: Hashable, Sendable {
    /// Each box's numbers.
    var accounts: [String: SequenceLedger.Account] = [:]
    /// The clocks of the boots from the last synced one to the running one, and of those by which `events` are told.
    var clocks: [BootClock] = []
    /// Starts of the program that share one of these clocks, by ordinal.
    var sharedBoots: [Pair] = []
    /// The clocks of other boxes, by name.
    var others: [String: Other] = [:]
    /// Everything that runs, or ends later than the segment begins, and what was taken back lately; nil: not known, or more
    /// than a line holds.
    var events: [Event]?
  }

  /// A later start and the earlier one whose clock it shares.
  struct Pair: Hashable, Sendable {
    var boot: Int
    var earlier: Int
  }

  /// Which segment it begins.
  var segment: Int
  /// The box that writes it.
  var box: String
  /// When it was written, by both clocks.
  var moment: Moment
  /// The kernel's name for the running boot.
  var kernelBootID: String
  /// The civil instant of that, as far as was known then: not before it, at least.
  var instant: Instant
  /// How long the file is for as long as it is not closed, in bytes; 0 for a segment that was written whole.
  var roomBytes: Int
  /// Nil where lines follow that were read from the segments before and are not known to be durable there.
  var past: Past?
  /// The greatest count of any line before it: see `LineStamp`.
  var count = 0
  /// Whether its start could not read some segments: then it says nothing of whether they are durable.
  var isBlind = false
  /// Numbers of the box that were left out since the head before, although nothing says that any line had them.
  var skipped: [ClosedRange<Int>] = []
  /// From the first to the last instant of its events, where it holds imported ones and they all lie within.
  var span: ClosedRange<Instant>?

  /// Whether a start may begin here: it needs nothing of what comes before.
  var isComplete: Bool { past?.events != nil }
}

/// The last line of a segment that was closed in order.
public struct SegmentStop: Hashable, Sendable {
  /// The box that writes it.
  var box: String
  /// When it was written, by both clocks.
  var moment: Moment
  /// The last number that the box has used.
  var lastSequence: Int
}

/// The numbered files of the log.
enum SegmentName {
  /// The folder that holds segments only.
  static let folder = "log"

  /// The path of a segment within the box's directory.
  static func path(_ number: Int) -> String { folder + "/" + file(number) }

  /// The file's name: `seg-000001.jsonl`.
  static func file(_ number: Int) -> String { "seg-" + digits(number) + ".jsonl" }

  /// A number with at least six digits.
  static func digits(_ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
  }

  /// The number in a file's name; nil for anything that is no segment, as a number that no box comes to.
  static func number(_ name: String) -> Int? {
    guard name.hasPrefix("seg-"), name.hasSuffix(".jsonl"),
      let number = Int(name.dropFirst(4).dropLast(6)), LineLimits.segment.contains(number),
      file(number) == name
    else { return nil }
    return number
  }
}

/// `box.json`: which box this is, and how far its log has come. It is replaced whenever a segment is begun, so that
/// segments that vanish from the end of the log are noticed.
struct BoxFile: Hashable, Sendable {
  /// How far the log has come.
  struct Mark: Hashable, Sendable {
    /// The last segment that was begun.
    var segment: Int
    /// The first segment that begins with a head; those before it are of version 0.1.
    var firstWithHead: Int
    /// The highest boot ordinal of any line before that segment, or of the start that began it.
    var boot: Int
    /// The last number of each box before it.
    var last: [String: Int]
    /// The greatest count of any line before it: see `LineStamp`.
    var count = 0
    /// Segments of an import that is decided, and whose files may not all have their names yet.
    var importing: ClosedRange<Int>?
  }

  static let path = "box.json"

  var box: String
  /// Nil in a file of version 0.1.
  var mark: Mark?

  /// What the file says; nil when it is damaged or says something else.
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

  /// The file's bytes.
  var bytes: [UInt8] {
    var members: [JSONValue.Member] = [
      JSONValue.Member(key: "v", value: .integer(JournalLineCodec.version)),
      JSONValue.Member(key: "box", value: .string(box)),
    ]
    if let mark { members.append(JSONValue.Member(key: "log", value: mark.document)) }
    return ReplacedFile.sealed(.object(members))
  }

  /// Writes the file so that a power cut leaves the old one or the new one.
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
